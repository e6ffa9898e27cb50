import TestSupport
import Testing
import WireframeCore

/// Journeys in a host whose columns are side by side.
@MainActor
@Suite(.hangsNever)
struct ColumnJourneyTests {
  private let wireframe = Wireframe<Screen>(sources: ["bank:"], defaultOption: .push, limits: .none)
  private let navigation = NavigationTree<Screen>(columns: ["List", "Detail"])
  private let isOpen = Flag(true)

  init() throws {
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    wireframe.addGate(for: "login", at: "/login") { [isOpen] in isOpen.value }
    try register("/list", "List", place: .tab("List"))
    try register("/list/:id<int>", "Item", place: .under("/list", tab: "Detail"))
    try register("/list/:id<int>/more", "More", place: .under("/list/:id<int>"))
    try wireframe.register("/help", option: .modal(.sheet)) { _ in Screen("Help") }
  }

  private func register(
    _ pattern: RoutePattern, _ title: String, place: ScreenPlace
  ) throws {
    try wireframe.register(
      pattern, tags: ["login"], exposure: .external, place: place
    ) { route in
      let id: Int? = route.values.names.isEmpty ? nil : try route["id"]
      return Screen([title, id.map(String.init)].compactMap(\.self).joined(separator: " "))
    }
  }

  private var columns: [[String]] {
    navigation.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
  }

  @Test("A cold link fills the columns of its parents")
  func coldLink() async throws {
    await wireframe.open("bank://list/7/more", origin: .customScheme)
    #expect(columns == [["List"], ["Item 7", "More 7"]])
    #expect(navigation.state.layers[0].selected == 1)
  }

  @Test("A link keeps what is in the other column, and makes its own anew")
  func warmLink() async throws {
    await wireframe.open("bank://list/7/more", origin: .customScheme)
    let list = navigation.state.layers[0].stacks[0].entries[0].id
    try await wireframe.route(to: "/help")
    await wireframe.open("bank://list/8", origin: .customScheme)
    #expect(columns == [["List"], ["Item 8"]])
    #expect(navigation.state.layers.count == 1)
    #expect(navigation.state.layers[0].stacks[0].entries[0].id == list)
  }

  @Test("A link into a modal fills an empty column below it, and puts none of its screens above")
  func linkIntoModal() async throws {
    for (path, option) in [("filter", .modal(.sheet, hasStack: true)), ("filter/price", .push)]
      as [(String, any RoutingOption)]
    {
      let parent = path == "filter" ? "/list/:id<int>" : "/list/:id<int>/filter"
      try wireframe.register(
        RoutePattern("/list/:id<int>/\(path)"), option: option, exposure: .external,
        place: .under(RoutePattern(parent))
      ) { _ in Screen(path) }
    }
    for path in ["/list/7", "/list/7/filter"] { try await wireframe.route(to: path) }
    #expect(columns == [[], ["Item 7"]])
    await wireframe.open("bank://list/7/filter/price", origin: .customScheme)
    #expect(columns == [["List"], ["Item 7"]])
    let above = navigation.state.layers.dropFirst().flatMap(\.entries)
    #expect(above.map { "\($0.controller)" } == ["filter", "filter/price"])
  }

  @Test(
    "A link to a modal that belongs to a column takes nothing out of it, and does not fill it",
    arguments: [["/list", "/list/7"], ["/list/7"]])
  func modalOfColumn(before: [String]) async throws {
    try wireframe.register("/compose", option: .modal, exposure: .external, place: .tab("List")) {
      _ in
      Screen("Compose")
    }
    for path in before { try await wireframe.route(to: path) }
    let standing = columns
    await wireframe.open("bank://compose", origin: .customScheme)
    #expect(columns == standing)
    #expect(navigation.state.layers.count == 2)
    #expect(navigation.state.top?.controller.description == "Compose")
  }

  @Test("After sign-out and login, each screen is in its column again")
  func signOut() async throws {
    await wireframe.open("bank://list/7/more", origin: .customScheme)
    isOpen.value = false
    try await wireframe.reevaluate()
    #expect(columns == [[], []])
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Log in"])
    isOpen.value = true
    try await wireframe.resume(after: "login")
    #expect(columns == [["List"], ["Item 7", "More 7"]])
    #expect(navigation.state.layers.count == 1)
  }

  @Test("After sign-out and login, a screen is in the column where it was, not in its own")
  func otherColumn() async throws {
    try wireframe.register("/note", tags: ["login"]) { _ in Screen("Note") }
    await wireframe.open("bank://list", origin: .customScheme)
    try await wireframe.route(to: "/list/7/more")
    try navigation.performAsUser(.selectTab(1))
    try await wireframe.route(to: "/note")
    let before = columns
    #expect(before == [["List", "More 7"], ["Note"]])
    let saved = try wireframe.savedState()
    for isRestored in [false, true] {
      isOpen.value = false
      try await wireframe.reevaluate()
      if isRestored { try await wireframe.restore(saved, trusting: true) }
      #expect(navigation.state.shown.map { "\($0.controller)" } == ["Log in"])
      isOpen.value = true
      try await wireframe.resume(after: "login")
      #expect(columns == before)
    }
  }

  @Test("After sign-out, login and PIN, each screen is in its own column again")
  func secondGate() async throws {
    let isPINRight = Flag(true)
    try wireframe.register("/pin", option: .modal) { _ in Screen("PIN") }
    try wireframe.register("/note", tags: ["login", "pin"]) { _ in Screen("Note") }
    wireframe.addGate(for: "pin", at: "/pin", priority: -1) { isPINRight.value }
    await wireframe.open("bank://list", origin: .customScheme)
    try navigation.performAsUser(.selectTab(1))
    try await wireframe.route(to: "/note")
    #expect(columns == [["List"], ["Note"]])
    (isOpen.value, isPINRight.value) = (false, false)
    try await wireframe.reevaluate()
    isOpen.value = true
    try await wireframe.resume(after: "login")
    #expect(columns == [["List"], []])
    isPINRight.value = true
    try await wireframe.resume(after: "pin")
    #expect(columns == [["List"], ["Note"]])
  }

  @Test("Where there is no home, a gate's screen comes above empty columns, as its option says")
  func gateOverEmptyColumns() async throws {
    isOpen.value = false
    await wireframe.open("bank://list", origin: .customScheme)
    #expect(columns == [[], []])
    #expect(navigation.state.layers.map(\.style) == [nil, .fullScreen])
    isOpen.value = true
    try await wireframe.resume(after: "login")
    #expect(columns == [["List"], []])
    #expect(navigation.state.layers.count == 1)
  }

  @Test("A modal behind two gates comes above the columns, as the gates do: it fills no column")
  func modalBehindGates() async throws {
    let isPINRight = Flag(false)
    try wireframe.register("/start", place: .tab("List")) { _ in Screen("Start") }
    try wireframe.register("/pin", option: .modal) { _ in Screen("PIN") }
    wireframe.addGate(for: "pin", at: "/pin", priority: -1) { isPINRight.value }
    try wireframe.register("/filter", option: .modal(.sheet), tags: ["login", "pin"]) { _ in
      Screen("Filter")
    }
    try await wireframe.route(to: "/start")
    try navigation.performAsUser(.selectTab(1))
    isOpen.value = false
    try await wireframe.route(to: "/filter")
    isOpen.value = true
    try await wireframe.resume(after: "login")
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Start", "PIN"])
    #expect(columns == [["Start"], []])
    isPINRight.value = true
    try await wireframe.resume(after: "pin")
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Start", "Filter"])
    #expect(columns == [["Start"], []])
    try await wireframe.dismiss()
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Start"])
  }

  @Test("After sign-out and login, a modal over the columns has its screens again")
  func modalAfterLogin() async throws {
    try wireframe.register(
      "/filter", option: .modal(.sheet, hasStack: true), tags: ["login"], place: .under("/list")
    ) { _ in Screen("Filter") }
    await wireframe.open("bank://list/7", origin: .customScheme)
    try await wireframe.route(to: "/filter")
    try await wireframe.route(to: "/list/7/more")
    let before = navigation.state.shown.map { "\($0.controller)" }
    #expect(before == ["List", "Item 7", "Filter", "More 7"])
    isOpen.value = false
    try await wireframe.reevaluate()
    isOpen.value = true
    try await wireframe.resume(after: "login")
    #expect(navigation.state.shown.map { "\($0.controller)" } == before)
    #expect(navigation.state.layers.last?.entries.count == 2)
  }

  @Test("Restored while logged out, both columns are kept by the gate")
  func restored() async throws {
    await wireframe.open("bank://list/7", origin: .customScheme)
    let saved = try wireframe.savedState()
    isOpen.value = false
    try await wireframe.reevaluate()
    let report = try await wireframe.restore(saved, trusting: true)
    #expect(report.description == "0 restored, 2 kept by a gate, 0 left out")
    isOpen.value = true
    try await wireframe.resume(after: "login")
    #expect(columns == [["List"], ["Item 7"]])
  }
}

/// A value that a test and an app's closure share.
@MainActor
final class Flag {
  var value: Bool
  init(_ value: Bool) { self.value = value }
}
