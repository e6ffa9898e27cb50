/// The outcome of a URL from outside the app, and what the app should do with it.
///
/// No further cases will be added.
public enum OpenOutcome<Result> {
  /// The URL was routed, also if an observer or a leave guard has stopped it.
  case handled(Result)
  /// The URL is of a scheme or origin that is not declared: the app may hand it to the system.
  case foreign
  /// The URL is the app's own, but malformed, or leads to what is closed to it: drop it.
  case refused(RoutingError)
  /// The URL is the app's own and was let in, but the routing failed.
  case failed(RoutingError)

  /// Sorts the end of a routing from outside into the four answers.
  @MainActor
  init(of routing: () async throws(RoutingError) -> Result) async {
    do {
      self = .handled(try await routing())
    } catch {
      self =
        switch error.code {
        // The URL of an observer's redirect is not the one that the app could pass on.
        case .foreign where error.chain.count == 1: .foreign
        case .rejected, .notExposed: .refused(error)
        default: .failed(error)
        }
    }
  }

  /// The result, if the URL was routed.
  public var result: Result? { if case .handled(let result) = self { result } else { nil } }

  /// The error, if the URL was refused or its routing failed.
  public var error: RoutingError? {
    switch self {
    case .handled, .foreign: nil
    case .refused(let error), .failed(let error): error
    }
  }
}

extension OpenOutcome: Sendable where Result: Sendable {}
