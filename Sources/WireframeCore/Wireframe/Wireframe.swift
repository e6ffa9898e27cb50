/// Takes URLs and brings their screens: the one pipeline that everything goes through.
///
/// A URL is admitted and matched; **observers** may stop it or send it elsewhere; **option providers**
/// settle how to present; a **controller provider** makes the screen; a **presenter** shows it.
///
/// ```swift
/// let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
///
/// try wireframe.register("/", option: .root) { _ in HomeScreen() }
/// try wireframe.register("/products/:id<int>", option: .push) { route in
///   ProductScreen(id: try route["id"])
/// }
/// try wireframe.register("/account", option: .push, tags: [.requiresLogin]) { _ in
///   AccountScreen()
/// }
/// wireframe.observe(tag: .requiresLogin) { _ in
///   session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
/// }
/// wireframe.addStandardPresenters(on: navigation)
///
/// try await wireframe.route(to: "/")
/// try await wireframe.route(to: "myapp://products/42?ref=mail")
/// ```
///
/// `Controller` is whatever a screen is: a `UIViewController`, an object in a terminal, a `Hashable`
/// value. Use one wireframe per scene. Routings of a wireframe never overlap: first come, first
/// served; a role that routes further calls ``Router/enqueue(_:)``.
@MainActor
public final class Wireframe<Controller> {
  let limits: RoutingLimits
  let clock: any Clock<Duration>
  let defaultOption: (any RoutingOption)?
  let queue = RoutingQueue()

  var table: RouteTable<RegisteredRoute<Controller>>
  var observers = PriorityList<any RoutingObserver>()
  var optionProviders = PriorityList<any RoutingOptionProvider>()
  var providers = PriorityList<any ControllerProvider<Controller>>()
  var presenters = PriorityList<any ControllerRoutingPresenter<Controller>>()
  private var lastID = 0

  /// Makes a wireframe.
  ///
  /// - Parameters:
  ///   - sources: The custom schemes and https origins whose URLs it routes; all others are foreign.
  ///     Paths without scheme are always routed, if the app itself asks.
  ///   - rules: Limits, letter case and trailing slashes of URLs.
  ///   - defaultOption: How to present when nothing else says so.
  ///   - limits: How long the stages of a routing may take.
  ///   - clock: The clock that measures the limits.
  public init(
    sources: [URLSource] = [],
    rules: MatchingRules = MatchingRules(),
    defaultOption: (any RoutingOption)? = nil,
    limits: RoutingLimits = RoutingLimits(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.defaultOption = defaultOption
    self.limits = limits
    self.clock = clock
    table = RouteTable(sources: sources, rules: rules)
  }

  func makeID() -> Int {
    lastID += 1
    return lastID
  }
}

/// What a pattern stands for; a class, so that a routing carries a reference along.
final class RegisteredRoute<Controller> {
  enum Target {
    /// A provider that is asked for this pattern only; nil if unbound providers make the controller.
    case provider((any ControllerProvider<Controller>)?, priority: Int)
    case handler(@MainActor (Route, any Router) async throws -> Void)
  }

  let option: (any RoutingOption)?
  let tags: Set<RouteTag>
  let target: Target

  init(option: (any RoutingOption)?, tags: Set<RouteTag>, target: Target) {
    self.option = option
    self.tags = tags
    self.target = target
  }
}
