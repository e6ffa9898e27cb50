import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What is true in every window of a bank after every step, whoever its users are, and whatever they and its links do.
@MainActor
@Suite(.hangsNever)
struct BankModelTests {
  nonisolated private static let roots: [Bank.Root] = [
    .stack, .tabs(["Home", "Accounts", "More"]),
  ]

  @Test(
    "Random journeys of two windows keep owners, locks, homes, lists and exposure right",
    arguments: 1...Load.scaled(300), roots)
  func randomJourneys(seed: Int, root: Bank.Root) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let session = Session()
    let windows = [
      try await BankWindow(root, session, seed: seed),
      try await BankWindow(root, session, seed: seed),
    ]
    session.reevaluate = { keeping in
      for window in windows { window.start { try await $0.reevaluate(keeping: keeping) } }
    }
    for step in 1...40 {
      let window = windows[Int.random(in: 0...1, using: &random)]
      let act = Int.random(in: 0..<24, using: &random)
      session.place = "seed \(seed), step \(step), act \(act), \(root), \(session.log.suffix(5))"
      try await window.act(act, &random)
      await tasksHaveBegun()
      for window in windows {
        await session.settle(window.wireframe)
      }
      session.log.append("\(act)\(window === windows[0] ? "a" : "b")")
      for window in windows { window.check() }
    }
    session.holdsNext = false
    session.arriveAll()
    for window in windows {
      window.wireframe.close()
      window.endQuestions()
    }
    for window in windows { await window.tasksEnd() }
  }
}

/// What all windows share.
@MainActor
private final class Session {
  var user: String?
  var isVaultOpen = false
  var isUnlocked = true
  var time = Date(timeIntervalSinceReferenceDate: 0)
  var place = ""
  /// The acts so far, each with its window, for a failure's text.
  var log: [String] = []
  var held: [Barrier] = []
  /// Asks again in every window.
  var reevaluate: (KeepingRule) -> Void = { _ in }
  private(set) lazy var login = Gate(at: "/login", owner: { [unowned self] in user }) {
    [unowned self] in user != nil
  }
  private(set) lazy var pin = Gate(at: "/pin") { [unowned self] in isVaultOpen }
  private(set) lazy var lock = Gate(at: "/locked", covers: true) { [unowned self] in isUnlocked }

  private var isSettling = false

  /// Waits until nothing is under way, unless a provider is held.
  func settle(_ wireframe: Wireframe<Screen>) async {
    guard held.isEmpty else { return await tasksHaveBegun() }
    isSettling = true
    await wireframe.settled()
    isSettling = false
  }

  /// Whether the next provider is held, whichever it is.
  var holdsNext = false

  /// Holds the next provider, if a test wants that.
  func holdIfWanted() async {
    guard holdsNext else { return }
    holdsNext = false
    await hold()
  }

  /// Holds a provider, unless somebody waits until nothing is under way.
  func hold() async {
    guard !isSettling else { return }
    let barrier = Barrier()
    held.append(barrier)
    await barrier.pass()
  }

  func arriveAll() {
    for barrier in held { barrier.open() }
    held = []
  }
}

@MainActor
private final class BankWindow {
  let wireframe: Wireframe<Screen>
  let tree: NavigationTree<Screen>
  let session: Session
  private let root: Bank.Root
  private var offers: Registration?
  private var tasks: [Task<Void, Never>] = []
  private var questions: [Task<Void, Never>] = []
  /// What was on screen when the lock covered it.
  private var covered: [NavigationEntryID]?
  /// What was shown when the session ended, until something else happens.
  private var endedWith: (user: String, titles: [String])?

  private static let paths = [
    "/", "/news", "/news/1", "/accounts", "/accounts/1", "/accounts/2", "/transfer", "/help",
    "/offers",
    "/slow", "/more",
  ]

  init(_ root: Bank.Root, _ session: Session, seed: Int) async throws {
    self.root = root
    self.session = session
    wireframe = Wireframe<Screen>(
      sources: ["bank:"], home: "/", defaultOption: .push, limits: .none,
      now: { [unowned session] in session.time })
    if case .tabs(let names) = root {
      tree = NavigationTree(tabs: names)
    } else {
      tree = NavigationTree()
    }
    wireframe.addStandardPresenters(on: tree)
    let isGatedHome = seed.isMultiple(of: 4)
    try register("/", .root, isGatedHome ? [.requiresLogin] : [], tab("Home"))
    try register("/news", .push, [], .under("/"))
    try register("/news/:id<int>", .push, [], .under("/news"))
    try register("/accounts", .push, [.requiresLogin], tab("Accounts", under: "/"))
    try register("/accounts/:id<int>", .push, [.requiresLogin], .under("/accounts"))
    try register(
      "/transfer", .modal(.sheet, hasStack: true), [.requiresLogin, .requiresPIN], .onTop)
    try register("/help", .modal, [], .onTop)
    try register("/more", .push, [], tab("More", under: "/"))
    try register("/login", .modal, [], .onTop)
    try register("/pin", .modal, [], .onTop)
    try register("/locked", .push, [], .onTop)
    try register("/pick", .modal(.sheet, hasStack: true), [.requiresLogin], .onTop)
    try wireframe.register("/slow", option: .push, tags: [.requiresLogin], exposure: .external) {
      [unowned self] route in
      checkPayload(of: route)
      let made = screen(for: route)
      await session.hold()
      return made
    }
    try registerOffers(isOpen: true)
    wireframe.add(gate: session.login, for: .requiresLogin)
    wireframe.add(gate: session.pin, for: .requiresPIN)
    try await wireframe.add(lock: session.lock)
    tree.onChange { [unowned self] change in
      for entry in change.entered { checkEntered(entry) }
      #expect(
        tree.cover == nil || session.isUnlocked, "nothing moves below a lock: \(session.place)")
    }
    try await wireframe.route(to: "/")
    await session.settle(wireframe)
  }

  private func tab(_ name: String, under parent: RoutePattern? = nil) -> ScreenPlace {
    if case .tabs = root { return .tab(name) }
    return ScreenPlace(under: parent)
  }

  private func register(
    _ pattern: RoutePattern, _ option: any RoutingOption, _ tags: Set<RouteTag>,
    _ place: ScreenPlace
  ) throws {
    try wireframe.register(
      pattern, option: option, tags: tags, exposure: .external, place: place
    ) { [unowned self] route, router in
      checkPayload(of: route)
      // What is loaded is that of the user who was there when it was asked for.
      let screen = screen(for: route)
      await session.holdIfWanted()
      if pattern == "/pick" { screen.token = AnswerHandle<Int>(for: route, router) }
      return screen
    }
  }

  /// Registers the offers anew, open to links or not.
  private func registerOffers(isOpen: Bool) throws {
    offers?.remove()
    offers = try wireframe.register(
      "/offers", option: .push, exposure: isOpen ? .external : .closed, place: .under("/news")
    ) { [unowned self] in screen(for: $0) }
  }

  /// What one user asked for with an object of theirs is never made for another.
  private func checkPayload(of route: Route) {
    guard route.tags.contains(.requiresLogin) else { return }
    if let owner = route.payload["owner", as: String.self] {
      #expect(owner == session.user ?? "nobody", "\(session.place)")
    }
  }

  private func screen(for route: Route) -> Screen {
    let isPrivate = route.tags.contains(.requiresLogin)
    return Screen(route.urlText + (isPrivate ? " of \(session.user ?? "nobody")" : ""))
  }

  private var titles: [String] { tree.state.shown.map { "\($0.controller)" } }

  // MARK: Acts

  func act(_ act: Int, _ random: inout SplitMix64) async throws {
    let path = Self.paths.randomElement(using: &random) ?? "/"
    let isListAlone = endedWith != nil
    defer { if isListAlone { endedWith = nil } }
    switch act {
    case 0, 1, 2:
      let payload: RoutingPayload = session.user.map { ["owner": $0] } ?? [:]
      start {
        try await $0.route(to: path, payload: payload, landing: act == 0 ? .underParents : nil)
      }
    case 3, 4: start { await $0.open("bank:/" + path, origin: .customScheme) }
    case 5: try? await wireframe.back()
    case 6: try? await wireframe.dismiss()
    case 7: swipe()
    case 8: chooseTab(&random)
    case 9, 10: try await pass(&random)
    case 11: try await endSession(keeping: .screens)
    case 12: try await endSession(keeping: .nothing)
    case 13:
      // The user changes while the gate stays open.
      if session.user != nil { session.user = Bool.random(using: &random) ? "ada" : "bob" }
      session.reevaluate(.screens)
    case 14: cover()
    case 15, 16: try await uncover()
    case 17: if !session.held.isEmpty { session.held.removeFirst().open() }
    case 18: session.time += 1e6
    case 19: ask()
    case 22, 23: session.holdsNext = true
    case 20:
      let handle = tree.state.entries.compactMap { $0.controller.token as? AnswerHandle<Int> }.last
      tasks.append(Task { await handle?.finish(with: 1) })
    default:
      if Bool.random(using: &random) {
        try registerOffers(isOpen: Bool.random(using: &random))
      } else if session.held.isEmpty {
        let state = try wireframe.savedState()
        start { try await $0.restore(state, trusting: false) }
      }
    }
  }

  /// Does something in a task of its own: a screen may be held.
  func start<Result>(
    _ body: @escaping @MainActor (Wireframe<Screen>) async throws -> Result
  ) {
    tasks.append(Task { [wireframe] in _ = try? await body(wireframe) })
  }

  private func swipe() {
    guard let layer = tree.state.layers.last else { return }
    let stack = layer.selectedStack.entries
    if stack.count > 1 {
      try? tree.performAsUser(.pop(to: stack[stack.count - 2].id))
    } else {
      try? tree.performAsUser(.dismiss(1))
    }
  }

  private func chooseTab(_ random: inout SplitMix64) {
    guard let layer = tree.state.layers.last, layer.kind == .tabs else { return }
    try? tree.performAsUser(.selectTab(Int.random(in: layer.stacks.indices, using: &random)))
  }

  private func pass(_ random: inout SplitMix64) async throws {
    guard tree.cover == nil else { return }
    let list = endedWith
    if titles.last == "/login" {
      session.user = session.user ?? (Bool.random(using: &random) ? "ada" : "bob")
      start { try await $0.resume(after: .requiresLogin) }
      await tasksHaveBegun()
      if session.held.isEmpty {
        await session.settle(wireframe)
        #expect(!titles.contains("/login"), "\(session.place)")
        if let list, list.user == session.user { checkBack(list.titles) }
      }
    } else if titles.last == "/pin" {
      session.isVaultOpen = true
      start { try await $0.resume(after: .requiresPIN) }
    }
  }

  private func endSession(keeping: KeepingRule) async throws {
    let before = titles
    let user = session.user
    session.user = nil
    session.isVaultOpen = false
    session.reevaluate(keeping)
    await tasksHaveBegun()
    guard session.held.isEmpty, tree.cover == nil, let user else { return }
    await session.settle(wireframe)
    if keeping == .screens, titles.last == "/login" { endedWith = (user, before) }
  }

  private func cover() {
    session.isUnlocked = false
    session.lock.cover()
    #expect(tree.cover != nil, "covering is synchronous: \(session.place)")
    covered = tree.state.entries.map(\.id)
  }

  private func uncover() async throws {
    guard !session.isUnlocked || tree.cover != nil else { return }
    session.isUnlocked = true
    start { [session] in try await $0.resume(after: session.lock) }
    await tasksHaveBegun()
    if session.held.isEmpty { await session.settle(wireframe) }
  }

  private func ask() {
    questions.append(
      Task { [wireframe] in _ = try? await wireframe.answer(to: "/pick", as: Int.self) })
  }

  func endQuestions() { for question in questions { question.cancel() } }

  func tasksEnd() async {
    for task in tasks { await task.value }
    for question in questions { await question.value }
  }

  // MARK: Laws

  private func checkEntered(_ entry: NavigationEntry<Screen>) {
    guard let route = entry.route else { return }
    let title = "\(entry.controller)"
    if route.tags.contains(.requiresLogin) {
      #expect(session.user != nil, "\(title) came while the login was closed: \(session.place)")
      #expect(title.hasSuffix(session.user ?? "nobody"), "\(title): \(session.place)")
    }
    if route.tags.contains(.requiresPIN) {
      #expect(session.isVaultOpen, "\(title): \(session.place)")
    }
    if !route.request.isTrusted,
      let registered = wireframe.routes.first(where: { $0.pattern == route.pattern })
    {
      #expect(registered.exposure.admits(route.request.origin), "\(title): \(session.place)")
    }
  }

  /// What comes back is the whole list, or its lower part.
  private func checkBack(_ before: [String]) {
    let after = titles
    let common = zip(before, after).prefix { $0 == $1 }.count
    #expect(common == after.count, "\(before) came back as \(after): \(session.place)")
  }

  func check() {
    let state = tree.state
    if tree.cover != nil {
      // It opens: what was asked for meanwhile is being done.
      guard !session.isUnlocked else { return covered = nil }
      if let covered { #expect(state.entries.map(\.id) == covered, "\(session.place)") }
      covered = covered ?? state.entries.map(\.id)
      return
    }
    covered = nil
    #expect(session.isUnlocked, "\(session.place)")
    #expect(
      !state.layers.isEmpty || !session.held.isEmpty,
      "no window without a screen: \(session.place)")
    for (index, layer) in state.layers.enumerated()
    where layer.kind == .stack || index == state.layers.count - 1 {
      #expect(
        layer.top != nil || !session.held.isEmpty, "no empty place: \(session.place)\n\(state)")
    }
    if session.held.isEmpty {
      for entry in state.entries where entry.route?.tags.contains(.requiresLogin) == true {
        let title = "\(entry.controller)"
        #expect(
          session.user == nil || title.hasSuffix(session.user ?? ""), "\(title): \(session.place)")
      }
    }
    #expect(Set(state.entries.map(\.id)).count == state.entries.count, "\(session.place)")
  }
}
