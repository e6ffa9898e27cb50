/// How a controller is to be presented: a settled option, and a presenter that has accepted it.
///
/// One reference for all who are told of it, and what the stages find out; what knows the presenter's types is its only
/// subclass.
class Presentation {
  let option: any RoutingOption
  /// Whether the presenter is made for exactly this type of option.
  let isExact: Bool
  /// Whether there is a controller to present.
  private(set) var hasController = false
  /// Whether the controller was made for this routing, and does not stand already.
  private(set) var isNew = true
  // No optional, since copying one of no known size costs twice as much.
  private(set) var taken: Any = ()

  fileprivate init(_ option: any RoutingOption, isExact: Bool) {
    self.option = option
    self.isExact = isExact
  }

  /// The presenter.
  var role: Any { self }

  /// What is presented, once it is there.
  var controller: Any? { hasController ? taken : nil }

  func take(_ controller: Any, isNew: Bool) {
    taken = controller
    hasController = true
    self.isNew = isNew
  }

  /// Takes the controller that stands already, if there is one.
  @MainActor
  func takeStanding(for route: Route, _ run: RoutingRun) throws(RoutingError) {}

  @MainActor
  func departures(for route: Route) -> [Departure] { [] }

  /// Shows the controller: the last stage of a routing.
  @MainActor
  func show(_ event: RoutingEvent, in run: RoutingRun, isApart: Bool = false) async throws {}
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
  override func takeStanding(for route: Route, _ run: RoutingRun) throws(RoutingError) {
    do {
      guard let standing = try presenter.standing(for: route, option: own) else { return }
      take(standing, isNew: false)
    } catch {
      throw run.failure(of: roleName(presenter), .present, error)
    }
  }

  @MainActor
  override func departures(for route: Route) -> [Departure] {
    presenter.departures(for: route, option: own)
  }

  @MainActor
  override func show(
    _ event: RoutingEvent, in run: RoutingRun, isApart: Bool
  ) async throws {
    if !isApart, try run.beginStage(.present) {
      return try await run.apart { try await self.show(event, in: run, isApart: true) }
    }
    do {
      switch taken {
      case let controller as Presenter.Controller:
        try await presenter.present(controller, option: own, event: event)
      default:
        throw RoutingError(.noPresenter(option: "\(type(of: own))", presenters: []))
      }
    } catch {
      throw RoleFailure(of: presenter, error)
    }
  }
}

extension ControllerRoutingPresenter {
  /// How this presenter presents with an option, or nil if it is not responsible.
  func presentation(with option: any RoutingOption) -> Presentation? {
    guard let own = accepts(option) else { return nil }
    return OwnPresentation(
      option, by: self, as: own, isExact: Option.self == type(of: option))
  }
}
