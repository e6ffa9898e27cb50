import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight

/// The association file and the table agree: what the file sends is opened, and what is exposed is sent.
@MainActor
struct AssociationTests {
  private static let source: URLSource = "https://example.com"

  private func file(
    rules: MatchingRules = MatchingRules(), _ body: (Wireframe<Screen>) throws -> Void
  ) throws -> (file: AssociationFile, findings: [AssociationFinding]) {
    let wireframe = Wireframe<Screen>(sources: [Self.source, "myapp:"], rules: rules)
    try body(wireframe)
    return try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app")
  }

  /// The components, a sign before each path.
  private func lines(_ file: AssociationFile) -> [String] {
    file.details[0].components.map { ($0.isExcluded ? "- " : "+ ") + ($0.path ?? "") }
  }

  @Test("The file has the longest paths first, and excludes what is left of their number")
  func form() throws {
    let (file, findings) = try file { wireframe in
      try wireframe.register("/products/:id<int>", exposure: .external) { _ in nil }
      try wireframe.register("/products/new") { _ in nil }
      try wireframe.register("/:page<imprint|terms>", exposure: .only(.universalLink)) { _ in nil }
      try wireframe.register("/promo/:code", exposure: .only(.customScheme)) { _ in nil }
      try wireframe.register("/internal") { _ in nil }
    }
    #expect(
      lines(file) == [
        "- *//*", "- /?*/?*/?*", "- /products/new", "- /products/new/", "+ /products/?*",
        "+ /imprint", "+ /imprint/", "+ /terms", "+ /terms/",
      ])
    #expect(
      findings.map(\.description) == [
        "'/products/?*' also sends links that '/products/:id<int>' does not match: a component has no types."
      ])
    #expect(file.details[0].appIDs == ["TEAM.app"])
    #expect(try AssociationFile(json: file.json) == file)
    let url = "https://example.com/products/42?utm=mail#top"
    guard case .sent(let component) = file.decision(on: url, to: "TEAM.app") else {
      Issue.record("\(url) is not sent")
      return
    }
    #expect(component.path == "/products/?*")
    #expect(file.decision(on: url, to: "OTHER.app") == .unmentioned)
    guard case .excluded = file.decision(on: "https://example.com/products/42/x") else {
      Issue.record("not excluded")
      return
    }
  }

  @Test("A slash at the end is a path of its own only where the table's rules say so")
  func slashes() throws {
    func register(_ wireframe: Wireframe<Screen>) throws {
      try wireframe.register("/cart", exposure: .external) { _ in nil }
      try wireframe.register("/opt/", exposure: .external) { _ in nil }
      try wireframe.register("/files/*path", exposure: .external) { _ in nil }
    }
    let loose = try file(register)
    #expect(
      lines(loose.file) == [
        "- *//*", "+ /files/?*/?*", "- /?*/?*/?*", "+ /files/?*", "+ /cart", "+ /cart/", "+ /opt",
        "+ /opt/",
      ])
    let strict = try file(rules: MatchingRules(distinguishesTrailingSlash: true), register)
    #expect(
      lines(strict.file) == [
        "- *//*", "+ /files/?*/?*/", "- /?*/?*/?*/", "+ /files/?*/?*", "- /?*/?*/?*",
        "+ /files/?*/", "- /?*/?*/", "+ /files/?*", "+ /opt/", "+ /cart",
      ])
  }

  @Test(
    "A link is sent in its usual spelling, and with all escaped that may be",
    arguments: [
      Case("/@me", ["/@me", "/%40me"]), Case("/c++", ["/c++", "/c%2B%2B"]),
      Case("/it's", ["/it's", "/it%27s"]), Case("/a,b", ["/a,b", "/a%2Cb"]),
      Case("/col(1)", ["/col(1)", "/col%281%29"]), Case("/a!b", ["/a!b", "/a%21b"]),
      Case("/a&b=c", ["/a&b=c", "/a%26b%3Dc"]), Case("/a%3Ab", ["/a:b", "/a%3Ab"]),
      Case("/caf%C3%A9", ["/caf%C3%A9"]), Case("/a-b_c.d~e", ["/a-b_c.d~e"]),
      Case("/:who<@me|you>", ["/@me", "/%40me", "/you"]),
    ])
  func spellings(row: Case<RoutePattern, [String]>) throws {
    let (file, findings) = try file { try $0.register(row.given, exposure: .external) { _ in nil } }
    #expect(lines(file).sorted() == row.expected.flatMap { ["+ \($0)", "+ \($0)/"] }.sorted())
    #expect(findings.isEmpty)
  }

  @Test("A star and a variable's beginning are written as any character, which is a finding")
  func wildcards() throws {
    let (file, findings) = try file { wireframe in
      try wireframe.register("/a%2A", exposure: .external) { _ in nil }
      try wireframe.register("/$(lang)", exposure: .external) { _ in nil }
    }
    #expect(
      lines(file) == [
        "- *//*", "- /?*/?*", "+ /$?lang)", "+ /$?lang)/", "+ /%24%28lang%29", "+ /%24%28lang%29/",
        "+ /a%2A", "+ /a%2A/", "+ /a?", "+ /a?/",
      ])
    #expect(
      findings.map(\.description) == [
        "'/$?lang)' and 1 other component also send links that '/$(lang)' does not match: '*' and '$(' mean "
          + "something else in a component.",
        "'/a?' and 1 other component also send links that '/a%2A' does not match: '*' and '$(' mean something else "
          + "in a component.",
      ])
    #expect(try AssociationFile(json: file.json) == file)
  }

  @Test("A closed catch-all whose links an open route takes is a finding, with why it is one")
  func closedCatchAll() throws {
    let (file, findings) = try file { wireframe in
      try wireframe.register("/:section/:name", exposure: .external) { _ in nil }
      try wireframe.register("/files/*path") { _ in nil }
    }
    #expect(lines(file) == ["- *//*", "- /?*/?*/?*", "+ /?*/?*"])
    #expect(
      findings.map(\.description) == [
        "'/?*/?*' may also send links of '/files/*path', which is closed: excluding them would exclude open links "
          + "with an encoded slash."
      ])
  }

  @Test("Lists of words that multiply too far become any text, the longest and last first")
  func wordLists() throws {
    let words = (1...16).map { "w\($0)" }.joined(separator: "|")
    let (file, findings) = try file {
      try $0.register(
        RoutePattern("/:a<\(words)>/:b<\(words)>/:c<\(words)>"), exposure: .external
      ) { _ in nil }
    }
    #expect(
      lines(file) == ["- *//*", "- /?*/?*/?*/?*"]
        + (1...16).map { "+ /w\($0)/?*/?*" }.sorted())
    #expect(
      findings.map(\.description) == [
        "'/w1/?*/?*' and 15 other components also send links that '/:a<\(words)>/:b<\(words)>/:c<\(words)>' does "
          + "not match: its words would make more than 64 components."
      ])
    #expect(findings.first?.paths.count == 16)
  }

  @Test("I3: the check finds nothing in a file that was made of the table, whatever words it has")
  func checksOwnFile() throws {
    let words = (1...8).map { "w\($0)" }.joined(separator: "|")
    let many = (1...70).map { "v\($0)" }.joined(separator: "|")
    for rules in [MatchingRules(), MatchingRules(distinguishesTrailingSlash: true)] {
      let wireframe = Wireframe<Screen>(sources: [Self.source], rules: rules)
      for text in [
        "/:a<\(words)>/:b<\(words)>/:c<\(words)>/:d<\(words)>", "/list/:a<\(many)>/*rest",
        "/more/:a<\(many)>/:b<\(words)>?", "/deep/a/b/c/d/e/f/g", "/end/",
      ] {
        try wireframe.register(RoutePattern(text), exposure: .external) { _ in nil }
      }
      let made = try AssociationFile.make(
        of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app")
      #expect(wireframe.check(made.file, for: Self.source).map(\.description) == [])
    }
  }

  @Test(
    "I3: what the check finds in a file that was made of the table is what making it found",
    arguments: 1...Load.scaled(200))
  func checksMadeFiles(seed: Int) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    let table = try generator.table(of: 12)
    let wireframe = Wireframe<Screen>(sources: RouteGenerator.sources)
    try wireframe.add(type: RouteGenerator.appType)
    for pattern in table.patterns {
      let isOpen = !generator.random.oneIn(3)
      try wireframe.register(pattern, exposure: isOpen ? .external : .closed) { _ in nil }
    }
    let (file, findings) = try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app")
    let known = Set(findings.flatMap(\.paths))
    for finding in wireframe.check(file, for: Self.source) {
      #expect(
        !finding.paths.isEmpty && known.isSuperset(of: finding.paths), "seed \(seed): \(finding)")
    }
  }

  @Test("I3: a mounted module compares a file with the table of the whole app")
  func checkByModule() throws {
    let wireframe = Wireframe<Screen>(sources: [Self.source])
    let module = Wireframe<Screen>()
    try module.register("/:id<int>", exposure: .external) { _ in nil }
    try wireframe.mount(module, at: "/products")
    let (file, _) = try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app")
    #expect(wireframe.check(file, for: Self.source).isEmpty)
    #expect(module.check(file, for: Self.source).isEmpty)
    let (empty, _) = try self.file { _ in }
    #expect(module.check(empty, for: Self.source).map(\.pattern) == ["/products/:id<int>"])
  }

  @Test(
    "A file that is too large for systems is a finding; one that fits without spaces is written so",
    .enabled(if: Load.isFull))
  func size() throws {
    func table(of count: Int) throws -> (file: AssociationFile, findings: [AssociationFinding]) {
      try file { wireframe in
        for number in 1...count {
          try wireframe.register(RoutePattern("/page-\(number)"), exposure: .external) { _ in nil }
        }
      }
    }
    let small = try table(of: 100)
    #expect(small.file.json.contains("\n  ") && small.findings.isEmpty)
    let large = try table(of: 2_000)
    #expect(!large.file.json.contains("\n  ") && large.findings.isEmpty)
    #expect(large.file.json.utf8.count <= 128_000)
    #expect(try AssociationFile(json: large.file.json) == large.file)
    let tooLarge = try table(of: 4_000)
    #expect(
      tooLarge.findings.map(\.description) == [
        "The file has \(tooLarge.file.json.utf8.count) bytes, and systems take 128 KB. Expose fewer routes to "
          + "universal links, or let one pattern take the place of many."
      ])
    #expect(tooLarge.findings.first?.pattern == nil && tooLarge.findings.first?.paths == [])
  }

  @Test(
    "What is no identifier of an app is refused",
    arguments: [
      "", "app", "TEAM.", ".app", "TEAM..app", "a\"\\e", "team.app", "TEAM.my app", "TEAM.äpp",
      "TEAM.app\n",
    ])
  func appIDs(appID: String) {
    let error = #expect(throws: InsightError.self) {
      try AssociationFile.make(
        of: RouteManifest(of: Wireframe<Screen>(sources: [Self.source])), for: Self.source,
        appID: appID)
    }
    #expect(
      error?.description
        == "'\(appID.replacing("\n", with: "\\n"))' is not an app identifier. Write the team's, a dot, and the "
        + "bundle's, as in 'TEAM123456.com.example.shop'.")
  }

  @Test("A custom scheme serves no file")
  func noSite() {
    let error = #expect(throws: InsightError.self) {
      try AssociationFile.make(
        of: RouteManifest(of: Wireframe<Screen>(sources: ["myapp:"])), for: "myapp:",
        appID: "TEAM123456.com.my-shop")
    }
    #expect(error?.description == "'myapp:' serves no file. Name an https source.")
    let misspelt = #expect(throws: InsightError.self) {
      try AssociationFile.make(
        of: RouteManifest(of: Wireframe<Screen>(sources: ["myapp:", "https://example.com"])),
        for: "https://exmaple.com", appID: "TEAM123456.com.my-shop")
    }
    #expect(
      misspelt?.description
        == "The manifest does not declare 'https://exmaple.com': its links are foreign to the app. Its "
        + "sources are: myapp:, https://example.com.")
  }

  @Test(
    "Malformed and hostile links are sent by a component for any text, and refused by the app",
    arguments: [
      "/promo/%FF", "/promo/%00", "/promo/%0A", "/promo/%2E%2E", "/promo/%ZZ", "/promo/x?x=%FF",
      "/promo/" + String(repeating: "x", count: 9_000),
    ])
  func hostileLinks(path: String) throws {
    let wireframe = Wireframe<Screen>(sources: [Self.source])
    try wireframe.register("/promo/:code", exposure: .external) { _ in nil }
    let (file, findings) = try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app")
    guard case .sent = file.decision(on: "https://example.com" + path) else {
      Issue.record("\(path) is not sent")
      return
    }
    #expect(
      !wireframe.canRoute(
        RoutingRequest(untrusted: "https://example.com" + path, origin: .universalLink)))
    #expect(findings.isEmpty)
  }

  @Test(
    "Two patterns overlap exactly if some text matches both",
    arguments: ["a", "/?*", "*a*", "?", "", "*", "/a/?*", "/?*/b", "??", "a?*"])
  func overlap(left: String) {
    let texts = [
      "", "a", "b", "/", "/a", "/b", "ab", "/a/b", "//", "/a/", "/b/b", "aa", "ba", "/ab",
    ]
    for right in ["a", "/?*", "*a*", "?", "", "*", "/a/?*", "/?*/b", "??", "a?*", "/a/b"] {
      let expected = texts.contains { Glob.matches(left, $0) && Glob.matches(right, $0) }
      #expect(Glob.overlap(.init(left), .init(right)) == expected, "\(left) and \(right)")
    }
  }

  @Test("A table that exposes nothing to web links sends none")
  func closed() throws {
    let (file, findings) = try file { wireframe in
      try wireframe.register("/a", exposure: .only(.customScheme)) { _ in nil }
    }
    #expect(file.details[0].components.isEmpty && findings.isEmpty)
  }

  @Test(
    "Older files are read, and what a component says of path, query and fragment",
    arguments: [
      Case(
        #"{"applinks":{"details":[{"appID":"A","paths":["NOT /x/*","/x","*y"]}]}}"#,
        ["/x", "/my", "/x?q=1#top", "/x?q=#top", "/x?q=1"]),
      Case(
        #"{"applinks":{"apps":[],"details":[{"appID":"A","paths":["NOT /x","/x/*"]}]}}"#,
        ["/x/1", "/x/12", "/x/123", "/x/"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/X","caseSensitive":false}]}]}}"#,
        ["/x", "/X", "/x?q=1#top", "/x?q=#top", "/x?q=1"]),
      Case(
        ##"{"applinks":{"details":[{"appIDs":["A"],"components":[{"?":{"q":"?*"},"#":"top"}]}]}}"##,
        ["/x?q=1#top", "/?a&q=z#top"]),
      // All items with a name have to match, and one that is absent is the empty text.
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/q","?":{"q":"?*"}}]}]}}"#,
        ["/q?q=1", "/q?q=1&q=2", "/q?a=&q=1"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/q*","?":{"q":""}}]}]}}"#,
        ["/q", "/q?q=", "/q?q"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/q*","?":{"q":"*"}}]}]}}"#,
        ["/q", "/q?q=", "/q?q", "/q?q=1", "/q?q=1&q=", "/q?q=1&q=2", "/q?a=&q=1"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/x/??","exclude":true},{"/":"/x/*"}]}]}}"#,
        ["/x/1", "/x/", "/x/123"]),
      // The settings of a file, of an entry, and of a component: the nearest counts.
      Case(
        #"{"applinks":{"defaults":{"caseSensitive":false},"details":[{"appIDs":["A"],"components":[{"/":"/x"}]}]}}"#,
        ["/x", "/X", "/x?q=1#top", "/x?q=#top", "/x?q=1"]),
      Case(
        #"{"applinks":{"defaults":{"caseSensitive":false},"details":[{"appIDs":["A"],"#
          + #""defaults":{"caseSensitive":true},"components":[{"/":"/X"}]}]}}"#,
        ["/X"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"defaults":{"caseSensitive":false},"#
          + #""components":[{"/":"/X","caseSensitive":true}]}]}}"#,
        ["/X"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/é?","percentEncoded":false}]}]}}"#,
        ["/%C3%A9%C3%A9", "/%c3%a9x"]),
      Case(
        #"{"applinks":{"defaults":{"percentEncoded":false},"details":[{"appIDs":["A"],"#
          + #""components":[{"/":"/é*"},{"?":{"é":"é"}}]}]}}"#,
        ["/%C3%A9%C3%A9", "/%c3%a9x"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/%C3%A9?*"}]}]}}"#,
        ["/%C3%A9%C3%A9"]),
      // What is no escape is text: a sign before a digit is none.
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/%+1","percentEncoded":false}]}]}}"#,
        ["/%+1"]),
    ])
  func reader(row: Case<String, [String]>) throws {
    let file = try AssociationFile(json: row.given)
    let all = [
      "/x", "/X", "/my", "/x/1", "/x/12", "/x/123", "/x/", "/x?q=1#top", "/x?q=#top", "/?a&q=z#top",
      "/x?q=1", "/q", "/q?q=", "/q?q", "/q?q=1", "/q?q=1&q=", "/q?q=1&q=2", "/q?a=&q=1",
      "/%C3%A9%C3%A9", "/%c3%a9x", "/%+1",
    ]
    let sent = all.filter { path in
      if case .sent = file.decision(on: "https://example.com" + path) { true } else { false }
    }
    #expect(Set(sent) == Set(row.expected))
    #expect(try AssociationFile(json: file.json) == file)
  }

  @Test(
    "What is no such file, or says more than is read, is refused in words",
    arguments: [
      ("{}", "The key 'applinks' is missing in the file. Add it."),
      ("[", "The text is not valid JSON. Correct it."),
      (#"{"applinks":{}}"#, "The key 'details' is missing in applinks. Add it."),
      (
        #"{"applinks":{"details":[{"components":[]}]}}"#,
        "An entry of 'details' names no app. Add 'appIDs'."
      ),
      (
        #"{"applinks":{"details":[{"appIDs":["A","B\u202e"]}]}}"#,
        "The entry of 'A', 'B\\u{202E}' names no links. Add 'components'."
      ),
      (
        #"{"applinks":{"details":{"A":{"paths":["/x"]}}}}"#,
        "The value of applinks.details has the wrong type. Correct it."
      ),
      (
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":1}]}]}}"#,
        "The value of applinks.details[0].components[0]./ has the wrong type. Correct it."
      ),
      (
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"?":{"q":"$(lang)"}}]}]}}"#,
        "'$(lang)' has a substitution variable, which is not read. Write its values out."
      ),
      (
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/$(lang)/x"}]}]}}"#,
        "'/$(lang)/x' has a substitution variable, which is not read. Write its values out."
      ),
    ])
  func refusal(json: String, text: String) {
    let error = #expect(throws: InsightError.self) { try AssociationFile(json: json) }
    #expect(error?.description == text)
  }

  @Test("A file is compared with the table: what it lacks, sends too much, or sends nowhere")
  func comparison() throws {
    let wireframe = Wireframe<Screen>(sources: [Self.source, "myapp:"])
    try wireframe.register("/products/:id<int>", exposure: .external) { _ in nil }
    try wireframe.register("/@me", exposure: .only(.universalLink)) { _ in nil }
    try wireframe.register("/cart", exposure: .only(.customScheme)) { _ in nil }
    try wireframe.register("/admin") { _ in nil }
    try wireframe.register("myapp://only/here", exposure: .external) { _ in nil }
    let own = try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app"
    ).file
    #expect(wireframe.check(own, for: Self.source).isEmpty)

    let foreign = try AssociationFile(
      json: #"""
        {"applinks": {"details": [{"appIDs": ["TEAM.app"], "components": [
          {"/": "/products/4*", "exclude": true}, {"/": "/products/42"}, {"/": "/old/*"}, {"/": "/cart"},
          {"/": "/%40me"}, {"/": "/admin*"}, {"/": "/products/7"}
        ]}, {"appIDs": ["OTHER.app"], "components": [{"/": "/elsewhere"}]}]}}
        """#)
    let findings = wireframe.check(foreign, for: Self.source, appID: "TEAM.app")
    #expect(
      findings.map(\.description) == [
        "'/products/:id<int>' is exposed to universal links, and the file does not send "
          + "'https://example.com/products/1'. Make the file anew.",
        "The file sends 'https://example.com/cart', and '/cart' is closed to it. Make the file anew, or expose the "
          + "route.",
        "The file sends 'https://example.com/admin', and '/admin' is closed to it. Make the file anew, or expose the "
          + "route.",
        "The file sends '/old/*', and no route opens such links. Remove the component, or register or expose a "
          + "route.",
      ])
    #expect(findings.map(\.pattern) == ["/products/:id<int>", "/cart", "/admin", nil])
    #expect(findings.map(\.paths) == [[], ["/cart"], ["/admin*"], ["/old/*"]])
  }

  @Test("A route that is closed after its file was made is one finding, whatever ends in a slash")
  func closedSince() throws {
    func shop(_ exposure: RouteExposure) throws -> Wireframe<Screen> {
      let wireframe = Wireframe<Screen>(sources: [Self.source])
      try wireframe.register("/", exposure: .external) { _ in nil }
      try wireframe.register("/cart", exposure: exposure) { _ in nil }
      return wireframe
    }
    let file = try AssociationFile.make(
      of: RouteManifest(of: try shop(.external)), for: Self.source, appID: "TEAM.app"
    ).file
    let findings = try shop(.closed).check(file, for: Self.source)
    #expect(findings.map(\.pattern) == ["/cart"])
  }

  @Test(
    "A file that the table makes is found right, whatever the table is",
    arguments: 1...Load.scaled(200))
  func comparisonOfOwnFiles(seed: Int) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    let generated = try Generated(&generator, MatchingRules())
    let wireframe = Wireframe<Screen>(sources: [Self.source, "myapp:"])
    try wireframe.add(type: RouteGenerator.appType)
    for pattern in generated.table.patterns {
      try wireframe.register(pattern, exposure: generated.exposures[pattern] ?? .closed) { _ in nil
      }
    }
    let (file, findings) = try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app")
    let known = Set(findings.flatMap(\.paths))
    let unexpected = wireframe.check(file, for: Self.source)
      .filter { !known.isSuperset(of: $0.paths) }
    #expect(unexpected.isEmpty, "seed \(seed)")
  }

  /// A table with exposures by chance, and with characters in its literals that may be escaped.
  private struct Generated {
    let table: RouteTable<Void>
    let exposures: [RoutePattern: RouteExposure]

    init(_ generator: inout RouteGenerator, _ rules: MatchingRules) throws {
      var table = RouteTable<Void>(sources: RouteGenerator.sources, rules: rules)
      try table.add(type: RouteGenerator.appType)
      for _ in 0..<Int.random(in: 1...14, using: &generator.random) {
        let special = ["/a", "/@me", "/c++", "/$(x)", "/x%2A", "/:who<@me|b>"].pick(
          &generator.random)
        let text = generator.pattern()
          .replacing("/a", with: generator.random.oneIn(2) ? special : "/a")
        let end = !text.hasSuffix("/") && generator.random.oneIn(4) ? "/" : ""
        // Some repeat a name, or match the same URLs as another one.
        guard let pattern = try? RoutePattern(text + end) else { continue }
        try? table.insert((), for: pattern)
      }
      self.table = table
      var exposures: [RoutePattern: RouteExposure] = [:]
      for pattern in table.patterns {
        exposures[pattern] =
          [.external, .only(.universalLink), .closed, .only(.customScheme)].pick(&generator.random)
      }
      self.exposures = exposures
    }

    func isOpen(_ urlText: String) -> Bool {
      guard case .match(let match) = table.match(urlText, isTrusted: false) else { return false }
      return exposures[match.pattern]?.admits(.universalLink) ?? false
    }
  }

  @Test(
    "Every URL that the file sends is opened or is a listed finding; every exposed URL is sent",
    arguments: 1...Load.scaled(200),
    [
      MatchingRules(), MatchingRules(distinguishesTrailingSlash: true),
      MatchingRules(ignoresCase: true),
    ])
  func agreement(seed: Int, rules: MatchingRules) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    let generated = try Generated(&generator, rules)
    let (file, findings) = try file(rules: rules) { wireframe in
      try wireframe.add(type: RouteGenerator.appType)
      for pattern in generated.table.patterns {
        try wireframe.register(pattern, exposure: generated.exposures[pattern] ?? .closed) { _ in
          nil
        }
      }
    }
    let listed = Set(findings.flatMap(\.paths))
    for _ in 0..<Load.scaled(600) {
      let url = Self.spelled(generator.url(for: generated.table).segments, &generator.random)
      let isOpen = generated.isOpen(url)
      switch file.decision(on: url) {
      case .sent(let component):
        #expect(
          isOpen || listed.contains(component.path ?? ""),
          "seed \(seed): \(url) is sent by \(component.path ?? "")")
      case .excluded, .unmentioned:
        #expect(!isOpen, "seed \(seed): \(url) is not sent")
      }
    }
  }

  /// A URL in one of the spellings that the file has, segment by segment, with a slash at its end by chance.
  private static func spelled(_ segments: [String], _ random: inout SplitMix64) -> String {
    let unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
    var path = ""
    for segment in segments {
      let isUsual = random.oneIn(2)
      path += "/"
      for byte in segment.utf8 {
        let character = Character(Unicode.Scalar(byte))
        if unreserved.contains(character) || isUsual && "!$&'()*+,;=:@".contains(character) {
          path.append(character)
        } else {
          path += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }
    }
    return "https://example.com" + path + (path.isEmpty || random.oneIn(4) ? "/" : "")
  }
}
