import Foundation
import TestSupport
import Testing
import WireframeCore

extension RouteTag {
  static let requiresPIN: RouteTag = "requires-pin"
}

/// The time of day, as a test sets it.
@MainActor
private final class WallClock {
  var time = Date(timeIntervalSinceReferenceDate: 0)
}

/// A small bank: accounts and payees with parents, a login and a PIN in front of them.
@MainActor
final class Bank {
  let wireframe: Wireframe<Screen>
  let navigation: NavigationTree<Screen>
  var isLoggedIn = false
  /// Who is logged in, for a bank whose login has an owner.
  var user: String? { didSet { isLoggedIn = user != nil } }
  var isLocked = false
  private(set) var lock: Gate?
  var isVaultOpen = false
  /// The names of the gates that a test has opened.
  var openGates: Set<String> = []
  private let clock = WallClock()
  var time: Date {
    get { clock.time }
    set { clock.time = newValue }
  }
  /// The titles of the screens that were made, in order.
  private(set) var made: [String] = []

  /// What the root of the host is.
  nonisolated enum Root: Hashable, Sendable {
    case stack
    case tabs([String])
    case columns
  }

  let root: Root

  convenience init(tabs: [String] = [], loginOption: any RoutingOption = .modal) async throws {
    try await self.init(root: tabs.isEmpty ? .stack : .tabs(tabs), loginOption: loginOption)
  }

  /// Makes a bank.
  ///
  /// - Parameters:
  ///   - root: What the root of the host is; in columns, accounts and news items are beside their lists.
  ///   - loginOption: How the login is presented.
  ///   - keyOfPIN: Whether the PIN is asked for each transfer.
  ///   - home: What is shown where nothing else would be.
  ///   - hasOwners: Whether the login has an owner.
  ///   - homeTags: The tags of the first screen.
  /// - Throws: What registering a route throws.
  init(
    root: Root, loginOption: any RoutingOption = .modal, keyOfPIN: GateKey = .always,
    home: String? = nil, hasOwners: Bool = false, homeTags: Set<RouteTag> = []
  ) async throws {
    self.root = root
    wireframe = Wireframe<Screen>(
      sources: ["bank:"], home: home, defaultOption: .push, limits: .none,
      now: { [clock] in clock.time })
    navigation =
      switch root {
      case .stack: NavigationTree()
      case .tabs(let names): NavigationTree(tabs: names)
      case .columns: NavigationTree(columns: ["List", "Detail"])
      }
    wireframe.addStandardPresenters(on: navigation)
    func place(tab: String?, column: String?) -> String? {
      switch root {
      case .stack: nil
      case .tabs: tab
      case .columns: column
      }
    }
    let detail = place(tab: nil, column: "Detail")
    try register(
      "/", "Home", option: .root, tags: homeTags,
      place: .init(tab: place(tab: "Home", column: "List")))
    try register(
      "/accounts", "Accounts", tags: [.requiresLogin],
      place: .under("/", tab: place(tab: "Accounts", column: nil)))
    try register(
      "/accounts/:id<int>", "Account", tags: [.requiresLogin],
      place: .under("/accounts", tab: detail))
    try register(
      "/accounts/:id<int>/transfer", "Transfer", option: .modal,
      tags: [.requiresLogin, .requiresPIN], place: .under("/accounts/:id<int>"))
    try register("/news", "News", place: .under("/"))
    try register("/news/:id<int>", "Item", place: .under("/news", tab: detail))
    try register("/help", "Help", option: .modal(.sheet, hasStack: true))
    try register("/login", "Log in", option: loginOption)
    try register("/pin", "PIN", option: .modal)
    let owner: (@MainActor () -> String?)? = hasOwners ? { @MainActor [unowned self] in user } : nil
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: owner) { [unowned self] in
      isLoggedIn
    }
    wireframe.addGate(for: .requiresPIN, at: "/pin", keeps: keyOfPIN) { [unowned self] in
      isVaultOpen
    }
  }

  func register(
    _ pattern: RoutePattern, _ title: String, option: any RoutingOption = .push,
    tags: Set<RouteTag> = [], place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(
      pattern, option: option, tags: tags, exposure: .external,
      place: place
    ) { [unowned self] route in
      let values = route.values.all.map { "\($0.value)".filter(\.isNumber) }
      let title = ([title] + values).joined(separator: " ")
      made.append(title)
      return Screen(title)
    }
  }

  /// Adds a lock, which the test closes.
  func addLock() async throws {
    try register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { [unowned self] in !isLocked }
    try await wireframe.add(lock: lock)
    self.lock = lock
  }

  /// Closes the lock, as in the background.
  func cover() {
    isLocked = true
    lock?.cover()
  }

  /// Opens the lock, and passes it.
  @discardableResult
  func unlock() async throws -> GateOutcome? {
    isLocked = false
    guard let lock else { return nil }
    return try await wireframe.resume(after: lock)
  }

  /// A route whose provider waits for a test.
  func register(
    _ pattern: RoutePattern, _ title: String, behind barrier: Barrier,
    option: any RoutingOption = .push, tags: Set<RouteTag> = [], place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(
      pattern, option: option, tags: tags, exposure: .external, place: place
    ) { [unowned self] _ in
      await barrier.pass()
      made.append(title)
      return Screen(title)
    }
  }

  /// The parents of each pattern, from the lowest up.
  static let parents: [RoutePattern: [RoutePattern]] = [
    "/accounts": ["/"], "/accounts/:id<int>": ["/", "/accounts"],
    "/accounts/:id<int>/transfer": ["/", "/accounts", "/accounts/:id<int>"],
    "/news": ["/"], "/news/:id<int>": ["/", "/news"],
  ]

  /// What the user sees: the cover, or what is below.
  var seen: String? {
    (navigation.cover ?? navigation.state.top?.controller).map { "\($0)" }
  }

  var shown: [String] { navigation.state.shown.map { "\($0.controller)" } }

  func open(_ path: String) async {
    _ = await wireframe.open("bank:/" + path, origin: .customScheme)
  }

  /// Notes that a screen was made by a test's own closure.
  func note(_ title: String) { made.append(title) }

  /// Goes back until nothing is left, and tells what was seen on the way.
  func seenGoingBack() async throws -> [String] {
    var seen: [String] = []
    while true {
      do {
        try await wireframe.back()
        seen.append(shown.last ?? "")
      } catch {
        return seen
      }
    }
  }
}

/// A bank whose login has an owner, with its home on screen, unless that is behind a gate.
@MainActor
func makeBank(
  _ root: Bank.Root = .stack, home: String? = "/", homeTags: Set<RouteTag> = [],
  keyOfPIN: GateKey = .always
) async throws -> Bank {
  let bank = try await Bank(
    root: root, keyOfPIN: keyOfPIN, home: home, hasOwners: true, homeTags: homeTags)
  if homeTags.isEmpty { try await bank.wireframe.route(to: "/") }
  return bank
}
