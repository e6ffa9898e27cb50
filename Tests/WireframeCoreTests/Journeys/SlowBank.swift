import TestSupport
import WireframeCore

/// A bank whose screens load as long as a test likes.
@MainActor
final class SlowBank {
  var user: String? = "A"
  var isUnlocked = true
  var isPINRight = false
  var slow: Set<String> = []
  var broken: Set<String> = []
  /// Who has loaded what.
  private(set) var loads: [String] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  let tree: NavigationTree<Screen>
  let wireframe = Wireframe<Screen>(home: "/", limits: .none)
  private(set) lazy var login = Gate(at: "/login", owner: { [unowned self] in user }) {
    [unowned self] in user != nil
  }
  private(set) lazy var lock = Gate(at: "/locked", covers: true) { [unowned self] in isUnlocked }

  init(tabs: Bool = false, privateHome: Bool = false) async throws {
    tree = tabs ? NavigationTree(tabs: ["Home", "Accounts"]) : NavigationTree()
    wireframe.addStandardPresenters(on: tree)
    let homeTags: Set<RouteTag> = privateHome ? ["login"] : []
    try register("/", tabs ? .push : .root, homeTags, tabs ? .tab("Home") : .onTop)
    try register("/login", .modal)
    try register("/pin", .modal)
    try register("/locked", .push)
    try register("/accounts", .push, ["login"], tabs ? .tab("Accounts") : .onTop)
    try register("/cards", .push, ["login"])
    try register("/accounts/:id", .push, ["login"], .under("/accounts"))
    try register("/send", .modal, ["login", "pin"])
    wireframe.add(gate: login, for: "login")
    wireframe.addGate(for: "pin", at: "/pin", keeps: .once) { [unowned self] in isPINRight }
    try await wireframe.add(lock: lock)
  }

  private func register(
    _ pattern: RoutePattern, _ option: any RoutingOption, _ tags: Set<RouteTag> = [],
    _ place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(pattern, option: option, tags: tags, exposure: .external, place: place) {
      [unowned self] route in try await page(route.urlText)
    }
  }

  @discardableResult
  func page(_ path: String) async throws -> Screen {
    let user = user ?? "-"
    loads.append("\(user):\(path)")
    if slow.contains(path) { await withCheckedContinuation { waiting.append($0) } }
    if broken.contains(path) { throw Broken() }
    let isPublic = ["/login", "/pin", "/locked"].contains(path)
    return Screen(isPublic ? path : "\(path)(\(user))")
  }

  /// Lets all go on that load.
  func arrive() {
    slow = []
    let loading = waiting
    waiting = []
    for continuation in loading { continuation.resume() }
  }

  /// Waits until something loads.
  func loading() async { _ = await eventually { !waiting.isEmpty } }

  var shown: String { tree.state.shown.map(\.controller.description).joined(separator: " ") }
}
