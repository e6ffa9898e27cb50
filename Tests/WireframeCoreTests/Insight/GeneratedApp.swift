import TestSupport
import WireframeCore

/// An app out of a seed: a table, guards, gates, option providers, a presenter of its own, and a mounted module.
@MainActor
final class GeneratedApp {
  let wireframe = Wireframe<Screen>(
    sources: ["app:", "https://example.com"], limits: .none)
  let module = Wireframe<Screen>()
  private let inner = Wireframe<Screen>()
  let navigation: NavigationTree<Screen>
  let watcher = Watcher()
  private(set) var made = 0
  private(set) var handled = 0
  private(set) var bannersShown = 0
  /// The names of the gates that are open.
  var open: Set<String> = []
  /// Whether gates throw.
  var isBroken = false
  /// Whether banners are presented; if not, they take the place of modals, so that routings fail.
  private let hasBanners: Bool
  private var random: SplitMix64

  static let paths = [
    "/", "/a", "/a/1", "/a/2?x=1", "/a/1/b", "/a/x", "/news", "/news/1/2", "/on", "/off", "/act",
    "/none", "/none/optional", "/promo", "/login", "/pin", "/unknown", "/shop", "/shop/item/1",
    "/shop/item/x", "/shop/inner/page/1", "/shop/act", "/shop/login", "/a/../b", "/a/%FF", "",
  ]

  struct Bang: Error {}
  struct Banner: RoutingOption {}

  init(seed: Int) async throws {
    random = SplitMix64(seed: UInt64(seed))
    // A tab, or a column.
    let hasTabs = random.oneIn(2)
    navigation =
      !hasTabs
      ? NavigationTree()
      : random.oneIn(2)
        ? NavigationTree(tabs: ["One", "Two"]) : NavigationTree(columns: ["Two", "One"])
    hasBanners = !random.oneIn(6)
    wireframe.addStandardPresenters(on: navigation)
    if hasBanners { wireframe.add(presenter: BannerPresenter(app: self)) }
    try register(
      "/", option: random.oneIn(8) ? nil : .root, tags: [], place: .init(tab: hasTabs ? "One" : nil)
    )
    let modal: any RoutingOption = hasBanners ? .modal : Banner()
    try register(
      "/login", option: random.oneIn(4) ? .push : modal, tags: [],
      place: .init(under: random.oneIn(4) ? "/" : nil))
    try register("/pin", option: random.oneIn(2) ? .push : .modal(hasStack: true), tags: [])
    try register("/a", place: .under("/", tab: hasTabs ? "Two" : nil))
    try register("/a/:id<int>", place: .under("/a"))
    try register("/a/:id<int>/b", place: .under("/a/:id<int>"))
    try register("/news", place: .init(under: random.oneIn(2) ? "/" : nil))
    try register("/news/*rest", place: .init(under: random.oneIn(2) ? "/missing" : "/news"))
    try register("/:switch<on|off>")
    try register("/promo", option: Banner())
    try wireframe.register("/none", option: option(), tags: tags(), exposure: exposure())
    try wireframe.register("/none/optional", option: nil, tags: tags()) { _ in Screen("optional") }
    try wireframe.handle("/act", tags: tags(), exposure: exposure()) { [weak self] _ in
      self?.handled += 1
    }
    if random.oneIn(3) { wireframe.add(optionProvider: Options(seed: random.next())) }
    for _ in 0..<Int.random(in: 0...2, using: &random) { try addGuard(to: wireframe) }
    for (tag, path) in [("g1", "/login"), ("g2", "/pin")] where random.oneIn(2) {
      wireframe.addGate(
        for: RouteTag(rawValue: tag), at: path, keeps: random.oneIn(4) ? .once : .always,
        priority: Int.random(in: -1...1, using: &random)
      ) { [weak self] in
        if self?.isBroken == true { throw Bang() }
        return self?.open.contains(tag) ?? false
      }
    }
    if random.oneIn(2) { try mountModule(hasTabs: hasTabs) }
    wireframe.add(watcher: watcher)
  }

  private func mountModule(hasTabs: Bool) throws {
    try register("/", on: module)
    try register("/item/:id<int>", on: module, place: .init(under: random.oneIn(2) ? "/" : nil))
    try register("/login", option: .modal, tags: [], on: module)
    try module.handle("/act", tags: tags(), exposure: exposure()) { [weak self] _ in
      self?.handled += 1
    }
    if random.oneIn(2) { try addGuard(to: module) }
    if random.oneIn(2) {
      module.addGate(for: "g3", at: "/login") { [weak self] in self?.open.contains("g3") ?? false }
    }
    if random.oneIn(3) { module.add(optionProvider: Options(seed: random.next())) }
    if random.oneIn(2) {
      try register("/page/:n<int>", on: inner, place: .onTop)
      if random.oneIn(2) { try addGuard(to: inner) }
      try module.mount(inner, at: "/inner", parent: random.oneIn(2) ? "/" : nil)
    }
    try wireframe.mount(
      module, at: "/shop", parent: random.oneIn(2) ? "/" : nil,
      tab: hasTabs && random.oneIn(2) ? "Two" : nil)
  }

  private func register(
    _ pattern: RoutePattern, option: (any RoutingOption)?? = .none, tags: Set<RouteTag>? = nil,
    on other: Wireframe<Screen>? = nil, place: ScreenPlace = .onTop
  ) throws {
    let rules: [PresentedRule] = [.presentAgain, .presentAgain, .bringToFront, .replace]
    var place = place
    place.ifPresented = rules.pick(&random)
    try (other ?? wireframe).register(
      pattern, option: option ?? self.option(), tags: tags ?? self.tags(), exposure: exposure(),
      place: place
    ) { [weak self] _ in
      self?.made += 1
      return Screen(pattern.text)
    }
  }

  private func tags() -> Set<RouteTag> {
    Set(["g1", "g2", "g3", "t"].filter { _ in random.oneIn(5) }.map(RouteTag.init(rawValue:)))
  }

  private func exposure() -> RouteExposure {
    [.external, .external, .closed, .only(.universalLink)].pick(&random)
  }

  func option() -> (any RoutingOption)? {
    let option = Options.any(&random)
    return hasBanners || !(option is any ModalOption) ? option : Banner()
  }

  private func addGuard(to wireframe: Wireframe<Screen>) throws {
    let seed = random.next()
    let decide: @MainActor (Route) throws -> RoutingDecision = { route in
      var random = SplitMix64(
        seed: seed &+ UInt64(route.urlText.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude))
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return .stop("no")
      case 1: return .redirect(to: Self.paths.pick(&random))
      case 2: return .redirect(to: Self.paths.pick(&random), resuming: .newest)
      case 3: return .redirect(toUntrusted: "app:/" + Self.paths.pick(&random))
      case 4: throw Bang()
      default: return .proceed
      }
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: wireframe.observe(decide: decide)
    case 1: wireframe.observe(tag: "t", decide: decide)
    default: try wireframe.observe(under: "/a", decide: decide)
    }
  }

  /// All that a plan must not change.
  var traces: [String] {
    [
      "\(navigation.state)", "\(navigation.state.entries.map(\.id))", "\(made)", "\(handled)",
      "\(bannersShown)", "\(wireframe.keptRequestCount)", wireframe.parked?.urlText ?? "",
      "\(watcher.count)",
    ]
  }

  private struct BannerPresenter: ControllerRoutingPresenter {
    weak var app: GeneratedApp?
    func present(_ controller: Screen, option: Banner, event: RoutingEvent) {
      app?.bannersShown += 1
    }
  }

  final class Watcher: RoutingWatcher {
    private(set) var count = 0
    func willPresent(_ event: RoutingEvent) { count += 1 }
    func didRoute(_ event: RoutingEvent) { count += 1 }
    func didStop(_ reason: String, route: Route, router: any Router) { count += 1 }
    func didFail(_ error: RoutingError, route: Route?, router: any Router) { count += 1 }
  }

  struct Options: RoutingOptionProvider {
    let seed: UInt64

    static func any(_ random: inout SplitMix64) -> (any RoutingOption)? {
      switch Int.random(in: 0..<14, using: &random) {
      case 0...4: .push
      case 5: .push(dismissesModals: false)
      case 6: .modal
      case 7: .modal(.sheet, hasStack: true)
      case 8: .root
      case 9: .replaceTop
      case 10: .show
      case 11: .back
      case 12: .tab("Two")
      default: nil
      }
    }

    func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
      var random = SplitMix64(seed: seed &+ UInt64(route.path.count))
      return random.oneIn(3) ? Self.any(&random) : current
    }
  }
}
