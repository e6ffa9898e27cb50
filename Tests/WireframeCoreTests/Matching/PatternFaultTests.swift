import TestSupport
import Testing
import WireframeCore

struct PatternFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let column: Int
    let sentence: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ column: Int, _ sentence: String) {
      self.text = text
      self.column = column
      self.sentence = sentence
    }
  }

  static let rawCharacter =
    "a control character, space or backslash. Write a space as '%20'; the others are refused."
  static let noSlash = "a pattern begins with '/' or with a source such as 'myapp://'."
  static let query =
    "a pattern has no query and no fragment. Read query items from 'route.query'."
  static let emptySegment = "an empty segment. Write one '/' between segments."
  static let dotSegment = "a '.' or '..' segment, which is refused in every URL."
  static let badEscape =
    "a '%' that is not followed by two hexadecimal digits, or bytes that are not UTF-8."
  static let encodedControl = "an encoded control character, which is refused in every URL."
  static let encodedSlash = "an encoded slash or backslash, which no literal matches."
  static let emptyName = "a parameter without a name. Write ':name'."
  static let badName = "a name may hold ASCII letters, digits, '_' and '-'."
  static let badHost =
    "a host holds ASCII letters, digits, '-' and '.', without escapes."
  static let emptyWord = "an empty word in a word list."
  static let catchAllNotLast = "a catch-all may only be at the end."
  static let optionalNotLast = "an optional segment may only be at the end."

  static func reserved(_ character: String) -> String {
    "'\(character)' inside a literal. A parameter is a whole segment; percent-encode "
      + "the character in a literal."
  }

  static func repeatedName(_ name: String) -> String {
    "the name '\(name)' is used twice. Use each name once in a pattern."
  }

  static func repeatedWord(_ word: String) -> String {
    "the word '\(word)' is in its list twice, as the table compares words."
  }

  static let segmentFaults: [Fault] = [
    Fault("", 1, noSlash),
    Fault("products", 1, noSlash),
    Fault(":id", 1, noSlash),
    Fault("myapp:", 7, noSlash),
    Fault("myapp:products", 7, noSlash),
    Fault("/a b", 3, rawCharacter),
    Fault("/a\\b", 3, rawCharacter),
    Fault("/é\n", 3, rawCharacter),
    Fault("/a\u{7F}", 3, rawCharacter),
    Fault("/a?b=c", 3, query),
    Fault("/a#b", 3, query),
    Fault("/a/b?", 5, query),
    Fault("//", 2, emptySegment),
    Fault("//a", 2, emptySegment),
    Fault("/a//b", 4, emptySegment),
    Fault("/a//", 4, emptySegment),
    Fault("/.", 2, dotSegment),
    Fault("/a/../b", 4, dotSegment),
    Fault("/a/%2E%2e", 4, dotSegment),
    Fault("/a/%", 4, badEscape),
    Fault("/a/%4", 4, badEscape),
    Fault("/a/%zz", 4, badEscape),
    Fault("/é/%C3", 4, badEscape),
    Fault("/%C0%AF", 2, badEscape),
    Fault("/a/%00", 4, encodedControl),
    Fault("/a/b%0A", 4, encodedControl),
    Fault("/a/%2F", 4, encodedSlash),
    Fault("/a%5Cb", 2, encodedSlash),
    Fault("/a:b", 3, reserved(":")),
    Fault("/a*", 3, reserved("*")),
    Fault("/a<int>", 3, reserved("<")),
    Fault("/a>", 3, reserved(">")),
    Fault("/a|b", 3, reserved("|")),
  ]

  static let parameterFaults: [Fault] = [
    Fault("/:", 2, emptyName),
    Fault("/a/:?", 4, emptyName),
    Fault("/:<int>", 2, emptyName),
    Fault("/:a.b", 4, badName),
    Fault("/:é", 3, badName),
    Fault("/:a?b", 4, badName),
    Fault("/*a*", 4, badName),
    Fault("/:a<in t>", 7, rawCharacter),
    Fault("/:a<in.t>", 7, badName),
    Fault("/:a/:a", 6, repeatedName("a")),
    Fault("/:a/b/*a", 8, repeatedName("a")),
    Fault("/:a<int", 4, "a '<' without '>'."),
    Fault("/:a<b/c>", 4, "a '<' without '>'."),
    Fault("/:a<>", 4, "a type without a name. Write ':name<int>' or ':name'."),
    Fault("/:a<int>b", 9, "only '?' may follow the type."),
    Fault("/:a<int>??", 9, "only '?' may follow the type."),
    Fault("/:a<b|>", 7, emptyWord),
    Fault("/:a<|b>", 5, emptyWord),
    Fault("/:a<|>", 5, emptyWord),
    Fault("/:a<b|c|b>", 9, repeatedWord("b")),
    Fault("/:a<b|%62>", 7, repeatedWord("b")),
    Fault("/:a<b|..>", 7, dotSegment),
    Fault("/:a<b|%zz>", 7, badEscape),
    Fault("/:a<b|c*>", 8, reserved("*")),
    Fault("/*a/b", 2, catchAllNotLast),
    Fault("/a/*/b", 4, catchAllNotLast),
    Fault("/*a?/b", 2, catchAllNotLast),
    Fault("/*/:a", 2, catchAllNotLast),
    Fault("/:a?/b", 2, optionalNotLast),
    Fault("/a/:a<int>?/:b?", 4, optionalNotLast),
    Fault("myapp://*/b", 9, catchAllNotLast),
  ]

  static let sourceFaults: [Fault] = [
    Fault(
      "http://example.com/a", 1,
      "'http:' is not a source: a link with 'http:' does not prove where it comes from. Use "
        + "'https:'."),
    Fault(
      "https:///a", 1,
      "'https://' is not a source: an https source needs a host. Write 'https://example.com'."),
    Fault(
      "https:/a", 1,
      "'https:' is not a source: an https source needs a host. Write 'https://example.com'."),
    Fault(
      "https://example.com:0/a", 1,
      "'https://example.com:0' is not a source: its host or port is malformed. Write "
        + "'https://example.com' without a path."),
    Fault("myapp://hello:80/a", 14, reserved(":")),
    Fault("myapp://user@hello/a", 13, badHost),
    Fault("myapp://héllo/a", 10, badHost),
    Fault("myapp://h%65llo/a", 10, badHost),
    Fault("myapp://hello?a=b", 14, query),
    Fault("myapp://../a", 9, dotSegment),
    Fault("myapp:////a", 10, emptySegment),
  ]

  @Test(
    "P4: faults of segments, parameters and sources are refused with column and reason",
    arguments: segmentFaults + parameterFaults + sourceFaults)
  func faults(fault: Fault) {
    let error = #expect(throws: RoutingError.self) { try RoutePattern(fault.text) }
    #expect(error?.code == .invalidPattern)
    #expect(
      error?.description
        == "Pattern '\(fault.text.escaped)' is invalid at column \(fault.column): \(fault.sentence)"
    )
  }

  @Test("P4: a name may be there once only, among however many", arguments: 1...20)
  func repeatedNames(count: Int) throws {
    let names = (0..<count).map { "/:n\($0)" }
    #expect(try RoutePattern(names.joined()).names.count == count)
    for (index, name) in names.enumerated() {
      let text = names.joined() + name
      let error = #expect(throws: RoutingError.self) { try RoutePattern(text) }
      #expect(
        error?.description == """
          Pattern '\(text)' is invalid at column \(names.joined().count + 3): \
          \(Self.repeatedName("n\(index)"))
          """)
    }
  }

  @Test("P4: an unknown type is refused when registered, with the known ones")
  func unknownType() throws {
    var table = RouteTable<Void>()
    let error = #expect(throws: RoutingError.self) {
      try table.insert((), for: "/a/:b<int>/:c<sku>")
    }
    #expect(error?.code == .invalidPattern)
    #expect(
      error?.description == """
        Pattern '/a/:b<int>/:c<sku>' is invalid at column 15: unknown type 'sku'. The types are: \
        bool, double, int, uint, uuid.
        """)
    try table.add(type: ParameterType("isbn") { _ in true })
    let other = #expect(throws: RoutingError.self) { try table.insert((), for: "/:c<Int>?") }
    #expect(
      other?.description == """
        Pattern '/:c<Int>?' is invalid at column 5: unknown type 'Int'. The types are: \
        bool, double, int, isbn, uint, uuid.
        """)
    #expect(table.patterns.isEmpty)
  }

  @Test("P4: words that a table takes as equal are refused when registered")
  func equalWords() throws {
    var table = RouteTable<Void>(rules: MatchingRules(ignoresCase: true))
    let error = #expect(throws: RoutingError.self) {
      try table.insert((), for: "/:a<x|y>/:b<É|on|é|On>")
    }
    #expect(error?.code == .invalidPattern)
    #expect(
      error?.description == """
        Pattern '/:a<x|y>/:b<É|on|é|On>' is invalid at column 13: the word 'On' is in its \
        list twice, as the table compares words.
        """)
    #expect(throws: Never.self) {
      try RouteTable(["/:b<On|on>"])
    }
  }
}
