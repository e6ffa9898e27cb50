import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore
import WireframeInsight

/// Parents, tabs and the app's own options, out of files.
@MainActor
@Suite(.hangsNever)
struct ConfiguredJourneyTests {
  @Test("An entry names the screen below it: a link lands there, in one move")
  func parents() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(
      #""pattern": "/list", "builder": "screen", "title": "List""#,
      #""pattern": "/list/:id", "builder": "screen", "title": "Entry", "parent": "/list""#,
      defaults: #""navigator": "push", "exposure": "external""#)
    var changes = 0
    shop.navigation.onChange { _ in changes += 1 }
    _ = await shop.wireframe.open("myapp://list/1", origin: .customScheme)
    #expect(shop.shown == ["root", "List", "Entry"])
    #expect(changes == 1)
    try await shop.wireframe.route(to: "/list/2")
    #expect(shop.shown == ["root", "List", "Entry", "Entry"])
  }

  @Test("a file's navigator with an app's own option: its presenter shows the destination")
  func ownOption() async throws {
    let shop = try await ConfiguredShop()
    let presenter = WidePresenter(on: shop.navigation)
    shop.wireframe.add(presenter: presenter)
    let seen = SeenOptions()
    shop.wireframe.add(optionProvider: seen)
    shop.configuration.register(
      navigator: "drawer", options: ["width": .int],
      option: { values in WideDrawer(width: values["width", as: Int.self] ?? 320) })
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "drawer", "options": {"width": 500}"#,
      #""pattern": "/b", "builder": "screen", "navigator": "drawer""#)
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/b")
    #expect(presenter.widths == [500, 320])
    #expect(seen.options.allSatisfy { $0 is WideDrawer })
    #expect(shop.shown == ["root", "/a", "/b"])
    let error = try await shop.failure("/a", option: .navigator("drawer"))
    #expect(error.code == .noPresenter)
    #expect(error.description.contains("pass the option itself"))
  }

  @Test("Entries keep the option of a navigator that is gone, and an audit does not miss it")
  func goneOption() async throws {
    let shop = try await ConfiguredShop()
    shop.wireframe.add(presenter: WidePresenter(on: shop.navigation))
    let drawer = shop.configuration.register(
      navigator: "drawer", option: { _ in WideDrawer(width: 320) })
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "drawer""#)
    drawer.remove()
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "/a"])
    #expect(shop.wireframe.missingPartMessages == [])
  }

  @Test("A navigator with an app's own option leaves earlier files the one of its name")
  func laterOption() async throws {
    let shop = try await ConfiguredShop()
    let presenter = WidePresenter(on: shop.navigation)
    shop.wireframe.add(presenter: presenter)
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "push""#)
    shop.configuration.register(navigator: "push", option: { _ in WideDrawer(width: 320) })
    try shop.load(#""pattern": "/b", "builder": "screen", "navigator": "push""#)
    for url in ["/a", "/b"] { try await shop.wireframe.route(to: url) }
    #expect(presenter.widths == [320])
    #expect(shop.shown == ["root", "/a", "/b"])
    #expect(shop.wireframe.audit().map(\.code) == [])
  }

  @Test("An audit misses a navigator that is gone beside an app's own option of its name")
  func goneBesideOption() async throws {
    let shop = try await ConfiguredShop()
    let card = shop.configuration.register(navigator: "card") { _ in }
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "card""#)
    shop.configuration.register(navigator: "card", option: { _ in WideDrawer(width: 320) })
    #expect(shop.wireframe.missingPartMessages == [])
    card.remove()
    #expect(try await shop.failure("/a").code == .noPresenter)
    #expect(
      shop.wireframe.missingPartMessages == [
        "'/a' needs the navigator 'card', which is not registered. Register it."
      ])
  }

  @Test("Routes of earlier files keep their placeholders beside an app's own option of that name")
  func placeholderBesideOption() async throws {
    let limits = RoutingLimits(provide: nil, present: nil, placeholder: .zero)
    let (shop, gate) = (try await ConfiguredShop(limits: limits), Barrier())
    shop.wireframe.addPlaceholder { _, _ in Screen("loading") }
    shop.configuration.register(builder: "slow") { _ in
      await gate.pass()
      return Screen("slow")
    }
    try shop.load(#""pattern": "/a", "builder": "slow", "navigator": "push""#)
    shop.configuration.register(navigator: "push", option: { _ in WideDrawer(width: 320) })
    let routing = Task { try await shop.wireframe.route(to: "/a").outcome }
    #expect(await eventually { shop.shown == ["root", "loading"] })
    gate.open()
    #expect(try await routing.value == .presented)
    #expect(shop.shown == ["root", "slow"])
  }

  @Test("With a transition before the jump, the parents come first, and then the jump")
  func transitions() async throws {
    let shop = try await ConfiguredShop()
    var sources: [String] = []
    shop.configuration.transition = Sources { sources.append($0) }
    try shop.load(
      #""pattern": "/list", "builder": "screen", "title": "List""#,
      #""pattern": "/list/:id", "builder": "screen", "title": "Entry", "parent": "/list""#,
      defaults: #""navigator": "push", "exposure": "external""#)
    _ = await shop.wireframe.open("myapp://list/1", origin: .customScheme)
    #expect(shop.shown == ["root", "List", "Entry"])
    #expect(sources == ["List"])
  }

  @Test("An entry says what becomes of a screen that is already shown")
  func ifPresented() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(
      #""pattern": "/inbox", "builder": "screen", "navigator": "present", "ifPresented": "bringToFront""#
    )
    try await shop.wireframe.route(to: "/inbox")
    try await shop.wireframe.route(to: "/inbox")
    #expect(shop.shown == ["root", "/inbox"])
  }

  @Test("A file's entry waits behind a gate, and comes by its navigator once the user has passed")
  func gates() async throws {
    let shop = try await ConfiguredShop()
    let key = Barrier()
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { key.isOpen }
    try shop.load(
      #""pattern": "/login", "builder": "screen", "navigator": "present""#,
      #""pattern": "/account", "builder": "screen", "navigator": "present", "tags": ["requires-login"]"#
    )
    try await shop.wireframe.route(to: "/account")
    #expect(shop.shown == ["root", "/login"])
    key.open()
    try await shop.wireframe.resume(after: .requiresLogin)
    #expect(shop.shown == ["root", "/account"])
    #expect(shop.navigation.state.layers.count == 2)
  }

  @Test("A home of a file comes in place of others as its entry says", arguments: [false, true])
  func home(isBelowModal: Bool) async throws {
    let navigation = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(sources: ["myapp:"], home: "/", limits: .none)
    let configuration = RouteConfiguration(wireframe, on: navigation, tags: [.requiresLogin])
    configuration.register(builder: "screen") { Screen($0.route.urlText) }
    try configuration.load(
      json: #"""
        {"defaults": {"navigator": "root"}, "routes": [
          {"pattern": "/", "builder": "screen", "options": {"hasStack": false}},
          {"pattern": "/account", "builder": "screen", "tags": ["requires-login"]},
          {"pattern": "/help", "builder": "screen", "navigator": "present"}
        ]}
        """#)
    if isBelowModal {
      try await wireframe.route(to: "/help")
    } else {
      let end = Barrier()
      wireframe.observe(tag: .requiresLogin) { _ in end.isOpen ? .stop("closed") : .proceed }
      try await wireframe.route(to: "/account")
      end.open()
      try await wireframe.reevaluate()
    }
    let shown = navigation.state.shown.map { "\($0.controller)" }
    #expect(shown == (isBelowModal ? ["/", "/help"] : ["/"]))
    #expect(navigation.state.layers.first?.selectedStack.canPush == false)
  }

  @Test("A new root of a file that belongs to a tab keeps the tabs")
  func rootOfTab() async throws {
    let navigation = NavigationTree<Screen>(tabs: ["Home", "More"])
    let wireframe = Wireframe<Screen>(limits: .none)
    let configuration = RouteConfiguration(wireframe, on: navigation)
    configuration.register(builder: "screen") { Screen($0.route.urlText) }
    try configuration.load(
      json: #"""
        {"routes": [{"pattern": "/", "builder": "screen", "navigator": "root", "tab": "Home"}]}
        """#)
    try await navigation.push(Screen("own"))
    try await wireframe.route(to: "/")
    #expect(navigation.state.layers[0].kind == .tabs)
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["/"])
  }

  @Test("An entry says whether its screens are restored")
  func restoration() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(
      #""pattern": "/list", "builder": "screen", "navigator": "root", "restoration": "always""#,
      #""pattern": "/draft", "builder": "screen", "navigator": "push", "restoration": "never""#)
    try await shop.wireframe.route(to: "/list")
    try await shop.wireframe.route(to: "/draft")
    #expect(try shop.wireframe.savedState().omittedCount == 1)
  }

  @Test("An entry has old names, which go with the file")
  func aliases() async throws {
    let shop = try await ConfiguredShop()
    let file = try shop.load(
      #""pattern": "/accounts/:id<int>", "aliases": ["/konto/:id<int>", "/k/:id<int>"], "builder": "screen", "navigator": "push""#
    )
    for url in ["/konto/7", "/k/7"] {
      #expect(try await shop.wireframe.route(to: url).route.urlText == "/accounts/7")
    }
    file.remove()
    #expect(try await shop.failure("/konto/7").code == .noRoute)
    try shop.load(#""pattern": "/konto/:id<int>", "builder": "screen", "navigator": "push""#)
  }

  @Test(
    "An old name with other parameters, or one that is taken, is a fault",
    arguments: [
      (#""/k""#, "aliases", "a list of patterns"),
      (#"["/k/:id", 1]"#, "aliases[1]", "a pattern"),
      (#"["k/:id"]"#, "aliases[0]", "a pattern. At its column 1"),
      (#"["/k/:other"]"#, "aliases[0]", "a pattern with the names and types of the entry's own"),
      (#"["/k/:id<int>"]"#, "aliases[0]", "a pattern with the names and types of the entry's own"),
      (#"["/b/:id"]"#, "aliases[0]", "a pattern of its own: '/b/:id' of the wireframe"),
      (#"["/a/:id"]"#, "aliases[0]", "a pattern of its own: '/a/:id' of routes[0]"),
      (#"["/k/:id", "/k/:id"]"#, "aliases[1]", "a pattern of its own: '/k/:id' of routes[0]"),
    ])
  func faultyAliases(aliases: String, key: String, allowed: String) async throws {
    let shop = try await ConfiguredShop()
    try shop.wireframe.register("/b/:id") { _ in nil }
    let json =
      #"{"routes": [{"pattern": "/a/:id", "builder": "screen", "navigator": "push", "aliases": "#
      + aliases + "}]}"
    let texts = shop.configuration.faultTexts(of: json)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("routes[0].\(key) (") == true)
    #expect(texts.first?.contains("allowed: \(allowed)") == true)
    #expect(shop.wireframe.routes.count == 1)
  }

  @Test(
    "A file's push is a PushOption, and its modal a ModalOption, for providers and presenters of the app"
  )
  func standardOptions() async throws {
    let shop = try await ConfiguredShop()
    let seen = SeenOptions()
    shop.wireframe.add(optionProvider: seen)
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "push-animated""#,
      #""pattern": "/b", "builder": "screen", "navigator": "present", "options": {"style": "sheet"}"#
    )
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/b")
    let push = try #require(seen.options.first as? any PushOption)
    #expect(push.isAnimated)
    #expect((seen.options.last as? any ModalOption)?.style == .sheet)
    #expect((seen.options.last as? any JumpOption)?.navigator.name == "present")
    let presenter = OwnPushes()
    shop.wireframe.add(presenter: presenter)
    try await shop.wireframe.route(to: "/a")
    #expect(presenter.count == 1)
  }

  @Test(
    "A parent that is no pattern, the entry itself or of other names, and an unknown rule are faults",
    arguments: [
      (#""parent": "/a/:b:c""#, "parent", "a pattern"),
      (
        #""parent": "/x/:other""#, "parent",
        "a pattern whose names are among those of the entry's own"
      ),
      (
        #""parent": "/a/:id""#, "parent",
        "a pattern whose parents do not lead back to the entry's own"
      ),
      (#""ifPresented": "front""#, "ifPresented", "'bringToFront', 'presentAgain', 'replace'"),
      (#""restoration": "once""#, "restoration", "'always', 'never'"),
      (#""tab": 1"#, "tab", "the name of a tab"),
    ])
  func faults(member: String, key: String, allowed: String) async throws {
    let shop = try await ConfiguredShop()
    let json =
      #"{"routes": [{"pattern": "/a/:id", "builder": "screen", "navigator": "push", "#
      + member + "}]}"
    let texts = shop.configuration.faultTexts(of: json)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("routes[0].\(key)") == true)
    #expect(texts.first?.contains("allowed: \(allowed)") == true)
  }

  @Test("0.21: each circle of parents is a fault of the check, also one by way of the app")
  func circles() async throws {
    let shop = try await ConfiguredShop()
    try shop.wireframe.register("/app", option: .push, place: .under("/two")) { _ in nil }
    let json = """
      {"defaults": {"navigator": "push"}, "routes": [
      {"pattern": "/one", "builder": "screen", "parent": "/app"},
      {"pattern": "/two", "builder": "screen", "parent": "/one"},
      {"pattern": "/a/:id", "builder": "screen", "parent": "/b/:id"},
      {"pattern": "/b/:id", "builder": "screen", "parent": "/a/:id"}
      ]}
      """
    let allowed = "a pattern whose parents do not lead back to the entry's own"
    let faults = [
      "shop.json:3:52: routes[1].parent ('/two'): found '/one'; allowed: \(allowed).",
      "shop.json:5:54: routes[3].parent ('/b/:id'): found '/a/:id'; allowed: \(allowed).",
    ]
    #expect(shop.configuration.faultTexts(of: json) == faults)
    let error = #expect(throws: ConfigurationError.self) {
      try shop.configuration.load(json: json)
    }
    #expect(error?.faults.map(\.description) == faults)
  }

  @Test("0.21: a circle of parents by way of an old name is a fault of the check")
  func circlesOfOldNames() async throws {
    let shop = try await ConfiguredShop()
    let json = """
      {"defaults": {"navigator": "push"}, "routes": [
      {"pattern": "/own", "builder": "screen", "aliases": ["/old"], "parent": "/old"},
      {"pattern": "/one", "builder": "screen", "parent": "/before"},
      {"pattern": "/two", "builder": "screen", "aliases": ["/before"], "parent": "/one"}
      ]}
      """
    let allowed = "a pattern whose parents do not lead back to the entry's own"
    #expect(
      shop.configuration.faultTexts(of: json) == [
        "shop.json:2:73: routes[0].parent ('/own'): found '/old'; allowed: \(allowed).",
        "shop.json:4:76: routes[2].parent ('/two'): found '/one'; allowed: \(allowed).",
      ])
  }
}

private final class SeenOptions: RoutingOptionProvider {
  var options: [any RoutingOption] = []

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    if let current { options.append(current) }
    return nil
  }
}

/// The app's own presenter of every push.
private final class OwnPushes: ControllerRoutingPresenter {
  var count = 0

  func present(_ controller: Screen, option: any PushOption, event: RoutingEvent) { count += 1 }
}

/// A transition that tells where each jump begins.
private struct Sources: JumpTransition {
  let note: @MainActor (String) -> Void

  func prepare(_ jump: Jump<Screen>) { note(jump.source.map { "\($0)" } ?? "-") }
}

private struct WideDrawer: RoutingOption {
  let width: Int
}

@MainActor
private final class WidePresenter: ControllerRoutingPresenter {
  private let host: any NavigationHost<Screen>
  private(set) var widths: [Int] = []

  init(on host: any NavigationHost<Screen>) { self.host = host }

  func present(_ controller: Screen, option: WideDrawer, event: RoutingEvent) async throws {
    widths.append(option.width)
    try await host.present(controller, route: event.route, option: .modal(.sheet))
  }
}
