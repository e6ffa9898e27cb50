import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore
import WireframeTesting

/// What the pipeline does, once more through routes from a file.
@MainActor
@Suite(.hangsNever) struct ConfiguredPipelineTests {
  nonisolated static let members =
    #""pattern": "/members", "builder": "screen", "navigator": "push", "tags": ["requires-login"]"#
  nonisolated static let page = #""pattern": "/page", "builder": "screen", "navigator": "push""#

  @Test("A guard stops a configured route by its tag, before anything is built")
  func guardStops() async throws {
    let shop = try await ConfiguredShop()
    var isBuilt = false
    shop.configuration.register(builder: "screen") { _ in
      isBuilt = true
      return Screen("members")
    }
    shop.wireframe.observe(tag: .requiresLogin) { _ in .stop("members only") }
    try shop.load(Self.members)
    let result = try await shop.wireframe.route(to: "/members")
    #expect(result.outcome == .stopped(reason: "members only"))
    #expect(!isBuilt && shop.shown == ["root"])
  }

  @Test("A guard redirects a configured route to another one")
  func guardRedirects() async throws {
    let shop = try await ConfiguredShop()
    shop.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/page") }
    try shop.load(Self.members, Self.page)
    let result = try await shop.wireframe.route(to: "/members")
    #expect(result.route.urlText == "/page" && result.redirects.map(\.urlText) == ["/members"])
    #expect(shop.shown == ["root", "/page"])
  }

  @Test("A guard stops an entry that removes a screen")
  func guardStopsPop() async throws {
    let shop = try await ConfiguredShop()
    shop.wireframe.observe(tag: .requiresLogin) { _ in .stop("no") }
    try shop.load(
      Self.page, #""pattern": "/back", "navigator": "pop", "tags": ["requires-login"]"#)
    try await shop.wireframe.route(to: "/page")
    #expect(try await shop.wireframe.route(to: "/back").outcome == .stopped(reason: "no"))
    #expect(shop.shown == ["root", "/page"])
  }

  @Test("A builder or storyboard that throws fails the routing, and is named; nothing is presented")
  func builderThrows() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(builder: "broken") { _ in throw Broken() }
    shop.configuration.register(storyboard: "Broken") { _, _ in throw Broken() }
    try shop.load(
      #""pattern": "/a", "builder": "broken", "navigator": "push""#,
      #""pattern": "/b", "storyboard": "Broken", "id": "x", "navigator": "push""#)
    let (first, second) = (try await shop.failure("/a"), try await shop.failure("/b"))
    #expect(first.code == .providerFailed && first.underlyingError is Broken)
    #expect(
      first.description == """
        The builder 'broken' failed while providing the controller for '/a': it threw Broken. See \
        'underlyingError'.
        """)
    #expect(second.description.hasPrefix("The storyboard 'Broken' failed"))
    #expect(shop.shown == ["root"])
  }

  @Test(
    "A parameter that a builder misses keeps its own code; a builder that makes nothing is no controller"
  )
  func builderMissesAParameter() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(builder: "typed") { Screen("\(try $0["id"] as Int)") }
    shop.configuration.register(builder: "nothing") { _ in nil }
    try shop.load(
      #""pattern": "/a/:id", "builder": "typed", "navigator": "push""#,
      #""pattern": "/b", "builder": "nothing", "navigator": "push""#)
    #expect(try await shop.failure("/a/lamp").code == .unfitValue)
    #expect(try await shop.failure("/b").code == .noController)
  }

  @Test("A builder that hangs runs into the wireframe's limit, and the queue goes on")
  func builderHangs() async throws {
    let clock = ManualClock()
    let shop = try await ConfiguredShop(
      limits: RoutingLimits(provide: .seconds(30), present: nil), clock: clock)
    let gate = Barrier()
    shop.configuration.register(builder: "slow") { _ in
      await gate.pass()
      return Screen("slow")
    }
    try shop.load(#""pattern": "/slow", "builder": "slow", "navigator": "push""#, Self.page)
    let routing = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    try await shop.wireframe.route(to: "/page")
    gate.open()
    #expect(shop.shown == ["root", "/page"])
  }

  @Test(
    "A navigator that throws fails the routing, and is named; observers hear of the failure"
  )
  func navigatorThrows() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(navigator: "broken") { _ in throw Broken() }
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "broken""#)
    let error = try await shop.failure("/a")
    #expect(error.code == .presenterFailed && error.underlyingError is Broken)
    #expect(
      error.description == """
        The navigator 'broken' failed while presenting for '/a': it threw Broken. See \
        'underlyingError'.
        """)
    #expect(
      shop.recorder.events.suffix(2) == ["willPresent /a", "didFail /a presenterFailed"])
  }

  @Test("A transition that throws fails the routing, and is named; the navigator does not run")
  func transitionThrows() async throws {
    struct Torn: JumpTransition {
      func prepare(_ jump: Jump<Screen>) throws { throw Broken() }
    }
    let shop = try await ConfiguredShop()
    shop.configuration.register(transition: "torn") { _ in throw Broken() }
    try shop.load(
      Self.page,
      #""pattern": "/torn", "builder": "screen", "navigator": "push", "transition": "torn""#)
    #expect(try await shop.failure("/torn").description.hasPrefix("The transition 'torn' failed"))
    let pair = shop.configuration.register(transitionFrom: Screen.self, to: Screen.self) { _ in
      throw Broken()
    }
    #expect(
      try await shop.failure("/page").description
        .hasPrefix("The transition from Screen to Screen failed"))
    pair.remove()
    shop.configuration.transition = Torn()
    let error = try await shop.failure("/page")
    #expect(error.code == .presenterFailed && error.description.hasPrefix("Torn failed"))
    #expect(shop.shown == ["root"])
  }

  @Test("A cancelled routing presents nothing")
  func cancellation() async throws {
    let shop = try await ConfiguredShop()
    let gate = Barrier()
    shop.configuration.register(builder: "slow") { _ in
      await gate.pass()
      return Screen("slow")
    }
    try shop.load(#""pattern": "/slow", "builder": "slow", "navigator": "push""#)
    let routing = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    routing.cancel()
    gate.open()
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .cancelled)
    #expect(shop.shown == ["root"])
  }

  @Test("Exposure from the file is enforced by 'open'")
  func exposure() async throws {
    let shop = try await ConfiguredShop(origins: ["qr-code"])
    try shop.load(
      #""pattern": "/silent", "builder": "screen", "navigator": "push""#,
      #""pattern": "/closed", "builder": "screen", "navigator": "push", "exposure": "closed""#,
      #""pattern": "/open", "builder": "screen", "navigator": "push", "exposure": "external""#,
      #""pattern": "/code", "builder": "screen", "navigator": "push", "exposure": ["qr-code"]"#,
      #""pattern": "/found", "builder": "screen", "navigator": "push", "exposure": ["spotlight", "shortcut", "restoration"]"#,
      #""pattern": "/pop", "navigator": "pop", "exposure": "closed""#)
    for (path, origin, isOpen) in [
      ("silent", RoutingOrigin.customScheme, false), ("closed", .customScheme, false),
      ("open", .customScheme, true), ("code", .customScheme, false), ("code", "qr-code", true),
      ("pop", .customScheme, false), ("found", .spotlight, true), ("found", .shortcut, true),
      ("found", .restoration, true), ("found", .customScheme, false),
    ] {
      let outcome = await shop.wireframe.open("myapp://\(path)", origin: origin)
      #expect((outcome.result != nil) == isOpen, "\(path) from \(origin.rawValue)")
      if !isOpen { #expect(outcome.error?.code == .notExposed) }
    }
  }

  // MARK: Leaving

  /// Keeps every screen, and counts how often it is asked.
  private final class Keeper: LeaveGuard {
    var leavingScreens: [String] = []
    var keeps = true

    func decision(onLeaving leaving: LeavingScreen) -> LeaveDecision {
      leavingScreens.append("\(leaving.controller)")
      return keeps ? .stay("unsaved") : .leave
    }
  }

  @Test(
    "Observers are asked once before a configured route removes a screen",
    arguments: [false, true])
  func leaving(withStandardPresenters: Bool) async throws {
    let shop = try await ConfiguredShop()
    if withStandardPresenters { shop.wireframe.addStandardPresenters(on: shop.navigation) }
    let keeper = Keeper()
    shop.wireframe.add(leaveGuard: keeper)
    try shop.load(
      Self.page, #""pattern": "/back", "navigator": "pop""#,
      #""pattern": "/modal", "builder": "screen", "navigator": "present""#,
      #""pattern": "/close", "navigator": "dismiss""#,
      #""pattern": "/home", "builder": "screen", "navigator": "root""#)
    try await shop.wireframe.route(to: "/page")
    #expect(try await shop.failure("/back").code == .leaveRefused)
    #expect(keeper.leavingScreens == ["/page"])
    try await shop.wireframe.route(to: "/modal")
    #expect(try await shop.failure("/close").code == .leaveRefused)
    keeper.leavingScreens = []
    let pushed = try await shop.wireframe.route(to: "/page")  // it would dismiss the modal
    #expect(pushed.outcome == .stopped(reason: "unsaved"))
    #expect(keeper.leavingScreens == ["/modal"])
    keeper.leavingScreens = []
    keeper.keeps = false
    #expect(try await shop.wireframe.route(to: "/home").outcome == .presented)
    #expect(keeper.leavingScreens == ["/modal", "/page", "root"])
    #expect(shop.shown == ["/home"])
  }

  // MARK: Modules

  /// A module with two entries, mounted on an app that shows the same host.
  private func mountedModule() async throws -> (app: Wireframe<Screen>, module: ConfiguredShop) {
    let module = try await ConfiguredShop()
    let app = Wireframe<Screen>(sources: ["myapp:"])
    app.addStandardPresenters(on: module.navigation)
    try app.mount(module.wireframe, at: "/shop")
    return (app, module)
  }

  @Test("A configured module is mounted on another wireframe, before or after its file is loaded")
  func mounted() async throws {
    let (app, module) = try await mountedModule()
    var log: [String] = []
    module.configuration.register(transition: "fade") { jump in
      log.append("fade to \(jump.destination)")
    }
    try module.load(
      #""pattern": "/a/:id", "builder": "screen", "navigator": "push", "transition": "fade""#,
      #""pattern": "/back", "navigator": "pop""#)
    try await app.route(to: "myapp://shop/a/1")
    #expect(module.shown == ["root", "myapp://shop/a/1"])
    #expect(log == ["fade to myapp://shop/a/1"])
    try await module.wireframe.route(to: "/back")
    #expect(module.shown == ["root"])
  }

  @Test(
    "A tab that the user chooses is filled by the app, guards included, though a module's file shows screens on its host",
    arguments: [false, true])
  func tabsOfTheApp(isOfModule: Bool) async throws {
    let navigation = NavigationTree<Screen>(tabs: ["Home", "Accounts"])
    let app = Wireframe<Screen>(defaultOption: .push, limits: .none)
    app.addStandardPresenters(on: navigation)
    try app.register("/", place: .tab("Home")) { _ in Screen("Home") }
    try app.register("/login", option: .modal) { _ in Screen("Log in") }
    app.addGate(for: .requiresLogin, at: "/login") { false }
    let module = Wireframe<Screen>(limits: .none)
    let configuration = RouteConfiguration(module, on: navigation, tags: [.requiresLogin])
    configuration.register(builder: "screen") { Screen($0.route.urlText) }
    if isOfModule {
      try configuration.load(
        json: #"""
          {"routes": [{"pattern": "/list", "builder": "screen", "navigator": "push",
            "tags": ["requires-login"], "tab": "Accounts"}]}
          """#)
    } else {
      try app.register("/accounts", tags: [.requiresLogin], place: .tab("Accounts")) { _ in
        Screen("Accounts")
      }
    }
    let mount = try app.mount(module, at: "/m")
    try await app.route(to: "/")
    try navigation.performAsUser(.selectTab(1))
    await app.settled()
    #expect(navigation.state.shown.map(\.controller.description) == ["Log in"])
    try await app.back()
    await app.settled()
    mount.remove()
    configuration.remove()
    try navigation.performAsUser(.selectTab(1))
    await app.settled()
    #expect(
      navigation.state.shown.map(\.controller.description) == (isOfModule ? [] : ["Log in"]))
  }

  @Test("0.21: a file that conflicts with the wireframe above is taken back whole")
  func conflictAbove() async throws {
    let (app, module) = try await mountedModule()
    try app.register("/shop/b") { _ in Screen("b") }
    let entry = #""builder": "screen", "navigator": "push""#
    let error = #expect(throws: ConfigurationError.self) {
      _ = try module.load(#""pattern": "/a", \#(entry)"#, #""pattern": "/b", \#(entry)"#)
    }
    #expect(error?.faults.map(\.keyPath) == ["routes[1].pattern"])
    #expect(error?.faults.first?.found == "'/b'")
    #expect(!module.wireframe.canRoute(to: "/a") && !app.canRoute(to: "/shop/a"))
  }

  @Test("A configured screen can be had without presenting it")
  func embedded() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(Self.page)
    #expect(try await shop.wireframe.controller(for: "/page").description == "/page")
    #expect(shop.shown == ["root"])
  }

  @Test("What is loaded stays when the configuration goes, and keeps no wireframe alive")
  func lifetime() async throws {
    let navigation = NavigationTree<Screen>()
    var wireframe: Wireframe<Screen>? = Wireframe()
    weak var kept: Wireframe<Screen>?
    kept = wireframe
    do {
      let own = try #require(wireframe)
      let configuration = RouteConfiguration(own, on: navigation)
      configuration.register(builder: "a") { _ in Screen("a") }
      configuration.transition = nil
      try configuration.load(
        json: """
          {"routes": [{"pattern": "/", "builder": "a", "navigator": "root"},
                      {"pattern": "/back", "navigator": "pop"}]}
          """)
    }
    try await wireframe?.route(to: "/")
    #expect(navigation.state.shown.count == 1)
    wireframe = nil
    #expect(kept == nil)
  }
}
