import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What is true after every step of a journey, whatever the app, its links and its users do.
@MainActor
@Suite(.hangsNever)
struct JourneyModelTests {
  private static let paths = [
    "/", "/accounts", "/accounts/1", "/accounts/2", "/accounts/1/transfer", "/news", "/news/1",
    "/news/2?from=mail", "/help", "/pick", "/accounts?sort=name", "/loans/list", "/loans/list/3",
  ]

  nonisolated private static let roots: [Bank.Root] = [
    .stack, .tabs(["Home", "Accounts"]), .columns,
  ]

  @Test(
    "Random journeys keep gates, parents, answers and lifetimes right",
    arguments: 1...Load.scaled(300), roots)
  func randomJourneys(seed: Int, root: Bank.Root) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let keyOfPIN: GateKey = seed.isMultiple(of: 3) ? .once : .always
    let bank = try await Bank(root: root, keyOfPIN: keyOfPIN)
    let loans = try mountLoans(bank)
    try bank.wireframe.register(
      "/pick", option: .modal, tags: [.requiresLogin], exposure: .external
    ) { route, router in
      let screen = Screen("Pick")
      screen.token = AnswerHandle<Int>(for: route, router)
      return screen
    }
    let answers = Answers()
    let alive = Living()
    bank.wireframe.add(watcher: alive)
    try await bank.wireframe.route(to: "/")
    for step in 1...30 {
      let path = Self.paths.randomElement(using: &random) ?? "/"
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1: _ = try? await bank.wireframe.route(to: path)
      case 2, 3: await open(path, bank)
      case 4: try? await bank.wireframe.back()
      case 5: swipe(bank)
      case 6, 7: try await pass(bank)
      case 8:
        bank.isLoggedIn = false
        bank.isVaultOpen = false
        _ = try? await bank.wireframe.reevaluate()
      case 9: answers.ask(bank.wireframe)
      case 10:
        let handle = bank.navigation.state.top?.controller.token as? AnswerHandle<Int>
        await handle?.finish(with: step)
      case 11: try await restore(bank)
      case 12: _ = try? await loans.route(to: "/list/4", landing: .underParents)
      default: await crowd(bank, &random)
      }
      // A question is asked in a task of its own.
      await tasksHaveBegun()
      await bank.wireframe.settled()
      check(bank, keyOfPIN, "seed \(seed), step \(step), \(path)")
    }
    try await bank.navigation.setRoot(Screen("end"))
    bank.wireframe.discardParked()
    #expect(await answers.ended() == answers.count, "seed \(seed)")
    #expect(await eventually { alive.count(besides: bank.navigation) == 0 }, "seed \(seed)")
  }

  /// A module of the bank, whose lists belong under the news.
  private func mountLoans(_ bank: Bank) throws -> Wireframe<Screen> {
    let loans = Wireframe<Screen>(defaultOption: .push)
    try loans.register("/list", tags: [.requiresLogin], exposure: .external) { _ in
      Screen("Loans")
    }
    try loans.register("/list/:id<int>", exposure: .external, place: .under("/list")) { _ in
      Screen("Loan")
    }
    try bank.wireframe.mount(loans, at: "/loans", parent: "/news")
    return loans
  }

  /// Several requests at once, and a user who does not wait for them.
  private func crowd(_ bank: Bank, _ random: inout SplitMix64) async {
    let tasks = (0..<3).map { _ in
      let path = Self.paths.randomElement(using: &random) ?? "/"
      let isLink = Bool.random(using: &random)
      return Task {
        if isLink {
          _ = await bank.wireframe.open("bank:/" + path, origin: .customScheme)
        } else {
          _ = try? await bank.wireframe.route(to: path)
        }
      }
    }
    for _ in 0..<Int.random(in: 0..<8, using: &random) { await Task.yield() }
    swipe(bank)
    if Bool.random(using: &random) { tasks[1].cancel() }
    for task in tasks { await task.value }
  }

  /// A link that is not stopped by a gate has its parents below it, in order.
  private func open(_ path: String, _ bank: Bank) async {
    let outcome = await bank.wireframe.open("bank:/" + path, origin: .customScheme)
    guard let result = outcome.result, result.redirects.isEmpty, case .presented = result.outcome
    else { return }
    let patterns = bank.navigation.state.shown.compactMap(\.route?.pattern)
    let chain = Bank.parents[result.route.pattern ?? "/"] ?? []
    switch bank.root {
    case .stack: #expect(patterns.suffix(chain.count + 1).dropLast() == chain[...], "\(path)")
    case .tabs:
      let wanted = chain.filter { $0 != "/" || !path.hasPrefix("/accounts") }
      #expect(patterns.suffix(wanted.count + 1).dropLast() == wanted[...], "\(path)")
    case .columns:
      // The other column may hold more than the parents.
      #expect(Set(chain).isSubset(of: Set(patterns)), "\(path)")
    }
  }

  private func swipe(_ bank: Bank) {
    guard let layer = bank.navigation.state.layers.last else { return }
    let stack = layer.selectedStack.entries
    if stack.count > 1 {
      try? bank.navigation.performAsUser(.pop(to: stack[stack.count - 2].id))
    } else {
      try? bank.navigation.performAsUser(.dismiss(1))
    }
  }

  /// The user passes the gate at the top; it is gone then.
  private func pass(_ bank: Bank) async throws {
    switch bank.shown.last {
    case "Log in":
      bank.isLoggedIn = true
      try await bank.wireframe.resume(after: .requiresLogin)
      #expect(!bank.shown.contains("Log in"))
    case "PIN":
      bank.isVaultOpen = true
      try await bank.wireframe.resume(after: .requiresPIN)
      #expect(!bank.shown.contains("PIN"))
    default: break
    }
  }

  /// What is below the first gate comes back; a gate is left out with what is above it, and so may a question be.
  private func restore(_ bank: Bank) async throws {
    let before = bank.shown.prefix { !["Log in", "PIN", "Pick"].contains($0) }
    try await bank.wireframe.restore(bank.wireframe.savedState(), trusting: true)
    // A gate that is closed, or that is passed anew each time, keeps the rest.
    let isGated = bank.shown.contains("Log in") || bank.shown.contains("PIN")
    #expect(bank.shown.prefix(before.count) == before || isGated)
  }

  private func check(_ bank: Bank, _ keyOfPIN: GateKey, _ place: Comment) {
    let state = bank.navigation.state
    let gates = state.entries.filter { ["/login", "/pin"].contains($0.route?.pattern) }
    #expect(bank.wireframe.keptRequestCount <= gates.count, place)
    #expect(Set(gates.map(\.route?.pattern)).count == gates.count, place)
    for entry in state.entries {
      let tags = entry.route?.tags ?? []
      #expect(bank.isLoggedIn || !tags.contains(.requiresLogin), place)
      // What was let in with a key for once stays.
      if keyOfPIN == .always {
        #expect(bank.isVaultOpen || !tags.contains(.requiresPIN), place)
      }
    }
    for layer in state.layers {
      #expect(layer.stacks.indices.contains(layer.selected), place)
      #expect(layer.kind != .stack || layer.top != nil, place)
    }
    #expect(Set(state.entries.map(\.id)).count == state.entries.count, place)
  }
}

/// Questions that were asked, and how many have ended.
@MainActor
private final class Answers {
  private var tasks: [Task<Void, Never>] = []
  private var endedCount = 0
  var count: Int { tasks.count }

  func ask(_ wireframe: Wireframe<Screen>) {
    tasks.append(
      Task {
        _ = try? await wireframe.answer(to: "/pick", as: Int.self)
        endedCount += 1
      })
  }

  func ended() async -> Int {
    for task in tasks { await task.value }
    return endedCount
  }
}

/// Which screens are alive, of those that were presented.
private final class Living: RoutingWatcher {
  private struct Weak { weak var screen: Screen? }
  private var screens: [Weak] = []

  func didRoute(_ event: RoutingEvent) { screens.append(Weak(screen: event.controller as? Screen)) }

  func count(besides navigation: NavigationTree<Screen>) -> Int {
    let shown = navigation.state.entries.map(\.controller)
    return screens.compactMap(\.screen).filter { screen in !shown.contains { $0 === screen } }.count
  }
}
