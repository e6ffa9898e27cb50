import Foundation
import Testing
import WireframeConfiguration
import WireframeCore

/// The two formats, and files that mean harm.
@MainActor
@Suite struct ConfigurationFormatTests {
  let configuration: RouteConfiguration<Screen>

  init() {
    configuration = RouteConfiguration(Wireframe<Screen>(), on: NavigationTree())
    configuration.register(builder: "b") { Screen($0.title ?? "-") }
  }

  nonisolated static let syntax: [TextCase] = [
    TextCase("", "1:1: found the end of the file; allowed: a value."),
    TextCase(" \n ", "2:2: found the end of the file; allowed: a value."),
    TextCase("{", "1:2: found the end of the file; allowed: a key between double quotes."),
    TextCase(#"{"a""#, "1:5: found the end of the file; allowed: ':'."),
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
    TextCase(#"{"a": "b"#, "1:9: found the end of the file; allowed: '\"'."),
    TextCase(
      #"{"a": "\"#, "1:8: found '\\'; allowed: an escape of JSON, such as '\\n' or '\\u00E9'."),
    TextCase(
      #"{"a": "\x"}"#, "1:8: found '\\'; allowed: an escape of JSON, such as '\\n' or '\\u00E9'."),
    TextCase(
      #"{"a": "\ud83d"}"#,
      "1:8: found '\\'; allowed: an escape of JSON, such as '\\n' or '\\u00E9'."),
    TextCase(
      #"{"a": "\u12"#, "1:8: found '\\'; allowed: an escape of JSON, such as '\\n' or '\\u00E9'."),
    TextCase(
      "{\"a\": \"b\nc\"}",
      "1:9: found '\\n'; allowed: a control character as '\\u' with four hexadecimal digits."),
    TextCase("{} {}", "1:4: found '{'; allowed: the end of the file."),
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
    let routes = try configuration.check(Data([0xEF, 0xBB, 0xBF] + json.utf8), named: "x")
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
    for _ in 0..<4000 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in pieces.pick(&generator) }.joined()
      let json = "{\"routes\": [], \"zzzzzzzzzz\": \(text)}"
      // Foundation lets a comma stand before the end of a list, which RFC 8259 does not.
      if json.contains(/,\s*[}\]]/) { continue }
      let isSyntax = !configuration.faults(of: Data(json.utf8)).contains {
        !$0.found.hasPrefix("the key")
      }
      let isFoundations = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil
      #expect(isSyntax == isFoundations, "\(json)")
      if isSyntax { accepted += 1 }
    }
    #expect(accepted > 200)
  }

  // MARK: Harm

  @Test("A file that is nested too deep is refused", arguments: [33, 1000, 150_000])
  func depth(count: Int) {
    let open = String(repeating: "[", count: count)
    #expect(
      configuration.faultTexts(of: open) == [
        "shop.json:1:33: found one more; allowed: at most 32 lists and objects inside one another."
      ])
    for tag in [
      "<array>", "<dict><key>a</key>", "<array><!-- </array> -->", "<array><!--> </array> -->",
      "<array>\n",
    ] {
      let list =
        "<?xml version=\"1.0\"?><plist>" + String(repeating: tag, count: min(count, 40_000))
      let texts = configuration.faultTexts(of: list)
      #expect(texts.count == 1)
      #expect(texts.first?.contains("at most 32 lists and objects") == true, "\(tag)")
    }
  }

  @Test("A file of 32 levels is read, and so is one with many lists side by side")
  func notTooDeep() {
    let open = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(
      configuration.faultTexts(of: open) == ["shop.json:1:1: found a list; allowed: an object."])
    let side =
      "<plist><array>" + String(repeating: "<array></array><dict/><array />", count: 100)
      + "</array></plist>"
    #expect(configuration.faultTexts(of: side) == ["shop.json: found a list; allowed: an object."])
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
      configuration.faults(of: data.dropLast()).map(\.found) == ["the end of the file"])
  }

  @Test("Bytes that are not UTF-8 are refused")
  func notUTF8() {
    #expect(
      configuration.faults(of: Data([0x7B, 0x22, 0xFF, 0x22])).map(\.description) == [
        "shop.json: found bytes that are not UTF-8; allowed: JSON or a property list."
      ])
  }

  @Test(
    "A broken property list, or one of another encoding or format, is refused",
    arguments: [
      "<plist>", "<html/>", "<", "bplist00", "bplist",
      "bplist" + String(repeating: "(", count: 200_000),
      "bplist00" + String(repeating: "{a=", count: 10),
      "<?xml version='1.0' encoding='UTF-7'?><plist>+ADw-true/+AD4-</plist>",
    ])
  func brokenLists(text: String) {
    #expect(
      configuration.faultTexts(of: text) == [
        "shop.json: found text that cannot be read; allowed: a property list."
      ])
  }

  @Test("A key that stands twice in a property list is a fault")
  func repeatedKey() {
    let list = """
      <?xml version="1.0"?>
      <plist><dict>
      <!-- <key>routes</key> -->
      <key>routes</key><array><dict><key>pattern</key><string>/a</string>
      <key>navigator</key><string>pop</string></dict></array>
      <key>routes</key><array/>
      </dict></plist>
      """
    #expect(
      configuration.faultTexts(of: list) == [
        "shop.json:6:1: found the key 'routes' once more; allowed: each key once."
      ])
  }

  @Test(
    "What is commented out in a property list, or stands in CDATA, is neither nested nor closed")
  func silentTags() throws {
    let silent = "<!-- <dict><key>pattern</key></dict> <array> --><!--> <dict> -->"
    let list = """
      <?xml version="1.0"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <?note <dict> ?>
      <plist version="1.0"><dict><key>routes</key><array>
      \(String(repeating: silent, count: 100))
      <dict><key>pattern</key><string>/a</string><key>navigator</key><string>pop</string>
      <key>title</key><string><![CDATA[<dict><array></dict><!--]]></string></dict>
      </array></dict></plist>
      """
    let routes = try configuration.check(Data(list.utf8), named: "x")
    #expect(routes.map(\.title) == ["<dict><array></dict><!--"])
    let deep = String(repeating: "<array><!-- </array> --><?x </array> ?>", count: 33)
    #expect(
      configuration.faultTexts(of: "<plist>\(deep)").first?.contains("at most 32 lists") == true)
  }

  @Test(
    "A key that stands twice in a property list is seen through comments, however it is spelt",
    arguments: [
      "<!-- <dict></dict> --><key>routes</key>", "<!-- </dict> --><key>routes</key>",
      "<key >routes</key>", "<key\n>routes</key >", "<?x <dict> ?><key>routes</key>",
    ])
  func hiddenRepetition(again: String) {
    let list = "<plist><dict><key>routes</key><array/>\(again)<array/></dict></plist>"
    #expect(
      configuration.faults(of: Data(list.utf8)).map(\.found) == ["the key 'routes' once more"])
  }

  @Test(
    "A key of a property list that is not plain text is refused",
    arguments: [
      "r&#111;utes", "&lt;", "<![CDATA[routes]]>", "ro<![CDATA[ut]]>es",
    ])
  func spelledKeys(key: String) {
    let list = "<plist><dict><key>routes</key><array/><key>\(key)</key><array/></dict></plist>"
    #expect(
      configuration.faultTexts(of: list).contains {
        $0.hasPrefix("shop.json:1:") && $0.contains("allowed: a key without references and CDATA.")
      })
  }

  @Test(
    "A property list inside another, with declarations, or with a comment without end is refused",
    arguments: [
      String(repeating: "<plist>", count: 40_000), "<plist><plist><dict/></plist></plist>",
      "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><dict/></plist>",
      "<plist><dict/></plist><!--", "<plist><dict/></plist><!-->",
      "<plist><string><![CDATA[</string></plist>", "<?x <plist><dict/></plist>",
    ])
  func refusedLists(text: String) {
    #expect(
      configuration.faultTexts(of: text) == [
        "shop.json: found text that cannot be read; allowed: a property list."
      ])
  }

  @Test("A binary property list that refers to itself, or to one object over and over, is refused")
  func binaryBombs() {
    let cycle = Self.binaryList([[0xA1, 0]])
    let bomb = Self.binaryList(
      (0..<31).map { $0 == 30 ? [0xA0] : [0xAE] + Array(repeating: UInt8($0 + 1), count: 14) })
    #expect(configuration.faults(of: cycle).map(\.found) == ["one more"])
    #expect(
      configuration.faults(of: bomb).map(\.description) == [
        "shop.json: found one more; allowed: at most 131072 values."
      ])
  }

  /// A binary property list of these objects, the first being the root, with references of one byte.
  static func binaryList(_ objects: [[UInt8]]) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    var places: [Int] = []
    for object in objects {
      places.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for place in places { offsets += [UInt8(place >> 8), UInt8(place & 255)] }
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(number >> ($0 * 8) & 255) }
    }
    return Data(bytes)
  }
}
