import TestSupport
import Testing
import WireframeCore

struct LiteralComparisonTests {
  static let spellings = ["/café", "/caf%C3%A9", "/caf%c3%a9", "/%63af%C3%a9"]

  @Test("C3: literals compare decoded", arguments: spellings, spellings)
  func decoded(pattern: String, url: String) throws {
    #expect(try RouteTable([pattern]).match(url).finding == .match(pattern))
  }

  static let others: [TextCase] = [
    TextCase("/cart", "/Cart"),
    TextCase("/Cart", "/cart"),
    TextCase("/cart", "/cart%20"),
    TextCase("/cart", "/c%61rts"),
    TextCase("/%2541", "/A"),
    TextCase("/%2541", "/%41"),
    TextCase("/c%2561rt", "/C%61rt"),
    TextCase("/a+b", "/a%20b"),
    TextCase("/straße", "/strasse"),
    TextCase("/é", "/É"),
    TextCase("/ﬁ", "/fi"),
  ]

  @Test("C3: literals compare with case and by scalar", arguments: others)
  func unequal(pair: TextCase) throws {
    #expect(try RouteTable([pair.given]).match(pair.expected).finding == .noMatch)
    #expect(try RouteTable([pair.expected]).match(pair.given).finding == .noMatch)
  }

  @Test("C3: composed and decomposed characters are two literals")
  func normalisation() throws {
    let composed: RoutePattern = "/caf\u{E9}"
    let decomposed: RoutePattern = "/cafe\u{301}"
    var table = RouteTable<String>()
    try table.insert("composed", for: composed)
    #expect(table.match("/cafe%CC%81").finding == .noMatch)
    try table.insert("decomposed", for: decomposed)
    #expect(table.match("/cafe%CC%81").matched?.value == "decomposed")
    #expect(table.match("/caf%C3%A9").matched?.value == "composed")
    #expect(table.match("/caf\u{E9}").matched?.value == "composed")
  }

  @Test("C3: literals of every length compare to their last byte", arguments: 1...34)
  func everyLength(length: Int) throws {
    let text = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8.prefix(length))
    var table = RouteTable<Int>()
    // Siblings, each with another byte at one place.
    for place in text.indices {
      var other = text
      other[place] = UInt8(ascii: "Z")
      try table.insert(place, for: RoutePattern("/" + String(decoding: other, as: UTF8.self)))
    }
    let name = String(decoding: text, as: UTF8.self)
    #expect(table.match("/" + name).finding == .noMatch)
    for place in text.indices {
      var other = text
      other[place] = UInt8(ascii: "Z")
      let path = "/" + String(decoding: other, as: UTF8.self)
      for url in [path, path + "/", "/%" + String(other[0], radix: 16) + path.dropFirst(2)] {
        #expect(table.match(url).matched?.value == place, "\(url)")
      }
      #expect(table.match(path + "//").matched == nil)
    }
    try table.insert(-1, for: RoutePattern("/:\(name)/x"))
    #expect(try table.match("/\(name)/x").matched?.values[name] == name)
  }

  @Test("C3: removing one of them leaves the other")
  func removal() throws {
    let composed: RoutePattern = "/caf\u{E9}"
    let decomposed: RoutePattern = "/cafe\u{301}"
    #expect(composed != decomposed)
    var table = RouteTable<String>()
    try table.insert("composed", for: composed)
    try table.insert("decomposed", for: decomposed)
    #expect(table.remove(decomposed) == "decomposed")
    #expect(table.match("/caf%C3%A9").matched?.value == "composed")
    #expect(table.match("/cafe%CC%81").finding == .noMatch)
    #expect(table.remove(decomposed) == nil)
  }

  @Test("C3: an option folds ASCII case in literals, and in nothing else")
  func folding() throws {
    let table = try RouteTable(["/Cart/:id", "/É"], rules: MatchingRules(ignoresCase: true))
    for url in ["/cart/X", "/CART/X", "/c%41rt/X", "myapp://CART/X"] {
      #expect(table.match(url).finding == .match("/Cart/:id"), "\(url)")
    }
    #expect(table.match("/É").finding == .match("/É"))
    #expect(table.match("/é").finding == .noMatch)
    // The Kelvin sign is not a K, though Unicode's case rules say so.
    let kelvin = try RouteTable(["/k"], rules: MatchingRules(ignoresCase: true))
    #expect(kelvin.match("/K").finding == .match("/k"))
    #expect(kelvin.match("/\u{212A}").finding == .noMatch)
    #expect(try table.match("/cart/MiXeD").matched?.values["id"] == "MiXeD")
  }
}
