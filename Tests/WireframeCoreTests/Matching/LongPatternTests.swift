import TestSupport
import Testing
import WireframeCore

/// Patterns as long as a file of routes may hold. The program `table-probe` measures what they cost.
@Suite(.serialized) struct LongPatternTests {
  static let list = (0..<Load.scaled(30_000)).map { "a-word-\($0)" }.joined(separator: "|")

  private func pattern(_ text: String) throws -> RoutePattern { try RoutePattern(text) }

  @Test("P2: a list of thousands of words is parsed, registered and matched")
  func longList() throws {
    let pattern = try pattern("/:w<\(Self.list)>")
    var table = try RouteTable(["/:w<int>"])
    try table.insert((), for: pattern)
    let last = "a-word-\(Load.scaled(30_000) - 1)"
    #expect(table.match("/\(last)").matched?.pattern == pattern)
    #expect(table.match("/a-word-\(Load.scaled(30_000))").matched == nil)
    #expect(try pattern.urlText(with: ["w": .text(last)]) == "/\(last)")
  }

  @Test("P4: the same long list at one place is one list, and is removed")
  func sameLongList() throws {
    let ends = (0..<3).map { "/end\($0)" }
    let patterns = try ends.map { try pattern("/:w<\(Self.list)>\($0)") }
    var table = RouteTable<Void>()
    for pattern in patterns { try table.insert((), for: pattern) }
    table.remove(patterns[0])
    #expect(table.match("/a-word-7/end0").matched == nil)
    #expect(table.match("/a-word-7/end1").matched?.pattern == patterns[1])
  }

  @Test("P4: a word that two long lists share is found")
  func sharedWordOfLongLists() throws {
    var table = RouteTable<Void>()
    try table.insert((), for: pattern("/:w<\(Self.list)>/a"))
    let other = try pattern("/:w<\(Self.list.replacing("a-word", with: "b-word"))|a-word-5>/a")
    let error = #expect(throws: RoutingError.self) { try table.insert((), for: other) }
    #expect(error?.description.contains("has the word 'a-word-5' at the same place as") == true)
    #expect(throws: RoutingError.self) { try pattern("/:w<\(Self.list)|a-word-5>") }
  }

  @Test("P1: thousands of names in one pattern are distinct")
  func manyNames() throws {
    let count = Load.scaled(16_000)
    let names = (0..<count).map { "name\($0)" }
    let text = names.map { "/:\($0)" }.joined()
    let pattern = try pattern(text)
    #expect(pattern.names == names)
    var table = RouteTable<Void>(
      rules: MatchingRules(maximumLength: 1 << 20, maximumSegments: count))
    try table.insert((), for: pattern)
    let match = try #require(table.match(String(repeating: "/v", count: count)).matched)
    #expect(match.values.all.count == count)
    #expect(match.values.value(of: "name\(count - 1)") == .text("v"))
    #expect(throws: RoutingError.self) { try self.pattern(text + "/:name7") }
  }

  @Test("I5: a type is matched and missed beside thousands of word lists as beside one")
  func listsBesideType() throws {
    var table = try RouteTable(["/a/:x<int>"])
    let lists = Load.scaled(10_000)
    for number in 0..<lists { try table.insert((), for: pattern("/a/:y<v\(number)|w\(number)>")) }
    for number in 0..<lists * 10 {
      guard table.match("/a/\(number)").matched != nil, table.match("/a/x").matched == nil else {
        Issue.record("\(number)")
        return
      }
    }
    let last = lists - 1
    #expect(table.match("/a/w\(last)").finding == .match("/a/:y<v\(last)|w\(last)>"))
  }
}
