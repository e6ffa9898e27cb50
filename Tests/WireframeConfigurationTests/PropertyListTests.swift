import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// Property lists in XML: what is read, what is refused, and the places of faults.
@MainActor
@Suite struct PropertyListTests {
  let configuration: RouteConfiguration<Screen>

  init() { configuration = Self.makeConfiguration() }

  static func makeConfiguration() -> RouteConfiguration<Screen> {
    let configuration = RouteConfiguration(Wireframe<Screen>(), on: NavigationTree())
    let options: [String: OptionType] = ["b": .bool, "d": .double, "i": .int, "s": .string]
    configuration.register(builder: "b", options: options) { _ in Screen("b") }
    return configuration
  }

  func texts(_ list: String) -> [String] { configuration.faultTexts(of: list) }

  /// The options that a list's only entry has.
  func options(_ members: String) throws -> OptionValues? {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>routes</key><array><dict>
      <key>pattern</key><string>/a</string><key>builder</key><string>b</string>
      <key>navigator</key><string>push</string><key>options</key><dict>\(members)</dict>
      </dict></array></dict></plist>
      """
    return try configuration.entries(of: Data(list.utf8), named: "x").first?.options
  }

  // MARK: What is read

  @Test(
    "Text is read with references, CDATA and every character that is no markup",
    arguments: [
      Case("<string>a b</string>", "a b"), Case("<string></string>", ""), Case("<string/>", ""),
      Case("<string\n>a</string >", "a"),
      Case("<string> \n\té>]]'\"\u{2028}</string>", " \n\té>]]'\"\u{2028}"),
      Case("<string>&amp;&lt;&gt;&quot;&apos;</string>", "&<>\"'"),
      Case("<string>&#65;&#x42;&#x1F600;&#10;&#x9;&#0067;</string>", "AB😀\n\tC"),
      Case(
        "<string>a<![CDATA[<b>&amp;</b>]]>c<![CDATA[]]]]><![CDATA[>]]></string>",
        "a<b>&amp;</b>c]]>"),
      Case("<string>&amp;lt;</string>", "&lt;"),
    ])
  func strings(row: TextCase) throws {
    #expect(try options("<key>s</key>\(row.given)")?["s"] == .string(row.expected))
  }

  #if DEBUG
    @Test("A text of many references is read in one pass")
    func manyReferences() async throws {
      try await expectLinear((100, 10_000)) { count in
        let text = String(repeating: "a&amp;", count: count)
        let value = try options("<key>s</key><string>\(text)</string>")?["s", as: String.self]
        #expect(value == String(repeating: "a&", count: count))
      }
    }
  #endif

  @Test("Values keep their kind: a real is none that is whole, and an integer is no real")
  func kinds() throws {
    #expect(try options("<key>b</key><true/>") == ["b": .bool(true)])
    #expect(try options("<key>b</key><false></false>") == ["b": .bool(false)])
    #expect(
      try options("<key>i</key><integer>-9223372036854775808</integer>") == ["i": .int(.min)])
    #expect(try options("<key>i</key><integer>0</integer>") == ["i": .int(0)])
    #expect(try options("<key>d</key><integer>7</integer>") == ["d": .int(7)])
    #expect(try options("<key>d</key><real>7</real>") == ["d": .double(7)])
    #expect(try options("<key>d</key><real>-0</real>")?["d", as: Double.self]?.sign == .minus)
    #expect(try options("<key>d</key><real>-1.5e-3</real>") == ["d": .double(-0.0015)])
    #expect(
      try options("<key>d</key><integer>9223372036854775808</integer>") == ["d": .double(0x1p63)])
  }

  @Test(
    "A key is read as it is meant, however it is spelt",
    arguments: ["s", "&#115;", "<![CDATA[s]]>", "<![CDATA[]]>&#x73;<![CDATA[]]>"])
  func spelledKeys(key: String) throws {
    #expect(try options("<key>\(key)</key><string>x</string>") == ["s": .string("x")])
  }

  @Test(
    "Comments and space may be anywhere between elements",
    arguments: [
      "<!-- <dict><key>s</key></dict> <array> -->", "<!--> <dict> -->", "\r\n\t ", "<!---->",
    ])
  func silence(text: String) throws {
    let many = String(repeating: text, count: 100)
    let list = """
      \u{FEFF}<?xml version='1.0' encoding='utf-8' standalone="yes" ?>\(many)<!DOCTYPE plist SYSTEM "x">\(many)
      <plist version\t= "1.0" >\(many)<dict>\(many)<key>routes</key>\(many)<array>\(many)<dict>
      <key>pattern</key>\(many)<string>/a</string>
      \(many)<key>navigator</key><string>pop</string>\(many)</dict>\(many)</array>\(many)</dict>\(many)</plist>\(many)
      """
    #expect(try configuration.check(Data(list.utf8), named: "x") == ["/a"])
  }

  // MARK: What is refused

  nonisolated static let refused: [TextCase] =
    [
      // Before the list
      Case("<", "1:1: found '<'; allowed: a tag."),
      Case("<html/>", "1:1: found '<html/>'; allowed: '<plist>'."),
      Case("<plist/>", "1:1: found '<plist/>'; allowed: '<plist>'."),
      Case("<dict></dict>", "1:1: found '<dict>'; allowed: '<plist>'."),
      Case("<plist version=\"1\"", "1:19: found the end of the text; allowed: '>'."),
      Case("<plist x=\"1\"><true/></plist>", "1:8: found the attribute 'x'; allowed: 'version'."),
      Case(
        "<plist version=\"1\" version='1'><true/></plist>",
        "1:20: found the attribute 'version'; allowed: no attribute."),
      Case("<plist version=1><true/></plist>", "1:16: found '1'; allowed: a text in quotes."),
      Case(
        "<plist version='1><true/></plist>",
        "1:18: found '>'; allowed: the quote at the end of the text."),
      Case("<plist version><true/></plist>", "1:15: found '>'; allowed: '='."),
      Case(
        "\n<?xml version='1.0'?><plist><true/></plist>",
        "2:1: found '<?xml version='1.0'?>'; allowed: a tag."),
      Case(
        "<?xml version='1.0' encoding='UTF-7'?><plist>+ADw-true/+AD4-</plist>",
        "1:30: found 'UTF-7'; allowed: the encoding 'UTF-8'."),
      Case(
        "<?xml version='1.0' encoding='UTF-16'?><plist><true/></plist>",
        "1:30: found 'UTF-16'; allowed: the encoding 'UTF-8'."),
      Case("<?xml encoding='utf-8'><plist><true/></plist>", "1:23: found '>'; allowed: '?>'."),
      Case(
        "<?xml(version='1.0'?><plist><true/></plist>",
        "1:1: found '<?xml(version='1.0'?>'; allowed: a tag."),
      Case("<plist><?XML?><true/></plist>", "1:8: found '<?XML?>'; allowed: a tag."),
      Case(
        "<?xml-stylesheet?><plist><true/></plist>",
        "1:1: found '<?xml-stylesheet?>'; allowed: a tag."),
      Case("<plist><?note ?><true/></plist>", "1:8: found '<?note ?>'; allowed: a tag."),
      Case(
        "<plist version='a>b'><true/></plist>",
        "1:18: found '>'; allowed: the quote at the end of the text."),
      Case(
        "<!DOCTYPE plist SYSTEM 'a[b'><plist><true/></plist>",
        "1:26: found '['; allowed: the quote at the end of the text."),
      Case(
        "<!DOCTYPE plist SYSTEM 'a\n'><plist><true/></plist>",
        #"1:26: found '\n'; allowed: the quote at the end of the text."#),
      // Document types
      Case(
        "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>",
        "1:17: found '['; allowed: a document type without declarations."),
      Case(
        "<!DOCTYPE plist PUBLIC 'a' 'b' [<!ENTITY a 'b'>]><plist><true/></plist>",
        "1:32: found '['; allowed: a document type without declarations."),
      Case(
        "<!DOCTYPE plist SYSTEM 'a'[]><plist><true/></plist>",
        "1:27: found '['; allowed: a document type without declarations."),
      Case(
        "<!DOCTYPE plist PUBLIC 'a'><plist><true/></plist>",
        "1:27: found '>'; allowed: a text in quotes."),
      Case("<!DOCTYPE html><plist><true/></plist>", "1:11: found 'h'; allowed: 'plist'."),
      Case(
        "<!DOCTYPE plist><!DOCTYPE plist><plist><true/></plist>",
        "1:17: found '<!DOCTYPE plist>'; allowed: a tag."),
      Case(
        "<!ENTITY a 'b'><plist><true/></plist>", "1:1: found '<!ENTITY a 'b'>'; allowed: a tag."),
      Case(
        "<!doctype plist><plist><true/></plist>", "1:1: found '<!doctype plist>'; allowed: a tag."),
      // Around the value
      Case("<plist>", "1:8: found the end of the text; allowed: a tag."),
      Case("<plist></plist>", "1:8: found '</plist>'; allowed: a tag."),
      Case("<plist>a<true/></plist>", "1:8: found 'a'; allowed: a tag."),
      Case("<plist><true/><true/></plist>", "1:15: found '<true/>'; allowed: '</plist>'."),
      Case("<plist><true/></plist", "1:22: found the end of the text; allowed: '>'."),
      Case("<plist><true/></plist>a", "1:23: found 'a'; allowed: the end of the text."),
      Case(
        "<plist><true/></plist><plist><true/></plist>",
        "1:23: found '<plist>'; allowed: the end of the text."),
      Case("<plist><true/></plist><!--", "1:27: found the end of the text; allowed: '-->'."),
      Case("<plist><true/></plist><!-->", "1:28: found the end of the text; allowed: '-->'."),
      Case("<plist><plist><true/></plist></plist>", "1:8: found '<plist>'; allowed: \(elements)."),
      // Elements
      Case("<plist><integer>1</real></plist>", "1:18: found '</real>'; allowed: '</integer>'."),
      Case("<plist><true>a</true></plist>", "1:14: found 'a'; allowed: '</true>'."),
      Case("<plist><data><true/></data></plist>", "1:14: found '<true/>'; allowed: '</data>'."),
      Case("<plist><array></dict></plist>", "1:15: found '</dict>'; allowed: '</array>'."),
      Case("<plist><array>,</array></plist>", "1:15: found ','; allowed: a tag."),
      Case(
        "<plist><array><key>a</key></array></plist>", "1:15: found '<key>'; allowed: \(elements)."),
      Case(
        "<plist><dict><true/></dict></plist>", "1:14: found '<true/>'; allowed: '<key>', '</dict>'."
      ),
      Case("<plist><dict><key>a</key></dict></plist>", "1:26: found '</dict>'; allowed: a tag."),
      Case("<plist><dict a='b'/></plist>", "1:14: found the attribute 'a'; allowed: no attribute."),
      Case("<plist><Dict/></plist>", "1:8: found '<Dict/>'; allowed: \(elements)."),
      Case("<plist>< dict/></plist>", "1:8: found '< dict/>'; allowed: a tag."),
      Case("<plist><dict / ></plist>", "1:14: found '/'; allowed: '>'."),
      Case("<plist><\u{202E}dict/></plist>", #"1:8: found '<\u{202E}dict/>'; allowed: a tag."#),
      // Text
      Case("<plist><string>a", "1:17: found the end of the text; allowed: '</string>'."),
      Case("<plist><string>a<b/></string></plist>", "1:17: found '<b/>'; allowed: '</string>'."),
      Case(
        "<plist><string>a<!-- b --></string></plist>",
        "1:17: found '<!-- b -->'; allowed: '</string>'."),
      Case(
        "<plist><string><![CDATA[</string></plist>",
        "1:42: found the end of the text; allowed: ']]>'."),
      Case(
        "<plist><string>a\u{7}</string></plist>",
        #"1:17: found '\u{7}'; allowed: a character of XML."#),
      Case(
        "<plist><string><![CDATA[\u{0}]]></string></plist>",
        #"1:25: found '\u{0}'; allowed: a character of XML."#),
      Case("<plist><string>a&b;</string></plist>", "1:17: found '&b'; allowed: \(references)."),
      Case(
        "<plist><string>&amp</string></plist>",
        "1:16: found '&amp'; allowed: \(references)."),
      Case(
        "<plist><string>&</string></plist>",
        "1:16: found '&'; allowed: \(references)."),
      Case("<plist><string>&", "1:16: found '&'; allowed: \(references)."),
    ]
    + [
      "#", "#x", "#0", "#x0", "#11", "#x1F", "#xD800", "#xDFFF", "#x110000", "#99999999999", "#X41",
      "#65a", "a65", "ax41", "165", "AMP",
    ].map {
      Case(
        "<plist><string>&\($0);</string></plist>", "1:16: found '&\($0)'; allowed: \(references).")
    }
    + [Case("#+65", "#"), Case("#-1", "#"), Case("#x-1", "#x"), Case("a-b", "a")].map {
      Case(
        "<plist><string>&\($0.given);</string></plist>",
        "1:16: found '&\($0.expected)'; allowed: \(references).")
    }
    + [
      "", "+1", "01", "0x1", "1.0", "1e2", "1 2", " 1", "1\\n", "--1", "-", "½", "&#49;",
      "99999999999999999999a",
    ].map {
      Case(
        "<plist><integer>\($0)</integer></plist>", "1:17: found '\($0)'; allowed: a whole number.")
    }
    + ["", "nan", "inf", "-infinity", "1e999", ".5", "5.", " 1.5", "1.5 ", "0x1p3", "1,5", "01.5"]
    .map {
      Case(
        "<plist><real>\($0)</real></plist>",
        "1:14: found '\($0)'; allowed: a number of JSON, within the finite ones.")
    }

  nonisolated static let elements =
    "'<array>', '<data>', '<date>', '<dict>', '<false/>', '<integer>', '<real>', '<string>', '<true/>'"
  nonisolated static let references =
    "'&amp;', '&apos;', '&gt;', '&lt;', '&quot;', or a character's number such as '&#38;'"

  @Test("What no property list is, is named with line and column", arguments: refused)
  func refusal(row: TextCase) {
    #expect(texts(row.given) == ["shop.json:\(row.expected)"])
  }

  @Test(
    "A date and data are values of no use, whatever they hold",
    arguments: [
      Case("<date>2026-01-01T00:00:00Z</date>", "a date"), Case("<date/>", "a date"),
      Case("<data>AAAA</data>", "data"), Case("<data></data>", "data"),
    ])
  func useless(row: TextCase) {
    #expect(
      texts("<plist>\(row.given)</plist>") == [
        "shop.json:1:8: found \(row.expected); allowed: an object."
      ])
  }

  @Test("Bytes that are not UTF-8 are refused, in another encoding as well")
  func encodings() throws {
    let list = "<?xml version='1.0'?><plist><true/></plist>"
    let latin = Data("<plist><string>".utf8) + [0xE9] + Data("</string></plist>".utf8)
    #expect(
      configuration.faults(of: latin).map(\.description) == [
        "shop.json:1:16: found bytes that are not UTF-8; allowed: text in UTF-8."
      ])
    for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32] {
      let faults = configuration.faults(of: try #require(list.data(using: encoding)))
      #expect(faults.count == 1)
    }
  }

  @Test(
    "A repeated key is a fault with its place, however it is spelt",
    arguments: [
      "<key>routes</key>", "<!-- </dict> --><key>routes</key>", "<key >routes</key>",
      "<key\n>routes</key >", "<key>r&#111;utes</key>", "<key><![CDATA[routes]]></key>",
      "<key>ro<![CDATA[ut]]>es</key>",
    ])
  func repeatedKeys(again: String) {
    let list = "<plist><dict><key>routes</key><array/>\n\(again)<array/></dict></plist>"
    let column =
      (again.range(of: "<key").map { again.distance(from: again.startIndex, to: $0.lowerBound) }
        ?? 0) + 1
    #expect(
      texts(list) == [
        "shop.json:2:\(column): found the key 'routes' once more; allowed: each key once."
      ])
  }

  @Test("Lists and objects are at most 32 deep", arguments: [33, 1000])
  func depth(count: Int) {
    for tag in [
      "<array>", "<dict><key>a</key>", "<array><!-- </array> -->", "<array><!--> </array> -->",
      "<array>\n", "<array><true/>",
    ] {
      let faults = texts("<plist>" + String(repeating: tag, count: count))
      #expect(faults.count == 1)
      #expect(
        faults.first?.hasSuffix(
          "found one more; allowed: at most 32 lists and objects inside one another.") == true,
        "\(tag)")
    }
    #expect(
      texts(String(repeating: "<plist>", count: count)) == [
        "shop.json:1:8: found '<plist>'; allowed: \(Self.elements)."
      ])
  }

  @Test("A list of 32 levels is read, and so is one with many lists side by side")
  func notTooDeep() {
    let deep =
      "<plist>" + String(repeating: "<array>", count: 32) + String(repeating: "</array>", count: 32)
      + "</plist>"
    #expect(texts(deep) == ["shop.json:1:8: found a list; allowed: an object."])
    let wide =
      "<plist><array>" + String(repeating: "<array></array><dict/><array />", count: 100)
      + "</array></plist>"
    #expect(texts(wide) == ["shop.json:1:8: found a list; allowed: an object."])
    let full = "<plist>" + String(repeating: "<array>", count: 32) + "<dict/>"
    #expect(texts(full).first?.hasPrefix("shop.json:1:232: found one more") == true)
  }

  @Test("A list has at most 131072 values", .enabled(if: Load.isFull))
  func values() {
    let list = "<plist><array>" + String(repeating: "<true/>", count: 131_072) + "</array></plist>"
    // The place is that of the last.
    #expect(
      texts(list) == [
        "shop.json:1:917512: found one more; allowed: at most 131072 values."
      ])
  }

  @Test(
    "A list in the old style is no file",
    arguments: [
      Case("{ routes = (); }", "1:3: found 'r'; allowed: a key between double quotes."),
      Case("( a, b )", "1:1: found '('; allowed: a value."),
      Case("routes = ();", "1:1: found 'r'; allowed: a value."),
      Case("// !$*UTF8*$!\n{ }", "1:1: found '/'; allowed: a value."),
      Case("{ \"routes\" = ( { pattern = \"/a\"; } ); }", "1:12: found '='; allowed: ':'."),
    ])
  func oldStyle(row: TextCase) { #expect(texts(row.given) == ["shop.json:\(row.expected)"]) }
}
