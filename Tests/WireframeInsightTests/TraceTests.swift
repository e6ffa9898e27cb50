import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// A trace tells what a routing did, and can be run again.
@MainActor
@Suite(.hangsNever)
struct TraceTests {
  private func app(clock: any Clock<Duration> = ContinuousClock()) async throws -> Shop {
    let shop = try await Shop(sources: ["app:"], clock: clock)
    try shop.register("/cart", "/login", "/items/:id<int>", exposure: .external)
    try shop.register("/account", option: .modal, tags: [.requiresLogin])
    try shop.wireframe.handle("/act") { _ in }
    shop.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/login") }
    return shop
  }

  @Test(
    "A trace has every stage with its times, decisions, roles, redirects, and the host's change")
  func events() async throws {
    let clock = ManualClock()
    let shop = try await app(clock: clock)
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try shop.wireframe.register("/slow", option: .replaceTop) { _ in
      clock.advance(by: .milliseconds(1_234))
      return Screen("slow")
    }
    try await shop.wireframe.route(to: "/account")
    try await shop.wireframe.route(to: "/slow")
    _ = try? await shop.wireframe.route(to: "/items/x?token=secret")
    let traces = recorder.takeTraces()
    #expect(
      traces[0].description == """
        request from app
        0.000 ms  matched  '/account'
        0.000 ms  began  observe
        0.000 ms  decided  Recorder  '/account'  proceed
        0.000 ms  decided  the closure observer of 'requires-login'  '/account'  redirect to a request of the app
        0.000 ms  ended  observe
        0.000 ms  redirected  
        0.000 ms  matched  '/login'
        0.000 ms  began  observe
        0.000 ms  decided  Recorder  '/login'  proceed
        0.000 ms  ended  observe
        0.000 ms  settled  Push
        0.000 ms  presenter  PushPresenter
        0.000 ms  began  provide
        0.000 ms  provider  the route's closure
        0.000 ms  ended  provide
        0.000 ms  began  present
        0.000 ms  ended  present
        0.000 ms  entered  '/login'
        0.000 ms  finished  '/login'
        """)
    #expect(
      traces[1].events.filter { $0.kind == .ended }.map { "\($0.text ?? "") \($0.time)" } == [
        "observe 0", "provide 1234000000", "present 1234000000",
      ])
    #expect(traces[1].events.filter { $0.kind == .left }.map(\.pattern) == ["/login"])
    #expect(traces.map(\.ending) == ["presented", "presented", "noRoute"])
    #expect(traces[2].urlText == nil && traces[0].urlText == "/account")
    #expect(recorder.traces.isEmpty)
    #expect(shop.shown == ["root", "slow"])
  }

  @Test("A routing that takes longer than nanoseconds can tell has a trace")
  func endless() async throws {
    let clock = ManualClock()
    let shop = try await Shop(clock: clock)
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try shop.wireframe.register("/late", option: .push) { _ in
      clock.advance(by: .seconds(Int64.max))
      return Screen("late")
    }
    try await shop.wireframe.route(to: "/late")
    #expect(recorder.takeTraces().map(\.ending) == ["presented"])
  }

  @Test("A trace of a placeholder has the time for which its screen was waited for")
  func placeholder() async throws {
    let (tree, barrier) = (NavigationTree<Screen>(), Barrier())
    let wireframe = Wireframe<Screen>(
      defaultOption: .root, limits: RoutingLimits(provide: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/late") { _ in
      await barrier.pass()
      return Screen("late")
    }
    wireframe.addPlaceholder { _, _ in Screen("placeholder") }
    let recorder = TraceRecorder()
    recorder.record(wireframe)
    let task = Task { _ = try await wireframe.route(to: "/late") }
    #expect(await eventually { !recorder.traces.isEmpty })
    barrier.open()
    try await task.value
    let trace = try #require(recorder.takeTraces().first)
    #expect(trace.events.filter { $0.text == "provide" }.map(\.kind) == [.began, .ended])
  }

  @Test("A screen that fails behind its placeholder has a trace of its own, as one that comes")
  func failedLoad() async throws {
    var limits = RoutingLimits.none
    limits.placeholder = .zero
    let wireframe = Wireframe<Screen>(defaultOption: .root, limits: limits)
    let tree = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/late") { _ in throw Broken() }
    wireframe.addPlaceholder { _, _ in Screen("placeholder") }
    let recorder = TraceRecorder()
    recorder.record(wireframe)
    let task = Task { _ = try? await wireframe.route(to: "/late") }
    #expect(await eventually { recorder.traces.count == 2 })
    #expect(
      recorder.traces.map { "\($0.purpose): \($0.ending ?? "-")" }.sorted() == [
        "loaded: providerFailed", "screen: presented",
      ])
    wireframe.close()
    await task.value
  }

  @Test("A screen whose placeholder leaves before it is there has a trace of its own")
  func leftPlaceholder() async throws {
    var limits = RoutingLimits.none
    limits.placeholder = .zero
    let (shop, barrier) = (try await Shop(limits: limits), Barrier())
    try shop.register("/late", behind: barrier)
    shop.wireframe.addPlaceholder { _, _ in Screen("placeholder") }
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    let task = Task { _ = try? await shop.wireframe.route(to: "/late") }
    #expect(await eventually { recorder.traces.count == 1 })
    try await shop.wireframe.back()
    await task.value
    #expect(
      recorder.traces.map { "\($0.purpose): \($0.ending ?? "-")" } == [
        "screen: presented", "loaded: cancelled",
      ])
    barrier.open()
  }

  @Test("What is done when a lock opens has a trace of its own")
  func belowLock() async throws {
    let (shop, recorder) = (try await app(), TraceRecorder())
    try shop.register("/locked")
    let lock = Gate(at: "/locked", covers: true) { true }
    try await shop.wireframe.add(lock: lock)
    try await shop.wireframe.route(to: "/cart")
    lock.cover()
    #expect(try await shop.wireframe.reevaluate().isDeferred)
    recorder.record(shop.wireframe)
    try await shop.wireframe.resume(after: lock)
    #expect(recorder.traces.map(\.purpose) == ["reevaluation", "resumed"])
    #expect(recorder.traces.first?.events.contains { $0.kind == .decided } == true)
  }

  @Test("The trace of what fails as a lock opens says so")
  func failedBelowLock() async throws {
    let (shop, recorder) = (try await app(), TraceRecorder())
    try shop.register("/locked")
    let lock = Gate(at: "/locked", covers: true) { true }
    try await shop.wireframe.add(lock: lock)
    try await shop.wireframe.route(to: "/cart")
    lock.cover()
    #expect(try await shop.wireframe.reevaluate().isDeferred)
    shop.wireframe.observe { route in
      if route.pattern == "/cart" { throw Broken(what: "guard") }
      return .proceed
    }
    recorder.record(shop.wireframe)
    _ = try? await shop.wireframe.resume(after: lock)
    #expect(
      recorder.traces.map { "\($0.purpose): \($0.ending ?? "-")" } == [
        "reevaluation: observerFailed", "resumed: observerFailed",
      ])
  }

  @Test("The trace of a re-evaluation has the screens that leave")
  func refusedScreens() async throws {
    let (shop, recorder, session) = (try await app(), TraceRecorder(), Session())
    shop.wireframe.observe { _ in session.user == "ada" ? .proceed : .stop("over") }
    try await shop.wireframe.route(to: "/cart")
    recorder.record(shop.wireframe)
    session.user = "bob"
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root"])
    #expect(recorder.traces.map(\.purpose) == ["reevaluation"])
    #expect(
      recorder.traces.flatMap(\.events).filter { $0.kind == .left }.map(\.pattern) == ["/cart"])
  }

  @Test("A routing that has shown a placeholder first is run again without a difference")
  func replayedPlaceholder() async throws {
    func app(_ barrier: Barrier, on tree: NavigationTree<Screen>) throws -> Wireframe<Screen> {
      let wireframe = Wireframe<Screen>(
        defaultOption: .root, limits: RoutingLimits(provide: nil, placeholder: .zero))
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/late") { _ in
        await barrier.pass()
        return Screen("late")
      }
      wireframe.addPlaceholder { _, _ in Screen("placeholder") }
      return wireframe
    }
    let (tree, barrier, recorder) = (NavigationTree<Screen>(), Barrier(), TraceRecorder())
    let wireframe = try app(barrier, on: tree)
    recorder.record(wireframe)
    let task = Task { _ = try await wireframe.route(to: "/late") }
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    barrier.open()
    try await task.value
    let trace = try #require(recorder.takeTraces().first)
    let (freshTree, freshBarrier) = (NavigationTree<Screen>(), Barrier())
    let fresh = try app(freshBarrier, on: freshTree)
    let replay = Task { try await [trace].replay(on: fresh, trusting: true) }
    #expect(await eventually { freshTree.state.top?.isPlaceholder == true })
    freshBarrier.open()
    #expect(try await replay.value == nil)
    #expect(freshTree.shownTexts == ["late"])
  }

  @Test("What a guard says after its limit is not in the trace")
  func lateDecision() async throws {
    let (clock, gate, recorder) = (ManualClock(), Barrier(), TraceRecorder())
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(5)), clock: clock)
    try shop.register("/cart")
    shop.wireframe.observe { _ in
      await gate.pass()
      return .proceed
    }
    recorder.record(shop.wireframe)
    let routing = Task { try await shop.wireframe.route(to: "/cart") }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    _ = await routing.result
    gate.open()
    #expect(await eventually { gate.passed == 1 })
    let trace = try #require(recorder.takeTraces().first)
    #expect(trace.events.map(\.kind) == [.matched, .began, .decided, .failed])
    #expect(trace.ending == "timedOut")
  }

  @Test("The screen of a lock has a trace, also if it cannot be made")
  func lockScreen() async throws {
    let (shop, recorder) = (try await app(), TraceRecorder())
    try shop.register("/locked")
    try shop.wireframe.register("/broken") { _ -> Screen? in throw Broken(what: "app") }
    recorder.record(shop.wireframe)
    _ = try? await shop.wireframe.add(lock: Gate(at: "/broken", covers: true) { true })
    try await shop.wireframe.add(lock: Gate(at: "/locked", covers: true) { true })
    #expect(recorder.traces.map(\.urlText) == ["/broken", "/locked"])
    #expect(recorder.traces.map(\.ending) == ["providerFailed", nil])
  }

  @Test("A trace of a request that gives up in the queue is there at once")
  func givenUp() async throws {
    let (shop, gate, recorder) = (try await app(), Barrier(), TraceRecorder())
    try shop.register("/slow", behind: gate)
    recorder.record(shop.wireframe)
    let slow = Task { _ = try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let waiting = Task { _ = try await shop.wireframe.route(to: "/cart") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    waiting.cancel()
    _ = await waiting.result
    #expect(recorder.traces.map(\.ending) == ["cancelled"])
    gate.open()
    try await slow.value
  }

  @Test("The trace of a double tap's second request says that it has ended as the first one")
  func doubleTap() async throws {
    let (shop, gate, recorder) = (try await app(), Barrier(), TraceRecorder())
    try shop.register("/slow", behind: gate)
    recorder.record(shop.wireframe)
    let taps = (0..<2).map { _ in Task { _ = try await shop.wireframe.route(to: "/slow") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    for tap in taps { try await tap.value }
    #expect(recorder.traces.map(\.ending) == ["presented", "presented"])
    #expect(recorder.traces.map(\.pattern) == ["/slow", "/slow"])
  }

  @Test("A request that is refused while another one runs has a trace")
  func busy() async throws {
    let (tree, gate, recorder) = (NavigationTree<Screen>(), Barrier(), TraceRecorder())
    let wireframe = Wireframe<Screen>(
      defaultOption: .root, policy: .rejectWhileBusy, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/slow") { _ in
      await gate.pass()
      return Screen("slow")
    }
    try wireframe.register("/cart") { _ in Screen("cart") }
    recorder.record(wireframe)
    let slow = Task { _ = try await wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    await #expect(throws: RoutingError.self) { try await wireframe.route(to: "/cart") }
    #expect(recorder.traces.map(\.ending) == ["busy"])
    gate.open()
    try await slow.value
  }

  @MainActor
  private final class Session { var user = "ada" }

  @Test("A trace without values holds no URL whose request has led elsewhere, or came after home")
  func valuesOfOthers() async throws {
    let shop = try await app()
    shop.wireframe.observe { $0.pattern == nil ? .redirect(to: "/cart") : .proceed }
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/reset/secret")
    #expect(recorder.traces.map(\.pattern) == ["/cart"])
    #expect(recorder.traces.map(\.urlText) == [nil])

    let (wireframe, tree) = (Wireframe<Screen>(home: "/"), NavigationTree<Screen>())
    let session = Session()
    wireframe.addStandardPresenters(on: tree)
    for path in ["/", "/mine"] as [RoutePattern] {
      try wireframe.register(path, option: .root, tags: path == "/" ? [] : ["mine"]) { _ in
        Screen(path.text)
      }
    }
    try wireframe.register("/s/:secret", option: .push) { _ in Screen("secret") }
    wireframe.addGate(for: "mine", at: "/login", owner: { session.user }) { true }
    try await wireframe.route(to: "/mine")
    session.user = "bob"
    let second = TraceRecorder()
    second.record(wireframe)
    try await wireframe.route(to: "/s/secret")
    #expect(tree.state.shown.map(\.controller.description) == ["/", "secret"])
    #expect(second.traces.map(\.urlText) == [nil])
  }

  @Test("A trace is free of values, unless they are asked for")
  func values() async throws {
    let shop = try await app()
    let (safe, whole) = (TraceRecorder(), TraceRecorder(keepsValues: true))
    safe.record(shop.wireframe)
    whole.record(shop.wireframe)
    try shop.wireframe.register("/s/:secret") { _ in throw Broken() }
    shop.wireframe.observe(tag: "x") { _ in .stop("no") }
    for url in [
      "/items/7?secret", "/cart?q=secret", "/cart#secret", "/s/secret", "/secret", "tel:secret",
      "app://s/secret/secret", "/s//secret", "/cart?\u{301}q=secret", "/cart#\u{301}secret",
    ] {
      _ = try? await shop.wireframe.route(to: url)
    }
    #expect(safe.traces.count == 10)
    for text in allTexts(of: safe.traces) {
      #expect(!text.replacing(":secret", with: "").contains("secret"))
    }
    let json = String(decoding: try JSONEncoder().encode(safe.traces), as: UTF8.self)
    #expect(!json.replacing(":secret", with: "").contains("secret"))
    #expect(whole.traces.map(\.urlText).contains("/s/secret"))
  }

  private final class Token: Sendable {}
  private struct Slide: PushOption { let token: Token }
  private struct Failure: Error { let token: Token }

  @Test("I4: a recorder lets go at once of what a routing has brought: payloads, options, errors")
  func objects() async throws {
    let wireframe = Wireframe<Screen>(sources: ["app:"], defaultOption: .push)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    try wireframe.register("/cart") { _ in Screen("cart") }
    try wireframe.register("/next", option: .replaceTop) { _ in Screen("next") }
    try wireframe.handle("/broken") { route in
      throw Failure(token: try #require(route.payload["token", as: Token.self]))
    }
    try wireframe.register("/old") { _ in nil }
    wireframe.observe { route in
      guard route.pattern == "/old" else { return .proceed }
      return .redirect(to: RoutingRequest("/cart", payload: route.payload))
    }
    let recorder = TraceRecorder()
    recorder.record(wireframe)
    let ways: [(Token) -> RoutingRequest] = [
      { RoutingRequest("/cart", payload: ["token": $0]) },
      { RoutingRequest("/old", payload: ["token": $0]) },
      { RoutingRequest("/cart", option: Slide(token: $0)) },
      { RoutingRequest("/broken", payload: ["token": $0]) },
    ]
    for (index, way) in ways.enumerated() {
      weak var kept: Token?
      do {
        let token = Token()
        kept = token
        _ = try? await wireframe.route(way(token))
      }
      // The screen leaves, and its request with it.
      try await wireframe.route(to: "/next")
      #expect(kept == nil, "\(index)")
    }
    #expect(recorder.traces.map(\.ending).count == 8)
  }

  @Test("I4: a recorder lets go of a screen that it has only seen asked about, once that has left")
  func askedScreens() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    try wireframe.register("/form") { _ in Screen("form") }
    try wireframe.register("/next", option: .replaceTop) { _ in Screen("next") }
    wireframe.observe { _ in .proceed }
    let recorder = TraceRecorder()
    recorder.record(wireframe)
    let ways: [@MainActor () async throws -> Void] = [
      { try await wireframe.reevaluate() },
      {
        let guarding = wireframe.observeLeaving { _ in .stay("unsaved") }
        let outcome = try await wireframe.route(to: "/next").outcome
        #expect(outcome == .stopped(reason: "unsaved"))
        guarding.remove()
      },
    ]
    for (index, way) in ways.enumerated() {
      weak var kept: Token?
      do {
        let token = Token()
        kept = token
        try await wireframe.route(to: "/form", payload: ["token": token])
      }
      try await way()
      #expect(kept != nil)
      try await wireframe.route(to: "/next")
      #expect(kept == nil, "\(index)")
    }
    #expect(recorder.traces.count == 6)
  }

  @Test("I4: a recorder lets go of an answer with the screen that gave it")
  func answers() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    try wireframe.register("/pick") { route, router in
      let screen = Screen("pick")
      screen.token = AnswerHandle<Token>(for: route, router)
      return screen
    }
    let recorder = TraceRecorder()
    recorder.record(wireframe)
    weak var kept: Token?
    do {
      let answer = Task { try await wireframe.answer(to: "/pick", as: Token.self) }
      #expect(await eventually { navigation.state.top?.controller.description == "pick" })
      let token = Token()
      kept = token
      let handle = navigation.state.top?.controller.token as? AnswerHandle<Token>
      await handle?.finish(with: token)
      #expect(try await answer.value === token)
    }
    #expect(await eventually { kept == nil })
    #expect(recorder.traces.count == 1)
  }

  @Test("I4: a recorder lets go of the redirect of a parent, which nobody follows")
  func redirectsOfParents() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .push, limits: .none)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    try wireframe.register("/list") { _ in Screen("list") }
    try wireframe.register("/list/:id", place: .under("/list")) { _ in Screen("entry") }
    var count = 0
    weak var kept: Token?
    wireframe.observe { route in
      guard route.pattern == "/list" else { return .proceed }
      let token = Token()
      count += 1
      kept = token
      return .redirect(to: "/list/1", payload: ["token": token])
    }
    let recorder = TraceRecorder()
    recorder.record(wireframe)
    try await wireframe.route(to: "/list/2", landing: .underParents)
    #expect(navigation.shownTexts.last == "entry")
    #expect(count > 0)
    #expect(await eventually { kept == nil })
    #expect(recorder.traces.map(\.ending) == ["presented"])
  }

  @Test("I4: a recorder lets go of a gate that has kept a request, once its window has gone")
  func gates() async throws {
    let recorder = TraceRecorder()
    weak var kept: Token?
    do {
      let token = Token()
      kept = token
      let wireframe = Wireframe<Screen>(defaultOption: .push, limits: .none)
      let navigation = NavigationTree<Screen>()
      wireframe.addStandardPresenters(on: navigation)
      try await navigation.setRoot(Screen("root"))
      try wireframe.register("/login") { _ in Screen("login") }
      try wireframe.register("/account", tags: [.requiresLogin]) { _ in Screen("account") }
      wireframe.addGate(for: .requiresLogin, at: "/login") {
        withExtendedLifetime(token) { false }
      }
      recorder.record(wireframe)
      try await wireframe.route(to: "/account")
      #expect(navigation.shownTexts == ["root", "login"])
    }
    #expect(await eventually { kept == nil })
    #expect(recorder.traces.map(\.ending) == ["presented"])
  }

  @Test("I4: a recorder lets go of why a screen could not be made, once its placeholder has left")
  func failedScreens() async throws {
    var limits = RoutingLimits.none
    limits.placeholder = .zero
    let wireframe = Wireframe<Screen>(defaultOption: .push, limits: limits)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    weak var kept: Token?
    weak var loading: ScreenLoading?
    try wireframe.register("/late") { _ -> Screen? in
      let token = Token()
      kept = token
      throw Failure(token: token)
    }
    wireframe.addPlaceholder { _, ofScreen in
      loading = ofScreen
      return Screen("placeholder")
    }
    let recorder = TraceRecorder()
    recorder.record(wireframe)
    let task = Task { _ = try? await wireframe.route(to: "/late") }
    #expect(await eventually { loading?.failure != nil })
    #expect(kept != nil)
    try await wireframe.back()
    await task.value
    #expect(await eventually { kept == nil })
    #expect(!recorder.traces.isEmpty)
  }

  @Test("A recorder keeps the last traces, and none once it is removed")
  func capacity() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keeping: 2)
    let registration = recorder.record(shop.wireframe)
    for url in ["/cart", "/act", "/login"] { try await shop.wireframe.route(to: url) }
    #expect(recorder.traces.map(\.pattern) == ["/act", "/login"])
    registration.remove()
    try await shop.wireframe.route(to: "/cart")
    #expect(recorder.traces.count == 2)
  }

  @Test("Of two recorders the one that is removed records no more, and the other one goes on")
  func twoRecorders() async throws {
    let shop = try await app()
    let recorders = (TraceRecorder(), TraceRecorder())
    let registration = recorders.0.record(shop.wireframe)
    recorders.1.record(shop.wireframe)
    try await shop.wireframe.route(to: "/cart")
    registration.remove()
    try await shop.wireframe.route(to: "/act")
    #expect(recorders.0.traces.map(\.pattern) == ["/cart"])
    #expect(recorders.1.traces.map(\.pattern) == ["/cart", "/act"])
  }

  @Test("A recorder from which all traces were taken is as a new one, also if it was full")
  func takenTraces() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keeping: 2)
    recorder.record(shop.wireframe)
    for url in ["/cart", "/act", "/login"] { try await shop.wireframe.route(to: url) }
    #expect(recorder.takeTraces().map(\.pattern) == ["/act", "/login"])
    #expect(recorder.takeTraces().isEmpty)
    try await shop.wireframe.route(to: "/cart")
    #expect(recorder.takeTraces().map(\.pattern) == ["/cart"])
  }

  @Test("Recording a mounted module records the wireframe on which it is mounted")
  func modules() async throws {
    let shop = try await app()
    let module = Wireframe<Screen>(defaultOption: .push)
    try module.register("/order") { _ in Screen("order") }
    try shop.wireframe.mount(module, at: "/module")
    let recorder = TraceRecorder()
    recorder.record(module)
    try await shop.wireframe.route(to: "/cart")
    try await module.route(to: "/order")
    #expect(recorder.traces.map(\.pattern) == ["/cart", "/module/order"])
  }

  @Test("A trace names the providers of a module that were asked, as plans and errors do")
  func providersOfModules() async throws {
    struct Nothing: ControllerProvider {
      func controller(for route: Route, option: any RoutingOption) -> Screen? { nil }
    }
    let shop = try await app()
    let (outer, inner) = (Wireframe<Screen>(defaultOption: .push), Wireframe<Screen>())
    inner.add(provider: Nothing(), priority: 1)
    try inner.register("/order/:id<int>") { route in Screen("order \(try route["id"] as Int)") }
    try outer.mount(inner, at: "/inner")
    try shop.wireframe.mount(outer, at: "/outer")
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/outer/inner/order/7")
    let asked = recorder.traces.flatMap(\.events).filter { $0.kind == .provider }.map(\.role)
    #expect(asked == ["Nothing", "the route's closure"])
    #expect(await shop.wireframe.plan("/outer/inner/order/7").provider == "Nothing")
    #expect(shop.shown == ["root", "order 7"])
  }

  @Test("A recorder of an app and of its module has each routing once, until both have ended")
  func recordedTwice() async throws {
    let (shop, module, recorder) = (try await app(), Wireframe<Screen>(), TraceRecorder())
    try shop.wireframe.mount(module, at: "/module")
    let recordings = [shop.wireframe, module].map { recorder.record($0) }
    for recording in recordings.reversed() {
      try await shop.wireframe.route(to: "/cart")
      #expect(recorder.takeTraces().map(\.pattern) == ["/cart"])
      recording.remove()
    }
    try await shop.wireframe.route(to: "/cart")
    #expect(recorder.traces.isEmpty)
  }

  @Test("A replay has the origin of the app's own request, and ends its recording")
  func replayedOrigins() async throws {
    final class Object: Sendable {}
    struct Holding: RoutingOption {
      let object: Object
    }
    func app() async throws -> Shop {
      let shop = try await self.app()
      shop.wireframe.observe { $0.request.origin == .notification ? .stop("later") : .proceed }
      return shop
    }
    let (shop, fresh) = (try await app(), try await app())
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    var request = RoutingRequest("/cart")
    request.origin = .notification
    try await shop.wireframe.route(request)
    #expect(recorder.traces.map(\.ending) == ["stopped"])
    #expect(try await recorder.traces.replay(on: fresh.wireframe, trusting: true) == nil)
    weak var object: Object?
    do {
      let option = Holding(object: Object())
      object = option.object
      try await fresh.wireframe.route(to: "/act", option: option)
    }
    fresh.recorder.routed = []
    #expect(object == nil)
  }

  @Test("A report is run again on a fresh app, and the first difference is named")
  func replay() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/items/7")
    try await shop.wireframe.route(to: "/account")
    _ = await shop.wireframe.open("app://cart", origin: .customScheme)
    _ = await shop.wireframe.open("app://account", origin: .customScheme)
    let report = try JSONEncoder().encode(recorder.traces)
    let traces = try JSONDecoder().decode([RoutingTrace].self, from: report)
    #expect(traces == recorder.traces)
    #expect(try await traces.replay(on: try await app().wireframe, trusting: true) == nil)
    let changed = try await app()
    changed.wireframe.observe(priority: 5) { $0.pattern == "/cart" ? .stop("closed") : .proceed }
    let difference = try await traces.replay(on: changed.wireframe, trusting: true)
    #expect(
      difference
        == "Routing 1: recorded settled Push, replayed decided a closure observer '/items/:id<int>' proceed."
    )
  }

  @Test("A replay names options, landings and rules as the request did")
  func replayedRequests() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/cart", option: .modal(.sheet, hasStack: true))
    try await shop.wireframe.route(to: "/items/1")
    try await shop.wireframe.route(to: "/items/2", option: .push(dismissesModals: false))
    try await shop.wireframe.route(to: "/cart", ifPresented: .bringToFront)
    try await shop.wireframe.route(to: "/items/3", option: .replaceTop, landing: .underParents)
    try await shop.wireframe.route(to: "/login", option: .root(hasStack: false))
    let report = try JSONEncoder().encode(recorder.traces)
    let traces = try JSONDecoder().decode([RoutingTrace].self, from: report)
    #expect(try await traces.replay(on: try await app().wireframe, trusting: true) == nil)
  }

  @Test(
    "A report of a handler that has asked for a screen is run again without a difference",
    arguments: ["/cart", "/broken"])
  func replayedFollowUps(urlText: String) async throws {
    func app() async throws -> Shop {
      let shop = try await self.app()
      try shop.wireframe.handle("/sign-out") { _, router in router.enqueue(urlText) }
      try shop.wireframe.register("/broken", option: .push) { _ -> Screen? in throw Broken() }
      return shop
    }
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/sign-out")
    await shop.wireframe.settled()
    #expect(recorder.traces.map(\.urlText) == ["/sign-out", urlText])
    #expect(try await recorder.traces.replay(on: try await app().wireframe, trusting: true) == nil)
  }

  @Test("A double tap is run again as the one screen that it has shown")
  func replayedDoubleTap() async throws {
    let (shop, gate, recorder) = (try await app(), Barrier(), TraceRecorder())
    try shop.register("/slow", behind: gate)
    recorder.record(shop.wireframe)
    let taps = (0..<2).map { _ in Task { _ = try await shop.wireframe.route(to: "/slow") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    for tap in taps { try await tap.value }
    #expect(recorder.traces.map(\.ending) == ["presented", "presented"])
    let fresh = try await app()
    try fresh.register("/slow")
    #expect(try await recorder.traces.replay(on: fresh.wireframe, trusting: true) == nil)
    #expect(fresh.shown == ["root", "/slow"])
  }

  @Test(
    "A double tap that has failed is run again as one request, however often was tapped",
    arguments: [2, 4])
  func replayedFailure(count: Int) async throws {
    let (shop, gate) = (try await app(), Barrier())
    let recorder = TraceRecorder(keepsValues: true)
    try shop.wireframe.register("/slow", option: .push) { _ -> Screen? in
      await gate.pass()
      throw Broken()
    }
    recorder.record(shop.wireframe)
    let taps = (0..<count).map { _ in Task { _ = try? await shop.wireframe.route(to: "/slow") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: count - 1))
    gate.open()
    for tap in taps { await tap.value }
    #expect(recorder.traces.map(\.ending) == (0..<count).map { _ in "providerFailed" })
    let fresh = try await app()
    try fresh.wireframe.register("/slow", option: .push) { _ -> Screen? in throw Broken() }
    #expect(try await recorder.traces.replay(on: fresh.wireframe, trusting: true) == nil)
  }

  @Test("A request that has failed for itself is run again, though less has happened than before")
  func replayedSecondFailure() async throws {
    func app(_ second: RoutingDecision) async throws -> Shop {
      let shop = try await self.app()
      var isFirst = true
      shop.wireframe.observe { route in
        guard route.request.urlText == "/gone" else { return .proceed }
        defer { isFirst = false }
        return isFirst ? .redirect(to: "/lost") : second
      }
      return shop
    }
    let shop = try await app(.proceed)
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    for _ in 0..<2 { _ = try? await shop.wireframe.route(to: "/gone") }
    #expect(recorder.traces.map(\.ending) == ["noRoute", "noRoute"])
    let (same, changed) = (try await app(.proceed), try await app(.stop("closed")))
    #expect(try await recorder.traces.replay(on: same.wireframe, trusting: true) == nil)
    let difference = try await recorder.traces.replay(on: changed.wireframe, trusting: true)
    #expect(difference?.hasPrefix("Routing 2: ") == true)
  }

  @Test("A request for a module's typed route is run again as that, whichever router was asked")
  func replayedTypes() async throws {
    func app() async throws -> Shop {
      let (shop, module) = (try await self.app(), Wireframe<Screen>())
      try module.register(AuditShop.Detail.self) { _ in Screen("detail") }
      try shop.wireframe.mount(module, at: "/module")
      return shop
    }
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: AuditShop.Detail(id: 7))
    #expect(recorder.traces.map(\.urlText) == ["/module/shop/7"])
    #expect(try await recorder.traces.replay(on: try await app().wireframe, trusting: true) == nil)
  }

  @Test(
    "I6: a report runs no closed handler, whatever it says of itself, unless the call trusts it")
  func forgedTrust() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    _ = await shop.wireframe.open("app://act", origin: .customScheme)
    _ = await shop.wireframe.open("app://cart", origin: .customScheme)
    let report = String(decoding: try JSONEncoder().encode(recorder.traces), as: UTF8.self)
    let forged = report.replacing(#""isTrusted":false"#, with: #""isTrusted":true"#)
    func traces(_ json: String) throws -> [RoutingTrace] {
      try JSONDecoder().decode([RoutingTrace].self, from: Data(json.utf8))
    }
    #expect(try traces(forged).map(\.isTrusted) == [true, true])
    let other = try await Shop(sources: ["app:"])
    try other.register("/cart", "/login", "/items/:id<int>", exposure: .external)
    var calls = 0
    try other.wireframe.handle("/act") { _ in calls += 1 }
    let error = await #expect(throws: InsightError.self) {
      try await traces(forged).replay(on: other.wireframe)
    }
    #expect(
      error?.description
        == "Routing 1 says that it is a request of the app itself, which reaches closed routes. "
        + "If you know who wrote the report, replay it with 'trusting: true'.")
    #expect(try await traces(report).replay(on: other.wireframe) == nil)
    #expect(calls == 0)
    _ = try await [traces(forged)[0]].replay(on: other.wireframe, trusting: true)
    #expect(calls == 1)
  }

  @Test("A redirect to another URL of the same pattern is a difference, as are other values")
  func replayedURLs() async throws {
    func app(redirectingTo url: String) async throws -> Shop {
      let shop = try await self.app()
      shop.wireframe.observe { $0.pattern == "/cart" ? .redirect(to: url) : .proceed }
      return shop
    }
    let shop = try await app(redirectingTo: "/items/1")
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/cart")
    let difference = try await recorder.traces.replay(
      on: try await app(redirectingTo: "/items/2").wireframe, trusting: true)
    #expect(
      difference == "Routing 1: recorded redirected /items/1, replayed redirected /items/2.")
  }

  @Test("Another value is a difference, also where the URL is the same")
  func replayedValues() async throws {
    let (plain, split) = (try await Shop(), try await Shop())
    try plain.register("/docs/:name")
    try split.register("/docs/:name")
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(plain.wireframe)
    try await plain.wireframe.route(to: "/docs/a")
    let report = try JSONEncoder().encode(recorder.traces)
    let other = String(decoding: report, as: UTF8.self)
      .replacing(#""texts":["a"]"#, with: #""texts":["b"]"#)
    let traces = try JSONDecoder().decode([RoutingTrace].self, from: Data(other.utf8))
    let difference = try await traces.replay(on: split.wireframe, trusting: true)
    #expect(
      difference
        == "Routing 1: recorded matched '/docs/:name' [\"name=b\"], replayed matched "
        + "'/docs/:name' [\"name=a\"].")
  }

  @Test("What a trace does not hold is refused, with the reason")
  func obstacles() async throws {
    struct Drawer: RoutingOption {}
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    _ = try? await shop.wireframe.route(to: "/cart", option: Drawer())
    try await shop.wireframe.route(to: "/cart", payload: ["key": 1])
    _ = try await shop.wireframe.controller(for: "/cart")
    try await shop.wireframe.reevaluate()
    let other = try await app()
    try await other.wireframe.route(to: "/cart", option: .root)
    try await shop.wireframe.restore(other.wireframe.savedState(), trusting: true)
    let traces = recorder.takeTraces()
    #expect(
      traces.map(\.replayObstacle) == [
        "named the option 'Drawer', of which a trace holds the type only.",
        "carried a payload, or waited for an answer, which no trace holds.",
        "is not a request for a screen: its purpose is 'controller'. It cannot be run again.",
        "is not a request for a screen: its purpose is 'reevaluation'. It cannot be run again.",
        "is not a request for a screen: its purpose is 'restoration'. It cannot be run again.",
      ])
    let error = await #expect(throws: InsightError.self) {
      try await traces.replay(on: shop.wireframe)
    }
    #expect(
      error?.description
        == "Routing 1 named the option 'Drawer', of which a trace holds the type only.")
  }

  /// Waits for the screen of a step, as a flow does.
  private final class StepLikeWaiter: RequestWaiter {
    var isOver: Bool { false }
    var waitsAgain: Bool { true }
    func keep(discard: @escaping @MainActor () async -> Void) {}
    func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void) {}
    func note(_ answer: Any) {}
    func leave() {}
    func fail(_ error: RoutingError) {}
  }

  @Test("A step of a flow waits for no answer: its request is run again")
  func replayedStep() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(RoutingRequest("/items/7").waited(for: StepLikeWaiter()))
    #expect(recorder.traces.map(\.replayObstacle) == [nil])
    #expect(try await recorder.traces.replay(on: try await app().wireframe, trusting: true) == nil)
  }

  @Test("An app's own option with the name of a standard one is not run again as that one")
  func namesakes() async throws {
    struct Push: RoutingOption {}
    struct Modal: RoutingOption {}
    struct Root: RoutingOption {}
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    for option in [Push(), Modal(), Root()] as [any RoutingOption] {
      _ = try? await shop.wireframe.route(to: "/cart", option: option)
    }
    #expect(
      recorder.traces.compactMap(\.replayObstacle) == [
        "named the option 'Push', of which a trace holds the type only.",
        "named the option 'Modal', of which a trace holds the type only.",
        "named the option 'Root', of which a trace holds the type only.",
      ])
    struct ReplaceTop: RoutingOption {}
    struct Show: RoutingOption {}
    for option in [ReplaceTop(), Show()] as [any RoutingOption] {
      _ = try? await shop.wireframe.route(to: "/cart", option: option)
      let obstacle = recorder.traces.last?.replayObstacle
      #expect(obstacle?.hasSuffix("of which a trace holds the type only.") == true)
    }
  }

  @Test("A trace of another version is refused")
  func version() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RoutingTrace.self, from: Data(#"{"version": 2}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else { throw Broken() }
    #expect(context.debugDescription == "The version is 2, and 1 is known.")
  }

  @Test("A trace is written with the keys and words with which it was read")
  func format() throws {
    let report =
      #"[{"events":[{"kind":"matched","pattern":"/items/:id<int>","role":"Guard","text":"app:","time":5,"#
      + #""urlText":"/items/7","values":[{"name":"id","texts":["7"]}]},"#
      + #"{"code":"presented","kind":"finished","time":9}],"hasObjects":false,"ifPresented":"replace","#
      + #""isTrusted":true,"landing":"on top","option":{"hasStack":true,"style":"sheet","type":"Modal"},"#
      + #""origin":"app","purpose":"screen","urlText":"/items/7","version":1}]"#
    let traces = try JSONDecoder().decode([RoutingTrace].self, from: Data(report.utf8))
    #expect(traces.map(\.replayObstacle) == [nil])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(traces), as: UTF8.self) == report)
  }

  @Test("Landings and rules have the same words in every version's traces")
  func words() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    for landing in [Landing.onTop, .underParents] {
      try await shop.wireframe.route(to: "/cart", landing: landing)
    }
    for rule in [PresentedRule.presentAgain, .bringToFront, .replace] {
      try await shop.wireframe.route(to: "/cart", ifPresented: rule)
    }
    let report = String(decoding: try JSONEncoder().encode(recorder.traces), as: UTF8.self)
    let landings = report.matches(of: /"landing":"([^"]*)"/).map { String($0.1) }
    #expect(landings == ["on top", "under parents"])
    let rules = report.matches(of: /"ifPresented":"([^"]*)"/).map { String($0.1) }
    #expect(rules == ["present again", "bring to front", "replace"])
  }

  @Test("A trace with an unknown kind of event is refused")
  func unknownKind() async throws {
    let shop = try await app()
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/cart")
    let report = String(decoding: try JSONEncoder().encode(recorder.traces), as: UTF8.self)
    let later = report.replacing(#""kind":"finished""#, with: #""kind":"praised""#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RoutingTrace].self, from: Data(later.utf8))
    }
    #expect(later != report)
  }

  @Test("Waiting until all is settled leaves no trace")
  func settled() async throws {
    let shop = try await app()
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    await shop.wireframe.settled()
    #expect(recorder.traces.isEmpty)
  }

  @Test("A trace without values cannot be run again, and says so")
  func unreplayable() async throws {
    let shop = try await app()
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/items/7")
    let error = await #expect(throws: InsightError.self) {
      try await recorder.traces.replay(on: shop.wireframe)
    }
    #expect(
      error?.description.hasPrefix("Routing 1 was recorded without the values of its URL") == true)
  }
}
