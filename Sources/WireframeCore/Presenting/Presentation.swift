/// How a controller is to be presented: a settled option, and a presenter that has accepted it.
///
/// One reference, since watchers and results get it. Its only subclass knows the presenter's types.
class Presentation {
  let option: any RoutingOption
  /// Whether the presenter is made for exactly this type of option.
  let isExact: Bool
  /// Whether there is a controller to present.
  private(set) var hasController = false
  /// Whether the controller was made for this routing; otherwise it was on screen already.
  private(set) var isNew = true
  // No optional, since copying one of no known size costs twice as much.
  private(set) var taken: Any = ()

  init(_ option: any RoutingOption, isExact: Bool) {
    self.option = option
    self.isExact = isExact
  }

  /// How the option puts a screen onto a host; nil for a presenter of the app's own.
  @MainActor
  var placement: Placement? { nil }

  /// Whether screens have to be made below the controller.
  var missesParents: Bool { false }

  /// Whether screens belong below the controller.
  var hasParents: Bool { false }

  /// The routes of the screens that were made below the controller.
  var parentRoutes: [Route] { [] }

  /// The presenter.
  var role: Any { self }

  /// What is presented, once it is there.
  var controller: Any? { hasController ? taken : nil }

  func take(_ controller: Any, isNew: Bool) {
    taken = controller
    hasController = true
    self.isNew = isNew
  }

  /// The presentation with the controller that is on screen already, if there is one.
  @MainActor
  func reusing(for route: Route) throws(RoleError) -> Presentation { self }

  @MainActor
  func leavingScreens(for route: Route) -> [LeavingScreen] { [] }

  /// What would stand once a new screen is shown; nil for a presenter of the app's own.
  @MainActor
  func plannedState(for route: Route) throws -> NavigationState<PlannedScreen>? { nil }

  /// Shows the controller: the last stage of a routing.
  @MainActor
  func show(_ event: RoutingEvent) async throws {}
}

private final class OwnPresentation<Presenter: ControllerRoutingPresenter>: Presentation {
  private let presenter: Presenter
  private let own: Presenter.Option

  init(
    _ option: any RoutingOption, by presenter: Presenter, as own: Presenter.Option, isExact: Bool
  ) {
    self.presenter = presenter
    self.own = own
    super.init(option, isExact: isExact)
  }

  override var role: Any { presenter }

  @MainActor
  private lazy var ownPlacement = (presenter as? any PlacingPresenter)?.placement(with: option)

  @MainActor
  override var placement: Placement? { ownPlacement }

  @MainActor
  override func reusing(for route: Route) throws(RoleError) -> Presentation {
    do {
      if let existing = try presenter.existingController(for: route, option: own) {
        take(existing, isNew: false)
      }
      return self
    } catch {
      throw RoleError(of: presenter, error)
    }
  }

  @MainActor
  override func leavingScreens(for route: Route) -> [LeavingScreen] {
    presenter.leavingScreens(for: route, option: own)
  }

  @MainActor
  override func plannedState(for route: Route) throws -> NavigationState<PlannedScreen>? {
    guard let placement, let presenter = presenter as? any PlacingPresenter else { return nil }
    var state = presenter.plannedState
    let entry = NavigationEntry(PlannedScreen(), route: route, option: option)
    do {
      try state.place(entry, by: placement, isNew: isNew)
    } catch {
      throw RoleError(of: presenter, error)
    }
    return state
  }

  @MainActor
  override func show(_ event: RoutingEvent) async throws {
    do {
      switch taken {
      case let controller as Presenter.Controller:
        try await presenter.present(controller, option: own, event: event)
      default:
        throw RoutingError(.noPresenter(option: "\(type(of: own))", presenters: []))
      }
    } catch {
      throw RoleError(of: presenter, error)
    }
  }
}

extension ControllerRoutingPresenter {
  /// Whether the presenter is made for exactly this type of option.
  func isMade(for option: any RoutingOption) -> Bool { Option.self == type(of: option) }

  /// How this presenter presents with an option, or nil if it is not responsible.
  func presentation(with option: any RoutingOption) -> Presentation? {
    guard let own = accepts(option) else { return nil }
    return OwnPresentation(
      option, by: self, as: own, isExact: isMade(for: option))
  }
}
