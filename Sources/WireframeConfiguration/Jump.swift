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

/// An option that names a navigator of a ``RouteConfiguration``.
package protocol JumpOption: RoutingOption {
  var navigator: NavigatorOption { get }
}

/// A navigator by name: how an entry of a configuration file presents its screen.
///
/// A call may name one, too: `try await wireframe.route(to: "/help", option: .navigator("present"))`.
///
/// The option of an entry whose navigator is `push` is a ``/WireframeCore/PushOption`` instead, and that of `present` a
/// ``/WireframeCore/ModalOption``: option providers and presenters of the app see them as such. A presenter of the
/// app that takes such an option presents without the navigator and without its transition.
public struct NavigatorOption: RoutingOption, JumpOption, Hashable {
  /// The navigator's name.
  public let name: String
  /// The values for the navigator.
  public let options: OptionValues
  /// The name of the transition before it; nil leaves it to the types of the screens.
  public let transition: String?
  /// The configuration that the names belong to; nil in a call.
  var owner: ObjectIdentifier?

  init(name: String, options: OptionValues = [:], transition: String? = nil) {
    (self.name, self.options, self.transition) = (name, options, transition)
  }
}

extension NavigatorOption {
  package var navigator: NavigatorOption { self }

  /// The option of an entry: a shipped navigator's is a push or a modal.
  func asStandardOption(isOriginal: Bool) -> any RoutingOption {
    guard isOriginal, let standard = StandardNavigator(rawValue: name) else { return self }
    return switch standard {
    case .push, .pushAnimated: NavigatorPush(navigator: self, push: standard.pushOption(options))
    case .present, .presentAnimated:
      NavigatorModal(navigator: self, modal: standard.modalOption(options))
    case .pop, .dismiss, .root: self
    }
  }
}

extension NavigatorOption: NamedOption {
  package var isRoot: Bool { name == StandardNavigator.root.rawValue }
  package var missingPart: CoreReason {
    let part = "No navigator \(name.inQuotes) that shows a screen"
    let hint = " (of one that is an option, pass the option itself)"
    return .unregistered(part: owner == nil ? part + hint : part, .noPresenter)
  }
}

extension RoutingOption where Self == NavigatorOption {
  /// A navigator by name, as a ``RouteConfiguration`` knows it.
  ///
  /// - Parameters:
  ///   - name: The name of a navigator that shows a screen, not `pop`, `dismiss` or one that is an option.
  ///   - options: The values for the navigator. The routing fails if neither it nor a builder declares one of them.
  ///   - transition: The name of the transition before it; nil leaves it to the types of the screens.
  /// - Returns: The option.
  public static func navigator(
    _ name: String, options: OptionValues = [:], transition: String? = nil
  ) -> NavigatorOption {
    NavigatorOption(name: name, options: options, transition: transition)
  }
}

/// The option of an entry whose navigator is one of the shipped pushes.
struct NavigatorPush: PushOption, JumpOption, Hashable {
  let navigator: NavigatorOption
  let push: Push

  var isAnimated: Bool { push.isAnimated }
  var dismissesModals: Bool { push.dismissesModals }
}

/// The option of an entry whose navigator is one of the shipped modals.
struct NavigatorModal: ModalOption, JumpOption, Hashable {
  let navigator: NavigatorOption
  let modal: Modal

  var style: ModalStyle { modal.style }
  var hasStack: Bool { modal.hasStack }
  var isAnimated: Bool { modal.isAnimated }
}

/// Presents every ``JumpOption``: the transition, then the navigator.
final class NavigatorPresenter<Controller>: PlacingPresenter {
  private let parts: ConfigurationRegistry<Controller>

  init(_ parts: ConfigurationRegistry<Controller>) { self.parts = parts }

  func accepts(_ option: any RoutingOption) -> (any JumpOption)? {
    guard let jump = option as? any JumpOption,
      jump.navigator.owner == nil || jump.navigator.owner == ObjectIdentifier(parts),
      parts.showing(jump.navigator.name) != nil
    else { return nil }
    return jump
  }

  /// A shipped navigator without a transition before it: then the screen lands in one move with its parents.
  func placement(of jump: any JumpOption) -> Placement? {
    guard jump.navigator.transition == nil, !parts.hasTransitions,
      parts.unfitOption(for: jump.navigator) == nil
    else { return nil }
    return shippedPlacement(of: jump)
  }

  /// How a shipped navigator puts the screen onto the host; nil for a navigator of the app's own.
  private func shippedPlacement(of jump: any JumpOption) -> Placement? {
    guard case .place(let placement)? = parts.showing(jump.navigator.name) else { return nil }
    return placement(jump.navigator.options)
  }

  /// Called before a screen is made, if no placement is known: throws for options that a file could not have either.
  func existingController(for route: Route, option: any JumpOption) throws -> Controller? {
    if let unfit = parts.unfitOption(for: option.navigator) { throw RoutingError(unfit) }
    return nil
  }

  var plannedState: NavigationState<Any> { parts.host.state.planned }

  func leavingScreens(for route: Route, option: any JumpOption) -> [LeavingScreen] {
    shippedPlacement(of: option).map { parts.host.leavingScreens(by: $0, for: route) } ?? []
  }

  func present(
    _ controller: Controller, option: any JumpOption, event: RoutingEvent
  ) async throws {
    let navigator = option.navigator
    guard let showing = parts.showing(navigator.name) else {
      throw RoutingError(navigator.missingPart)
    }
    let jump = Jump(
      source: parts.host.state.top?.controller, destination: controller, route: event.route,
      options: navigator.options, host: parts.host, router: event.router)
    if let transition = try parts.transition(named: navigator.transition, for: jump) {
      try await RoleError.named(roleName(transition)) { try await transition.prepare(jump) }
    }
    try await RoleError.named("the navigator \(navigator.name.inQuotes)") {
      switch showing {
      case .place(let placement):
        try await jump.host.place(
          jump.destination, route: jump.route, by: placement(jump.options),
          besides: event.presentation?.asked)
      case .run(let navigate): try await navigate(jump)
      }
    }
  }
}

extension RoleError {
  /// Runs code of the app, and names it in the error if it throws.
  @MainActor
  static func named<T>(_ role: String, _ body: @MainActor () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch { throw RoleError(of: role, error) }
  }
}
