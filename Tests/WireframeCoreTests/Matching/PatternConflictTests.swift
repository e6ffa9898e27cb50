import TestSupport
import Testing
import WireframeCore

struct PatternConflictTests {
  static let sameShapes: [TextCase] = [
    TextCase("/", "/"),
    TextCase("/a", "/a"),
    TextCase("/a", "/a/"),
    TextCase("/a", "/%61"),
    TextCase("/café", "/caf%c3%a9"),
    TextCase("/users/:id", "/users/:name"),
    TextCase("/:a<int>", "/:b<int>"),
    TextCase("/:a<x|y>", "/:b<y|x>"),
    TextCase("/a/:b?", "/a/:c?"),
    TextCase("/a/:b<int>?", "/a/:c<int>?"),
    TextCase("/a/:b<x|y>?", "/a/:c<y|x>?"),
    TextCase("/*", "/*rest"),
    TextCase("/*?", "/*rest?"),
    TextCase("myapp://a", "MYAPP:///a"),
    TextCase("https://example.com/a", "https://EXAMPLE.com:443/a/"),
  ]

  @Test(
    "P4: two patterns of the same shape for the same source are refused, naming the other",
    arguments: sameShapes)
  func sameShape(pair: TextCase) throws {
    for (first, second) in [(pair.given, pair.expected), (pair.expected, pair.given)] {
      var table = try RouteTable([first])
      let pattern = try RoutePattern(second)
      let error = #expect(throws: RoutingError.self) { try table.insert((), for: pattern) }
      #expect(error?.code == .conflictingPattern)
      #expect(error?.pattern?.text == second)
      #expect(
        error?.description == """
          Pattern '\(second)' matches the same URLs as '\(first)', registered before it. Remove \
          one of them, or tell them apart by a literal or a type.
          """)
    }
  }

  static let compatibleSets: [[String]] = [
    ["/a", "/A"],
    ["/a", "myapp:///a", "https://example.com/a"],
    ["/:a", "/:a<int>", "/:a<uint>", "/:a?", "/:a<int>?", "/*", "/*?", "/"],
    ["/:a/b", "/:c/d"],
    ["/:a<x|y>/b", "/:a<y|x>/c", "/:a<z|w>/b"],
    ["/:a<x|y>", "/x"],
    ["/:a<x|y>?", "/:a<int>?"],
    ["/\u{E9}", "/e\u{301}"],
  ]

  @Test("P4: patterns that differ in shape or source do not conflict", arguments: compatibleSets)
  func compatible(patterns: [String]) throws {
    for order in [patterns, patterns.reversed()] {
      #expect(try RouteTable(order).patterns.count == patterns.count)
    }
  }

  @Test("P4: with the case option patterns that differ by ASCII case are the same shape")
  func sameShapeWithoutCase() throws {
    var table = try RouteTable(["/Cart"], rules: MatchingRules(ignoresCase: true))
    let error = #expect(throws: RoutingError.self) { try table.insert((), for: "/cart") }
    #expect(error?.code == .conflictingPattern)
    #expect(throws: Never.self) { try table.insert((), for: "/É") }
    #expect(throws: Never.self) { try table.insert((), for: "/é") }
  }

  @Test("P4: with the strict option a trailing slash makes another shape")
  func strictTrailingSlash() throws {
    let rules = MatchingRules(distinguishesTrailingSlash: true)
    var table = try RouteTable(["/cart", "/cart/"], rules: rules)
    #expect(throws: RoutingError.self) { try table.insert((), for: "/cart/") }
    #expect(throws: RoutingError.self) { try table.insert((), for: "/cart") }
  }

  static let sharedWords: [TextCase] = [
    TextCase("/:a<s|m>", "/:b<m|l>"),
    TextCase("/:a<s|m>/x", "/:b<m|l>/y"),
    TextCase("/:a<s|m>/x", "/:b<l|%6D>"),
    TextCase("/x/:a<s|m>?", "/x/:b<m|l>?"),
    TextCase("myapp:///:a<s|m>", "/:b<m|l>"),
  ]

  @Test("P4: word lists at one place that share a word are refused", arguments: sharedWords)
  func sharedWord(pair: TextCase) throws {
    for (first, second) in [(pair.given, pair.expected), (pair.expected, pair.given)] {
      var table = try RouteTable([first])
      let pattern = try RoutePattern(second)
      let error = #expect(throws: RoutingError.self) { try table.insert((), for: pattern) }
      #expect(error?.code == .conflictingPattern)
      #expect(
        error?.description == """
          Pattern '\(second)' has the word 'm' at the same place as '\(first)', registered \
          before it. Put each word in one list only.
          """)
    }
  }

  @Test("P4: two lists of optional words at one place are refused: both match without")
  func optionalWords() throws {
    var table = try RouteTable(["/x/:a<s|m>?"])
    let error = #expect(throws: RoutingError.self) { try table.insert((), for: "/x/:b<l|xl>?") }
    #expect(error?.code == .conflictingPattern)
    #expect(
      error?.description == """
        Pattern '/x/:b<l|xl>?' and '/x/:a<s|m>?', registered before it, both match without their \
        optional words. Make one of them required.
        """)
  }

  @Test("P4: a conflict names the pattern that is still there")
  func conflictAfterRemoval() throws {
    var table = try RouteTable(["/other", "/:a<s|m>/x", "/:b<s|m>/y"])
    table.remove("/:a<s|m>/x")
    let error = #expect(throws: RoutingError.self) { try table.insert((), for: "/:c<m|l>") }
    #expect(error?.description.contains("'/:b<s|m>/y'") == true)
    #expect(throws: Never.self) { try table.insert((), for: "/:c<s|m>/x") }
  }

  static let refused = [
    "/a/:other", "/a/b/c/:x<m|l>/new", "/a/b/c/d/:x<sku>", "/a/b/c/:q<t|u>?", "myother:///a/b/c",
  ]

  @Test("P4: registration is all or nothing", arguments: refused)
  func allOrNothing(text: String) throws {
    let patterns = ["/a/:id", "/a/b/c/:x<s|m>/y", "/a/b/c/:q<v|w>?"]
    var table = try RouteTable(patterns)
    let pattern = try RoutePattern(text)
    #expect(throws: RoutingError.self) { try table.insert((), for: pattern) }
    #expect(table.patterns.map(\.text) == patterns)
    for url in ["/a/b/c/new", "/a/b/c/l/new", "/a/b/c/t", "/a/b/c/d/1", "/a/b"] {
      let before = try RouteTable(patterns).match(url).finding
      #expect(table.match(url).finding == before, "\(url)")
    }
    #expect(throws: Never.self) { try table.insert((), for: "/a/b/c/:x<l|xl>/new") }
  }

  @Test("P4: a pattern of a source that is not declared is refused")
  func undeclaredSource() throws {
    var table = RouteTable<Void>(sources: ["myapp:", "https://example.com"])
    let error = #expect(throws: RoutingError.self) {
      try table.insert((), for: "https://example.com:8443/a")
    }
    #expect(error?.code == .invalidSource)
    #expect(
      error?.description == """
        Pattern 'https://example.com:8443/a' is bound to 'https://example.com:8443', which is \
        none of 'myapp:', 'https://example.com'. Declare the source, or leave it out of the \
        pattern.
        """)
    var empty = RouteTable<Void>()
    let other = #expect(throws: RoutingError.self) { try empty.insert((), for: "myapp:/a") }
    #expect(
      other?.description == """
        Pattern 'myapp:/a' is bound to 'myapp:', which is none of the declared ones (there are \
        none). Declare the source, or leave it out of the pattern.
        """)
  }
}
