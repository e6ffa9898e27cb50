public import WireframeCore

/// A router for the presenter of a screen in a test: it shows nothing, and remembers what it was asked for.
///
/// ```swift
/// let router = RecordingRouter()
/// try await CartPresenter(router: router).checkoutTapped()
/// #expect(router.urlTexts == ["/checkout"])
/// ```
@MainActor
public final class RecordingRouter: Router {
  /// A call.
  public enum Call: Sendable {
    /// A request that the caller waits for.
    case perform(RoutingRequest)
    /// A request that the caller does not wait for.
    case enqueue(RoutingRequest)
    /// What was kept was to be run.
    case resume(Resumption)
    /// Screens were to leave.
    case move(RouterMove)
  }

  /// The calls, in order.
  public private(set) var calls: [Call] = []
  /// What comes of a request; presented, unless the test says otherwise.
  public var answer: @MainActor (RoutingRequest) throws(RoutingError) -> RoutingSummary
  /// Whether a pattern matches a request's URL; always, unless the test says otherwise.
  public var knows: @MainActor (RoutingRequest) -> Bool = { _ in true }

  /// Makes a router that presents everything, with the path, the query and the payload that were asked for.
  ///
  /// The source of a URL need not be declared. What is refused everywhere throws: from outside, paths and objects, too.
  public init() {
    answer = { request throws(RoutingError) in
      let route = try Route(anyURL: request.urlText, payload: request.payload)
      let wireframe = Wireframe<Never>(sources: [route.source].compactMap(\.self))
      if !request.isTrusted { _ = try wireframe.find(request) }
      return RoutingSummary(route: route)
    }
  }

  /// The URLs that were asked for, in order, awaited or not.
  public var urlTexts: [String] {
    calls.compactMap { call in
      switch call {
      case .perform(let request), .enqueue(let request): request.urlText
      default: nil
      }
    }
  }

  /// Remembers the request and answers it.
  ///
  /// - Parameter request: The request.
  /// - Returns: What ``answer`` says.
  /// - Throws: What ``answer`` throws.
  public func perform(_ request: RoutingRequest) async throws(RoutingError) -> RoutingSummary {
    calls.append(.perform(request))
    return try answer(request)
  }

  /// Remembers the request.
  ///
  /// - Parameter request: The request.
  public func enqueue(_ request: RoutingRequest) { calls.append(.enqueue(request)) }

  /// Asks ``knows``.
  ///
  /// - Parameter request: The request.
  /// - Returns: What ``knows`` says.
  public func canRoute(_ request: RoutingRequest) -> Bool { knows(request) }

  /// Remembers the call.
  ///
  /// - Parameter kept: What was to be run.
  /// - Returns: That nothing was kept.
  /// - Throws: Nothing.
  public func resume(_ kept: Resumption) async throws(RoutingError) -> GateOutcome {
    calls.append(.resume(kept))
    return .nothingKept
  }

  /// Remembers the call.
  ///
  /// - Parameter move: The move.
  /// - Throws: Nothing.
  public func move(_ move: RouterMove) async throws(RoutingError) { calls.append(.move(move)) }
}

extension RecordingRouter.Call: CustomStringConvertible {
  /// The call with its URL, tag or route.
  public var description: String {
    switch self {
    case .perform(let request): "perform \(request.urlText.escaped)"
    case .enqueue(let request): "enqueue \(request.urlText.escaped)"
    case .resume(.parked): "resume"
    case .resume(.tag(let tag)): "resume after \(tag)"
    case .resume(.gate): "resume after a gate"
    case .move(.close(let route)): "close \(route.urlText.escaped)"
    case .move(let move): "\(move)"
    }
  }
}

extension Route {
  /// The route of a URL whose source is not declared, with all of its path in one value.
  init(anyURL urlText: String, payload: RoutingPayload = [:]) throws(RoutingError) {
    var pattern: RoutePattern = "/*?"
    if let colon = urlText.firstIndex(of: ":"), !urlText.hasPrefix("/") {
      let scheme = urlText[..<colon]
      var source = "\(scheme):"
      if scheme.lowercased() == "https" {
        source = String(urlText.prefix(8)) + urlText.dropFirst(8).prefix { !"/?#".contains($0) }
      }
      pattern = try RoutePattern(try URLSource(source).urlText(at: "/*?"))
    }
    try self.init(urlText, matching: pattern, payload: payload)
  }
}
