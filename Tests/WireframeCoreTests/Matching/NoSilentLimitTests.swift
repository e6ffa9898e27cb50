import TestSupport
import Testing
import WireframeCore

/// What is larger than the quick way is made for takes another way to the same answer.
struct NoSilentLimitTests {
  private let rules = MatchingRules(
    maximumLength: 1 << 20, maximumSegments: 1 << 16, maximumQueryItems: 1 << 16)

  @Test("Any number of values", arguments: [1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 130])
  func values(count: Int) throws {
    let names = (0..<count).map { "n\($0)" }
    let pattern = try RoutePattern(names.map { "/:\($0)" }.joined())
    var table = RouteTable<Int>(rules: rules)
    try table.insert(7, for: pattern)
    let plain = table.match(names.map { "/v\($0)" }.joined())
    let escaped = table.match(names.map { "/%76\($0)" }.joined())
    for match in [try #require(plain.matched), try #require(escaped.matched)] {
      #expect(match.value == 7)
      #expect(match.values.all.map(\.name) == names)
      #expect(match.values.all.map(\.value) == names.map { .text("v\($0)") })
    }
  }

  @Test("Any number of alternatives to turn back to", arguments: [7, 8, 9, 16, 17, 40])
  func alternatives(depth: Int) throws {
    // At each node the literal leads on, and only the parameter at the very top leads to the end.
    let literals = String(repeating: "/a", count: depth)
    var patterns = ["/:x" + String(repeating: "/a", count: depth - 1) + "/end"]
    for length in 1..<depth {
      patterns.append(
        String(repeating: "/a", count: length) + "/:y"
          + String(repeating: "/a", count: depth - length - 1) + "/other")
    }
    patterns.append(literals + "/another")
    let table = try RouteTable(patterns, rules: rules)
    #expect(table.match(literals + "/end").finding == .match(patterns[0]))
    #expect(table.match("/%61" + literals.dropFirst(2) + "/end").finding == .match(patterns[0]))
    #expect(table.match(literals + "/nowhere").finding == .noMatch)
  }

  @Test("Limits as large as a number can be cost nothing that the URL does not need")
  func unlimited() throws {
    let rules = MatchingRules(
      maximumLength: .max, maximumSegments: .max, maximumQueryItems: .max)
    let table = try RouteTable(["/a/*rest?", "/a/a/b"], rules: rules)
    for count in [1, 2, 15, 16, 17, 500] {
      let url = String(repeating: "/a", count: count)
      #expect(table.match(url).finding == .match("/a/*rest?"))
      #expect(table.match(url + "?" + String(repeating: "q&", count: count)).matched != nil)
    }
  }

  @Test("Any number of siblings, of every kind", arguments: [10, 255, 256, 257, 1_000])
  func siblings(count: Int) throws {
    var table = RouteTable<Int>(rules: rules)
    for number in 0..<count { try table.insert(number, for: RoutePattern("/s/literal\(number)")) }
    let words = (0..<count).map { "word\($0)" }.joined(separator: "|")
    try table.insert(-1, for: RoutePattern("/s/:word<\(words)>"))
    try table.insert(-2, for: RoutePattern("/s/:any"))
    for number in [0, 1, count / 2, count - 1] {
      #expect(table.match("/s/literal\(number)").matched?.value == number)
      #expect(table.match("/s/word\(number)").matched?.value == -1)
    }
    #expect(table.match("/s/literal\(count)").matched?.value == -2)
    #expect(table.match("/s/word\(count)").matched?.value == -2)
  }

  @Test("Any number of types at one place, and of sources for one shape")
  func typesAndSources() throws {
    let names = (0..<100).map { "type\($0)" }
    let sources = try (0..<100).map { try URLSource("app\($0):") }
    var table = RouteTable<Int>(sources: sources, rules: rules)
    for (number, name) in names.enumerated() {
      try table.add(type: ParameterType(name) { $0 == "v\(number)" })
      try table.insert(number, for: RoutePattern("/t/:x<\(name)>"))
      try table.insert(1_000 + number, for: RoutePattern("app\(number)://s"))
    }
    for number in 0..<100 {
      #expect(table.match("/t/v\(number)").matched?.value == number)
      #expect(table.match("app\(number)://s").matched?.value == 1_000 + number)
    }
    #expect(table.match("/t/v100").finding == .noMatch)
  }

  @Test(
    "Literals of any length, equal up to their last byte",
    arguments: [1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 4_000])
  func literals(length: Int) throws {
    let stem = String(repeating: "x", count: length - 1)
    let table = try RouteTable(["/\(stem)a", "/\(stem)b", "/\(stem)é/*"], rules: rules)
    #expect(table.match("/\(stem)a").finding == .match("/\(stem)a"))
    #expect(table.match("/\(stem)b/").finding == .match("/\(stem)b"))
    #expect(table.match("/\(stem)%62?q").finding == .match("/\(stem)b"))
    #expect(table.match("/\(stem)%c3%a9/z").finding == .match("/\(stem)é/*"))
    #expect(table.match("/\(stem)c").finding == .noMatch)
    #expect(table.match("/\(stem)aa").finding == .noMatch)
    #expect(
      table.match("/\(stem)/a").finding == (stem.isEmpty ? .refused(.leadingDoubleSlash) : .noMatch)
    )
  }

  @Test("Literals that differ in one byte only, wherever it is", arguments: [8, 9, 16, 17, 24, 33])
  func nearLiterals(length: Int) throws {
    let names = (0..<length).map { place in
      String(String(repeating: "x", count: place) + "y").padding(to: length)
    }
    let table = try RouteTable(names.map { "/\($0)/:z" }, rules: rules)
    let folding = try RouteTable(
      names.map { "/\($0)/:z" }, rules: MatchingRules(ignoresCase: true))
    for name in names {
      let pattern = "/\(name)/:z"
      #expect(table.match("/\(name)/1").finding == .match(pattern))
      #expect(
        table.match("/%\(name.first == "x" ? "78" : "79")\(name.dropFirst())/1").finding
          == .match(pattern))
      #expect(folding.match("/\(name.uppercased())/1").finding == .match(pattern))
    }
    #expect(table.match("/\("".padding(to: length))/1").finding == .noMatch)
  }

  @Test("Names of any length, and anywhere in a pattern")
  func names() throws {
    let names = ["id", "identity", "identity1", "identity2", "a", "identity12"]
    for stem in [
      "", "/" + String(repeating: "s", count: 240), "/" + String(repeating: "s", count: 300),
    ] {
      for count in 1...names.count {
        let declared = names.prefix(count)
        let text = stem + declared.map { "/:\($0)" }.joined()
        var table = RouteTable<Void>(rules: rules)
        try table.insert((), for: RoutePattern(text))
        let match = try #require(
          table.match(stem + declared.map { "/\($0)-value" }.joined()).matched)
        for name in names {
          let expected = declared.contains(name) ? RouteValue.text("\(name)-value") : nil
          #expect(match.values.value(of: name) == expected, "\(name) in \(text)")
        }
        for name in ["", "i", "identit", "identity1/", "id/:identity", ":id", "s"] {
          #expect(match.values.value(of: name) == nil, "\(name) in \(text)")
        }
      }
    }
  }

  @Test(
    "Schemes of any length, equal up to their last letter", arguments: [1, 6, 7, 8, 15, 16, 40])
  func schemes(length: Int) throws {
    let stem = String(repeating: "s", count: length)
    let sources = try ["\(stem)a:", "\(stem)b:", "https://\(stem).example"].map {
      try URLSource($0)
    }
    var table = RouteTable<Int>(sources: sources)
    try table.insert(1, for: RoutePattern("\(stem)a://x"))
    try table.insert(2, for: RoutePattern("\(stem)b://x"))
    try table.insert(3, for: "/y")
    #expect(table.match("\(stem)a://x").matched?.value == 1)
    #expect(table.match("\(stem.uppercased())B:/x?q").matched?.value == 2)
    #expect(table.match("HTTPS://\(stem.uppercased()).EXAMPLE/y#f").matched?.value == 3)
    for foreign in ["\(stem)c:/x", "\(stem):/x", "\(stem)aa:/x", "http://x", "https://\(stem)/y"] {
      #expect(table.match(foreign).finding == .foreign, "\(foreign)")
    }
    #expect(table.match("\(stem)a").finding == .refused(.noSchemeOrSlash))
    #expect(table.match("\(stem)a:x").finding == .refused(.noSlashAfterScheme))
  }

  @Test("Segments that begin with a dot are segments like others", arguments: ["", "app:/"])
  func dots(prefix: String) throws {
    var table = RouteTable<Int>(sources: ["app:"])
    try table.insert(1, for: RoutePattern("/.well-known/:file"))
    try table.insert(2, for: RoutePattern("/a/:x/*rest"))
    #expect(table.match(prefix + "/.well-known/.x").matched?.value == 1)
    #expect(table.match(prefix + "/a/..x/.../.y").matched?.value == 2)
    #expect(table.match(prefix + "/a/./b").finding == .refused(.dotSegment))
    #expect(table.match(prefix + "/a/b/..").finding == .refused(.dotSegment))
  }

  @Test("A table that changes between lookups gives the new answer at once")
  func changes() throws {
    var table = RouteTable<Int>(rules: rules)
    var copies: [RouteTable<Int>] = []
    for number in 0..<200 {
      try table.insert(number, for: RoutePattern("/n\(number)/:x"))
      copies.append(table)
      #expect(table.match("/n\(number)/1").matched?.value == number)
      #expect(table.match("/n\(number + 1)/1").finding == .noMatch)
    }
    for number in stride(from: 0, to: 200, by: 2) {
      #expect(table.remove(try RoutePattern("/n\(number)/:x")) == number)
      #expect(table.match("/n\(number)/1").finding == .noMatch)
      #expect(table.match("/n\(number + 1)/1").matched?.value == number + 1)
    }
    for (number, copy) in copies.enumerated() {
      #expect(copy.match("/n\(number)/1").matched?.value == number, "a copy keeps its own")
      #expect(copy.patterns.count == number + 1)
    }
  }
}

extension String {
  /// The text with as many `x` behind it as it takes.
  fileprivate func padding(to length: Int) -> String {
    self + String(repeating: "x", count: length - count)
  }
}
