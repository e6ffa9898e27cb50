import TestSupport
import Testing
import WireframeCore
import WireframeFlows

/// What the pipeline does for routes it does for steps that are URLs.
@MainActor
@Suite(.hangsNever)
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
    #expect(try await flow.advance(from: Waypoint("red", ways)) == .shown(Waypoint("purple", ways)))
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
    #expect(try await flow.advance(from: ask) == .shown(Waypoint("blue", ways)))
    #expect(shop.shown == ["root", "1", "5"])
  }

  @Test("A start whose first step only acts leaves the run before")
  func handlerFirst() async throws {
    let shop = try await ColourShop()
    try shop.wireframe.handle("/steps/ask") { _ in }
    let ways = ["ask": "red", "red": "blue"]
    let ask = Waypoint("ask", ways)
    let flow = shop.flow(["ask", "red", "blue"].map { Step(Waypoint($0, ways)) })
    try await flow.start()
    try await flow.advance(from: ask)
    let result = flow.result
    #expect(try await flow.start() == .handled(ask))
    try await flow.advance(from: ask)
    #expect(shop.shown == ["root", "1", "1"])
    #expect(flow.shownSteps.map(\.description) == ["red"])
    try #require(flow.result !== result)
    #expect(try await result.value == .left)
  }

  @Test("A run whose first step only acts has a result of its own, not that of the run before")
  func resultOfHandlerFirst() async throws {
    let shop = try await ColourShop()
    try shop.wireframe.handle("/steps/ask") { _ in }
    let ask = Waypoint("ask")
    let flow = shop.flow([Step<Waypoint>]())
    #expect(try await flow.start() == .finished)
    flow.queue = [Step(ask)]
    #expect(try await flow.start() == .handled(ask))
    let result = flow.result
    #expect(try await flow.advance(from: ask) == .finished)
    #expect(flow.result === result)
    #expect(try await result.value == .finished)
  }

  @Test("Steps are routings: they wait for their turn, and observers hear of them")
  func orderOfRoutings() async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    try shop.wireframe.register("/slow", option: .push) { _ in
      await gate.pass()
      return Screen("slow")
    }
    let flow = shop.flow()
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let start = Task { try await flow.start() }
    #expect(await shop.wireframe.isAwaited(by: 1))
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

  @Test(
    "A step's own handler or provider that awaits the flow gets reentrant at once, in a module, too",
    arguments: ["handler", "provider"], [false, true])
  func ownRoles(role: String, isMounted: Bool) async throws {
    let shop = try await ColourShop(limits: RoutingLimits())
    let main = Wireframe<Screen>()
    if isMounted { try main.mount(shop.wireframe, at: "/module") }
    let ways = ["red": "ask"]
    let (red, ask) = (Waypoint("red", ways), Waypoint("ask", ways))
    let flow = shop.flow([Step(red), Step(ask)])
    if role == "handler" {
      try shop.wireframe.handle("/steps/ask") { [weak flow] _ in
        _ = try await flow?.advance(from: ask)
      }
    } else {
      try shop.wireframe.register("/steps/ask") { [weak flow] _ in
        _ = try await flow?.advance(from: red)
        return Screen("ask")
      }
    }
    try await flow.start()
    #expect(try await failure { try await flow.advance(from: red) }.code == .reentrant)
    #expect(shop.shown == ["root", "1"])
  }

  @Test("A handler may await a flow whose steps are screens: nothing waits for itself")
  func screensOfAHandler() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step(OwnStep(1, .screen { Screen("made") }))])
    try shop.wireframe.handle("/begin") { _ in try await flow.start() }
    try await shop.wireframe.route(to: "/begin")
    #expect(shop.shown == ["root", "made"])
  }

  @Test(
    "What another routing takes away while a step waits for its turn has left the flow",
    arguments: ["/slow", "/steps/orange"])
  func otherRoutings(urlText: String) async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    try shop.wireframe.register("/slow") { _ in Screen("slow") }
    try shop.wireframe.observe(under: RoutePattern("/")) { route in
      if route.request.option is Root { await gate.pass() }
      return .proceed
    }
    let flow = shop.flow()
    try await flow.start()
    let result = flow.result
    let slow = Task { try await shop.wireframe.route(to: urlText, option: .root) }
    await gate.waitForArrivals()
    let move = Task { try await flow.advance(from: .red) }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    _ = try await slow.value
    #expect(try await move.value == .shown(.orange))
    #expect(shop.shown == [urlText == "/slow" ? "slow" : "2", "2"])
    #expect(flow.shownSteps == [.orange])
    try #require(flow.result !== result)
    #expect(try await result.value == .left)
    #expect(try await failure { try await flow.back() }.code == .nothingToLeave)
    #expect(shop.shown.count == 2)
  }

  @Test(
    "A step that leaves while the next one is made has left the flow; the next begins a new run",
    arguments: [false, true], [false, true])
  func changesWhileMaking(isURL: Bool, byUser: Bool) async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    func make() async -> Screen {
      await gate.pass()
      return Screen("made")
    }
    try shop.wireframe.register("/made") { _ in await make() }
    let made = OwnStep(2, isURL ? .url("/made") : .screen { await make() })
    let flow = shop.flow([Step(OwnStep(1, .url("/steps/red"))), Step(made)], order: .listed)
    try await flow.start()
    let result = flow.result
    let move = Task { try await flow.advance(from: OwnStep(1, .url("/steps/red"))) }
    await gate.waitForArrivals()
    if byUser {
      try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    } else {
      try await shop.navigation.setRoot(Screen("home"))
    }
    #expect(try await result.value == .left)
    gate.open()
    #expect(try await move.value == .shown(made))
    #expect(shop.shown == [byUser ? "root" : "home", "made"])
    #expect(flow.shownSteps == [made])
    #expect(flow.result !== result)
  }

  @Test("A screen that is made for a sheet which the user closes comes onto no other stack")
  func closedWhileMaking() async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    let steps = [
      OwnStep(1, .url("/steps/red", option: .modal(.sheet, hasStack: true))),
      OwnStep(
        2,
        .screen {
          await gate.pass()
          return Screen("made")
        }),
    ]
    let flow = shop.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    let result = flow.result
    let move = Task { try await flow.advance(from: steps[0]) }
    await gate.waitForArrivals()
    try shop.navigation.performAsUser(.dismiss(1))
    gate.open()
    let error = try await failure { try await move.value }
    #expect(error.code == .cancelled)
    #expect(
      error.description
        == "The routing was cancelled: the stack in which its screen was wanted has left.")
    #expect(shop.shown == ["root"])
    #expect(try await result.value == .left)
    #expect(flow.result === result)
  }

  @Test("A screen without a URL comes into the tab in which it was asked for, and chooses none")
  func otherTabWhileMaking() async throws {
    let (shop, gate) = (try await ColourShop(), Barrier())
    let tree = NavigationTree<Screen>(tabs: ["A", "B"])
    let made = OwnStep(
      1,
      .screen {
        await gate.pass()
        return Screen("made")
      })
    let flow = StepFlow(
      StepQueue([Step(made)]), wireframe: shop.wireframe, host: tree, order: .listed, limit: nil)
    for tab in ["B", "A"] {
      try await tree.selectTab(tab)
      try await tree.push(Screen(tab))
    }
    let move = Task { try await flow.start() }
    await gate.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    gate.open()
    #expect(try await move.value == .shown(made))
    #expect(tree.state.shown.map { "\($0.controller)" } == ["B"])
    #expect(flow.shownSteps == [made])
    try tree.performAsUser(.selectTab(0))
    #expect(tree.state.shown.map { "\($0.controller)" } == ["A", "made"])
  }

  @Test("A screen that is made for a split view comes, though that becomes narrow meanwhile")
  func narrowWhileMaking() async throws {
    let (shop, gate) = (try await ColourShop(), Barrier())
    let made = OwnStep(
      1,
      .screen {
        await gate.pass()
        return Screen("made")
      })
    let flow = shop.flow([Step(made)], order: .listed)
    let move = Task { try await flow.start() }
    await gate.waitForArrivals()
    // As UIKit reports a column of its own for narrow windows.
    try shop.navigation.performAsUser(
      NavigationOperation { $0.layers[0].stacks[0].entries = [NavigationEntry(Screen("narrow"))] })
    gate.open()
    #expect(try await move.value == .shown(made))
    #expect(shop.shown == ["narrow", "made"])
  }

  /// What may happen while the host takes its time.
  enum Meanwhile: CaseIterable { case routing, root, move, user, nothing }

  @Test(
    "What the user, a routing or a move takes away while the host shows a step has left the flow",
    arguments: Meanwhile.allCases)
  func changesWhileShowing(what: Meanwhile) async throws {
    let shop = try await ColourShop()
    try shop.wireframe.register("/home", option: .root) { _ in Screen("home") }
    let host = SlowHost(shop.navigation)
    let steps = [OwnStep(1, .url("/steps/red")), OwnStep(2, .screen { Screen("made") })]
    let flow = StepFlow(
      StepQueue(steps.map { Step($0) }), wireframe: shop.wireframe, host: host, order: .listed,
      limit: nil)
    try await flow.start()
    let move = Task { try await flow.advance(from: steps[0]) }
    await host.gate.waitForArrivals()
    switch what {
    case .routing: try await shop.wireframe.route(to: "/home")
    case .root: try await shop.navigation.setRoot(Screen("home"))
    case .move: try await shop.navigation.pop()
    case .user: try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    case .nothing: break
    }
    host.gate.open()
    #expect(try await move.value == .shown(steps[1]))
    #expect(shop.shown.last == "made")
    #expect(flow.shownSteps == (what == .nothing ? steps : [steps[1]]))
    // The step's own screen is known: when it leaves, the step has.
    let top = shop.navigation.state.shown.count - 2
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[top].id))
    #expect(flow.shownSteps == (what == .nothing ? [steps[0]] : []))
  }

  private struct RoutelessPush: RoutingOption {}

  private struct RoutelessPresenter: ControllerRoutingPresenter {
    let host: NavigationTree<Screen>

    func present(_ controller: Screen, option: RoutelessPush, event: RoutingEvent) async throws {
      try await host.push(controller)
    }
  }

  @Test("A step that is presented in its own way leaves with its screen", arguments: [false, true])
  func ownWay(byUser: Bool) async throws {
    let shop = try await ColourShop()
    let step = OwnStep(1, .present { try await $0.present(Screen("own way")) })
    let flow = shop.flow([Step(step)])
    try await flow.start()
    #expect(flow.shownSteps == [step])
    if byUser {
      try shop.navigation.performAsUser(.dismiss(1))
    } else {
      try await shop.navigation.dismiss()
    }
    #expect(flow.shownSteps == [])
  }

  @Test("A step is known by its screen also if a presenter gives the host no route")
  func withoutRoute() async throws {
    let shop = try await ColourShop()
    shop.wireframe.add(presenter: RoutelessPresenter(host: shop.navigation))
    let flow = shop.flow([Step(OwnStep(1, .url("/steps/red", option: RoutelessPush())))])
    try await flow.start()
    #expect(shop.shown == ["root", "1"])
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    #expect(flow.shownSteps == [])
  }

  private struct HintedPush: RoutingOption {}

  private struct HintingPresenter: ControllerRoutingPresenter {
    let host: NavigationTree<Screen>

    func present(_ controller: Screen, option: HintedPush, event: RoutingEvent) async throws {
      try await host.push(controller, route: event.route)
      try await host.present(Screen("hint"))
    }
  }

  @Test("A step is the screen of its route also if a presenter shows something above it")
  func belowAHint() async throws {
    let shop = try await ColourShop()
    shop.wireframe.add(presenter: HintingPresenter(host: shop.navigation))
    let step = OwnStep(1, .url("/steps/red", option: HintedPush()))
    let flow = shop.flow([Step(step)])
    try await flow.start()
    #expect(shop.shown == ["root", "1", "hint"])
    try shop.navigation.performAsUser(.dismiss(1))
    #expect(flow.shownSteps == [step])
  }

  @Test("A step without a URL is its own screen, also if that shows something above it at once")
  func belowItsOwnHint() async throws {
    let shop = try await ColourShop()
    let step = OwnStep(1, .screen { Screen("made") })
    let flow = shop.flow([Step(step)])
    shop.navigation.onChange { [unowned tree = shop.navigation] change in
      guard change.entered.contains(where: { "\($0.controller)" == "made" }) else { return }
      try? tree.perform(.present(Screen("hint"), route: nil, option: .modal), animated: false)
    }
    try await flow.start()
    #expect(shop.shown == ["root", "made", "hint"])
    try shop.navigation.performAsUser(.dismiss(1))
    #expect(flow.shownSteps == [step])
  }

  @Test("A step that was there already, and leaves as soon as it is in front, has left the flow")
  func leftInFront() async throws {
    let shop = try await ColourShop()
    let tree = shop.navigation
    try await shop.wireframe.route(to: "/steps/red", option: .push)
    try await tree.push(Screen("help"))
    let request = RoutingRequest("/steps/red", option: .push, ifPresented: .bringToFront)
    let flow = shop.flow([Step(OwnStep(1, .request(request)))])
    let root = tree.state.shown[0].id
    tree.onChange { [unowned tree] change in
      if change.cause == .app { try? tree.performAsUser(.pop(to: root)) }
    }
    try await flow.start()
    #expect(shop.shown == ["root"])
    try #require(flow.current == nil)
    #expect(try await flow.result.value == .left)
  }

  @Test("A step that is shown elsewhere than on the host stays when the screen before it leaves")
  func elsewhere() async throws {
    let shop = try await ColourShop()
    let steps = [OwnStep(1, .screen { Screen("made") }), OwnStep(2, .present { _ in })]
    let flow = shop.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    #expect(try await flow.advance(from: steps[0]) == .shown(steps[1]))
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    #expect(flow.shownSteps == [steps[1]])
  }

  @Test("In a module, too, a step that replaces the one before keeps the way back to it")
  func replacingInAModule() async throws {
    let shop = try await ColourShop()
    let main = Wireframe<Screen>()
    try main.mount(shop.wireframe, at: "/module")
    let flow = shop.flow(StepFlowEndTests.Wizard.allCases.map { Step($0) })
    try await flow.start()
    try await flow.advance(from: .red)
    #expect(shop.shown == ["root", "2"])
    #expect(flow.shownSteps == [.red, .orange])
    try shop.navigation.performAsUser(.dismiss(1))
    #expect(flow.shownSteps == [])
  }
}
