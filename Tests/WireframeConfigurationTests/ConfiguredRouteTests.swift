import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore
import WireframeInsight

/// System 0, item by item: entries, builders, navigators.
@MainActor
@Suite(.hangsNever) struct ConfiguredRouteTests {
  nonisolated static let json = """
    {
      "defaults": { "navigator": "push-animated", "exposure": "external" },
      "routes": [
        { "pattern": "/products/:id<int>", "builder": "product", "title": "Product" },
        { "pattern": "/about", "storyboard": "Main", "id": "About", "exposure": "closed",
          "navigator": "present", "options": { "style": "sheet", "hasStack": true } }
      ]
    }
    """

  /// The same file in each form.
  enum Form: CaseIterable {
    case json, xml, binary

    var data: Data {
      get throws {
        let json = Data(ConfiguredRouteTests.json.utf8)
        guard self != .json else { return json }
        return try PropertyListSerialization.data(
          fromPropertyList: try JSONSerialization.jsonObject(with: json),
          format: self == .xml ? .xml : .binary, options: 0)
      }
    }
  }

  @Test(
    "0.1: routes are described in a file, JSON or property list, by the same schema",
    arguments: Form.allCases)
  func formats(form: Form) async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(builder: "product") {
      Screen("\($0.title ?? "") \(try $0["id"] as Int)")
    }
    shop.configuration.register(storyboard: "Main") { id, _ in Screen(id) }
    try shop.configuration.load(try form.data, named: "shop")
    try await shop.wireframe.route(to: "myapp://products/42")
    try await shop.wireframe.route(to: "/about")
    #expect(shop.shown == ["root", "Product 42", "About"])
    #expect(shop.navigation.state.layers.last?.style == .sheet)
    #expect(shop.navigation.state.canPush)
  }

  @Test("An audit learns which names of a file have no part any more")
  func missingParts() async throws {
    let shop = try await ConfiguredShop()
    let builder = shop.configuration.register(builder: "product") { _ in Screen("product") }
    let storyboard = shop.configuration.register(storyboard: "Main") { id, _ in Screen(id) }
    let file = try shop.configuration.load(Data(Self.json.utf8), named: "shop")
    #expect(shop.wireframe.missingPartMessages == [])
    builder.remove()
    storyboard.remove()
    #expect(
      shop.wireframe.missingPartMessages == [
        "'/products/:id<int>' needs the builder 'product', which is not registered. Register it.",
        "'/about' needs the storyboard 'Main', which is not registered. Register it.",
      ])
    file.remove()
    #expect(shop.wireframe.missingPartMessages == [])
  }

  @Test("A word list of thousands of words is loaded")
  func longWordList() async throws {
    let shop = try await ConfiguredShop()
    let count = Load.scaled(20_000)
    let words = (0..<count).map { "a-word-\($0)" }.joined(separator: "|")
    try shop.load(#""pattern": "/:w<\#(words)>", "builder": "screen", "navigator": "push""#)
    try await shop.wireframe.route(to: "/a-word-\(count - 1)")
    #expect(shop.shown == ["root", "/a-word-\(count - 1)"])
  }

  #if DEBUG
    @Test("A pattern's names and its parent's are compared in one pass, however many they are")
    func manyNames() async throws {
      try await expectLinear((20, 400)) { count in
        let shop = try await ConfiguredShop()
        let path = (0..<count).map { "/:name\($0)" }.joined()
        try shop.load(
          #""pattern": "\#(path)/end", "parent": "\#(path)""#
            + #", "builder": "screen", "navigator": "push""#)
        #expect(shop.wireframe.routes.map(\.parent?.text) == [path])
      }
    }

    @Test("An entry's builder is found by its name, without a list of all builders")
    func manyBuilders() async throws {
      try await expectLinear((20, 200)) { count in
        let shop = try await ConfiguredShop()
        let entries = (0..<count).map { number in
          shop.configuration.register(builder: "b\(number)") { _ in nil }
          return #"{"pattern": "/p\#(number)", "parent": "/", "builder": "b\#(number)", "#
            + #""navigator": "push"}"#
        }
        let json = #"{"routes": [\#(entries.joined(separator: ","))]}"#
        #expect(try shop.configuration.check(Data(json.utf8), named: "many").count == count)
      }
    }
  #endif

  @Test("A file is loaded from a URL")
  func file() async throws {
    let shop = try await ConfiguredShop()
    let url = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("\(UUID().uuidString).json")
    try Data(#"{"routes": [{"pattern": "/a", "builder": "screen", "navigator": "push"}]}"#.utf8)
      .write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try shop.configuration.load(contentsOf: url)
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "/a"])
    #expect(try shop.configuration.check(Data(Self.good.utf8), named: "x").count == 1)
  }

  private static let good =
    #"{"routes": [{"pattern": "/b", "builder": "screen", "navigator": "push"}]}"#

  @Test("0.2: an entry with storyboard and id gets its controller from the registered storyboard")
  func storyboards() async throws {
    let shop = try await ConfiguredShop()
    var asked: [String] = []
    shop.configuration.register(storyboard: "Main", ids: ["About", "Imprint"]) { id, parameters in
      asked.append("\(id) for \(parameters.route)")
      return Screen("Main \(id)")
    }
    try shop.load(#""pattern": "/about", "storyboard": "Main", "id": "About", "navigator": "push""#)
    try await shop.wireframe.route(to: "/about")
    #expect(shop.shown == ["root", "Main About"])
    #expect(asked == ["About for '/about'"])
  }

  @Test(
    "0.3: an entry with a builder's name is built by that builder's code, such as one that loads a nib"
  )
  func builtByCode() async throws {
    let shop = try await ConfiguredShop()
    let nibs = ["Cart": ["a label", "a button"]]
    shop.configuration.register(builder: "cart") { _ in
      nibs["Cart"].map { Screen("Cart with \($0.joined(separator: " and "))") }
    }
    try shop.load(
      #""pattern": "/cart", "builder": "cart", "navigator": "push""#,
      #""pattern": "/other", "builder": "screen", "navigator": "push""#)
    try await shop.wireframe.route(to: "/cart")
    #expect(shop.shown == ["root", "Cart with a label and a button"])
  }

  @Test("0.4: a builder is registered by name, and gets the parameters")
  func builders() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(builder: "product") { parameters in
      Screen(
        "Product \(try parameters["id"] as Int) in \(try parameters["section"] as String? ?? "all")"
      )
    }
    shop.configuration.register(builder: "help") { parameters in
      let topic: [String] = try parameters["topic"]
      return Screen(topic.joined(separator: ">"))
    }
    try shop.load(
      #""pattern": "/products/:id<int>/:section?", "builder": "product", "navigator": "push""#,
      #""pattern": "/help/*topic", "builder": "help", "navigator": "push""#)
    try await shop.wireframe.route(to: "/products/7")
    try await shop.wireframe.route(to: "/products/8/reviews")
    try await shop.wireframe.route(to: "/help/a/b")
    #expect(shop.shown == ["root", "Product 7 in all", "Product 8 in reviews", "a>b"])
  }

  private enum Key: String { case id, section, topic, ref, page, user }

  @Test(
    "0.5: a builder gets path values, query and objects of this navigation, and they stay apart")
  func parameters() async throws {
    let shop = try await ConfiguredShop()
    var seen: [String] = []
    shop.configuration.register(builder: "product", options: ["size": .int]) { parameters in
      seen = [
        try parameters["id"], parameters.query["ref"] ?? "-",
        parameters.payload["user", as: String.self] ?? "-", parameters.title ?? "-",
        "\(parameters.options["size", as: Int.self] ?? 0)",
        "\(parameters.router === shop.wireframe)",
      ]
      return Screen("product")
    }
    try shop.load(
      """
      "pattern": "/products/:id", "builder": "product", "navigator": "push", "title": "One",
      "options": { "size": 3 }
      """)
    try await shop.wireframe.route(to: "/products/7?ref=mail&id=8&user=eve")
    #expect(seen == ["7", "mail", "-", "One", "3", "true"])
    try await shop.wireframe.route(
      to: "/products/7?ref=mail", payload: ["user": "ada", "id": "9", "ref": "x"])
    #expect(seen == ["7", "mail", "ada", "One", "3", "true"])
  }

  @Test("0.6: parameter keys come from an enum with raw values")
  func keysFromAnEnum() async throws {
    let shop = try await ConfiguredShop()
    var seen: [String] = []
    shop.configuration.register(builder: "product") { parameters in
      let id: Int = try parameters[Key.id]
      let section: String? = try parameters[Key.section]
      let page = try parameters.query[Key.page, as: Int.self]
      seen = [
        "\(id)", section ?? "-", parameters.query[Key.ref] ?? "-", "\(page ?? 0)",
        parameters.payload[Key.user, as: String.self] ?? "-",
      ]
      return Screen("product")
    }
    shop.configuration.register(builder: "help") { parameters in
      let topic: [String] = try parameters[Key.topic]
      return Screen(topic.joined(separator: ">"))
    }
    try shop.load(
      #""pattern": "/products/:id<int>/:section?", "builder": "product", "navigator": "push""#,
      #""pattern": "/help/*topic", "builder": "help", "navigator": "push""#)
    try await shop.wireframe.route(to: "/products/7/new?ref=mail&page=2", payload: ["user": "ada"])
    #expect(seen == ["7", "new", "mail", "2", "ada"])
    try await shop.wireframe.route(to: "/help/a/b")
    #expect(shop.shown.last == "a>b")
  }

  @Test("0.7: a builder may ignore its parameters")
  func ignoredParameters() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(builder: "cart") { _ in Screen("Cart") }
    try shop.load(#""pattern": "/cart/:id", "builder": "cart", "navigator": "push""#)
    try await shop.wireframe.route(to: "/cart/7?x=1", payload: ["k": 1])
    #expect(shop.shown == ["root", "Cart"])
  }

  private struct Alerts: AlertSource {
    func controller(for alert: AlertContent, router: any Router) -> Screen {
      Screen("\(alert.title ?? "-") | \(alert.message ?? "-") | \(alert.button)")
    }
  }

  @Test("0.8: the builder 'alert' ships, over what makes a platform's alerts")
  func alerts() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(alerts: Alerts())
    try shop.load(
      """
      "pattern": "/offline", "builder": "alert", "navigator": "present", "title": "Offline",
      "options": { "message": "Try later.", "button": "Close", "style": "sheet" }
      """,
      #""pattern": "/bare", "builder": "alert", "navigator": "present""#)
    try await shop.wireframe.route(to: "/offline?title=eve&message=eve&button=eve")
    try await shop.wireframe.route(to: "/bare")
    try await shop.wireframe.route(
      to: "/offline", payload: ["title": "Now", "message": "Really.", "button": "Yes"])
    #expect(
      shop.shown == [
        "root", "Offline | Try later. | Close", "- | - | OK", "Now | Really. | Yes",
      ])
  }

  @Test("An alert in a file without a source of alerts: the fault names the call that adds one")
  func noAlerts() async throws {
    let shop = try await ConfiguredShop()
    let json = #"{ "routes": [{ "pattern": "/a", "builder": "alert", "navigator": "push" }] }"#
    let place = "shop.json:1:44: routes[0].builder ('/a')"
    #expect(
      shop.configuration.faultTexts(of: json) == [
        "\(place): found 'alert'; allowed: 'screen', and 'alert' after 'register(alerts:)'."
      ])
    shop.configuration.register(alerts: Alerts())
    #expect(shop.configuration.faultTexts(of: json) == [])
  }

  @Test("0.9: an entry names its navigator; what it leaves out is said by the defaults")
  func navigatorByName() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "present""#,
      #""pattern": "/b", "builder": "screen""#,
      defaults: #""navigator": "root""#)
    try await shop.wireframe.route(to: "/a")
    #expect(shop.navigation.state.layers.map(\.style) == [nil, .fullScreen])
    let result = try await shop.wireframe.route(to: "/b")
    #expect(shop.shown == ["/b"])
    #expect((result.option as? NavigatorOption)?.name == "root")
  }

  @Test(
    "0.10: a navigator is registered by name, runs asynchronously, and gets source and destination")
  func navigators() async throws {
    let shop = try await ConfiguredShop()
    var seen: [String] = []
    shop.configuration.register(navigator: "swap") {
      [navigation = shop.navigation] source, destination in
      await Task.yield()
      seen.append("\(source.map { "\($0)" } ?? "nothing") to \(destination)")
      try await navigation.setRoot(destination)
    }
    shop.configuration.register(navigator: "loud", options: ["times": .int]) { jump in
      let times = jump.options["times", as: Int.self] ?? 1
      seen.append(String(repeating: "!", count: times) + "\(jump.route)")
      try await jump.host.push(jump.destination, route: jump.route)
    }
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "swap""#,
      #""pattern": "/b", "builder": "screen", "navigator": "loud", "options": { "times": 3 }"#)
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/b")
    #expect(seen == ["root to /a", "!!!'/b'"])
    #expect(shop.shown == ["/a", "/b"])
    #expect(shop.navigation.state.top?.route?.pattern == "/b")
  }

  @Test("Without a screen there is no source")
  func noSource() async throws {
    let wireframe = Wireframe<Screen>()
    let navigation = NavigationTree<Screen>()
    let configuration = RouteConfiguration(wireframe, on: navigation)
    var sources: [Bool] = []
    configuration.register(builder: "a") { _ in Screen("a") }
    configuration.register(navigator: "first") { source, destination in
      sources.append(source == nil)
      try await navigation.setRoot(destination)
    }
    try configuration.load(
      json: #"{"routes": [{"pattern": "/", "builder": "a", "navigator": "first"}]}"#)
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/")
    #expect(sources == [true, false])
  }

  @Test(
    "A part that is registered under a taken name serves from then on; removed, it leaves its later namesake"
  )
  func partsAreReplaced() async throws {
    let shop = try await ConfiguredShop()
    let first = shop.configuration.register(builder: "a") { _ in Screen("first") }
    try shop.load(#""pattern": "/a", "builder": "a", "navigator": "push""#)
    try await shop.wireframe.route(to: "/a")
    let second = shop.configuration.register(builder: "a") { _ in Screen("second") }
    first.remove()
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "first", "second"])
    second.remove()
    #expect(try await shop.failure("/a").code == .noController)
  }

  /// Removes a registration when it goes itself.
  @MainActor
  private final class Owner {
    private let registration: Registration
    init(of registration: Registration) { self.registration = registration }
    deinit { MainActor.assumeIsolated { [registration] in registration.remove() } }
  }

  @Test("A builder that is removed may take another one along")
  func removedWithItsOwner() async throws {
    let shop = try await ConfiguredShop()
    let other = shop.configuration.register(builder: "a") { _ in Screen("a") }
    let owning = shop.configuration.register(builder: "b") { [owner = Owner(of: other)] _ in
      withExtendedLifetime(owner) { Screen("b") }
    }
    try shop.load(#""pattern": "/a", "builder": "a", "navigator": "push""#)
    owning.remove()
    #expect(try await shop.failure("/a").code == .noController)
  }

  @Test("A transition between two types that is removed may take another one along")
  func removedTransitionWithItsOwner() async throws {
    let shop = try await ConfiguredShop()
    var log: [String] = []
    let other = shop.configuration.register(transitionFrom: Screen.self, to: Screen.self) { _ in
      log.append("other")
    }
    let owning = shop.configuration.register(transitionFrom: Screen.self, to: Screen.self) {
      [owner = Owner(of: other)] _ in
      withExtendedLifetime(owner) { log.append("owning") }
    }
    try shop.load(#""pattern": "/a", "builder": "screen", "navigator": "push""#)
    try await shop.wireframe.route(to: "/a")
    #expect(log == ["other"])
    owning.remove()
    try await shop.wireframe.route(to: "/a")
    #expect(log == ["other"])
  }

  @Test("The error names the part of an entry that is not registered any more")
  func removedParts() async throws {
    let shop = try await ConfiguredShop()
    let parts = [
      shop.configuration.register(builder: "a") { _ in Screen("a") },
      shop.configuration.register(storyboard: "s") { _, _ in Screen("s") },
      shop.configuration.register(navigator: "n") { _ in },
    ]
    try shop.load(
      #""pattern": "/a", "builder": "a", "navigator": "push""#,
      #""pattern": "/s", "storyboard": "s", "id": "S", "navigator": "push""#,
      #""pattern": "/n", "builder": "screen", "navigator": "n""#)
    for part in parts { part.remove() }
    let errors = [
      try await shop.failure("/a"), try await shop.failure("/s"), try await shop.failure("/n"),
      try await shop.failure("/n", option: .navigator("pop")),
    ]
    #expect(errors.map(\.code) == [.noController, .noController, .noPresenter, .noPresenter])
    #expect(
      errors.map { "\($0)".prefix { $0 != "." } } == [
        "No builder 'a' is registered, but '/a' needs it",
        "No storyboard 's' is registered, but '/s' needs it",
        "No navigator 'n' that shows a screen is registered, but '/n' needs it",
        "No navigator 'pop' that shows a screen (of one that is an option, pass the option itself) is registered, but "
          + "'/n' needs it",
      ])
    #expect(shop.shown == ["root"])
  }

  @Test("When the later of two namesakes is removed, the earlier one serves again")
  func earlierNamesakes() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(builder: "a") { _ in Screen("first") }
    shop.configuration.register(storyboard: "s") { id, _ in Screen("first \(id)") }
    let later = [
      shop.configuration.register(builder: "a") { _ in Screen("second") },
      shop.configuration.register(storyboard: "s") { id, _ in Screen("second \(id)") },
    ]
    try shop.load(
      #""pattern": "/a", "builder": "a", "navigator": "push""#,
      #""pattern": "/s", "storyboard": "s", "id": "S", "navigator": "push""#)
    for registration in later { registration.remove() }
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/s")
    #expect(shop.shown == ["root", "first", "first S"])
  }

  @Test(
    "A navigator in place of a shipped one, and a transition, are not passed over under parents")
  func underParents() async throws {
    let shop = try await ConfiguredShop()
    try shop.load(
      #""pattern": "/a", "builder": "screen", "navigator": "push""#,
      #""pattern": "/a/b", "builder": "screen", "navigator": "push", "parent": "/a""#)
    await #expect(throws: RoutingError.self) {
      try await shop.wireframe.route(
        to: "/a/b", option: .navigator("push", transition: "gone"), landing: .underParents)
    }
    #expect(!shop.shown.contains("/a/b"))
    try await shop.navigation.backToRoot()
    var runs: [String] = []
    let own = shop.configuration.register(navigator: "push") { jump in
      runs.append(jump.route.urlText)
      try await jump.host.push(jump.destination, route: jump.route)
    }
    try shop.load(#""pattern": "/a/c", "builder": "screen", "navigator": "push", "parent": "/a""#)
    try await shop.wireframe.route(to: "/a/c", landing: .underParents)
    #expect(runs == ["/a/c"])
    #expect(shop.shown == ["root", "/a", "/a/c"])
    #expect(!(shop.recorder.routed.last?.option is any PushOption))
    own.remove()
  }

  @Test("A file is taken back whole")
  func removal() async throws {
    let shop = try await ConfiguredShop()
    let entries = [
      #""pattern": "/a", "builder": "screen", "navigator": "push""#,
      #""pattern": "/back", "navigator": "pop""#,
    ]
    let registration = try shop.load(entries[0], entries[1])
    try shop.wireframe.register("/b") { _ in Screen("b") }
    registration.remove()
    #expect(["/a", "/back", "/b"].map { shop.wireframe.canRoute(to: $0) } == [false, false, true])
    try shop.load(entries[0], entries[1])
    #expect(shop.wireframe.canRoute(to: "/back"))
  }

  @Test("What was read can be listed without registering it")
  func listing() async throws {
    let shop = try await ConfiguredShop(origins: ["qr-code"])
    let json = """
      { "defaults": { "exposure": ["qr-code"], "tags": ["requires-login"] }, "routes": [
        { "pattern": "/a", "builder": "screen", "navigator": "present", "title": "A",
          "options": { "style": "sheet" } },
        { "pattern": "/b", "navigator": "pop", "tags": [], "exposure": "closed" } ] }
      """
    let routes = try shop.configuration.entries(of: Data(json.utf8), named: "x")
    let (first, second) = (try #require(routes.first), try #require(routes.last))
    #expect(first.pattern == "/a" && first.destination == .builder("screen"))
    #expect(first.navigator == "present" && first.options == ["style": .string("sheet")])
    #expect(first.exposure == .only("qr-code") && first.tags == [.requiresLogin])
    #expect(first.title == "A" && first.transition == nil)
    #expect(second.destination == .none && second.exposure == .closed && second.tags == [])
    #expect(routes.map(\.description) == ["'/a': screen, present", "'/b': -, pop"])
    #expect(!shop.wireframe.canRoute(to: "/a"))
  }
}

extension Wireframe {
  /// What an audit says of parts that routes of files need.
  var missingPartMessages: [String] {
    audit().filter { $0.code == .missingPart }.map(\.message)
  }
}
