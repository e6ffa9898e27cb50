import TestSupport
import Testing
import WireframeCore
import WireframeFlows
import WireframeTesting

/// Steps whose routes are behind a gate.
@MainActor
@Suite(.hangsNever)
struct StepGateTests {
  private let colours: ColourShop
  private var isOpen: Bool {
    get { key.isOpen }
    nonmutating set { key.isOpen = newValue }
  }
  private let key = Key()

  @MainActor
  private final class Key {
    var isOpen = false
  }

  init() async throws {
    colours = try await ColourShop()
    let wireframe = colours.wireframe
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    wireframe.addGate(for: "login", at: "/login") { [key] in key.isOpen }
    for name in ["one", "two", "three"] {
      try wireframe.register(
        RoutePattern("/steps/\(name)"), option: .push, tags: ["login"]
      ) { _ in Screen(name) }
    }
  }

  private let ways = ["one": "two", "two": "three"]

  private func flow() -> StepFlow<Waypoint> {
    colours.flow(["one", "two", "three"].map { Step(Waypoint($0, ways)) })
  }

  @Test(
    "1.14 a step flow whose step is behind the login: it is the flow's step, whoever resumes it")
  func behindGate() async throws {
    let flow = flow()
    try await flow.start()
    #expect(flow.current == nil)
    isOpen = true
    try await colours.wireframe.resume(after: "login")
    #expect(flow.current?.description == "one")
    #expect(colours.shown == ["root", "one"])
    try await flow.advance(from: Waypoint("one", ways))
    try await flow.back()
    #expect(flow.current?.description == "one")
  }

  @Test("1.14 After a sign-out the gate is shown; behind it the flow goes on at its step")
  func signOut() async throws {
    isOpen = true
    let flow = flow()
    try await flow.start()
    try await flow.advance(from: Waypoint("one", ways))
    let result = flow.result
    isOpen = false
    try await colours.wireframe.reevaluate()
    #expect(colours.shown == ["root", "Log in"])
    #expect(flow.current == nil)
    #expect(try await result.value == .left)
    isOpen = true
    try await colours.wireframe.resume(after: "login")
    #expect(colours.shown == ["root", "one", "two"])
    #expect(flow.shownSteps.map(\.description) == ["one", "two"])
    try await flow.back()
    #expect(flow.current?.description == "one")
    try await flow.advance(from: Waypoint("one", ways))
    try await flow.advance(from: Waypoint("two", ways))
    #expect(try await flow.advance(from: Waypoint("three", ways)) == .finished)
  }

  @Test("1.14 A flow that began behind the gate comes back with all its steps, too")
  func signOutOfBegunBehindGate() async throws {
    let flow = flow()
    try await flow.start()
    try await pass()
    try await flow.advance(from: Waypoint("one", ways))
    isOpen = false
    try await colours.wireframe.reevaluate()
    try await pass()
    #expect(colours.shown == ["root", "one", "two"])
    #expect(flow.shownSteps.map(\.description) == ["one", "two"])
  }

  @Test("1.14 Steps that come back above one that no gate guards are in the flow again")
  func partOfTheFlow() async throws {
    isOpen = true
    let steps = ["red", "one", "two"].enumerated().map { OwnStep($0, .url("/steps/\($1)")) }
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    isOpen = false
    try await colours.wireframe.reevaluate()
    #expect(colours.shown == ["root", "1", "Log in"])
    #expect(flow.shownSteps == [steps[0]])
    try await pass()
    #expect(colours.shown == ["root", "1", "one", "two"])
    #expect(flow.shownSteps == steps)
  }

  @Test("1.14 A step that comes back is the flow's, though the app's own screen above it fails")
  func belowFailure() async throws {
    let drawers = DrawerPresenter(on: colours.navigation)
    colours.wireframe.add(presenter: drawers)
    try colours.wireframe.register("/filter", option: Drawer(), tags: ["login"]) { _ in
      Screen("Filter")
    }
    isOpen = true
    let flow = flow()
    try await flow.start()
    try await colours.wireframe.route(to: "/filter")
    #expect(colours.shown == ["root", "one", "Filter"])
    isOpen = false
    try await colours.wireframe.reevaluate()
    #expect(flow.shownSteps.isEmpty)
    drawers.isBroken = true
    let error = await #expect(throws: RoutingError.self) { try await pass() }
    #expect(error?.code == .presenterFailed)
    #expect(colours.shown == ["root", "one"])
    #expect(flow.shownSteps.map(\.description) == ["one"])
  }

  @Test("1.14 A step that takes the place of the one before does so behind its gate, too")
  func inPlaceBehindGate() async throws {
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/one", option: .replaceTop)),
    ]
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    let result = flow.result
    #expect(try await flow.advance(from: steps[0]) == .redirected(steps[1], to: "/login"))
    try await pass()
    #expect(colours.shown == ["root", "one"])
    #expect(flow.shownSteps == steps)
    #expect(flow.result === result)
    try await flow.back()
    #expect(colours.shown == ["root", "1"])
  }

  @Test("1.14 Back at the gate of the next step takes the gate's screen away, and no step")
  func backAtGate() async throws {
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/orange")),
      OwnStep(3, .url("/steps/one")),
    ]
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    try await flow.advance(from: steps[0])
    #expect(try await flow.advance(from: steps[1]) == .redirected(steps[2], to: "/login"))
    #expect(colours.shown == ["root", "1", "2", "Log in"])
    #expect(try await flow.back() == .shown(steps[1]))
    #expect(colours.shown == ["root", "1", "2"])
    #expect(colours.wireframe.keptRequestCount == 0)
    #expect(try await flow.back() == .shown(steps[0]))
    #expect(colours.shown == ["root", "1"])
  }

  @Test("1.14 Behind its gate, too, back takes away the step that had dismissed the one before")
  func backBehindGate() async throws {
    isOpen = true
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/one", option: .modal)),
      OwnStep(3, .url("/steps/yellow")),
    ]
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    isOpen = false
    #expect(try await flow.back() == .redirected(steps[1], to: "/login"))
    #expect(colours.shown == ["root", "1", "3", "Log in"])
    try await pass()
    #expect(colours.shown == ["root", "1", "one"])
    #expect(flow.shownSteps == [steps[0], steps[1]])
  }

  @Test("1.14 A step to which back led takes nothing away behind its gate if the flow has moved on")
  func movedOnAfterBack() async throws {
    isOpen = true
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/one", option: .modal)),
      OwnStep(3, .url("/steps/yellow")), OwnStep(4, .present { _ in }),
    ]
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.prefix(2) { try await flow.advance(from: step) }
    isOpen = false
    #expect(try await flow.back() == .redirected(steps[1], to: "/login"))
    // The app shows it elsewhere: the gate's screen stays, and keeps the step before.
    #expect(try await flow.advance(from: steps[2]) == .shown(steps[3]))
    try await pass()
    #expect(colours.shown == ["root", "1", "3", "one"])
    #expect(flow.shownSteps == steps)
  }

  @Test("1.14 A step to which back led comes back after a sign-out, and the gate's screen leaves")
  func signOutAfterBack() async throws {
    let wireframe = colours.wireframe
    try wireframe.register("/pin", option: .push) { _ in Screen("PIN") }
    wireframe.addGate(for: "pin", at: "/pin") { [key] in key.isOpen }
    try wireframe.register("/steps/four", option: .push, tags: ["pin"]) { _ in Screen("four") }
    isOpen = true
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/four", option: .modal)),
      OwnStep(3, .url("/steps/yellow")),
    ]
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    try await flow.back()
    isOpen = false
    try await wireframe.reevaluate()
    #expect(colours.shown == ["root", "1", "PIN"])
    isOpen = true
    try await wireframe.resume(after: "pin")
    #expect(colours.shown == ["root", "1", "four"])
    #expect(flow.shownSteps == [steps[0], steps[1]])
  }

  @Test("1.14 Behind its gate back takes away the step in another tab, and the gate's screen")
  func backBehindGateInAnotherTab() async throws {
    let (wireframe, tree) = (Wireframe<Screen>(), NavigationTree<Screen>(tabs: ["A", "B"]))
    for tab in ["B", "A"] {
      try await tree.selectTab(tab)
      try await tree.push(Screen(tab))
    }
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/pin", option: .push) { _ in Screen("PIN") }
    wireframe.addGate(for: "pin", at: "/pin") { [key] in key.isOpen }
    try wireframe.register("/two", option: .push, tags: ["pin"]) { _ in Screen("two") }
    try wireframe.register("/three", option: .push) { _ in Screen("three") }
    let steps = [OwnStep(2, .url("/two", option: .modal)), OwnStep(3, .url("/three"))]
    let flow = StepFlow(
      StepQueue(steps.map { Step($0) }), wireframe: wireframe, host: tree, order: .listed,
      limit: nil)
    isOpen = true
    try await flow.start()
    try await flow.advance(from: steps[0])
    isOpen = false
    try tree.performAsUser(.selectTab(1))
    #expect(try await flow.back() == .redirected(steps[0], to: "/pin"))
    #expect(tree.state.entries.map { "\($0.controller)" } == ["A", "three", "B", "PIN"])
    isOpen = true
    try await wireframe.resume(after: "pin")
    #expect(tree.state.entries.map { "\($0.controller)" } == ["A", "B", "two"])
    #expect(flow.shownSteps == [steps[0]])
  }

  @Test("1.14 A step asked for at the gate comes above those that a sign-out had taken away")
  func aboveThoseThatComeBack() async throws {
    isOpen = true
    let flow = flow()
    try await flow.start()
    isOpen = false
    try await colours.wireframe.reevaluate()
    let next = try await flow.advance(from: Waypoint("one", ways))
    #expect(next == .redirected(Waypoint("two", ways), to: "/login"))
    try await pass()
    #expect(colours.shown == ["root", "one", "two"])
    #expect(flow.shownSteps.map(\.description) == ["one", "two"])
    try await flow.back()
    #expect(flow.current?.description == "one")
  }

  @Test("1.14 A run that begins at the gate of a sign-out goes on as the former steps come back")
  func begunAtGateOfSignOut() async throws {
    isOpen = true
    let flow = flow()
    try await flow.start()
    isOpen = false
    try await colours.wireframe.reevaluate()
    #expect(try await flow.start() == .redirected(Waypoint("one", ways), to: "/login"))
    let result = flow.result
    try await pass()
    #expect(colours.shown == ["root", "one", "one"])
    #expect(flow.shownSteps.map(\.description) == ["one", "one"])
    #expect(flow.result === result)
  }

  @Test("1.14 A step that had replaced another is in the flow again when its gate brings it back")
  func replacingStep() async throws {
    isOpen = true
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/orange")),
      OwnStep(3, .url("/steps/one", option: .replaceTop)),
    ]
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    #expect(colours.shown == ["root", "1", "one"])
    isOpen = false
    try await colours.wireframe.reevaluate()
    #expect(flow.shownSteps == [steps[0]])
    try await pass()
    #expect(colours.shown == ["root", "1", "one"])
    #expect(flow.shownSteps == [steps[0], steps[2]])
  }

  @Test("1.14 A step is the flow's behind a gate whose screen has replaced the step before, too")
  func behindReplacingGate() async throws {
    let wireframe = colours.wireframe
    try wireframe.register("/pin", option: .replaceTop) { _ in Screen("PIN") }
    wireframe.addGate(for: "pin", at: "/pin") { [key] in key.isOpen }
    try wireframe.register("/steps/four", option: .push, tags: ["pin"]) { _ in Screen("four") }
    let steps = ["red", "orange", "four"].enumerated().map { OwnStep($0, .url("/steps/\($1)")) }
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    try await flow.advance(from: steps[0])
    let result = flow.result
    #expect(try await flow.advance(from: steps[1]) == .redirected(steps[2], to: "/pin"))
    #expect(colours.shown == ["root", "1", "PIN"])
    #expect(flow.shownSteps == [steps[0]])
    isOpen = true
    try await wireframe.resume(after: "pin")
    #expect(colours.shown == ["root", "1", "four"])
    #expect(flow.shownSteps == [steps[0], steps[2]])
    #expect(flow.result === result)
  }

  /// A flow at its second step, and a lock that does not cover yet.
  private func flowBelowLock() async throws -> (StepFlow<Waypoint>, Gate) {
    isOpen = true
    try colours.wireframe.register("/locked") { _ in Screen("Locked") }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await colours.wireframe.add(lock: lock)
    let flow = flow()
    try await flow.start()
    try await flow.advance(from: Waypoint("one", ways))
    return (flow, lock)
  }

  @Test("1.14 A run that begins below a lock goes on, though a former start waits at its gate")
  func begunBelowLock() async throws {
    try colours.wireframe.register("/locked") { _ in Screen("Locked") }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await colours.wireframe.add(lock: lock)
    let (flow, step) = (flow(), Waypoint("three", ways))
    flow.queue = [Step(step)]
    #expect(try await flow.start() == .redirected(step, to: "/login"))
    lock.cover()
    #expect(try await flow.start() == .redirected(step, to: "/locked"))
    let result = flow.result
    // The gate keeps what the lock has kept, in place of the former request.
    try await colours.wireframe.resume(after: lock)
    try await pass()
    #expect(flow.result === result)
    #expect(try await flow.advance(from: step) == .finished)
    #expect(try await result.value == .finished)
  }

  @Test("1.14 While a lock covers, a flow neither goes back nor pushes a screen without a URL")
  func covered() async throws {
    let (flow, lock) = try await flowBelowLock()
    let other = colours.flow([Step(OwnStep(1, .screen { Screen("made") }))])
    lock.cover()
    let back = await #expect(throws: RoutingError.self) { try await flow.back() }
    let start = await #expect(throws: RoutingError.self) { try await other.start() }
    #expect([back?.code, start?.code] == [.covered, .covered])
    #expect(colours.shown == ["root", "one", "two"])
    #expect(flow.current?.description == "two" && other.current == nil)
    try await colours.wireframe.resume(after: lock)
    try await flow.back()
    try await other.start()
    #expect(colours.shown == ["root", "one", "made"])
  }

  @Test("1.14 A lock that closes while a leave guard is asked keeps the flow's screens")
  func coveredMeanwhile() async throws {
    let (flow, lock) = try await flowBelowLock()
    colours.wireframe.observeLeaving { _ in
      lock.cover()
      return .leave
    }
    let error = await #expect(throws: RoutingError.self) { try await flow.back() }
    #expect(error?.code == .covered)
    #expect(colours.shown == ["root", "one", "two"])
  }

  @Test("1.14 A flow that has begun anew keeps its own steps when the old ones come back")
  func begunAnew() async throws {
    isOpen = true
    let flow = colours.flow([Step(OwnStep(1, .url("/steps/one")))])
    try await flow.start()
    isOpen = false
    try await colours.wireframe.reevaluate()
    // The app shows it elsewhere: the gate's screen stays, and keeps the old step.
    flow.queue = StepQueue([Step(OwnStep(2, .present { _ in }))])
    try await flow.start()
    #expect(colours.shown == ["root", "Log in"])
    try await pass()
    #expect(colours.shown == ["root", "one"])
    #expect(flow.shownSteps.map(\.number) == [2])
  }

  @Test("1.14 A step that its gate lets go when the flow has moved on is not the flow's")
  func movedOn() async throws {
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/one")), OwnStep(3, .present { _ in }),
    ]
    let flow = colours.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    #expect(try await flow.advance(from: steps[0]) == .redirected(steps[1], to: "/login"))
    flow.queue = StepQueue([Step(steps[0]), Step(steps[2])])
    try await flow.advance(from: steps[0])
    #expect(colours.shown == ["root", "1", "Log in"])
    try await pass()
    #expect(colours.shown == ["root", "1", "one"])
    #expect(flow.shownSteps.map(\.number) == [1, 3])
  }

  /// The user passes the gate, and what it kept is shown.
  private func pass() async throws {
    isOpen = true
    let outcome = try await colours.wireframe.resume(after: "login")
    guard case .passed = outcome else { throw Broken(what: "\(outcome)") }
  }

  @Test("1.14 Who leaves the gate before the first step has left the flow; before a later one, not")
  func leftGates() async throws {
    let flow = flow()
    let result = flow.result
    try await flow.start()
    try colours.navigation.performAsUser(.dismiss(1))
    #expect(try await result.value == .left)
    isOpen = true
    try await flow.start()
    isOpen = false
    try await flow.advance(from: Waypoint("one", ways))
    #expect(colours.shown == ["root", "one", "Log in"])
    try colours.navigation.performAsUser(.dismiss(1))
    await colours.wireframe.settled()
    #expect(flow.shownSteps.map(\.description) == ["one"])
  }

  @Test("1.14 A run that begins at a gate has a result of its own, not that of the run before")
  func resultOfNextRun() async throws {
    let (flow, step) = (flow(), Waypoint("three", ways))
    flow.queue = []
    #expect(try await flow.start() == .finished)
    flow.queue = [Step(step)]
    #expect(try await flow.start() == .redirected(step, to: "/login"))
    let result = flow.result
    try await pass()
    #expect(try await flow.advance(from: step) == .finished)
    #expect(flow.result === result)
  }

  @Test("1.14 A run that begins at a gate, over steps on screen, has a result of its own, too")
  func resultOfRunOverAnother() async throws {
    let steps = [OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/one"))]
    let flow = colours.flow([Step(steps[0])])
    try await flow.start()
    let former = flow.result
    flow.queue = StepQueue([Step(steps[1])])
    #expect(try await flow.start() == .redirected(steps[1], to: "/login"))
    let result = flow.result
    try await pass()
    #expect(try await former.value == .left)
    #expect(flow.shownSteps == [steps[1]])
    #expect(try await flow.advance(from: steps[1]) == .finished)
    #expect(try await result.value == .finished)
  }

  @Test("1.14 A run that begins at a gate goes on, though the former run's step leaves behind it")
  func formerStepLeavesBehindGate() async throws {
    let step = OwnStep(1, .url("/steps/one", option: .root))
    let flow = colours.flow([Step(step)])
    try await flow.start()
    try await pass()
    isOpen = false
    #expect(try await flow.start() == .redirected(step, to: "/login"))
    let result = flow.result
    try await pass()
    #expect(colours.shown == ["one"])
    #expect(flow.shownSteps == [step])
    #expect(try await flow.advance(from: step) == .finished)
    #expect(try await result.value == .finished)
  }

  @Test("1.14 Who leaves the gate in the moment in which it comes has left the flow")
  func leftGateAtOnce() async throws {
    let navigation = colours.navigation
    navigation.onChange { change in
      guard change.entered.contains(where: { "\($0.controller)" == "Log in" }) else { return }
      try? navigation.performAsUser(.dismiss(1))
    }
    let flow = flow()
    let result = flow.result
    try await flow.start()
    #expect(colours.shown == ["root"])
    let waiting = Task { try await result.value }
    await tasksHaveBegun()
    waiting.cancel()
    #expect(try await waiting.value == .left)
  }

  /// Has the user pop the first step as soon as it comes.
  private func leaveAtOnce() {
    let navigation = colours.navigation
    navigation.onChange { change in
      guard let entry = change.entered.first, "\(entry.controller)" == "one" else { return }
      let below = navigation.state.layers[0].stacks[0].entries[0].id
      try? navigation.performAsUser(.pop(to: below))
    }
  }

  @Test("1.14 A step that the user leaves in the moment in which it comes has left the flow")
  func swipedAtOnce() async throws {
    isOpen = true
    leaveAtOnce()
    let flow = flow()
    let result = flow.result
    try await flow.start()
    #expect(flow.current == nil)
    #expect(try await result.value == .left)
  }

  @Test("1.14 A step that leaves as soon as it comes behind its gate has left the flow")
  func swipedAtOnceBehindGate() async throws {
    leaveAtOnce()
    let flow = flow()
    let result = flow.result
    try await flow.start()
    try await pass()
    #expect(colours.shown == ["root"])
    try #require(flow.current == nil)
    #expect(try await result.value == .left)
  }

  @Test("1.14 A step that its gate brings to the front has left the flow once it leaves")
  func broughtToFront() async throws {
    isOpen = true
    try await colours.wireframe.route(to: "/steps/one")
    isOpen = false
    let request = RoutingRequest("/steps/one", option: .push, ifPresented: .bringToFront)
    let step = OwnStep(1, .request(request))
    let flow = colours.flow([Step(step)])
    #expect(try await flow.start() == .redirected(step, to: "/login"))
    try await pass()
    #expect(colours.shown == ["root", "one"])
    #expect(flow.shownSteps == [step])
    let root = colours.navigation.state.shown[0].id
    try colours.navigation.performAsUser(.pop(to: root))
    try #require(flow.current == nil)
    #expect(try await flow.result.value == .left)
  }

  @Test("1.14 It has, too, if an equal screen that is not the flow's is below")
  func swipedAboveEqual() async throws {
    isOpen = true
    try await colours.wireframe.route(to: "/steps/one")
    let navigation = colours.navigation
    let below = try #require(navigation.state.top?.id)
    navigation.onChange { change in
      guard let entry = change.entered.first, "\(entry.controller)" == "one" else { return }
      try? navigation.performAsUser(.pop(to: below))
    }
    let flow = flow()
    try await flow.start()
    #expect(colours.shown == ["root", "one"])
    #expect(flow.current == nil)
  }
}

private struct Drawer: RoutingOption {}

/// The app's own presenter, which a test breaks.
@MainActor
private final class DrawerPresenter: ControllerRoutingPresenter {
  private let navigation: NavigationTree<Screen>
  var isBroken = false

  init(on navigation: NavigationTree<Screen>) { self.navigation = navigation }

  func present(_ controller: Screen, option: Drawer, event: RoutingEvent) async throws {
    if isBroken { throw Broken() }
    try await navigation.present(controller, route: event.route, option: .modal(.sheet))
  }
}
