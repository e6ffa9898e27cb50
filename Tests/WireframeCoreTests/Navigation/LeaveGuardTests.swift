import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Observers that are asked before a screen leaves.
@MainActor
@Suite(.hangsNever)
struct LeaveGuardTests {
  let shop: Shop
  let navigation: NavigationTree<Screen>
  let guardian = Guardian()

  init() async throws {
    shop = try await Shop()
    navigation = shop.navigation
    try shop.register("/edit", "/edit/deep", tags: ["editor"])
    try shop.register("/other")
    try shop.register("/sheet", option: .modal)
    shop.wireframe.add(leaveGuard: guardian)
    try await shop.wireframe.route(to: "/edit")
  }

  /// Moves that take '/edit' away, or a screen above it.
  enum Move: String, CaseIterable {
    case pop, popOrDismiss, back, replaceTop, setRoot
    case routeBack, routeReplace, routeRoot

    var isRouting: Bool { rawValue.hasPrefix("route") }
  }

  private func make(_ move: Move) async throws -> RoutingOutcome? {
    let root = try #require(navigation.state.shown.first)
    switch move {
    case .pop: try await navigation.pop()
    case .popOrDismiss: try await navigation.popOrDismiss()
    case .back: try await navigation.back(to: root.id)
    case .replaceTop: try await navigation.replaceTop(Screen("new"))
    case .setRoot: try await navigation.setRoot(Screen("new"))
    case .routeBack:
      return try await shop.wireframe.route(to: "/other", option: .back(to: root.id)).outcome
    case .routeReplace:
      return try await shop.wireframe.route(to: "/other", option: .replaceTop).outcome
    case .routeRoot: return try await shop.wireframe.route(to: "/other", option: .root).outcome
    }
    return nil
  }

  @Test(
    "A screen that an observer keeps stays: a move throws, a routing is stopped",
    arguments: Move.allCases)
  func staying(move: Move) async throws {
    guardian.reason = "unsaved edits"
    shop.recorder.events = []
    if move.isRouting {
      #expect(try await make(move) == .stopped(reason: "unsaved edits"))
      #expect(shop.recorder.events == ["decide /other", "didStop /other unsaved edits"])
    } else {
      let error = await #expect(throws: RoutingError.self) { try await make(move) }
      #expect(error?.code == .leaveRefused)
      #expect(error?.description == "An observer did not let a screen leave: unsaved edits")
    }
    #expect(shop.shown == ["root", "/edit"])
    let leaving = try #require(guardian.asked.first)
    #expect(leaving.from?.pattern == "/edit")
    #expect((leaving.controller as? Screen)?.description == "/edit")
    #expect(
      leaving.to?.pattern?.text == (move == .routeReplace || move == .routeRoot ? "/other" : nil))

    guardian.reason = nil
    _ = try await make(move)
    #expect(!shop.shown.contains("/edit"))
  }

  @Test("A push and a modal take nothing away, and nobody is asked")
  func nothingLeaves() async throws {
    guardian.reason = "unsaved edits"
    try await shop.wireframe.route(to: "/other")
    try await shop.wireframe.route(to: "/sheet")
    #expect(shop.shown == ["root", "/edit", "/other", "/sheet"])
    #expect(guardian.asked.isEmpty)
  }

  @Test("A push that would dismiss modals asks them first, before a controller is built")
  func pushOverModals() async throws {
    try await shop.wireframe.route(to: "/sheet")
    try await navigation.present(Screen("without route"))
    guardian.reason = "not yet"
    var isBuilt = false
    try shop.wireframe.register("/late") { _ in
      isBuilt = true
      return Screen("late")
    }
    #expect(try await shop.wireframe.route(to: "/late").outcome == .stopped(reason: "not yet"))
    #expect(!isBuilt)
    #expect(guardian.asked.map(\.from?.pattern) == [nil])
    #expect(guardian.asked.map(\.to?.pattern) == ["/late"])
    guardian.reason = nil
    guardian.asked = []
    try await shop.wireframe.route(to: "/late")
    #expect(guardian.asked.map { "\($0.controller)" } == ["without route", "/sheet"])
    #expect(shop.shown == ["root", "/edit", "late"])
  }

  @Test("Dismissing asks the uppermost modal with all that it holds; back asks all that leave")
  func whoIsAsked() async throws {
    try await navigation.present(Screen("modal"), option: .modal(hasStack: true))
    try await navigation.push(Screen("inside"))
    guardian.reason = "no"
    await #expect(throws: RoutingError.self) { try await navigation.dismiss() }
    guardian.reason = nil
    guardian.asked = []
    let root = try #require(navigation.state.shown.first)
    try await navigation.back(to: root.id)
    #expect(guardian.asked.map { "\($0.controller)" } == ["inside", "modal", "/edit"])
    #expect(shop.shown == ["root"])
  }

  @Test("Changing the tab asks the modals above; a hidden tab's screens stay and are not asked")
  func tabs() async throws {
    let tree = NavigationTree<Screen>(tabs: ["A", "B"])
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: tree)
    wireframe.add(leaveGuard: guardian)
    try wireframe.register("/a", option: .tab("A")) { _ in Screen("a") }
    try wireframe.register("/b", option: .tab("B")) { _ in Screen("b") }
    try await wireframe.route(to: "/a")
    guardian.reason = "no"
    try await wireframe.route(to: "/b")
    try await tree.selectTab("A")
    #expect(guardian.asked.isEmpty)
    try await tree.present(Screen("modal"))
    #expect(try await wireframe.route(to: "/b").outcome == .stopped(reason: "no"))
    await #expect(throws: RoutingError.self) { try await tree.selectTab("B") }
    #expect(guardian.asked.map { "\($0.controller)" } == ["modal", "modal"])
  }

  @Test("A guard is asked about what a way back pops, and about all that a new root replaces")
  func poppedAndReplaced() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    try shop.register("/sheet", option: .modal(hasStack: true))
    try shop.register("/home", option: .root, exposure: .external)
    try shop.wireframe.register("/home/:id", exposure: .external, place: .under("/home")) { _ in
      Screen("item")
    }
    for url in ["/a", "/sheet", "/b"] { try await shop.wireframe.route(to: url) }
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append(leaving.from?.urlText ?? "none")
      return .leave
    }
    try await shop.wireframe.back()
    await shop.wireframe.open("myapp://home/1", origin: .customScheme)
    #expect(shop.shown == ["/home", "item"])
    #expect(asked == ["/b", "/sheet", "/a", "none"])
  }

  @Test("A guard is asked about a screen in whose place a new one comes, and about those above")
  func replacedInPlace() async throws {
    let (shop, isOpen) = (try await Shop(), Flag(false))
    try shop.register("/a", "/b")
    try shop.register("/login", option: .modal)
    try shop.register("/c", option: .replaceTop, tags: [.requiresLogin])
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { isOpen.value }
    for url in ["/a", "/b"] { try await shop.wireframe.route(to: url) }
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append(leaving.from?.urlText ?? "none")
      return .leave
    }
    try await shop.wireframe.route(to: "/a", ifPresented: .replace)
    #expect(asked == ["/b", "/a"])
    try await shop.wireframe.route(to: "/c")
    isOpen.value = true
    try await shop.wireframe.resume(after: .requiresLogin)
    #expect(asked.dropFirst(2) == ["/login", "/a"])
    #expect(shop.shown == ["root", "/c"])
  }

  @Test("A tab that a guard empties while it is asked gets its screen back")
  func emptiedTab() async throws {
    let tree = NavigationTree<Screen>(tabs: ["A", "B"])
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/a", option: .tab("A")) { _ in Screen("a") }
    try wireframe.register("/b", option: .tab("B")) { _ in Screen("b") }
    try wireframe.register("/sheet", option: .modal) { _ in Screen("sheet") }
    for url in ["/a", "/b", "/sheet"] { try await wireframe.route(to: url) }
    wireframe.observeLeaving { leaving in
      if leaving.from?.pattern == "/sheet" {
        try tree.perform(
          NavigationOperation { $0.layers[0].stacks[0].entries = [] }, animated: false)
      }
      return .leave
    }
    try await wireframe.route(to: "/a")
    #expect(tree.state.shown.map { "\($0.controller)" } == ["a"])
  }

  @Test("What the user does is done: a swipe back is not asked about")
  func users() async throws {
    guardian.reason = "no"
    let root = try #require(navigation.state.shown.first)
    try navigation.performAsUser(.pop(to: root.id))
    #expect(shop.shown == ["root"])
    #expect(guardian.asked.isEmpty)
  }

  @Test("Only observers of the screen's route are asked; a closure may name a tag")
  func scope() async throws {
    var asked: [String] = []
    let registration = shop.wireframe.observeLeaving(tag: "editor") { leaving in
      asked.append("\(leaving.controller)")
      return .stay("edits")
    }
    try await shop.wireframe.route(to: "/other")
    try await navigation.pop()
    try await navigation.push(Screen("without route"))
    try await navigation.pop()
    #expect(asked.isEmpty)
    await #expect(throws: RoutingError.self) { try await navigation.pop() }
    #expect(asked == ["/edit"])
    registration.remove()
    let picky = Guardian(observing: "/other")
    picky.reason = "no"
    shop.wireframe.add(leaveGuard: picky)
    try await navigation.pop()
    #expect(picky.asked.isEmpty)
  }

  @Test("A move whose caller gives up while a leave guard is asked was cancelled")
  func cancelledWhileAsking() async throws {
    let asking = Barrier()
    shop.wireframe.observeLeaving { _ in
      await asking.pass()
      try Task.checkCancellation()
      return .leave
    }
    let moving = Task { try await shop.wireframe.back() }
    await asking.waitForArrivals()
    moving.cancel()
    asking.open()
    #expect(try await failure { try await moving.value }.code == .cancelled)
    #expect(shop.shown == ["root", "/edit"])
  }

  @Test("A leave guard that throws keeps the screen, and is named")
  func throwing() async throws {
    guardian.error = Broken()
    let error = await #expect(throws: RoutingError.self) { try await navigation.pop() }
    #expect(error?.code == .observerFailed)
    #expect(error?.underlyingError as? Broken == Broken())
    let failure = try await shop.failure("/other", option: .replaceTop)
    #expect(failure.code == .observerFailed)
    #expect(
      failure.description == """
        Guardian failed while asking the screens that would leave for '/other': it threw Broken. \
        See 'underlyingError'.
        """)
    #expect(shop.shown == ["root", "/edit"])
  }

  @Test(
    "A closure that throws when screens leave is named by its tag",
    arguments: [
      Case(nil, "A closure leave guard"), Case("editor", "The closure leave guard of 'editor'"),
    ] as [Case<RouteTag?, String>])
  func throwingClosure(row: Case<RouteTag?, String>) async throws {
    let shop = try await Shop()
    try shop.register("/draft", tags: ["editor"])
    try shop.register("/other")
    if let tag = row.given {
      shop.wireframe.observeLeaving(tag: tag) { _ in throw Broken() }
    } else {
      shop.wireframe.observeLeaving { _ in throw Broken() }
    }
    try await shop.wireframe.route(to: "/draft")
    let failure = try await shop.failure("/other", option: .replaceTop)
    #expect(failure.description.lowercased().hasPrefix(row.expected.lowercased() + " failed"))
  }

  @Test("A guard that asks the user is not hurried by the presenter's limit")
  func noHurry() async throws {
    let clock = ManualClock()
    let shop = try await Shop(limits: RoutingLimits(), clock: clock)
    try shop.register("/a", "/b")
    try await shop.wireframe.route(to: "/a")
    let gate = Barrier()
    shop.wireframe.observeLeaving { _ in
      await gate.pass()
      return .leave
    }
    let routing = Task { try await shop.wireframe.route(to: "/b", option: .replaceTop) }
    await gate.waitForArrivals()
    clock.advance(by: .seconds(3600))
    gate.open()
    #expect(try await routing.value.outcome == .presented)
    #expect(shop.shown == ["root", "/b"])
  }

  @Test("Removing the presenters' registration ends the asking; a host may be guarded alone")
  func registrations() async throws {
    let tree = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>()
    wireframe.add(leaveGuard: guardian)
    guardian.reason = "no"
    let presenters = wireframe.addStandardPresenters(on: tree)
    try await tree.setRoot(Screen("a"))
    presenters.remove()
    try await tree.setRoot(Screen("b"))
    let guarding = wireframe.guardLeaving(on: tree)
    await #expect(throws: RoutingError.self) { try await tree.setRoot(Screen("c")) }
    guarding.remove()
    try await tree.setRoot(Screen("d"))
    #expect(tree.state.shown.map { "\($0.controller)" } == ["d"])
  }

  @Test(
    "A controller that is on screen already is refused, not shown twice",
    arguments: ["push", "present", "replaceTop", "routing"])
  func alreadyOnScreen(move: String) async throws {
    let screen = try #require(navigation.state.shown.first?.controller)
    try shop.wireframe.register("/same") { _ in screen }
    let error = await #expect(throws: RoutingError.self) {
      switch move {
      case "push": try await navigation.push(screen)
      case "present": try await navigation.present(screen)
      case "replaceTop": try await navigation.replaceTop(screen)
      default: try await shop.wireframe.route(to: "/same")
      }
    }
    #expect(error?.code == .alreadyOnScreen)
    #expect(
      error?.description == """
        The controller is already on screen, and cannot be in two places. Make a new one, or go back \
        to it with '.back'.
        """)
    #expect(shop.shown == ["root", "/edit"])
    try await shop.wireframe.route(to: "/other")
    #expect(shop.shown == ["root", "/edit", "/other"])
  }

  @Test("A screen does not replace itself", arguments: [true, false])
  func replacedByItself(isRouting: Bool) async throws {
    let screen = try #require(navigation.state.top?.controller)
    try shop.wireframe.register("/same") { _ in screen }
    let error = try await failure {
      if isRouting {
        try await shop.wireframe.route(to: "/same", option: .replaceTop)
      } else {
        try await navigation.replaceTop(screen)
      }
    }
    #expect(error.code == .alreadyOnScreen)
    #expect(shop.shown == ["root", "/edit"])
  }

  @Test(
    "A controller may come back from a modal that the push dismisses; values may be shown twice")
  func mayStandAgain() async throws {
    let screen = Screen("again")
    try await navigation.present(screen)
    try await navigation.push(screen)
    #expect(shop.shown == ["root", "/edit", "again"])
    let values = NavigationTree<Int>()
    try await values.setRoot(1)
    try await values.push(1)
    try await values.present(1)
    #expect(values.state.shown.map(\.controller) == [1, 1, 1])
  }

  @Test("What a leave guard shows before a move of the user's is the app's change")
  func moverWhileAsked() async throws {
    let (host, wireframe) = (MoverHost(), Wireframe<Screen>(limits: .none))
    wireframe.addStandardPresenters(on: host)
    try await host.setRoot(Screen("root"))
    let root = try #require(host.state.top?.id)
    try await host.push(Screen("edit"))
    wireframe.add(leaveGuard: Confirming(host: host))
    var causes: [NavigationChange<Screen>.Cause] = []
    host.onChange { causes.append($0.cause) }
    try await host.leave(true, by: .user) { try? $0.goBack(to: root) }
    await wireframe.settled()
    #expect(host.state.shown.map(\.controller.description) == ["root"])
    #expect(causes == [.app, .app, .user])
  }
}

/// A host whose moves are those of whoever makes them.
@MainActor
private final class MoverHost: NavigationHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    let before = state
    state = try operation.target(from: state)
    events.send(from: before, to: state, by: operation.cause)
  }
}

/// Shows a question before an editor leaves.
private struct Confirming: LeaveGuard {
  let host: MoverHost

  func decision(onLeaving leaving: LeavingScreen) async throws -> LeaveDecision {
    guard "\(leaving.controller)" == "edit" else { return .leave }
    try await host.present(Screen("Sure?"))
    try await host.dismiss()
    return .leave
  }
}

/// Keeps every screen as long as it has a reason.
final class Guardian: LeaveGuard {
  var reason: String?
  var error: (any Error)?
  var asked: [LeavingScreen] = []
  private let pattern: RoutePattern?

  init(observing pattern: RoutePattern? = nil) { self.pattern = pattern }

  func observes(_ route: Route) -> Bool { pattern == nil || route.pattern == pattern }

  func decision(onLeaving leaving: LeavingScreen) async throws -> LeaveDecision {
    asked.append(leaving)
    if let error { throw error }
    return reason.map { .stay($0) } ?? .leave
  }
}
