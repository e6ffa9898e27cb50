public import WireframeCore

/// Says where a step leads and which step comes after it; the one protocol of step flows.
///
/// A screen only says which step it is; the guider knows the way. An enum can be a guider, and gets
/// ``next`` without code if it lists its cases:
///
/// ```swift
/// enum Onboarding: String, CaseIterable, Guider {
///   case terms, name, address
///   var destination: StepDestination<Screen> { .url("/onboarding/\(rawValue)") }
/// }
/// ```
///
/// Two guiders that are equal are the same step: that is how a flow finds the entry of a step in its
/// list. Error texts name a step by its case, without associated values; a struct or class by its type.
public protocol Guider<Controller>: Hashable, Sendable {
  /// What a screen is.
  associatedtype Controller

  /// Where the step leads; asked each time that it is to be shown.
  @MainActor var destination: StepDestination<Controller> { get }

  /// The step after this one, whether it is in the list or not; nil at the end.
  @MainActor var next: Self? { get }
}

extension Guider where Self: CaseIterable {
  /// The case declared after this one; nil for the last.
  public var next: Self? { Self.allCases.drop { $0 != self }.dropFirst().first }
}

/// Where a step leads: a URL for the wireframe, or a screen for the host.
///
/// A URL goes through the whole pipeline, guards included. A screen is no route, so no observer is asked
/// about it: use a URL wherever a guard has to hold.
public struct StepDestination<Controller>: Sendable {
  enum Kind: Sendable {
    case request(RoutingRequest)
    case screen(@MainActor () async throws -> Controller)
    case present(@MainActor (any NavigationHost<Controller>) async throws -> Void)
  }

  let kind: Kind

  /// A URL, pushed onto the top-most stack unless an option says otherwise.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, chosen by the app.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present; nil leaves it to the route and the option providers.
  /// - Returns: The destination.
  public static func url(
    _ urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = .push
  ) -> StepDestination {
    request(RoutingRequest(urlText, payload: payload, option: option))
  }

  /// A request, routed as it is.
  ///
  /// - Parameter request: The request.
  /// - Returns: The destination.
  public static func request(_ request: RoutingRequest) -> StepDestination {
    StepDestination(kind: .request(request))
  }

  /// A screen without a URL, pushed onto the top-most stack.
  ///
  /// - Parameter make: Makes the screen; if the user closes the stack meanwhile, the move ends with
  ///   ``/WireframeCore/RoutingError/Code/cancelled``.
  /// - Returns: The destination.
  public static func screen(
    _ make: @escaping @MainActor () async throws -> Controller
  ) -> StepDestination {
    StepDestination(kind: .screen(make))
  }

  /// A screen without a URL, presented in the guider's own way.
  ///
  /// ```swift
  /// .present { host in try await host.present(TermsScreen(), option: .modal(.sheet)) }
  /// ```
  ///
  /// The flow's limit holds for all of it, and so for the leave guards that a move on the host asks.
  ///
  /// - Parameter present: Makes the screen and presents it on the host; returns when it is there.
  /// - Returns: The destination.
  public static func present(
    _ present: @escaping @MainActor (any NavigationHost<Controller>) async throws -> Void
  ) -> StepDestination {
    StepDestination(kind: .present(present))
  }
}
