#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Routes URLs to screens: the one pipeline that everything goes through.
///
/// A URL is admitted and matched; **observers** may stop or redirect it; **option providers**
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
  /// The request for the screen that is shown where nothing else would be; nil for none.
  package let homeRequest: RoutingRequest?
  let now: @MainActor () -> Date
  package let settings: PipelineSettings
  let queue: RoutingQueue

  package var table: RouteTable<RouteRecord> {
    didSet {
      snapshot = nil
      rightsVersion.roles += 1
    }
  }
  private var snapshot: TableSnapshot?
  package let observers = PriorityList<ObserverEntry>()
  /// If it has changed, a screen that was made meanwhile is asked about again.
  var rightsVersion = RightsVersion()
  /// Whether a watcher has ever wanted to hear of progress, here or in a module.
  var haveProgressWatchers = false { didSet { mount?.parent?.haveProgressWatchers = true } }
  /// Whether a leave guard has ever been added, here or in a module.
  var hasLeaveGuards = false { didSet { mount?.parent?.hasLeaveGuards = true } }
  package let optionProviders = PriorityList<any RoutingOptionProvider>()
  /// Whether an option provider has ever been added in a module: most have none.
  var haveModuleOptions = false { didSet { mount?.parent?.haveModuleOptions = true } }
  // Without the type of controllers: each generic type in the pipeline would be looked up at run time.
  package let providers = PriorityList<ProviderEntry>()
  let presenters = PriorityList<any PresenterEntry>()
  var parkedRequest: KeptRequest?
  var gates: [GateEntry] = []
  let elsewhere = PriorityList<Elsewhere>()
  /// Whether something may be shown where nothing else would be: the wireframe's home, or a route of a tab.
  var haveHomes = false { didSet { mount?.parent?.haveHomes = true } }
  /// Whether a gate has ever named an owner, here or in a module.
  var haveOwners = false { didSet { mount?.parent?.haveOwners = true } }
  package let placeholders = PriorityList<PlaceholderEntry>()
  /// Whether a placeholder has ever been added, here or in a module.
  var havePlaceholders = false { didSet { mount?.parent?.havePlaceholders = true } }
  /// The screens that are being made while their placeholders are shown.
  var loads: [ScreenLoad] = []
  var lock: Lock<Controller>?
  /// The request for the lock's screen, also while it is made.
  var lockRequest: RoutingRequest?
  /// What is off; nil if nothing is.
  var switchTable: SwitchTable?
  /// The tabs whose homes are under way.
  var filling: Set<EmptyPlace> = []
  var ownHost: (any NavigationHost<Controller>)?
  /// The numbers of those who have set it, and have not taken that back.
  var adoptions: Set<Int> = []
  var lastAdoption = 0
  let modules = MountedModules()
  weak var mount: Mount<Controller>? { didSet { isMounted = mount != nil } }
  /// Lets a routing skip the lookup of the generic type, which costs 4 % of a routing.
  private(set) var isMounted = false
  /// Whether watchers are called about a failure right now: what they enqueue then is a follow-up.
  var isAnnouncing = false
  /// What configured routes need by name and is not there, for audits.
  package let partChecks = PriorityList<@MainActor () -> [MissingPart]>()

  /// Makes a wireframe.
  ///
  /// - Parameters:
  ///   - sources: The custom schemes and https origins whose URLs it routes; all others are foreign.
  ///     Paths without scheme are always routed, if the app itself asks.
  ///   - home: The path of the screen that is shown where nothing else would be: below a modal that comes first, in
  ///     place of a gate's screen without request or of refused screens, after a restoration of nothing. Nil for none.
  ///   - rules: Limits, letter case and trailing slashes of URLs.
  ///   - defaultOption: How to present when nothing else says so.
  ///   - policy: What happens to a routing that is asked for while another one runs.
  ///   - isSuspended: Whether everything waits until ``activate()``, since the UI is not there yet. Only
  ///     the newest link from outside is kept.
  ///   - limits: How long the stages of a routing may take, and how long requests are parked and kept.
  ///   - clock: The clock that measures the stages.
  ///   - now: The time of day, by which requests expire that are parked, or kept by gates and locks.
  public init(
    sources: [URLSource] = [], home: String? = nil, rules: MatchingRules = MatchingRules(),
    defaultOption: (any RoutingOption)? = nil, policy: RoutingPolicy = .firstComeFirstServed,
    isSuspended: Bool = false, limits: RoutingLimits = RoutingLimits(),
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @MainActor () -> Date = { Date() }
  ) {
    self.defaultOption = defaultOption
    homeRequest = home.map { RoutingRequest($0) }
    haveHomes = home != nil
    self.now = now
    settings = PipelineSettings(limits: limits, clock: clock, policy: policy)
    queue = RoutingQueue(isSuspended: isSuspended, maximumLinks: limits.waitingLinks)
    table = RouteTable(sources: sources, rules: rules)
  }

  deinit {
    Task { @MainActor [queue, lock] in
      queue.close()
      lock?.endWaiting()
    }
  }

  var limits: RoutingLimits { settings.limits }

  /// The host on which screens land: that of the outermost wireframe.
  var host: (any NavigationHost<Controller>)? { outermost.ownHost }

  /// The table in one reference: copying it would cost as much as a lookup.
  package var tableSnapshot: TableSnapshot {
    if let snapshot { return snapshot }
    let table = TableSnapshot(table)
    snapshot = table
    return table
  }

  /// Drops the snapshot, so that changing the table does not copy it.
  func dropSnapshot() { snapshot = nil }
}
