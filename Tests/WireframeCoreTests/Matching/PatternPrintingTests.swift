import TestSupport
import Testing
import WireframeCore

struct PatternPrintingTests {
  typealias Values = [String: RouteValue]

  struct Print: Sendable, CustomTestStringConvertible {
    let pattern: String
    let values: Values
    let url: String
    var testDescription: String { url }

    init(_ pattern: String, _ values: Values, _ url: String) {
      self.pattern = pattern
      self.values = values
      self.url = url
    }
  }

  static let printRows: [Print] = [
    Print("/", [:], "/"),
    Print("/products/:id<int>", ["id": "42"], "/products/42"),
    Print("/products/:id", ["id": "a b/c?d#e%"], "/products/a%20b%2Fc%3Fd%23e%25"),
    Print("/:id", ["id": "é+-._~"], "/%C3%A9%2B-._~"),
    Print("/caf%c3%a9", [:], "/caf%C3%A9"),
    Print("/list/:page?", [:], "/list"),
    Print("/list/:page?", ["page": "2"], "/list/2"),
    Print("/:page?", [:], "/"),
    Print("/x/*rest", ["rest": ["a", "b c"]], "/x/a/b%20c"),
    Print("/x/*", ["*": ["a"]], "/x/a"),
    Print("/x/*rest?", ["rest": []], "/x"),
    Print("/x/*rest?", [:], "/x"),
    Print("/cart/", [:], "/cart/"),
    Print("myapp://shop/:id", ["id": "1"], "myapp:///shop/1"),
    Print("myapp://", [:], "myapp:///"),
    Print("https://Example.com:8443/a/:b", ["b": "c"], "https://example.com:8443/a/c"),
    Print("https://example.com", [:], "https://example.com/"),
    Print("/:size<small|large>", ["size": "large"], "/large"),
    Print("/:code<sku>", ["code": "whatever"], "/whatever"),
  ]

  @Test("I3: the URL of a pattern with values", arguments: printRows)
  func prints(row: Print) throws {
    let pattern = try RoutePattern(row.pattern)
    #expect(try pattern.urlText(with: row.values) == row.url)
    guard row.pattern != "/:code<sku>" else { return }
    #expect(throws: Never.self) { try Route(row.url, matching: pattern) }
  }

  @Test("I3: with the rules of a table that ignores case, words are given back in any case")
  func wordsInAnyCase() throws {
    let rules = MatchingRules(ignoresCase: true)
    let pattern: RoutePattern = "/size/:s<small|large>"
    let match = try #require(RouteTable([pattern.text], rules: rules).match("/Size/LARGE").matched)
    let values = Dictionary(uniqueKeysWithValues: match.values.all.map { ($0.name, $0.value) })
    #expect(try pattern.urlText(with: values, rules: rules) == "/size/LARGE")
    #expect(throws: RoutingError.self) { try pattern.urlText(with: values) }
    #expect(throws: RoutingError.self) {
      try pattern.urlText(with: ["s": "medium"], rules: rules)
    }
  }

  @Test("I3: a word that a host equals in lower case is given back in lower case")
  func wordsAsHost() throws {
    let pattern: RoutePattern = "/:s<small|Large>/:n"
    #expect(try pattern.urlText(with: ["s": "SMALL", "n": "A"]) == "/small/A")
    #expect(try pattern.urlText(with: ["s": "Large", "n": "A"]) == "/Large/A")
    #expect(throws: RoutingError.self) { try pattern.urlText(with: ["s": "LARGE", "n": "A"]) }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let pattern: RoutePattern
    let value: RouteValue?
    let segment: String
    var testDescription: String { "\(pattern) with \(value.map { "\($0)" } ?? "nothing")" }

    init(_ pattern: RoutePattern, _ value: RouteValue?, _ segment: String) {
      self.pattern = pattern
      self.value = value
      self.segment = segment
    }
  }

  static let unfitRows: [Fault] = [
    Fault("/p/:x", "", ":x"),
    Fault("/p/:x", ".", ":x"),
    Fault("/p/:x?", "..", ":x?"),
    Fault("/p/:x", "a\u{0}", ":x"),
    Fault("/p/:x", "a\nb", ":x"),
    Fault("/p/:x", ["a"], ":x"),
    Fault("/p/:x<int>", "secret", ":x<int>"),
    Fault("/p/:x<int>?", "9223372036854775808", ":x<int>?"),
    Fault("/p/:x<a|b>", "c", ":x<a|b>"),
    Fault("/p/*x", "a", "*x"),
    Fault("/p/*x", [], "*x"),
    Fault("/p/*x", ["a", ""], "*x"),
    Fault("/p/*x", ["a/b"], "*x"),
    Fault("/p/*x?", ["a", "b\\c"], "*x?"),
    Fault("/p/*x?", [".."], "*x?"),
  ]

  @Test("I3: a value that would not come back is refused", arguments: unfitRows)
  func unfit(fault: Fault) throws {
    let value = try #require(fault.value)
    let error = #expect(throws: RoutingError.self) { try fault.pattern.urlText(with: ["x": value]) }
    #expect(error?.code == .unfitValue)
    #expect(error?.pattern == fault.pattern)
    #expect(
      error?.description == """
        Pattern '\(fault.pattern)' gives no URL: '\(fault.segment)' would not match the value for \
        'x'. Pass one that it matches.
        """)
  }

  @Test("I3: names that the pattern does not have are an error that names them")
  func unknownNames() {
    let rows: [(RoutePattern, Values, String)] = [
      ("/p/:x/:y?", ["x": "1", "z": "2", "X": "3"], "s 'X', 'z'. Its parameters are: 'x', 'y'"),
      ("/p/*", ["rest": ["a"]], " 'rest'. Its parameters are: '*'"),
      ("/p/:x", ["id": "1"], " 'id'. Its parameters are: 'x'"),
      ("/p", ["p": "1"], " 'p'. Its parameters are: none"),
    ]
    for (pattern, values, names) in rows {
      let error = #expect(throws: RoutingError.self) { try pattern.urlText(with: values) }
      #expect(error?.code == .unknownValue)
      #expect(error?.pattern == pattern)
      #expect(error?.description == "Pattern '\(pattern)' has no parameter\(names).")
    }
  }

  @Test("I3: a value that is missing is named")
  func missing() {
    for pattern: RoutePattern in ["/p/:x", "/p/:x<int>", "/p/*x"] {
      let error = #expect(throws: RoutingError.self) { try pattern.urlText(with: [:]) }
      #expect(error?.code == .missingValue)
      #expect(
        error?.description
          == "Pattern '\(pattern)' gives no URL without a value for 'x'. Pass one.")
    }
  }
}
