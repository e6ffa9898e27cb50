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
    _ body: (Wireframe<Screen>) throws -> Void
  ) rethrows -> (file: AssociationFile, findings: [AssociationFinding]) {
    let wireframe = Wireframe<Screen>(sources: [Self.source, "myapp:"])
    try body(wireframe)
    return AssociationFile.make(
      of: RouteManifest(of: wireframe), for: Self.source, appID: "TEAM.app")
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
      file.details[0].components.map { ($0.isExcluded ? "- " : "+ ") + ($0.path ?? "") } == [
        "- *//*", "- /?*/?*/?*", "- /products/new", "+ /products/?*", "+ /imprint", "+ /terms",
      ])
    #expect(
      findings.map(\.message) == [
        "'/products/?*' also sends links that '/products/:id<int>' does not match: a component says no types."
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

  @Test(
    "Two patterns overlap exactly if some text matches both",
    arguments: ["a", "/?*", "*a*", "?", "", "*", "/a/?*", "/?*/b", "??", "a?*"])
  func overlap(left: String) {
    let texts = [
      "", "a", "b", "/", "/a", "/b", "ab", "/a/b", "//", "/a/", "/b/b", "aa", "ba", "/ab",
    ]
    for right in ["a", "/?*", "*a*", "?", "", "*", "/a/?*", "/?*/b", "??", "a?*", "/a/b"] {
      let expected = texts.contains { Glob.matches(left, $0) && Glob.matches(right, $0) }
      #expect(Glob.overlap(left, right) == expected, "\(left) and \(right)")
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
        #"{"applinks":{"details":[{"appID":"A","paths":["NOT /x/*","/x","*y"]}]}}"#, ["/x", "/my"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/X","caseSensitive":false}]}]}}"#,
        ["/x", "/X"]),
      Case(
        ##"{"applinks":{"details":[{"appIDs":["A"],"components":[{"?":{"q":"?*"},"#":"top"}]}]}}"##,
        ["/x?q=1#top", "/?a&q=z#top"]),
      Case(
        #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/x/??","exclude":true},{"/":"/x/*"}]}]}}"#,
        ["/x/1", "/x/", "/x/123"]),
    ])
  func reader(row: Case<String, [String]>) throws {
    let file = try AssociationFile(json: row.given)
    let all = [
      "/x", "/X", "/my", "/x/1", "/x/12", "/x/123", "/x/", "/x?q=1#top", "/x?q=#top", "/?a&q=z#top",
      "/x?q=1",
    ]
    let sent = all.filter { path in
      if case .sent = file.decision(on: "https://example.com" + path) { true } else { false }
    }
    #expect(Set(sent).isSuperset(of: row.expected))
    #expect(sent.count < all.count)
  }

  @Test("A file with substitution variables, or none at all, is refused")
  func refusal() {
    for json in [
      "{}", "[", #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"/$(lang)/x"}]}]}}"#,
    ] {
      #expect(throws: DecodingError.self) { try AssociationFile(json: json) }
    }
  }

  /// A table with exposures by chance.
  private struct Generated {
    let table: RouteTable<Void>
    let exposures: [RoutePattern: RouteExposure]

    init(_ generator: inout RouteGenerator) throws {
      table = try generator.table(of: Int.random(in: 1...14, using: &generator.random))
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
    arguments: 1...200)
  func agreement(seed: Int) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    let generated = try Generated(&generator)
    let (file, findings) = try file { wireframe in
      try wireframe.add(type: RouteGenerator.appType)
      for pattern in generated.table.patterns {
        try wireframe.register(pattern, exposure: generated.exposures[pattern] ?? .closed) { _ in
          nil
        }
      }
    }
    let listed = Set(findings.map(\.path))
    for _ in 0..<Load.scaled(2_000) {
      let url = Self.canonical(generator.url(for: generated.table).segments)
      switch file.decision(on: url) {
      case .sent(let component):
        #expect(
          generated.isOpen(url) || listed.contains(component.path ?? ""),
          "seed \(seed): \(url) is sent by \(component.path ?? "")")
      case .excluded, .unmentioned:
        #expect(!generated.isOpen(url), "seed \(seed): \(url) is not sent")
      }
    }
  }

  /// A URL in the spelling that the file has: escapes in capital letters, no slash at the end.
  private static func canonical(_ segments: [String]) -> String {
    let path = segments.map { "/" + RoutePattern.encodedSegment($0) }.joined()
    return "https://example.com" + (path.isEmpty ? "/" : path)
  }
}
