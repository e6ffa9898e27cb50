import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore
import WireframeInsight

/// The seven navigators, and those of apps.
@MainActor
@Suite(.hangsNever) struct ConfiguredNavigatorTests {
  @Test(
    "0.11: seven navigators ship: push, push-animated, present, present-animated, pop, dismiss, root"
  )
  func seven() async throws {
    let shop = try await ConfiguredShop()
    for name in ["push", "push-animated", "present", "present-animated", "root"] {
      try shop.load(
        "\"pattern\": \"/\(name)\", \"builder\": \"screen\", \"navigator\": \"\(name)\"")
    }
    for name in ["pop", "dismiss"] {
      try shop.load("\"pattern\": \"/\(name)\", \"navigator\": \"\(name)\"")
    }
    var seen: [[String]] = []
    for name in [
      "push", "push-animated", "pop", "present", "present-animated", "dismiss", "root",
    ] {
      let result = try await shop.wireframe.route(to: "/\(name)")
      #expect(result.outcome == (["pop", "dismiss"].contains(name) ? .handled : .presented))
      seen.append(shop.shown)
    }
    #expect(
      seen == [
        ["root", "/push"], ["root", "/push", "/push-animated"], ["root", "/push"],
        ["root", "/push", "/present"], ["root", "/push", "/present", "/present-animated"],
        ["root", "/push", "/present"], ["/root"],
      ])
    #expect(shop.navigation.state.top?.route?.urlText == "/root")
  }

  @Test(
    "0.11: the animated ones are animated, the others are not; pop, dismiss and root say it by an option"
  )
  func animation() async throws {
    let host = WatchedHost()
    let wireframe = Wireframe<Screen>()
    let configuration = RouteConfiguration(wireframe, on: host)
    configuration.register(builder: "screen") { Screen($0.route.urlText) }
    let shown = ["push", "push-animated", "present", "present-animated", "root"]
    var entries = shown.map {
      "{\"pattern\": \"/\($0)\", \"builder\": \"screen\", \"navigator\": \"\($0)\"}"
    }
    entries += [
      #"{"pattern": "/pop", "navigator": "pop"}"#,
      #"{"pattern": "/still-pop", "navigator": "pop", "options": {"animated": false}}"#,
      #"{"pattern": "/dismiss", "navigator": "dismiss"}"#,
      #"{"pattern": "/still-dismiss", "navigator": "dismiss", "options": {"animated": false}}"#,
      #"{"pattern": "/moving-root", "builder": "screen", "navigator": "root", "options": {"animated": true}}"#,
    ]
    try configuration.load(json: "{\"routes\": [\(entries.joined(separator: ","))]}")
    for url in [
      "/root", "/push", "/push-animated", "/pop", "/still-pop", "/present", "/present-animated",
      "/dismiss",
      "/still-dismiss", "/moving-root",
    ] {
      try await wireframe.route(to: url)
    }
    #expect(
      host.animated == [false, false, true, true, false, false, true, true, false, true])
  }

  @Test("The shipped navigators have the options of what they do")
  func options() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(
      #""pattern": "/sheet", "builder": "screen", "navigator": "present", "options": {"style": "sheet"}"#,
      #""pattern": "/gentle", "builder": "screen", "navigator": "push", "options": {"dismissesModals": false}"#,
      #""pattern": "/bare", "builder": "screen", "navigator": "root", "options": {"hasStack": false}"#,
      #""pattern": "/push", "builder": "screen", "navigator": "push""#)
    try await shop.wireframe.route(to: "/sheet")
    #expect(shop.navigation.state.layers.last?.style == .sheet)
    #expect(try await shop.failure("/gentle").code == .modalInTheWay)
    try await shop.wireframe.route(to: "/bare")
    #expect(try await shop.failure("/push").code == .noStack)
  }

  @Test("Option values are read by type: a whole number is a Double, too, and nothing else passes")
  func optionValues() {
    let values: OptionValues = [
      "b": .bool(true), "i": .int(1), "d": .double(0.5), "s": .string("x"),
    ]
    #expect(values["b", as: Bool.self] == true && values["i", as: Int.self] == 1)
    #expect(values["i", as: Double.self] == 1 && values["d", as: Double.self] == 0.5)
    #expect(values["s", as: String.self] == "x" && values["s"] == .string("x"))
    #expect(values["b", as: Int.self] == nil && values["i", as: Bool.self] == nil)
    #expect(values["d", as: Int.self] == nil && values["x", as: Int.self] == nil)
    #expect("\(values)" == "b: true, d: 0.5, i: 1, s: x")
  }

  @Test(
    "0.12: the navigator 'navigation-wrap' wraps the destination in a navigation container, and presents it"
  )
  func navigationWrap() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(navigator: "navigation-wrap") { jump in
      try await jump.host.present(
        jump.destination, route: jump.route, option: .modal(hasStack: true))
    }
    try shop.load(
      #""pattern": "/wrapped", "builder": "screen", "navigator": "navigation-wrap""#,
      #""pattern": "/next", "builder": "screen", "navigator": "push""#)
    try await shop.wireframe.route(to: "/wrapped")
    try await shop.wireframe.route(to: "/next")
    #expect(
      "\(shop.navigation.state)" == """
        root, stack
        └─ root
        modal (full screen), stack
        ├─ /wrapped
        └─ /next
        """)
  }

  @Test(
    "A lock that closes while a transition is prepared covers the screen, however it is shown",
    arguments: ["push", "present", "root"])
  func lockDuringTransition(navigator: String) async throws {
    let shop = try await ConfiguredShop()
    try shop.wireframe.register("/locked") { _ in Screen("Locked") }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await shop.wireframe.add(lock: lock)
    shop.configuration.register(transition: "closing") { _ in lock.cover() }
    try shop.load(
      """
      "pattern": "/page", "builder": "screen", "navigator": "\(navigator)", "transition": "closing"
      """)
    #expect(try await shop.wireframe.route(to: "/page").outcome == .presented)
    #expect(shop.navigation.cover?.description == "Locked")
    try await shop.wireframe.resume(after: lock)
    #expect(shop.navigation.cover == nil)
    #expect(shop.shown.last == "/page")
  }

  @Test("What comes while a transition is prepared is asked before a navigator takes it away")
  func comesDuringTransition() async throws {
    let (shop, preparing) = (try await ConfiguredShop(), Barrier())
    shop.configuration.register(transition: "fade") { _ in await preparing.pass() }
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "root", "transition": "fade""#)
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return asked.last == "editor" ? .stay("unsaved") : .leave
    }
    let routing = Task { try await shop.wireframe.route(to: "/a").outcome }
    await preparing.waitForArrivals()
    try await shop.navigation.present(Screen("editor"))
    preparing.open()
    #expect(try await routing.value == .stopped(reason: "unsaved"))
    #expect(asked == ["root", "editor"])
    #expect(shop.shown == ["root", "editor"])
  }

  @Test("Parents that come before a transition leave unasked if the navigator shows a new root")
  func parentsBelowRoot() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(transition: "fade") { _ in }
    try shop.load(
      #""pattern": "/list", "builder": "screen", "navigator": "push""#,
      """
      "pattern": "/list/:id", "builder": "screen", "navigator": "root", "parent": "/list",
      "transition": "fade"
      """)
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return .leave
    }
    try await shop.wireframe.route(to: "/list/1", landing: .underParents)
    #expect(asked == ["root"])
    #expect(shop.shown == ["/list/1"])
  }

  @Test("0.13: a jump is complete when its navigator says so")
  func completion() async throws {
    let shop = try await ConfiguredShop()
    let animation = Barrier()
    shop.configuration.register(navigator: "slow") { jump in
      try await jump.host.push(jump.destination, route: jump.route)
      await animation.pass()
    }
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "slow""#)
    var isDone = false
    let routing = Task {
      try await shop.wireframe.route(to: "/a")
      isDone = true
    }
    await animation.waitForArrivals()
    #expect(!isDone)
    #expect(shop.recorder.events.last == "willPresent /a")
    animation.open()
    try await routing.value
    #expect(isDone)
    #expect(shop.recorder.events.last == "didRoute /a")
  }

  @Test("0.20: entry, builder, transition, navigator, completion: in this order")
  func order() async throws {
    let shop = try await ConfiguredShop()
    var log: [String] = []
    shop.configuration.register(builder: "logged") { parameters in
      log.append("builder of \(parameters.route.urlText)")
      return Screen("a")
    }
    shop.configuration.register(storyboard: "Main") { id, _ in
      log.append("storyboard for \(id)")
      return Screen("b")
    }
    shop.configuration.register(transition: "fade") { jump in
      log.append("transition from \(jump.source?.description ?? "-") to \(jump.destination)")
    }
    shop.configuration.register(navigator: "logged") { jump in
      log.append("navigator to \(jump.destination)")
      try await jump.host.push(jump.destination, route: jump.route)
    }
    shop.wireframe.observe { route in
      log.append("entry \(route)")
      return .proceed
    }
    try shop.load(
      #""pattern": "/a", "builder": "logged", "navigator": "logged", "transition": "fade""#,
      #""pattern": "/b", "storyboard": "Main", "id": "B", "navigator": "logged", "transition": "fade""#
    )
    for url in ["/a", "/b"] {
      try await shop.wireframe.route(to: url)
      log.append("completion, \(shop.shown.last ?? "-") on screen")
    }
    #expect(
      log == [
        "entry '/a'", "builder of /a", "transition from root to a", "navigator to a",
        "completion, a on screen",
        "entry '/b'", "storyboard for B", "transition from a to b", "navigator to b",
        "completion, b on screen",
      ])
  }

  @Test("A call may name a navigator, with values; one that takes screens away presents nothing")
  func navigatorInACall() async throws {
    let shop = try await ConfiguredShop()
    try shop.wireframe.register("/a") { _ in Screen("a") }
    try await shop.wireframe.route(
      to: "/a", option: .navigator("present", options: ["style": .string("sheet")]))
    #expect(shop.navigation.state.layers.last?.style == .sheet)
    #expect(try await shop.failure("/a", option: .navigator("pop")).code == .noPresenter)
    #expect(try await shop.failure("/a", option: .navigator("nowhere")).code == .noPresenter)
    #expect(shop.shown == ["root", "a"])
  }

  @Test("A call with options that a file could not have fails before the screen is made")
  func optionsOfACall() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(navigator: "half", options: ["half": .bool]) { jump in
      try await jump.host.present(jump.destination, route: jump.route)
    }
    shop.configuration.register(navigator: "plain") { _ in }
    shop.configuration.register(builder: "sized", options: ["size": .int]) { _ in nil }
    var made = 0
    try shop.wireframe.register("/a") { _ in
      made += 1
      return Screen("a")
    }
    let rows: [(NavigatorOption, String)] = [
      (.navigator("half", options: ["half": .int(1)]), "'half', which allows true or false"),
      (.navigator("half", options: ["hlf": .bool(true)]), "'half', which allows the options"),
      (.navigator("plain", options: ["x": .int(1)]), "'plain', which allows no options"),
      (.navigator("push", options: ["style": .string("y")]), "'push', which allows the options"),
      (.navigator("present", options: ["style": .string("y")]), "'present', which allows 'full"),
    ]
    for (option, text) in rows {
      let error = try await shop.failure("/a", option: option)
      #expect(error.code == .presenterFailed)
      #expect(error.description.contains("for '/a' does not fit the navigator \(text)"))
    }
    #expect(made == 0)
    // An option for a builder is allowed, too: an option provider passes it on.
    let values: OptionValues = ["half": .bool(true), "size": .int(3)]
    try await shop.wireframe.route(to: "/a", option: .navigator("half", options: values))
    #expect(shop.shown == ["root", "a"])
  }

  @Test("An app's own navigator takes the place of a shipped one")
  func replaced() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(navigator: "push") { jump in
      try await jump.host.present(jump.destination, route: jump.route)
    }
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "push""#)
    try await shop.wireframe.route(to: "/a")
    #expect(shop.navigation.state.layers.count == 2)
  }

  @Test("When an app's own navigator is removed, the shipped one serves again")
  func shippedNavigatorReturns() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "push""#)
    var own: [Registration] = []
    for _ in 0..<2 {
      own.append(
        shop.configuration.register(navigator: "push") { jump in
          try await jump.host.present(jump.destination, route: jump.route)
        })
    }
    own[1].remove()
    try await shop.wireframe.route(to: "/a")
    #expect(shop.navigation.state.layers.count == 2)
    try await shop.navigation.dismiss()
    own[0].remove()
    try await shop.wireframe.route(to: "/a")
    #expect(shop.navigation.state.layers.count == 1)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test(
    "What is loaded with 'pop' or 'dismiss' takes a screen away, whatever is registered"
  )
  func leavingStays() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "push""#,
      #""pattern": "/sheet", "builder": "screen", "navigator": "present""#,
      #""pattern": "/back", "navigator": "pop""#, #""pattern": "/close", "navigator": "dismiss""#)
    let own = ["pop", "dismiss"].map { name in
      shop.configuration.register(navigator: name) { jump in
        try await jump.host.push(jump.destination, route: jump.route)
      }
    }
    try shop.load(#""pattern": "/odd", "builder": "screen", "navigator": "pop""#)
    for url in ["/a", "/odd", "/sheet", "/close", "/back"] {
      try await shop.wireframe.route(to: url)
    }
    #expect(shop.shown == ["root", "/a"])
    for registration in own { registration.remove() }
    try await shop.wireframe.route(to: "/back")
    #expect(shop.shown == ["root"])
    #expect(try await shop.failure("/odd").code == .noPresenter)
  }

  @Test("Two configurations of one wireframe keep their names apart")
  func twoConfigurations() async throws {
    let shop = try await ConfiguredShop()
    let other = RouteConfiguration(shop.wireframe, on: shop.navigation)
    var log: [String] = []
    for (name, configuration) in [("one", shop.configuration), ("two", other)] {
      configuration.register(builder: "same") { _ in Screen(name) }
      configuration.register(navigator: "same") { jump in
        log.append("\(name): \(jump.destination)")
        try await jump.host.push(jump.destination, route: jump.route)
      }
    }
    try other.load(
      json: #"{"routes": [{"pattern": "/two", "builder": "same", "navigator": "same"}]}"#)
    try shop.load(#""pattern": "/one", "builder": "same", "navigator": "same""#)
    try await shop.wireframe.route(to: "/two")
    try await shop.wireframe.route(to: "/one")
    #expect(log == ["two: two", "one: one"])
  }

  @Test(
    "A configuration that is taken back leaves the host to what else is on the wireframe",
    arguments: [false, true])
  func hostOfTheOthers(isConfiguration: Bool) async throws {
    let shop = try await ConfiguredShop()
    let other = isConfiguration ? RouteConfiguration(shop.wireframe, on: shop.navigation) : nil
    if !isConfiguration { shop.wireframe.addStandardPresenters(on: shop.navigation) }
    shop.configuration.remove()
    try await shop.navigation.push(Screen("pushed"))
    try await shop.wireframe.back()
    #expect(shop.shown == ["root"])
    try await shop.wireframe.reevaluate()
    other?.remove()
    if isConfiguration {
      #expect(try await failure { try await shop.wireframe.reevaluate() }.code == .noHost)
    }
  }

  @Test("A configuration is taken back, and one besides it stays; loading begins anew")
  func removedConfiguration() async throws {
    let shop = try await ConfiguredShop()
    let other = RouteConfiguration(shop.wireframe, on: shop.navigation)
    other.register(builder: "screen") { Screen($0.route.urlText) }
    try other.load(
      json: #"{"routes": [{"pattern": "/other", "builder": "screen", "navigator": "push"}]}"#)
    let entry = #""pattern": "/a", "builder": "screen", "navigator": "push""#
    try shop.load(entry)
    try shop.load(#""pattern": "/b", "navigator": "pop""#).remove()
    shop.configuration.remove()
    shop.configuration.remove()
    #expect(
      ["/a", "/b", "/other"].map { shop.wireframe.canRoute(to: $0) } == [false, false, true])
    try await shop.wireframe.route(to: "/other")
    let observer = shop.wireframe.observeLeaving { _ in .stay("asked") }
    await #expect(throws: RoutingError.self) { try await shop.navigation.pop() }
    other.remove()
    try await shop.navigation.pop()
    #expect(shop.shown == ["root"])
    observer.remove()
    try shop.wireframe.register("/plain") { _ in Screen("plain") }
    #expect(try await shop.failure("/plain", option: .navigator("push")).code == .noPresenter)
    try shop.load(entry)
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A transition that is there no more, or that a call misspells, is an error")
  func missingTransition() async throws {
    let shop = try await ConfiguredShop()
    let fade = shop.configuration.register(transition: "fade") { _ in }
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "transition": "fade""#)
    try await shop.wireframe.route(to: "/a")
    #expect(shop.wireframe.missingPartMessages == [])
    fade.remove()
    #expect(
      shop.wireframe.missingPartMessages == [
        "'/a' needs the transition 'fade', which is not registered. Register it."
      ])
    let error = try await shop.failure("/a")
    #expect(error.code == .presenterFailed)
    #expect(
      error.description
        == "No transition 'fade' is registered, but '/a' needs it. Register it on the 'RouteConfiguration', and keep "
        + "it registered.")
    #expect(shop.shown == ["root", "/a"])
  }
}

/// A headless host that notes which operations are animated.
private final class WatchedHost: NavigationHost {
  private let tree = NavigationTree<Screen>()
  private(set) var animated: [Bool] = []

  var state: NavigationState<Screen> { tree.state }
  var events: NavigationEvents<Screen> { tree.events }

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    self.animated.append(animated)
    try tree.perform(operation, animated: animated)
  }
}
