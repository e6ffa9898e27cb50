/// A screen that is being made, or has just been: its placeholder is presented if that takes long.
@MainActor
package protocol PendingScreen: AnyObject {
  /// What is shown now: the screen if it was made in time, else the placeholder.
  var shown: Any { get }
  /// The route of the placeholder's stay; nil if the screen itself is shown.
  var shownRoute: Route? { get }
}

/// How a controller is to be presented: a settled option, and a presenter that has accepted it.
/// A class, since watchers and results share it. Its subclasses know the presenter's types.
package class Presentation {
  let option: any RoutingOption
  private(set) var hasController = false
  /// Whether the controller was made for this routing; otherwise it was on screen already.
  private(set) var isNew = true
  // No optional, since copying one of no known size costs twice as much.
  private(set) var taken: Any = ()
  /// What is being made while a placeholder is presented; nil if the screen itself is.
  var load: (any PendingScreen)?
  /// The screens about which leave guards were asked; nil if there are no guards.
  package var asked: Set<NavigationEntryID?>?
  /// The screens that come while it is shown; nil if nobody waits for one.
  var arrivals: Arrivals?

  init(_ option: any RoutingOption) { self.option = option }

  /// How the option puts a screen onto a host; nil for a presenter of the app's own.
  @MainActor var placement: Placement? { nil }

  /// Whether screens belong below the controller.
  var hasParents: Bool { false }

  /// The routes of the screens that were made below the controller.
  var parentRoutes: [Route] { [] }

  /// What is being made of the screens that it brings.
  var loads: [any PendingScreen] { load.map { [$0] } ?? [] }

  var role: Any { self }

  var controller: Any? { hasController ? taken : nil }

  func take(_ controller: Any, isNew: Bool) {
    // Swapped, which avoids an exclusivity check: a `deinit` of the old value could run code.
    var controller = controller
    swap(&taken, &controller)
    hasController = true
    self.isNew = isNew
  }

  /// Takes the screen that is shown once another one has left; nil if there is none, and one has to be made.
  func take(standing controller: Any?) {
    (hasController, isNew) = (false, true)
    if let controller { take(controller, isNew: false) }
  }

  @MainActor
  func take(_ load: any PendingScreen) {
    take(load.shown, isNew: true)
    if load.shownRoute != nil { self.load = load }
  }

  /// Takes the controller that is on screen already, if there is one.
  @MainActor package func reuse(for route: Route) throws {}

  @MainActor func leavingScreens(for route: Route) -> [LeavingScreen] { [] }

  /// What would be on screen once a new screen is shown; nil for a presenter of the app's own.
  @MainActor func plannedState(for route: Route) throws -> NavigationState<Any>? { nil }

  /// Shows the controller: the last stage of a routing.
  @MainActor func show(_ event: RoutingEvent) async throws {}
}

/// A presenter that was added, with what is known of its types: each routing would look them up anew.
package protocol PresenterEntry: AnyObject {
  var role: Any { get }
  /// The type of option for which exactly the presenter is made.
  var optionType: Any.Type { get }
  /// How the presenter presents with an option, or nil if it is not responsible.
  @MainActor func presentation(with option: any RoutingOption) -> Presentation?
}

extension ControllerRoutingPresenter {
  var entry: any PresenterEntry {
    (self as? any PlacingPresenter)?.placingEntry ?? TypedEntry(self, TypedPresentation<Self>.self)
  }
}

extension PlacingPresenter {
  var placingEntry: any PresenterEntry { TypedEntry(self, PlacedPresentation<Self>.self) }
}

private final class TypedEntry<Presenter: ControllerRoutingPresenter>: PresenterEntry {
  let presenter: Presenter
  private let presentation: TypedPresentation<Presenter>.Type
  let optionType: Any.Type = Presenter.Option.self

  init(_ presenter: Presenter, _ presentation: TypedPresentation<Presenter>.Type) {
    (self.presenter, self.presentation) = (presenter, presentation)
  }

  var role: Any { presenter }

  @MainActor func presentation(with option: any RoutingOption) -> Presentation? {
    guard let own = presenter.accepts(option) else { return nil }
    return presentation.init(option, by: self, as: own)
  }
}

private class TypedPresentation<Presenter: ControllerRoutingPresenter>: Presentation {
  let entry: TypedEntry<Presenter>
  let own: Presenter.Option

  @MainActor
  required init(
    _ option: any RoutingOption, by entry: TypedEntry<Presenter>, as own: Presenter.Option
  ) {
    self.entry = entry
    self.own = own
    super.init(option)
  }

  override var role: Any { entry.presenter }

  @MainActor
  override func reuse(for route: Route) throws {
    if let existing = try entry.presenter.existingController(for: route, option: own) {
      take(existing, isNew: false)
    }
  }

  @MainActor
  override func leavingScreens(for route: Route) -> [LeavingScreen] {
    entry.presenter.leavingScreens(for: route, option: own)
  }

  @MainActor
  override func show(_ event: RoutingEvent) async throws {
    do {
      try await entry.presenter.present(ownController(), option: own, event: event)
    } catch { throw RoleError(of: role, error) }
  }

  private func ownController() throws(RoutingError) -> Presenter.Controller {
    switch taken {
    case let controller as Presenter.Controller: return controller
    default: throw RoutingError(.noPresenter(option: "\(type(of: own))", presenters: []))
    }
  }
}

/// A presentation that can say where its screen will be.
private final class PlacedPresentation<Presenter: PlacingPresenter>: TypedPresentation<Presenter> {
  private let ownPlacement: Placement?

  @MainActor
  required init(
    _ option: any RoutingOption, by entry: TypedEntry<Presenter>, as own: Presenter.Option
  ) {
    ownPlacement = entry.presenter.placement(of: own)
    super.init(option, by: entry, as: own)
  }

  @MainActor override var placement: Placement? { ownPlacement }

  @MainActor
  override func reuse(for route: Route) throws {
    if placement?.bringsScreen != true { try super.reuse(for: route) }
  }

  @MainActor
  override func plannedState(for route: Route) throws -> NavigationState<Any>? {
    guard let placement else { return nil }
    var state = entry.presenter.plannedState
    let planned = NavigationEntry<Any>(PlannedScreen(), route: route, option: option)
    try state.place(planned, by: placement, isNew: isNew)
    return state
  }
}
