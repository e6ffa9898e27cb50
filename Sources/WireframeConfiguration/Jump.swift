public import WireframeCore

/// One jump from a screen to another: what transitions and navigators get.
public struct Jump<Controller> {
  /// The screen at the top; nil if nothing is on screen yet.
  public let source: Controller?
  /// The screen that was built for the route.
  public let destination: Controller
  /// The route. Hand it to the host along with the destination: entries are known by it.
  public let route: Route
  /// The option values of the entry, or of the call.
  public let options: OptionValues
  /// The host of the screens.
  public let host: any NavigationHost<Controller>
  /// The wireframe, to route further with: `jump.router.enqueue("/next")`.
  public let router: any Router
}

@available(*, unavailable)
extension Jump: Sendable {}

/// A navigator by name: how an entry of a configuration file presents its screen.
///
/// A call may name one, too: `try await wireframe.route(to: "/help", option: .navigator("present"))`.
public struct NavigatorOption: RoutingOption, Hashable {
  /// The navigator's name.
  public let name: String
  /// The values for the navigator.
  public let options: OptionValues
  /// The name of the transition before it; nil leaves it to the types of the screens.
  public let transition: String?
  /// The configuration that the names belong to; nil in a call.
  var owner: ObjectIdentifier?

  /// Makes an option.
  ///
  /// - Parameters:
  ///   - name: The name of a navigator that shows a screen, not `pop` or `dismiss`.
  ///   - options: The values for the navigator.
  ///   - transition: The name of the transition before it; nil leaves it to the types of the screens.
  public init(name: String, options: OptionValues = [:], transition: String? = nil) {
    self.name = name
    self.options = options
    self.transition = transition
  }
}

extension NavigatorOption: NamedOption {
  package var missingPart: CoreReason {
    .unregistered(part: "No navigator \(name.inQuotes) that shows a screen", .noPresenter)
  }
}

extension RoutingOption where Self == NavigatorOption {
  /// A navigator by name, as a ``RouteConfiguration`` knows it.
  ///
  /// - Parameters:
  ///   - name: The name of a navigator that shows a screen, not `pop` or `dismiss`.
  ///   - options: The values for the navigator.
  ///   - transition: The name of the transition before it; nil leaves it to the types of the screens.
  /// - Returns: The option.
  public static func navigator(
    _ name: String, options: OptionValues = [:], transition: String? = nil
  ) -> NavigatorOption {
    NavigatorOption(name: name, options: options, transition: transition)
  }
}

/// Presents ``NavigatorOption``: the transition, then the navigator.
final class NavigatorPresenter<Controller>: ControllerRoutingPresenter {
  private let parts: ConfigurationRegistry<Controller>

  init(_ parts: ConfigurationRegistry<Controller>) { self.parts = parts }

  func accepts(_ option: any RoutingOption) -> NavigatorOption? {
    guard let option = option as? NavigatorOption,
      option.owner == nil || option.owner == ObjectIdentifier(parts),
      parts.navigators[option.name]?.showing != nil
    else { return nil }
    return option
  }

  func leavingScreens(for route: Route, option: NavigatorOption) -> [LeavingScreen] {
    parts.navigators[option.name]?.showing?.leavingScreens(route, option.options) ?? []
  }

  func present(
    _ controller: Controller, option: NavigatorOption, event: RoutingEvent
  ) async throws {
    guard let navigator = parts.navigators[option.name]?.showing else {
      throw RoutingError(option.missingPart)
    }
    let jump = Jump(
      source: parts.host.state.top?.controller, destination: controller, route: event.route,
      options: option.options, host: parts.host, router: event.router)
    if let transition = try parts.transition(named: option.transition, for: jump) {
      let closure = transition as? ClosureTransition<Controller>
      try await RoleError.named(closure?.name ?? roleName(transition)) {
        try await transition.prepare(jump)
      }
    }
    try await RoleError.named("the navigator \(option.name.inQuotes)") {
      try await navigator.run(jump)
    }
  }
}

extension RoleError {
  /// Runs code of the app, and names it in the error if it throws.
  @MainActor
  static func named<T>(_ role: String, _ body: @MainActor () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch {
      throw RoleError(of: role, error)
    }
  }
}
