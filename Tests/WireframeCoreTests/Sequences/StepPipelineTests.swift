import Testing
import WireframeCore

/// What the pipeline does for routes it does for steps that are URLs.
@MainActor
struct StepPipelineTests {
  @Test(
    "A guard that stops a step: the flow stays, and shows the step once the guard agrees")
  func stopped() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    let closed = try shop.wireframe.observe(under: "/steps/orange") { _ in .stop("closed") }
    #expect(try await flow.advance(from: .red) == .stopped(.orange, reason: "closed"))
    #expect(flow.current == .red)
    #expect(shop.shown == ["root", "1"])
    closed.remove()
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(shop.shown == ["root", "1", "2"])
  }

  @Test("A guard that redirects a step: the flow stays, and shows the step once the guard agrees")
  func redirected() async throws {
    let shop = try await ColourShop()
    try shop.wireframe.register("/login", option: .modal) { _ in Screen("login") }
    let flow = shop.flow()
    try await flow.start()
    let login = try shop.wireframe.observe(under: "/steps") { _ in .redirect(to: "/login") }
    let outcome = try await flow.advance(from: .red)
    #expect(outcome == .redirected(.orange, to: "/login"))
    #expect(outcome.shown == nil)
    #expect(flow.current == .red)
    #expect(flow.shownSteps == [.red])
    #expect(shop.shown == ["root", "1", "login"])
    login.remove()
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(shop.shown == ["root", "1", "2"])
  }

  @Test("A redirect that clears the screen leaves the flow; it may be started again")
  func redirectedToARoot() async throws {
    let shop = try await ColourShop()
    try shop.wireframe.register("/login", option: .root) { _ in Screen("login") }
    let flow = shop.flow()
    try await flow.start()
    let login = try shop.wireframe.observe(under: "/steps") { _ in .redirect(to: "/login") }
    let result = flow.result
    #expect(try await flow.advance(from: .red) == .redirected(.orange, to: "/login"))
    #expect(flow.current == nil)
    #expect(try await result.value == .left)
    login.remove()
    #expect(try await flow.start() == .shown(.red))
    #expect(shop.shown == ["login", "1"])
  }

  @Test("A step whose routing fails throws the pipeline's error; the flow stays, and may try again")
  func routingFails() async throws {
    let shop = try await ColourShop()
    let ways = ["red": "purple"]
    let flow = shop.flow(["red", "purple"].map { Step(Waypoint($0, ways)) })
    try await flow.start()
    let error = try await failure { try await flow.advance(from: Waypoint("red", ways)) }
    #expect(error.code == .noRoute)
    #expect(error.urlText == "/steps/purple")
    #expect(flow.current?.description == "red")
    #expect(shop.shown == ["root", "1"])
    #expect(shop.shop.recorder.errors.map(\.code) == [.noRoute])
    try shop.shop.register("/steps/purple")
    #expect(try await flow.advance(from: Waypoint("red", ways)).shown?.description == "purple")
    #expect(shop.shown == ["root", "1", "/steps/purple"])
  }

  @Test("A step's provider that throws keeps its error, and the screen before stays")
  func providerFails() async throws {
    let shop = try await ColourShop()
    try shop.wireframe.register("/steps/purple") { _ in throw Broken() }
    let flow = shop.flow([Step(Waypoint("red", ["red": "purple"]))])
    flow.queue.steps.append(Step(Waypoint("purple", ["red": "purple"])))
    try await flow.start()
    let error = try await failure {
      try await flow.advance(from: Waypoint("red", ["red": "purple"]))
    }
    #expect(error.code == .providerFailed)
    #expect(error.underlyingError as? Broken == Broken())
    #expect(shop.shown == ["root", "1"])
  }

  @Test("Without a stack a step is the error noStack, as any push", arguments: Bare.allCases)
  func noStack(step: Bare) async throws {
    let shop = try await ColourShop()
    try await shop.navigation.setRoot(Screen("bare"), hasStack: false)
    let error = try await failure { try await shop.flow([Step(step)]).start() }
    #expect(error.code == .noStack)
    #expect(shop.shown == ["bare"])
  }

  enum Bare: CaseIterable, Guider {
    case url, screen
    var destination: StepDestination<Screen> {
      self == .url ? .url("/steps/red") : .screen { Screen("made") }
    }
  }

  @Test("A step whose route is a handler says so, and the flow can go on from it")
  func handler() async throws {
    let shop = try await ColourShop()
    var permissions = 0
    try shop.wireframe.handle("/steps/ask") { _ in permissions += 1 }
    let ways = ["red": "ask", "ask": "blue"]
    let flow = shop.flow(["red", "ask", "blue"].map { Step(Waypoint($0, ways)) })
    try await flow.start()
    let ask = Waypoint("ask", ways)
    #expect(try await flow.advance(from: Waypoint("red", ways)) == .handled(ask))
    #expect(permissions == 1)
    #expect(flow.current?.description == "red")
    #expect(try await flow.advance(from: ask).shown?.description == "blue")
    #expect(shop.shown == ["root", "1", "5"])
  }

  @Test("Steps are routings: they wait for their turn, and observers are told of them")
  func orderOfRoutings() async throws {
    let shop = try await ColourShop()
    let gate = Gate()
    try shop.wireframe.register("/slow", option: .push) { _ in
      await gate.pass()
      return Screen("slow")
    }
    let flow = shop.flow()
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let start = Task { try await flow.start() }
    await Task.yield()
    shop.wireframe.enqueue("/steps/blue", option: .modal)
    #expect(shop.shown == ["root"])
    gate.open()
    _ = try await slow.value
    #expect(try await start.value == .shown(.red))
    #expect(shop.shown.prefix(3) == ["root", "slow", "1"])
    #expect(
      shop.shop.recorder.events.prefix(6) == [
        "decide /slow", "willPresent /slow", "didRoute /slow",
        "decide /steps/red", "willPresent /steps/red", "didRoute /steps/red",
      ])
  }

  @Test(
    "A role that awaits the flow gets reentrant at once; a task of its own may move on")
  func roles() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    try shop.wireframe.handle("/next") { _ in try await flow.advance(from: .red) }
    #expect(try await shop.shop.failure("/next").code == .reentrant)
    #expect(shop.shown == ["root", "1"])
    var later: Task<Void, any Error>?
    try shop.wireframe.handle("/later") { _ in
      later = Task { try await flow.advance(from: .red) }
    }
    try await shop.wireframe.route(to: "/later")
    try await later?.value
    #expect(shop.shown == ["root", "1", "2"])
  }
}
