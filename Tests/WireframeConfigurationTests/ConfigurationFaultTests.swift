import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// What is said about a bad file, word for word.
@MainActor
@Suite(.hangsNever) struct ConfigurationFaultTests {
  /// A file with its entries on lines of their own, from line 2, and what is said of it.
  nonisolated static func entry(_ entry: String, _ faults: String...) -> Case<String, [String]> {
    Case("{\"routes\": [\n{\(entry)}\n]}", faults)
  }

  nonisolated static let keys =
    "'aliases', 'builder', 'exposure', 'id', 'ifPresented', 'navigator', 'options', 'parent', 'pattern', 'restoration', 'storyboard', 'tab', 'tags', 'title', 'transition'"
  nonisolated static let navigators =
    "'dismiss', 'pop', 'present', 'present-animated', 'push', 'push-animated', 'root', 'wrap'"

  nonisolated static let cases: [Case<String, [String]>] = [
    // The file
    Case("[]", ["shop.json:1:1: found a list; allowed: an object."]),
    Case("{}", ["shop.json:1:1: routes: found nothing; allowed: a list of routes."]),
    Case(
      #"{"routes": {}}"#, ["shop.json:1:12: routes: found an object; allowed: a list of routes."]),
    Case(
      #"{"route": []}"#,
      [
        "shop.json:1:2: found the key 'route'; allowed: 'defaults', 'routes'. Did you mean 'routes'?"
      ]),
    Case(
      #"{"routes": [], "version": 1}"#,
      ["shop.json:1:16: found the key 'version'; allowed: 'defaults', 'routes'."]),
    Case(
      #"{"routes": [7]}"#, ["shop.json:1:13: routes[0]: found 7; allowed: an object."]),
    Case(
      #"{"defaults": [], "routes": [{"pattern": "/a", "builder": "screen"}]}"#,
      ["shop.json:1:14: defaults: found a list; allowed: an object."]),
    Case(
      #"{"defaults": {"navigator": "psh", "title": "x"}, "routes": [{"pattern": "/a", "builder": "screen"}]}"#,
      [
        "shop.json:1:28: defaults.navigator: found 'psh'; allowed: \(navigators). Did you mean 'push'?",
        "shop.json:1:35: defaults: found the key 'title'; allowed: 'exposure', 'navigator', 'tags', 'transition'.",
      ]),
    Case(
      #"{"default": {"navigator": "push"}, "routes": [{"pattern": "/a", "builder": "screen"}]}"#,
      [
        "shop.json:1:2: found the key 'default'; allowed: 'defaults', 'routes'. Did you mean 'defaults'?"
      ]),
    // Patterns
    entry(
      #""builder": "screen", "navigator": "push""#,
      "shop.json:2:1: routes[0].pattern: found nothing; allowed: a pattern."),
    entry(
      #""pattern": "", "builder": "screen", "navigator": "push""#,
      "shop.json:2:13: routes[0].pattern (''): found ''; allowed: a pattern."),
    entry(
      #""pattern": "/a/*rest/b", "builder": "screen", "navigator": "push""#,
      """
      shop.json:2:13: routes[0].pattern ('/a/*rest/b'): found '/a/*rest/b'; allowed: a pattern. At its \
      column 4: a catch-all may only be at the end.
      """),
    entry(
      #""pattern": "/a/:id<sku>", "builder": "screen", "navigator": "push""#,
      """
      shop.json:2:13: routes[0].pattern ('/a/:id<sku>'): found '/a/:id<sku>'; allowed: a pattern. At its \
      column 8: unknown type 'sku'. The types are: bool, double, int, uint, uuid.
      """),
    entry(
      #""pattern": "other://a", "builder": "screen", "navigator": "push""#,
      """
      shop.json:2:13: routes[0].pattern ('other://a'): found 'other://a'; allowed: a pattern without \
      source, or of 'myapp:'.
      """),
    entry(
      #""pattern": "/taken/:name", "builder": "screen", "navigator": "push""#,
      """
      shop.json:2:13: routes[0].pattern ('/taken/:name'): found '/taken/:name'; allowed: a pattern of its \
      own: '/taken/:id' of the wireframe matches the same URLs.
      """),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push"}, {"pattern": "/a", "navigator": "pop""#,
      "shop.json:2:74: routes[1].pattern ('/a'): found '/a'; allowed: a pattern of its own: '/a' of routes[0] matches the same URLs."
    ),
    entry(
      """
      "pattern": "/a/:x<b|c>", "navigator": "pop"}, {"pattern": "/a/:x<c|d>", "navigator": "pop"}, \
      {"pattern": "/e/:x<b>?", "navigator": "pop"
      """,
      """
      shop.json:2:60: routes[1].pattern ('/a/:x<c|d>'): found '/a/:x<c|d>'; allowed: a pattern of its own: \
      '/a/:x<b|c>' of routes[0] has the word 'c' at the same place.
      """,
      """
      shop.json:2:107: routes[2].pattern ('/e/:x<b>?'): found '/e/:x<b>?'; allowed: a pattern. At its column \
      7: unknown type 'b'. The types are: bool, double, int, uint, uuid.
      """),
    entry(
      #""pattern": "/a/:x<b|c>?", "navigator": "pop"}, {"pattern": "/a/:x<d|e>?", "navigator": "pop""#,
      """
      shop.json:2:61: routes[1].pattern ('/a/:x<d|e>?'): found '/a/:x<d|e>?'; allowed: a pattern of its own: \
      '/a/:x<b|c>?' of routes[0] matches without its optional words, too.
      """),
    // Destinations
    entry(
      #""pattern": "/a", "navigator": "push""#,
      "shop.json:2:1: routes[0].builder ('/a'): found nothing; allowed: 'screen', 'sized', or 'storyboard' and 'id'."
    ),
    entry(
      #""pattern": "/a", "builder": "scren", "navigator": "push""#,
      "shop.json:2:30: routes[0].builder ('/a'): found 'scren'; allowed: 'screen', 'sized'. Did you mean 'screen'?"
    ),
    entry(
      #""pattern": "/a", "builder": "cart", "navigator": "push""#,
      "shop.json:2:30: routes[0].builder ('/a'): found 'cart'; allowed: 'screen', 'sized'."),
    entry(
      #""pattern": "/a", "builder": "screen", "storyboard": "Main", "id": "About", "navigator": "push""#,
      "shop.json:2:54: routes[0].storyboard ('/a'): found 'Main'; allowed: nothing besides 'builder', or no 'builder'."
    ),
    entry(
      #""pattern": "/a", "builder": "screen", "id": "About", "navigator": "push""#,
      "shop.json:2:46: routes[0].id ('/a'): found 'About'; allowed: nothing without 'storyboard'."),
    entry(
      #""pattern": "/a", "storyboard": "Man", "id": "About", "navigator": "push""#,
      "shop.json:2:33: routes[0].storyboard ('/a'): found 'Man'; allowed: 'Main', 'Open'. Did you mean 'Main'?"
    ),
    entry(
      #""pattern": "/a", "storyboard": "Main", "navigator": "push""#,
      "shop.json:2:1: routes[0].id ('/a'): found nothing; allowed: 'About', 'Imprint'."),
    entry(
      #""pattern": "/a", "storyboard": "Open", "navigator": "push""#,
      "shop.json:2:1: routes[0].id ('/a'): found nothing; allowed: an identifier of the storyboard."
    ),
    entry(
      #""pattern": "/a", "storyboard": "Main", "id": "Abuot", "navigator": "push""#,
      "shop.json:2:47: routes[0].id ('/a'): found 'Abuot'; allowed: 'About', 'Imprint'. Did you mean 'About'?"
    ),
    entry(
      #""pattern": "/a", "id": "About", "navigator": "push""#,
      "shop.json:2:1: routes[0].storyboard ('/a'): found nothing; allowed: 'Main', 'Open'."),
    // Navigators
    entry(
      #""pattern": "/a", "builder": "screen""#,
      "shop.json:2:1: routes[0].navigator ('/a'): found nothing; allowed: \(navigators)."),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push_animated""#,
      "shop.json:2:53: routes[0].navigator ('/a'): found 'push_animated'; allowed: \(navigators). Did you mean 'push-animated'?"
    ),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "Push""#,
      "shop.json:2:53: routes[0].navigator ('/a'): found 'Push'; allowed: \(navigators). Did you mean 'push'?"
    ),
    entry(
      #""pattern": "/a", "navigator": "pop", "builder": "screen", "transition": "fade""#,
      "shop.json:2:50: routes[0].builder ('/a'): found 'screen'; allowed: nothing: the navigator 'pop' removes a screen.",
      "shop.json:2:74: routes[0].transition ('/a'): found 'fade'; allowed: nothing: the navigator 'pop' removes a screen."
    ),
    entry(
      #""pattern": "/a", "navigator": "dismiss", "storyboard": "Main", "id": "About""#,
      "shop.json:2:57: routes[0].storyboard ('/a'): found 'Main'; allowed: nothing: the navigator 'dismiss' removes a screen.",
      "shop.json:2:71: routes[0].id ('/a'): found 'About'; allowed: nothing: the navigator 'dismiss' removes a screen."
    ),
    entry(
      #""pattern": "/a", "navigator": "pop", "parent": "/", "tab": "A", "ifPresented": "replace", "restoration": "never""#,
      "shop.json:2:49: routes[0].parent ('/a'): found '/'; allowed: nothing: the navigator 'pop' removes a screen.",
      "shop.json:2:61: routes[0].tab ('/a'): found 'A'; allowed: nothing: the navigator 'pop' removes a screen.",
      "shop.json:2:81: routes[0].ifPresented ('/a'): found 'replace'; allowed: nothing: the navigator 'pop' removes a screen.",
      "shop.json:2:107: routes[0].restoration ('/a'): found 'never'; allowed: nothing: the navigator 'pop' removes a screen."
    ),
    // Options
    entry(
      #""pattern": "/a", "builder": "sized", "navigator": "present", "options": {"styl": "sheet", "animated": true}"#,
      "shop.json:2:75: routes[0].options ('/a'): found the key 'styl'; allowed: 'hasStack', 'ratio', 'size', 'style'. Did you mean 'style'?",
      "shop.json:2:92: routes[0].options ('/a'): found the key 'animated'; allowed: 'hasStack', 'ratio', 'size', 'style'."
    ),
    entry(
      #""pattern": "/a", "builder": "sized", "navigator": "present", "options": {"style": "shet", "size": 1.5, "ratio": "x", "hasStack": 1}"#,
      "shop.json:2:84: routes[0].options.style ('/a'): found 'shet'; allowed: 'fullScreen', 'sheet'. Did you mean 'sheet'?",
      "shop.json:2:100: routes[0].options.size ('/a'): found 1.5; allowed: a whole number.",
      "shop.json:2:114: routes[0].options.ratio ('/a'): found 'x'; allowed: a number.",
      "shop.json:2:131: routes[0].options.hasStack ('/a'): found 1; allowed: true or false."),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "wrap", "options": {"x": {}}"#,
      "shop.json:2:73: routes[0].options ('/a'): found the key 'x'; allowed: no keys."),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "wrap", "options": true"#,
      "shop.json:2:72: routes[0].options ('/a'): found true; allowed: an object."),
    // The rest
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "transition": "fad""#,
      "shop.json:2:75: routes[0].transition ('/a'): found 'fad'; allowed: 'fade'. Did you mean 'fade'?"
    ),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "tags": ["requires-logn", null]"#,
      "shop.json:2:70: routes[0].tags[0] ('/a'): found 'requires-logn'; allowed: 'requires-login'. Did you mean 'requires-login'?",
      "shop.json:2:87: routes[0].tags[1] ('/a'): found null; allowed: 'requires-login'."),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "tags": "requires-login""#,
      "shop.json:2:69: routes[0].tags ('/a'): found 'requires-login'; allowed: a list of tags."),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "exposure": "extern""#,
      "shop.json:2:73: routes[0].exposure ('/a'): found 'extern'; allowed: 'closed', 'external', or a list of origins. Did you mean 'external'?"
    ),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "exposure": ["app", "customscheme"]"#,
      "shop.json:2:74: routes[0].exposure[0] ('/a'): found 'app'; allowed: 'content', 'customScheme', 'notification', 'qr-code', 'restoration', 'shortcut', 'spotlight', 'universalLink'.",
      "shop.json:2:81: routes[0].exposure[1] ('/a'): found 'customscheme'; allowed: 'content', 'customScheme', 'notification', 'qr-code', 'restoration', 'shortcut', 'spotlight', 'universalLink'. Did you mean 'customScheme'?"
    ),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "title": 7"#,
      "shop.json:2:70: routes[0].title ('/a'): found 7; allowed: a text that is not empty."),
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "title": """#,
      "shop.json:2:70: routes[0].title ('/a'): found ''; allowed: a text that is not empty."),
    entry(
      #""patern": "/a", "builder": "screen", "navigator": "push""#,
      "shop.json:2:2: routes[0]: found the key 'patern'; allowed: \(keys). Did you mean 'pattern'?"),
    // A key twice, and text that must not break a line
    entry(
      #""pattern": "/a", "builder": "screen", "navigator": "push", "exposure": "closed", "exposure": "external""#,
      "shop.json:2:83: found the key 'exposure' once more; allowed: each key once."),
    entry(
      #""pattern": "/a", "builder": "a\n\u001B[31m\u2028b", "navigator": "push""#,
      "shop.json:2:30: routes[0].builder ('/a'): found 'a\\n\\u{1B}[31m\\u{2028}b'; allowed: 'screen', 'sized'."
    ),
  ]

  static func configuration() async throws -> ConfiguredShop {
    let shop = try await ConfiguredShop(origins: ["qr-code"])
    try shop.wireframe.register("/taken/:id") { _ in Screen("taken") }
    shop.configuration.register(builder: "sized", options: ["size": .int, "ratio": .double]) { _ in
      Screen("sized")
    }
    shop.configuration.register(storyboard: "Main", ids: ["Imprint", "About"]) { id, _ in Screen(id)
    }
    shop.configuration.register(storyboard: "Open") { id, _ in Screen(id) }
    shop.configuration.register(navigator: "wrap") { _ in }
    shop.configuration.register(transition: "fade") { _ in }
    return shop
  }

  @Test(
    "0.21: a fault names file, entry, key, what was found and what is allowed", arguments: cases)
  func texts(example: Case<String, [String]>) async throws {
    let shop = try await Self.configuration()
    #expect(shop.configuration.faultTexts(of: example.given) == example.expected)
    #expect(throws: ConfigurationError.self) { try shop.configuration.load(json: example.given) }
    #expect(!shop.wireframe.canRoute(to: "/a"))
  }

  @Test(
    "0.21: a bad file is refused whole, with every fault at once, before anything is registered")
  func allAtOnce() async throws {
    let shop = try await Self.configuration()
    let json = """
      {
        "routes": [
          { "pattern": "/good", "builder": "screen", "navigator": "push" },
          { "pattern": "/bad", "builder": "scren", "navigator": "psh", "tags": ["x"] },
          { "builder": "screen", "navigator": "push", "color": "red" }
        ]
      }
      """
    let error = #expect(throws: ConfigurationError.self) { try shop.configuration.load(json: json) }
    let faults = try #require(error?.faults)
    #expect(
      faults.map(\.keyPath) == [
        "routes[1].builder", "routes[1].navigator", "routes[1].tags[0]", "routes[2].pattern",
        "routes[2]",
      ])
    let first = try #require(faults.first)
    #expect(first.file == "shop.json" && first.line == 4 && first.column == 37)
    #expect(first.entry == 1 && first.pattern == "/bad" && first.keyPath == "routes[1].builder")
    #expect(first.found == "'scren'" && first.allowed == "'screen', 'sized'")
    #expect(first.suggestion == "screen")
    #expect(faults.last?.entry == 2 && faults.last?.pattern == nil)
    #expect(error?.description == faults.map(\.description).joined(separator: "\n"))
    #expect(!shop.wireframe.canRoute(to: "/good"))
  }

  @Test("0.21: a property list's faults name the place in XML, and everything else in binary")
  func propertyList() async throws {
    let shop = try await Self.configuration()
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>routes</key><array><dict>
        <key>pattern</key><string>/a</string>
        <key>builder</key><string>scren</string>
        <key>navigator</key><string>push</string>
        <key>colour</key><string>red</string>
        <key>title</key><date>2026-01-01T00:00:00Z</date>
      </dict></array></dict></plist>
      """
    let builder =
      "routes[0].builder ('/a'): found 'scren'; allowed: 'screen', 'sized'. Did you mean 'screen'?"
    let key = "routes[0] ('/a'): found the key 'colour'; allowed: \(Self.keys)."
    let title = "routes[0].title ('/a'): found a date; allowed: a text that is not empty."
    #expect(
      shop.configuration.faults(of: Data(xml.utf8), named: "shop.plist").map(\.description) == [
        "shop.plist:4:21: \(builder)", "shop.plist:6:3: \(key)", "shop.plist:7:19: \(title)",
      ])
    let list = try PropertyListSerialization.propertyList(from: Data(xml.utf8), format: nil)
    let binary = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let faults = shop.configuration.faults(of: binary, named: "shop.plist")
    #expect(faults.allSatisfy { $0.line == nil && $0.column == nil && $0.entry == 0 })
    #expect(
      Set(faults.map(\.description)) == [
        "shop.plist: \(builder)", "shop.plist: \(key)", "shop.plist: \(title)",
      ])
  }

  // MARK: Texts that mean harm

  /// Ends of lines, controls, a terminal's escape, marks of direction, and what shows nothing.
  nonisolated static let evil =
    "a\n\r\t\u{0}\u{7}\u{1B}[2J\u{7F}\u{85}\u{2028}\u{2029}\u{202E}\u{2066}\u{200F}\u{200B}\u{FEFF}\u{E0041}b"
  /// The same without what a pattern refuses for its own reasons.
  nonisolated static let quiet =
    "a\u{85}\u{2028}\u{2029}\u{202E}\u{2066}\u{200F}\u{200B}\u{FEFF}\u{E0041}b"

  @Test(
    "What a file holds is shown on one line, with escapes",
    arguments: [
      #"{"routes": [], "@": 1}"#, #"{"@": 1, "@": 2}"#,
      #"{"routes": "@"}"#,
      entry(#""pattern": "@""#).given, entry(#""pattern": "/%@""#).given,
      entry(#""pattern": "/&", "&": 0"#).given,
      entry(#""pattern": "/&", "navigator": "pop"}, {"pattern": "/&", "navigator": "pop""#).given,
      entry(#""pattern": "/:x<&|&>", "navigator": "pop""#).given,
      entry(
        #""pattern": "/:x<&|c>", "navigator": "pop"}, {"pattern": "/:x<&|d>", "navigator": "pop""#
      ).given,
      entry(#""pattern": "/:&", "navigator": "pop""#).given,
      entry(#""pattern": "https://&/", "navigator": "pop""#).given,
      entry(#""pattern": "other://&/", "navigator": "pop""#).given,
      entry(#""pattern": "/a", "navigator": "@", "builder": "@", "transition": "@""#).given,
      entry(#""pattern": "/a", "navigator": "push", "storyboard": "@", "id": "@""#).given,
      entry(
        #""pattern": "/a", "navigator": "pop", "builder": "@", "storyboard": "@", "id": "@""#
      ).given,
      entry(#""pattern": "/a", "navigator": "pop", "tags": ["@"], "exposure": ["@"]"#).given,
      entry(#""pattern": "/&", "navigator": "pop", "exposure": "@", "title": ["@"]"#).given,
      entry(
        #""pattern": "/a", "navigator": "pop", "options": {"@": "@", "animated": "@"}"#
      ).given,
      entry(
        #""pattern": "/a", "navigator": "present", "builder": "screen", "options": {"style": "@"}"#
      ).given,
    ])
  func escapes(template: String) async throws {
    let shop = try await Self.configuration()
    func json(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text).dropFirst().dropLast(), as: UTF8.self)
    }
    let file = template.replacing("@", with: try json(Self.evil))
      .replacing("&", with: try json(Self.quiet))
    let faults = shop.configuration.faults(of: Data(file.utf8), named: "\(Self.evil).json")
    // One mark is the file name's, each other one the file's.
    #expect(faults.contains { $0.description.split(separator: #"\u{202E}"#).count > 2 })
    for fault in faults {
      for text in [fault.description, fault.keyPath, fault.found, fault.allowed] {
        #expect(!text.unicodeScalars.contains { $0.isInvisible }, "\(text.debugDescription)")
      }
    }
  }

  @Test("0.21: what a wireframe knows already conflicts with a second load of the same file")
  func loadedTwice() async throws {
    let shop = try await Self.configuration()
    let json = #"{"routes": [{"pattern": "/a", "builder": "screen", "navigator": "push"}]}"#
    let registration = try shop.configuration.load(json: json)
    #expect(
      shop.configuration.faultTexts(of: json) == [
        "shop.json:1:25: routes[0].pattern ('/a'): found '/a'; allowed: a pattern of its own: '/a' of the wireframe matches the same URLs."
      ])
    registration.remove()
    #expect(shop.configuration.faultTexts(of: json).isEmpty)
  }

  @Test("Where nothing has a name, a fault says so")
  func nothingRegistered() throws {
    let configuration = RouteConfiguration(Wireframe<Screen>(), on: NavigationTree())
    #expect(
      configuration.faultTexts(
        of: """
          {"routes": [{"pattern": "/a", "builder": "b", "navigator": "push", "transition": "t", "tags": ["x"]},
          {"pattern": "/b", "storyboard": "s", "id": "i", "navigator": "push"},
          {"pattern": "/c", "navigator": "push"}]}
          """) == [
          "shop.json:1:42: routes[0].builder ('/a'): found 'b'; allowed: the name of a builder, of which there is none.",
          "shop.json:1:82: routes[0].transition ('/a'): found 't'; allowed: the name of a transition, of which there is none.",
          "shop.json:1:96: routes[0].tags[0] ('/a'): found 'x'; allowed: the name of a tag that 'tags:' declares, of which there is none.",
          "shop.json:2:33: routes[1].storyboard ('/b'): found 's'; allowed: the name of a storyboard, of which there is none.",
          "shop.json:3:1: routes[2].builder ('/c'): found nothing; allowed: the name of a builder, of which there is none, or 'storyboard' and 'id'.",
        ])
  }

  @Test("A file that cannot be read is a fault")
  func unreadable() throws {
    let configuration = RouteConfiguration(Wireframe<Screen>(), on: NavigationTree())
    let url = URL(fileURLWithPath: "/nowhere/routes.json")
    for read in [
      { _ = try configuration.load(contentsOf: url) },
      { _ = try configuration.check(contentsOf: url) },
    ] as [() throws -> Void] {
      let error = #expect(throws: ConfigurationError.self) { try read() }
      #expect(
        error?.description == "routes.json: found nothing that can be read; allowed: a file.")
    }
  }

  @Test("On a mounted wireframe, what is taken on the wireframes above is a fault with its place")
  func takenAbove() throws {
    let wireframes = (0..<3).map { _ in Wireframe<Screen>() }
    try wireframes[1].mount(wireframes[0], at: "/shop")
    try wireframes[2].mount(wireframes[1], at: "/app")
    try wireframes[1].register("/shop/:name") { _ in Screen("a") }
    try wireframes[2].register("/app/shop/b/:name") { _ in Screen("b") }
    let configuration = RouteConfiguration(wireframes[0], on: NavigationTree())
    let json = """
      {"routes": [
      {"pattern": "/:id", "navigator": "pop"},
      {"pattern": "/b/:id", "navigator": "pop"},
      {"pattern": "/c/:id", "navigator": "pop"},
      {"pattern": "/:key", "navigator": "pop"},
      {"pattern": "/b/:key", "navigator": "pop"}
      ]}
      """
    let faults = [
      "shop.json:2:13: routes[0].pattern ('/:id'): found '/:id'; allowed: a pattern of its own: '/shop/:name' of a wireframe above matches the same URLs.",
      "shop.json:3:13: routes[1].pattern ('/b/:id'): found '/b/:id'; allowed: a pattern of its own: '/app/shop/b/:name' of a wireframe above matches the same URLs.",
      "shop.json:5:13: routes[3].pattern ('/:key'): found '/:key'; allowed: a pattern of its own: '/shop/:name' of a wireframe above matches the same URLs.",
      "shop.json:6:13: routes[4].pattern ('/b/:key'): found '/b/:key'; allowed: a pattern of its own: '/app/shop/b/:name' of a wireframe above matches the same URLs.",
    ]
    #expect(configuration.faultTexts(of: json) == faults)
    let error = #expect(throws: ConfigurationError.self) { try configuration.load(json: json) }
    #expect(error?.faults.map(\.description) == faults)
    #expect(wireframes.map { $0.canRoute(to: "/c/1") } == [false, false, false])
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
