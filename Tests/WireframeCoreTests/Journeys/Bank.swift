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

  init(tabs: [String] = [], loginOption: any RoutingOption = .modal) async throws {
    wireframe = Wireframe<Screen>(
      sources: ["bank:"], defaultOption: .push, limits: .none, now: { [clock] in clock.time })
    navigation = tabs.isEmpty ? NavigationTree() : NavigationTree(tabs: tabs)
    wireframe.addStandardPresenters(on: navigation)
    let isTabbed = !tabs.isEmpty
    func tab(_ name: String) -> String? { isTabbed ? name : nil }
    try register("/", "Home", option: .root, tab: tab("Home"))
    try register("/accounts", "Accounts", parent: "/", tags: [.requiresLogin], tab: tab("Accounts"))
    try register("/accounts/:id<int>", "Account", parent: "/accounts", tags: [.requiresLogin])
    try register(
      "/accounts/:id<int>/transfer", "Transfer", option: .modal, parent: "/accounts/:id<int>",
      tags: [.requiresLogin, .requiresPIN])
    try register("/news", "News", parent: "/")
    try register("/news/:id<int>", "Item", parent: "/news")
    try register("/help", "Help", option: .modal(.sheet, hasStack: true))
    try register("/login", "Log in", option: loginOption)
    try register("/pin", "PIN", option: .modal)
    wireframe.addGate(for: .requiresLogin, at: "/login") { [unowned self] in isLoggedIn }
    wireframe.addGate(for: .requiresPIN, at: "/pin") { [unowned self] in isVaultOpen }
  }

  func register(
    _ pattern: RoutePattern, _ title: String, option: any RoutingOption = .push,
    parent: RoutePattern? = nil, tags: Set<RouteTag> = [], tab: String? = nil
  ) throws {
    try wireframe.register(
      pattern, option: option, parent: parent, tab: tab, tags: tags, exposure: .external
    ) { [unowned self] route in
      let values = route.values.all.map { "\($0.value)".filter(\.isNumber) }
      let title = ([title] + values).joined(separator: " ")
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

  var hasTabs: Bool { navigation.state.layers.first?.kind == .tabs }
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
