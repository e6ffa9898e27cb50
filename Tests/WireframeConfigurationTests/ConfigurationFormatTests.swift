import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// JSON, and files that mean harm; see `PropertyListTests` for the other formats.
@MainActor
@Suite struct ConfigurationFormatTests {
  let configuration: RouteConfiguration<Screen>

  init() {
    configuration = RouteConfiguration(Wireframe<Screen>(), on: NavigationTree())
    configuration.register(builder: "b") { Screen($0.title ?? "-") }
  }

  nonisolated static let syntax: [TextCase] = [
    TextCase("", "1:1: found the end of the text; allowed: a value."),
    TextCase(" \n ", "2:2: found the end of the text; allowed: a value."),
    TextCase("{", "1:2: found the end of the text; allowed: a key between double quotes."),
    TextCase(#"{"a""#, "1:5: found the end of the text; allowed: ':'."),
    TextCase(#"{"a": 1,}"#, "1:9: found '}'; allowed: a key between double quotes."),
    TextCase(#"{"a": 1 "b": 2}"#, "1:9: found '\"'; allowed: ',' or '}'."),
    TextCase("{'a': 1}", "1:2: found '''; allowed: a key between double quotes."),
    TextCase("{\n  // no\n}", "2:3: found '/'; allowed: a key between double quotes."),
    TextCase(#"{"a": [1 2]}"#, "1:10: found '2'; allowed: ',' or ']'."),
    TextCase(#"{"a": [1,]}"#, "1:10: found ']'; allowed: a value."),
    TextCase(#"{"a": tru}"#, "1:7: found 't'; allowed: a value."),
    TextCase(#"{"a": é}"#, "1:7: found 'é'; allowed: a value."),
    TextCase(#"{"a": 01}"#, "1:7: found '01'; allowed: a number of JSON, within the finite ones."),
    TextCase(#"{"a": -}"#, "1:7: found '-'; allowed: a number of JSON, within the finite ones."),
    TextCase(
      #"{"a": 1e999}"#, "1:7: found '1e999'; allowed: a number of JSON, within the finite ones."),
    TextCase(#"{"a": "b"#, "1:9: found the end of the text; allowed: '\"'."),
    TextCase(
      #"{"a": "\"#, "1:8: found '\\'; allowed: an escape of JSON, such as '\\n' or '\\u00E9'."),
    TextCase(
      #"{"a": "\x"}"#, "1:8: found '\\'; allowed: an escape of JSON, such as '\\n' or '\\u00E9'."),
    TextCase(
      #"{"a": "\u12"#, "1:8: found '\\'; allowed: an escape of JSON, such as '\\n' or '\\u00E9'."),
    TextCase(
      "{\"a\": \"b\nc\"}",
      "1:9: found '\\n'; allowed: a control character as '\\u' with four hexadecimal digits."),
    TextCase("{} {}", "1:4: found '{'; allowed: the end of the text."),
  ]

  @Test("A fault in the writing of JSON is named with line and column", arguments: syntax)
  func syntaxFaults(example: TextCase) {
    #expect(configuration.faultTexts(of: example.given) == ["shop.json:\(example.expected)"])
  }

  @Test("Strings are read with all their escapes, and a byte order mark is passed over")
  func strings() throws {
    let json = #"""
      {"routes": [{"pattern": "/a", "builder": "b", "navigator": "push",
        "title": "é\u00e9 \"\\\/\b\f\n\r\t \ud83d\ude00"}]}
      """#
    let routes = try configuration.entries(
      of: Data([0xEF, 0xBB, 0xBF] + json.utf8), named: "x")
    #expect(routes.first?.title == "éé \"\\/\u{8}\u{C}\n\r\t 😀")
  }

  @Test("Numbers keep their kind: 1.0 is not whole, and what is too large for Int is not, either")
  func numbers() throws {
    configuration.register(builder: "n", options: ["i": .int, "d": .double]) { _ in Screen("n") }
    func texts(_ options: String) -> [String] {
      configuration.faultTexts(
        of: """
          {"routes": [{"pattern": "/a", "builder": "n", "navigator": "push", "options": {\(options)}}]}
          """)
    }
    #expect(texts(#""i": -9223372036854775808, "d": 1.5e3"#).isEmpty)
    #expect(texts(#""i": 7, "d": 7"#).isEmpty)
    #expect(texts(#""i": 1.0"#).first?.contains("found 1.0; allowed: a whole number.") == true)
    #expect(texts(#""i": 9223372036854775808"#).first?.contains("allowed: a whole number.") == true)
    #expect(texts(#""i": 1e2"#).first?.contains("allowed: a whole number.") == true)
  }

  @Test("What is acceptable JSON is so for Foundation, too")
  func oracle() {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", #""\u00e9""#, #""\ud83d\ude00""#,
      #""\ud83d""#,
      #""\q""#, "-", "0", "1", ".5", "e3", "E-1", "true", "false", "null", "nul", " ", "\n", "\"",
      "+",
    ]
    var generator = SplitMix64(seed: 0x5EED)
    var accepted = 0
    for _ in 0..<Load.scaled(4000) {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in pieces.pick(&generator) }.joined()
      let json = "{\"routes\": [], \"zzzzzzzzzz\": \(text)}"
      // Foundation allows a comma before the end of a list, which RFC 8259 does not.
      if json.contains(/,\s*[}\]]/) { continue }
      let isSyntax = !configuration.faults(of: Data(json.utf8)).contains {
        !$0.found.hasPrefix("the key")
      }
      let isFoundations = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil
      #expect(isSyntax == isFoundations, "\(json)")
      if isSyntax { accepted += 1 }
    }
    #expect(accepted > Load.scaled(200))
  }

  @Test(
    "A surrogate that is not the right half of a pair is no escape",
    arguments: [
      #"\ud83d"#, #"\ud83dA"#, #"\ud83d\n"#, #"\ud83d\u0041"#, #"\ud83d\ud83d"#, #"\ud83d\udbff"#,
      #"\ud83d\ue000"#, #"\ud83d\xde00"#, #"\ud83d\nde00"#, #"\ud83d\ude0"#, #"\ud83d\"#,
      #"\ud83d\u"#, #"\ude00"#, #"\udc00"#,
      #"\udfff"#, #"\ude00\ud83d"#, #"\udc00\udc00"#, #"\uD83D \uDE00"#,
    ])
  func surrogates(text: String) {
    #expect(
      configuration.faultTexts(of: #"{"a": "\#(text)"}"#) == [
        #"shop.json:1:8: found '\'; allowed: an escape of JSON, such as '\n' or '\u00E9'."#
      ])
  }

  @Test("The first and the last pair of surrogates are read, and the characters beside surrogates")
  func pairs() throws {
    let routes = try configuration.entries(
      of: Data(
        #"""
        {"routes": [{"pattern": "/a", "builder": "b", "navigator": "push",
          "title": "\ud800\udc00 \uDBFF\uDFFF \ud7ff \ue000"}]}
        """#.utf8), named: "x")
    #expect(routes.first?.title == "\u{10000} \u{10FFFF} \u{D7FF} \u{E000}")
  }

  // MARK: Harm

  @Test("A file that is nested too deep is refused", arguments: [33, 1000, 150_000])
  func depth(count: Int) {
    let open = String(repeating: "[", count: count)
    #expect(
      configuration.faultTexts(of: open) == [
        "shop.json:1:33: found one more; allowed: at most 32 lists and objects inside one another."
      ])
  }

  @Test("A file of 32 levels is read")
  func notTooDeep() {
    let open = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(
      configuration.faultTexts(of: open) == ["shop.json:1:1: found a list; allowed: an object."])
  }

  @Test("A file that is too large is refused")
  func size() {
    let limit = 1 << 20
    let data = Data(repeating: UInt8(ascii: " "), count: limit + 1)
    #expect(
      configuration.faults(of: data).map(\.description) == [
        "shop.json: found 1048577 bytes; allowed: at most 1048576 bytes."
      ])
    #expect(
      configuration.faults(of: data.dropLast()).map(\.found) == ["the end of the text"])
  }

  @Test(
    "A text with more combining marks in a row than any word has is refused, where it begins",
    arguments: [
      (#"{"a": "bMARKS"}"#, 7), (#"{"aMARKS": 1}"#, 2), (#"{"a": "MARKSb"}"#, 7),
      (#"{"a": "bESCAPES"}"#, 7), ("<plist><string>bMARKS</string></plist>", 16),
      ("<plist><string>b<![CDATA[MARKS]]></string></plist>", 16),
      ("<plist><dict><key>aMARKS</key><true/></dict></plist>", 19),
      (#"<?xml version="1.0" encoding="bMARKS"?><plist><true/></plist>"#, 31),
    ] as [(String, Int)])
  func combiningMarks(text: String, column: Int) {
    func isRefused(_ count: Int) -> Bool {
      let json = text.replacingOccurrences(
        of: "MARKS", with: String(repeating: "\u{301}", count: count)
      ).replacingOccurrences(of: "ESCAPES", with: String(repeating: #"\u0301"#, count: count))
      return configuration.faultTexts(of: json).contains(
        "shop.json:1:\(column): found 31 combining marks in a row; allowed: at most 30.")
    }
    #expect(isRefused(31))
    #expect(isRefused(1000))
    #expect(!isRefused(30))
  }

  @Test("Marks are counted from the last character that is none")
  func marksInTurns() {
    let word = "b" + String(repeating: "\u{301}", count: 30)
    let texts = configuration.faultTexts(of: "{\"a\": \"\(word)\(word)\"}")
    #expect(!texts.contains { $0.contains("combining marks") })
  }

  @Test("A file of too many values is refused")
  func values() {
    let list = "[" + Array(repeating: "0", count: 131_072).joined(separator: ",") + "]"
    // The place is that of the last.
    #expect(
      configuration.faultTexts(of: list) == [
        "shop.json:1:262144: found one more; allowed: at most 131072 values."
      ])
  }

  @Test("Bytes that are not UTF-8 are refused")
  func notUTF8() {
    #expect(
      configuration.faults(of: Data([0x7B, 0x22, 0xFF, 0x22])).map(\.description) == [
        "shop.json:1:3: found bytes that are not UTF-8; allowed: text in UTF-8."
      ])
  }
}
