#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
  let defaultOption: (any RoutingOption)?
  let now: @MainActor () -> Date
  let pace: RoutingPace
  let queue: RoutingQueue

  var table: RouteTable<RegisteredRoute> { didSet { snapshot = nil } }
  private var snapshot: TableSnapshot?
  var observers = PriorityList<any ObserverObject>()
  var optionProviders = PriorityList<any RoutingOptionProvider>()
  // Within the pipeline a controller is anything: each generic type that it named would be looked up at run time.
  var providers = PriorityList<AskedProvider>()
  var presenters = PriorityList<any ControllerRoutingPresenter>()
  var parkedRequest: ParkedRequest?
  /// The modules' wireframes that are mounted here, in order.
  var mounts: [Mount<Controller>] = [] { didSet { hasMounts = !mounts.isEmpty } }
  private(set) var hasMounts = false
  /// By which this wireframe is mounted itself.
  weak var mount: Mount<Controller>? { didSet { isMounted = mount != nil } }
  private(set) var isMounted = false
  /// Whether observers are told of a failure: what they enqueue then is a follow-up.
  var isAnnouncing = false
  private var lastID = 0

  /// Makes a wireframe.
  ///
  /// - Parameters:
  ///   - sources: The custom schemes and https origins whose URLs it routes; all others are foreign.
  ///     Paths without scheme are always routed, if the app itself asks.
  ///   - rules: Limits, letter case and trailing slashes of URLs.
  ///   - defaultOption: How to present when nothing else says so.
  ///   - policy: What becomes of a routing that is asked for while another one runs.
  ///   - isSuspended: Whether everything waits until ``activate()``, since the UI is not there yet. Of the
  ///     links from outside only the newest waits.
  ///   - limits: How long the stages of a routing, and parked requests, may take.
  ///   - clock: The clock that measures the stages.
  ///   - now: The time of day, by which parked requests expire.
  public init(
    sources: [URLSource] = [],
    rules: MatchingRules = MatchingRules(),
    defaultOption: (any RoutingOption)? = nil,
    policy: RoutingPolicy = .firstComeFirstServed,
    isSuspended: Bool = false,
    limits: RoutingLimits = RoutingLimits(),
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @MainActor () -> Date = { Date() }
  ) {
    self.defaultOption = defaultOption
    self.now = now
    pace = RoutingPace(limits: limits, clock: clock, policy: policy)
    queue = RoutingQueue(isSuspended: isSuspended)
    table = RouteTable(sources: sources, rules: rules)
  }

  deinit {
    Task { @MainActor [queue] in queue.close() }
  }

  var limits: RoutingLimits { pace.limits }
  var clock: any Clock<Duration> { pace.clock }

  /// The table as it stands, by one reference: a copy of it would cost a lookup as much as the lookup.
  var tableSnapshot: TableSnapshot {
    if let snapshot { return snapshot }
    let table = TableSnapshot(table)
    snapshot = table
    return table
  }

  /// Lets the snapshot go before the table is changed in place: what two of them hold would be copied first.
  func dropSnapshot() { snapshot = nil }

  func makeID() -> Int {
    lastID += 1
    return lastID
  }
}

/// A table as it stands between two changes.
final class TableSnapshot {
  let table: RouteTable<RegisteredRoute>

  init(_ table: RouteTable<RegisteredRoute>) { self.table = table }
}

/// What a pattern stands for; a class, so that a routing carries a reference along.
///
/// It does not say what a screen is, so that the table and its lookups are compiled for it.
final class RegisteredRoute {
  typealias Handler = @MainActor (Route, any Router) async throws -> (any Sendable)?

  enum Target {
    /// Nil if unbound providers make the controller.
    case provider(OwnProvider?)
    case handler(Handler)
  }

  let option: (any RoutingOption)?
  let tags: Set<RouteTag>
  let exposure: RouteExposure
  let target: Target
  /// The ``Module`` that registered it; nil if it is the wireframe's own.
  let module: AnyObject?

  init(
    option: (any RoutingOption)?, tags: Set<RouteTag>, exposure: RouteExposure, target: Target,
    module: AnyObject? = nil
  ) {
    self.option = option
    self.tags = tags
    self.exposure = exposure
    self.target = target
    self.module = module
  }
}

/// A provider that is asked for one pattern only.
final class OwnProvider {
  /// The provider, as the list of those that are asked where there is no other.
  let alone: [AskedProvider]
  let priority: Int

  init(_ provider: AskedProvider, priority: Int) {
    alone = [provider]
    self.priority = priority
  }
}
