import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A screen that answers who asked for it, once.
@MainActor
@Suite(.hangsNever)
struct AnswerTests {
  let bank: Bank

  init() async throws {
    bank = try await Bank()
    try bank.wireframe.register(
      "/pick", option: .modal, tags: ["picks"], exposure: .external
    ) { route, router in
      let screen = Screen("Pick")
      screen.token = AnswerHandle<Int>(for: route, router)
      return screen
    }
    try await bank.wireframe.route(to: "/")
  }

  private func asking() async -> Task<Int?, any Error> {
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Pick" })
    return task
  }

  private var handle: AnswerHandle<Int>? {
    bank.navigation.state.top?.controller.token as? AnswerHandle<Int>
  }

  @Test("The answer comes to who asked, and the screen leaves")
  func answers() async throws {
    let task = await asking()
    let handle = try #require(handle)
    await handle.finish(with: 7)
    #expect(bank.shown == ["Home"])
    #expect(try await task.value == 7)
    await handle.finish(with: 8)
    #expect(bank.shown == ["Home"])
  }

  @Test("A screen from which an answer is awaited is not saved: nobody would wait for it")
  func saved() async throws {
    let task = await asking()
    #expect(try bank.wireframe.savedState().omittedCount == 1)
    await handle?.finish(with: 1)
    #expect(try await task.value == 1)
    try await bank.wireframe.route(to: "/pick")
    #expect(try bank.wireframe.savedState().omittedCount == 0)
  }

  @Test(
    "Without an answer it is nil, however the screen leaves",
    arguments: ["swipe", "back", "dismiss", "link", "root", "sign-out"])
  func leaving(way: String) async throws {
    let task = await asking()
    switch way {
    case "swipe": try bank.navigation.performAsUser(.dismiss(1))
    case "back": try await bank.wireframe.back()
    case "dismiss": try await bank.wireframe.dismiss()
    case "link": await bank.open("/news")
    case "root": try await bank.navigation.setRoot(Screen("new"))
    default:
      bank.wireframe.observe(tag: "picks") { _ in .stop("signed out") }
      try await bank.wireframe.reevaluate()
    }
    #expect(try await task.value == nil)
    #expect(!bank.shown.contains("Pick"))
  }

  @Test("Gates in front of the screen are passed first; leaving one is leaving without an answer")
  func gates() async throws {
    bank.wireframe.addGate(for: "picks", at: "/pin") { [unowned bank] in
      bank.openGates.contains("gate")
    }
    let left = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "PIN" })
    try bank.navigation.performAsUser(.dismiss(1))
    #expect(try await left.value == nil)
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "PIN" })
    bank.openGates.insert("gate")
    try await bank.wireframe.resume(after: "picks")
    #expect(bank.shown == ["Home", "Pick"])
    await handle?.finish(with: 3)
    #expect(try await task.value == 3)
  }

  @Test("A newer request at the gate ends the older one without an answer")
  func replaced() async throws {
    bank.wireframe.addGate(for: "picks", at: "/pin") { false }
    let older = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "PIN" })
    let newer = Task { try await bank.wireframe.answer(to: "/pick?again", as: Int.self) }
    #expect(try await older.value == nil)
    #expect(bank.wireframe.keptRequestCount == 1)
    try bank.navigation.performAsUser(.dismiss(1))
    #expect(try await newer.value == nil)
  }

  @Test("What fails behind a gate fails for who waits, too")
  func failing() async throws {
    bank.wireframe.addGate(for: "fails", at: "/pin") { [unowned bank] in
      bank.openGates.contains("gate")
    }
    try bank.wireframe.register("/bad", option: .modal, tags: ["fails"]) { _ in throw Broken() }
    let task = Task { try await bank.wireframe.answer(to: "/bad", as: Int.self) }
    #expect(await eventually { bank.shown.last == "PIN" })
    bank.openGates.insert("gate")
    await #expect(throws: RoutingError.self) {
      try await bank.wireframe.resume(after: "fails")
    }
    let error = try await failure { try await task.value }
    #expect(error.code == .providerFailed)
  }

  @Test(
    "What is stopped or sent elsewhere behind a gate ends the waiting, too",
    arguments: [true, false])
  func stoppedBehindGate(stops: Bool) async throws {
    bank.wireframe.addGate(for: "picks", at: "/pin", priority: 1) { [unowned bank] in
      bank.openGates.contains("gate")
    }
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "PIN" })
    bank.wireframe.observe(tag: "picks") { _ in stops ? .stop("closed") : .redirect(to: "/news") }
    bank.openGates.insert("gate")
    try await bank.wireframe.resume(after: "picks")
    #expect(
      try await failure { try await task.value }.description
        == (stops
          ? "An observer stopped the request for '/pick': closed"
          : "The request led to '/news', so no answer will come."))
  }

  @Test("Cancelling a caller whose request a gate keeps makes the gate forget it")
  func cancelledBehindGate() async throws {
    bank.wireframe.addGate(for: "picks", at: "/pin") { false }
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "PIN" })
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A gate's screen stays for another tag's request, though a caller has given up")
  func cancelledAtSharedScreen() async throws {
    let gate = Gate(at: "/pin") { [unowned bank] in bank.openGates.contains("gate") }
    for tag in ["picks", "sees"] as [RouteTag] { bank.wireframe.add(gate: gate, for: tag) }
    try bank.register("/vault", "Vault", tags: ["sees"])
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "PIN" })
    try await bank.wireframe.route(to: "/vault")
    #expect(bank.wireframe.keptRequestCount == 2)
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    #expect(bank.shown == ["Home", "PIN"])
    bank.openGates = ["gate"]
    try await bank.wireframe.resume(after: gate)
    #expect(bank.shown == ["Home", "Vault"])
  }

  @Test("A screen that left with a sign-out, and whose caller has gone on, does not come again")
  func signedOut() async throws {
    bank.openGates.insert("gate")
    bank.wireframe.addGate(for: "picks", at: "/pin") { [unowned bank] in
      bank.openGates.contains("gate")
    }
    let task = await asking()
    bank.openGates.remove("gate")
    try await bank.wireframe.reevaluate()
    #expect(try await task.value == nil)
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A stop, and a redirect that is no gate, throw 'stopped'")
  func stopped() async throws {
    let stop = bank.wireframe.observe(tag: "picks") { _ in .stop("closed") }
    let first = try await failure { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(first.description == "An observer stopped the request for '/pick': closed")
    stop.remove()
    bank.wireframe.observe(tag: "picks") { _ in .redirect(to: "/news") }
    let second = try await failure { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(second.code == .stopped)
    #expect(second.description == "The request led to '/news', so no answer will come.")
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("A handler gives no answer, and the error speaks of no redirect")
  func handler() async throws {
    try bank.wireframe.handle("/act") { _ in }
    let error = try await failure { try await bank.wireframe.answer(to: "/act", as: Int.self) }
    #expect(error.code == .stopped)
    #expect(error.description == "The request led to '/act', so no answer will come.")
  }

  @Test("Cancelling the caller takes the screen away")
  func cancelled() async throws {
    let task = await asking()
    task.cancel()
    let error = try await failure { try await task.value }
    #expect(error.code == .cancelled)
    #expect(error.description == "The caller that waited for an answer was cancelled.")
    #expect(bank.shown == ["Home"])
  }

  struct BigSheet: ModalOption {}

  @Test(
    "J10 Equal requests that wait for an answer share one screen, and its answer",
    arguments: [nil, BigSheet()] as [(any RoutingOption)?])
  func shared(option: (any RoutingOption)?) async throws {
    let gate = Barrier()
    try bank.wireframe.register("/slow", option: .push) { _ in
      await gate.pass()
      return Screen("Slow")
    }
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let tasks = [1, 2].map { _ in
      Task { try await bank.wireframe.answer(to: "/pick", as: Int.self, option: option) }
    }
    #expect(await bank.wireframe.isAwaited(by: 2))
    gate.open()
    _ = try await slow.value
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Slow", "Pick"])
    await handle?.finish(with: 1)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Slow"])
    var answers: [Int?] = []
    for task in tasks { answers.append(try await task.value) }
    #expect(answers == [1, 1])
  }

  @Test("J10 A plan of a request that waits for an answer shares the screen, as routing it would")
  func plannedShared() async throws {
    var asked: RoutingRequest?
    bank.wireframe.observe { route in
      if route.pattern == "/pick" { asked = route.request }
      return .proceed
    }
    let task = await asking()
    #expect(await bank.wireframe.plan(try #require(asked)).landing == ["/", "/pick"])
    #expect(await bank.wireframe.plan("/pick").landing == ["/", "/pick", "/pick"])
    await handle?.finish(with: 1)
    #expect(try await task.value == 1)
  }

  @Test(
    "J10 A screen that is shared leaves once nobody waits for it, whoever gives up first",
    arguments: [0, 1])
  func sharedGivenUp(first: Int) async throws {
    let gate = Barrier()
    try bank.register("/slow", "Slow", behind: gate)
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let tasks = [1, 2].map { _ in
      Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    }
    #expect(await bank.wireframe.isAwaited(by: 2))
    gate.open()
    _ = try await slow.value
    await bank.wireframe.settled()
    for (index, shown) in [(first, ["Home", "Slow", "Pick"]), (1 - first, ["Home", "Slow"])] {
      tasks[index].cancel()
      #expect(try await failure { try await tasks[index].value }.code == .cancelled)
      #expect(bank.shown == shown)
    }
  }

  @Test("A caller who gives up while the lock brings its request shares no screen")
  func givenUpBehindLock() async throws {
    let first = await asking()
    try await bank.addLock()
    bank.cover()
    let second = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.wireframe.keptRequestCount == 1 })
    let guarding = Barrier()
    bank.wireframe.observe(tag: "picks") { _ in
      await guarding.pass()
      return .proceed
    }
    let opening = Task { try await bank.unlock() }
    await guarding.waitForArrivals()
    second.cancel()
    #expect(try await failure { try await second.value }.code == .cancelled)
    guarding.open()
    _ = try await opening.value
    #expect(bank.shown == ["Home", "Pick"])
    first.cancel()
    #expect(try await failure { try await first.value }.code == .cancelled)
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A question and a request for the same screen are two, whichever comes first",
    arguments: [false, true])
  func notShared(isQuestionFirst: Bool) async throws {
    let gate = Barrier()
    try bank.wireframe.register("/slow", option: .push) { _ in
      await gate.pass()
      return Screen("Slow")
    }
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    var question: Task<Int?, any Error>?
    func ask() { question = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) } }
    if isQuestionFirst { ask() }
    #expect(await bank.wireframe.isAwaited(by: isQuestionFirst ? 1 : 0))
    let plain = Task { try await bank.wireframe.route(to: "/pick") }
    #expect(await bank.wireframe.isAwaited(by: isQuestionFirst ? 2 : 1))
    if !isQuestionFirst { ask() }
    #expect(await bank.wireframe.isAwaited(by: 2))
    gate.open()
    _ = try await slow.value
    _ = try await plain.value
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Slow", "Pick", "Pick"])
    question?.cancel()
    _ = try? await question?.value
  }

  @Test("In a stage of the pipeline, asking is re-entrant")
  func reentrant() async throws {
    try bank.wireframe.handle("/asks") { [unowned wireframe = bank.wireframe] _ in
      _ = try await wireframe.answer(to: "/pick", as: Int.self)
    }
    let error = try await failure { try await bank.wireframe.route(to: "/asks") }
    #expect(error.code == .reentrant)
  }

  @Test("A link has nobody waiting: its screen only leaves")
  func links() async throws {
    await bank.open("/pick")
    #expect(bank.shown == ["Home", "Pick"])
    await handle?.finish(with: 1)
    #expect(bank.shown == ["Home"])
  }

  @Test("A screen that has answered leaves, though its task is cancelled while the host is busy")
  func cancelledAsItLeaves() async throws {
    let (host, wireframe) = (QueueingHost(), Wireframe<Screen>(limits: .none))
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/pick", option: .modal) { route, router in
      let screen = Screen("Pick")
      screen.token = AnswerHandle<Int>(for: route, router)
      return screen
    }
    try await wireframe.route(to: "/")
    let asking = Task { try await wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { host.state.layers.count == 2 })
    await wireframe.settled()
    let handle = try #require(host.state.top?.controller.token as? AnswerHandle<Int>)
    let barrier = Barrier()
    host.barrier = barrier
    let answering = Task { await handle.finish(with: 7) }
    await barrier.waitForArrivals()
    answering.cancel()
    barrier.open()
    await answering.value
    #expect(try await asking.value == 7)
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home"])
  }

  @Test("What has answered is not held, and neither is its screen")
  func released() async throws {
    let task = await asking()
    weak var screen: Screen?
    screen = bank.navigation.state.top?.controller
    weak var answering: AnswerHandle<Int>?
    answering = handle
    await answering?.finish(with: 1)
    _ = try await task.value
    #expect(screen == nil)
    #expect(answering == nil)
  }
}

/// A host whose moves wait at a barrier, and are given up if their task is cancelled there.
@MainActor
private final class QueueingHost: NavigationHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()
  var barrier: Barrier?

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    await barrier?.pass()
    try Task.checkCancellation()
    let before = state
    state = try operation.target(from: state)
    events.send(from: before, to: state, by: .app)
  }
}
