import TestSupport
import Testing
import WireframeCore

struct RouteChoiceTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let winner: String
    let loser: String
    let url: String
    var testDescription: String { "\(winner) before \(loser) for \(url)" }

    init(_ winner: String, _ loser: String, _ url: String) {
      self.winner = winner
      self.loser = loser
      self.url = url
    }
  }

  // A literal needs a segment where the end has none, so the two never compete.
  static let kinds: [Pair] = [
    Pair("/a", "/a/:x<int>?", "/a"),
    Pair("/a", "/a/:x?", "/a"),
    Pair("/a", "/a/*x?", "/a"),
    Pair("/a/5", "/a/:x<int>", "/a/5"),
    Pair("/a/:x<int>", "/a/:y", "/a/5"),
    Pair("/a/:x", "/a/:y<int>?", "/a/5"),
    Pair("/a/:x<int>?", "/a/:y?", "/a/5"),
    Pair("/a/:x<int>?", "/a/:y?", "/a"),
    Pair("/a/:x?", "/a/*y", "/a/5"),
    Pair("/a/:x?", "/a/*y?", "/a"),
    Pair("/a/*x", "/a/*y?", "/a/5"),
  ]

  static let fromTheLeft: [Pair] = [
    Pair("/a/:x", "/:x/b", "/a/b"),
    Pair("/a/*x", "/:x/b/c", "/a/b/c"),
    Pair("/a/*x?", "/:x/b", "/a/b"),
    Pair("/:x<int>/*y", "/:x/b", "/5/b"),
    Pair("/:x<uint>/:y", "/:x<int>/b", "/5/b"),
    Pair("/:x/b", "/*x", "/a/b"),
    Pair("/a/:x?", "/:x/:y?", "/a"),
    Pair("/:x/:y?", "/*z", "/a"),
    Pair("/a/b/*x", "/a/:x/c/d", "/a/b/c/d"),
  ]

  @Test(
    "C1: by specificity, segment by segment from the left, in both orders of registration",
    arguments: kinds + fromTheLeft)
  func specificity(pair: Pair) throws {
    for patterns in [[pair.winner, pair.loser], [pair.loser, pair.winner]] {
      #expect(try RouteTable(patterns).match(pair.url).finding == .match(pair.winner))
    }
    #expect(
      try RouteTable([pair.loser]).match(pair.url).finding == .match(pair.loser),
      "the loser matches, too, or the row would say nothing")
  }

  static let uuid = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"

  // No text is a UUID and a Boolean, or a Boolean and a number: those compete where the optional
  // segment is absent.
  static let types: [Pair] = [
    Pair("/:x<a|\(uuid)>", "/:x<uuid>", "/\(uuid)"),
    Pair("/:x<a|true>", "/:x<bool>", "/true"),
    Pair("/:x<a|5>", "/:x<uint>", "/5"),
    Pair("/:x<uint>", "/:x<int>", "/5"),
    Pair("/:x<int>", "/:x<double>", "/-5"),
    Pair("/:x<double>", "/:x<alpha>", "/1.5"),
    Pair("/:x<bool>", "/:x<alpha>", "/true"),
    Pair("/:x<uuid>", "/:x<alpha>", "/\(uuid)"),
    Pair("/:x<alpha>", "/:x<beta>", "/a"),
    Pair("/:x<alpha>", "/:x<alphabet>", "/a"),
    Pair("/:x<Zeta>", "/:x<alpha>", "/a"),
    Pair("/:x<a|b>?", "/:x<uuid>?", "/"),
    Pair("/:x<uuid>?", "/:x<bool>?", "/"),
    Pair("/:x<bool>?", "/:x<uint>?", "/"),
    Pair("/:x<uint>?", "/:x<int>?", "/"),
    Pair("/:x<int>?", "/:x<double>?", "/"),
    Pair("/:x<double>?", "/:x<alpha>?", "/"),
    Pair("/:x<alpha>?", "/:x<beta>?", "/"),
    Pair("/:x<uint>?", "/:x<int>?", "/5"),
  ]

  @Test(
    "C1: typed parameters are tried words, uuid, bool, uint, int, double, then by name",
    arguments: types)
  func typeOrder(pair: Pair) throws {
    let types = ["alpha", "alphabet", "beta", "Zeta"].map { ParameterType($0) { _ in true } }
    for patterns in [[pair.winner, pair.loser], [pair.loser, pair.winner]] {
      for types in [types, types.reversed()] {
        let table = try RouteTable(patterns, types: types)
        #expect(table.match(pair.url).finding == .match(pair.winner))
      }
    }
    #expect(
      try RouteTable([pair.loser], types: types).match(pair.url).finding == .match(pair.loser))
  }

  @Test(
    "C1: and so where the next that is registered belongs before, between or behind the others",
    arguments: [
      ["double", "uint", "alpha", "beta"], ["uint", "alpha", "double", "beta"],
      ["alpha", "beta", "uint", "double"],
    ], ["", "?"])
  func typesInAnyOrder(order: [String], end: String) throws {
    let types = ["alpha", "beta"].map { ParameterType($0) { _ in true } }
    let table = try RouteTable(order.map { "/:x<\($0)>\(end)" }, types: types)
    for (url, type) in [("/5", "uint"), ("/1.5", "double"), ("/x", "alpha")] {
      #expect(table.match(url).finding == .match("/:x<\(type)>\(end)"))
    }
  }

  static let ladder = [
    "/a/:x", "/a/5", "/a/*x?", "/a/:x<int>?", "/a/*x", "/a/:x?", "/a/:x<int>", "/a",
  ]

  @Test("C1: each kind gives way to the next when it is removed")
  func ladder() throws {
    var table = try RouteTable(Self.ladder)
    for expected in [
      "/a/5", "/a/:x<int>", "/a/:x", "/a/:x<int>?", "/a/:x?", "/a/*x", "/a/*x?",
    ] {
      #expect(table.match("/a/5").finding == .match(expected))
      table.remove(try RoutePattern(expected))
    }
    #expect(table.match("/a/5").finding == .noMatch)
  }

  struct Backtracking: Sendable, CustomTestStringConvertible {
    let patterns: [String]
    let url: String
    let winner: String
    var testDescription: String { "\(url) → \(winner)" }

    init(_ patterns: [String], _ url: String, _ winner: String) {
      self.patterns = patterns
      self.url = url
      self.winner = winner
    }
  }

  static let backtrackings: [Backtracking] = [
    Backtracking(["/a/b/d", "/a/:x/c"], "/a/b/c", "/a/:x/c"),
    Backtracking(["/a/b/c/d", "/a/b/:x/e", "/a/:y/c/f", "/:z/b/c/g"], "/a/b/c/g", "/:z/b/c/g"),
    Backtracking(["/a/:x<int>/c", "/a/:x/d"], "/a/5/d", "/a/:x/d"),
    Backtracking(["/a/:x<uint>/c", "/a/:x<int>/d"], "/a/5/d", "/a/:x<int>/d"),
    Backtracking(["/a/b", "/*rest"], "/a/b/c", "/*rest"),
    Backtracking(["/a/b/c", "/a/*rest"], "/a/b/d", "/a/*rest"),
    Backtracking(["/a/:x/c", "/a/*rest?"], "/a/b", "/a/*rest?"),
    Backtracking(["/a/:x?", "/*rest"], "/a/b/c", "/*rest"),
    Backtracking(["/a/:x<int>?", "/:y/b"], "/a/b", "/:y/b"),
    Backtracking(["/a/*rest", "/:x/:y"], "/a/b%2Fc", "/:x/:y"),
    Backtracking(["/a/*rest", "/:x?"], "/a", "/:x?"),
    Backtracking(["https://example.com/a/b", "/a/:x"], "myapp:/a/b", "/a/:x"),
    Backtracking(["https://example.com/a", "/:x"], "/a", "/:x"),
    Backtracking(["https://example.com/a/*r", "/*r"], "/a/b", "/*r"),
    Backtracking(["https://example.com/a/:x<int>?", "/a/*r?"], "/a", "/a/*r?"),
  ]

  @Test(
    "C2: the search turns back where a better beginning leads nowhere", arguments: backtrackings)
  func backtracking(row: Backtracking) throws {
    for patterns in [row.patterns, row.patterns.reversed()] {
      #expect(try RouteTable(patterns).match(row.url).finding == .match(row.winner))
    }
  }

  @Test("C2: the values are those of the pattern that was found")
  func valuesAfterBacktracking() throws {
    let table = try RouteTable(["/a/:first/d", "/:second/b/:third"])
    let match = try #require(table.match("/a/b/c").matched)
    #expect(match.values.all.map(\.name) == ["second", "third"])
    #expect(try match.values["second"] == "a")
    #expect(try match.values["third"] == "c")
  }

  @Test("C2: with the strict option the slash at the end turns the search back, too")
  func strictTrailingSlash() throws {
    let table = try RouteTable(
      ["/a/b/", "/a/:x"], rules: MatchingRules(distinguishesTrailingSlash: true))
    #expect(table.match("/a/b/").finding == .match("/a/b/"))
    #expect(table.match("/a/b").finding == .match("/a/:x"))
  }
}
