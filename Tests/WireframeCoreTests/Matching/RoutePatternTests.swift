import TestSupport
import Testing
import WireframeCore

@Suite(.hangsNever)
struct RoutePatternTests {
  typealias Segment = RoutePattern.Segment
  typealias FormCase = Case<String, [Segment]>

  static let formRows: [FormCase] = [
    FormCase("/", []),
    FormCase("/literal", [.literal("literal")]),
    FormCase("/a/b/", [.literal("a"), .literal("b")]),
    FormCase("/caf%C3%A9", [.literal("café")]),
    FormCase("/%3Aid", [.literal(":id")]),
    FormCase("/a@b;c=d,e+f", [.literal("a@b;c=d,e+f")]),
    FormCase("/:name", [.parameter(name: "name", type: nil, isOptional: false)]),
    FormCase("/:a-b_C1", [.parameter(name: "a-b_C1", type: nil, isOptional: false)]),
    FormCase("/:name<int>", [.parameter(name: "name", type: .type("int"), isOptional: false)]),
    FormCase("/:name?", [.parameter(name: "name", type: nil, isOptional: true)]),
    FormCase("/:name<int>?", [.parameter(name: "name", type: .type("int"), isOptional: true)]),
    FormCase(
      "/:name<a|%3Eb>",
      [.parameter(name: "name", type: .words(["a", ">b"]), isOptional: false)]),
    FormCase(
      "/:name<a|b>?", [.parameter(name: "name", type: .words(["a", "b"]), isOptional: true)]),
    FormCase("/*name", [.catchAll(name: "name", isOptional: false)]),
    FormCase("/*", [.catchAll(name: "*", isOptional: false)]),
    FormCase("/*name?", [.catchAll(name: "name", isOptional: true)]),
    FormCase("/*?", [.catchAll(name: "*", isOptional: true)]),
  ]

  @Test("P1: the forms of a pattern and their segments", arguments: formRows)
  func forms(form: FormCase) throws {
    let pattern = try RoutePattern(form.given)
    #expect(pattern.segments == form.expected)
    #expect(pattern.names == form.expected.compactMap(\.name))
    #expect(pattern.text == form.given)
    #expect("\(pattern)" == form.given)
    #expect(pattern.source == nil)
  }

  struct Match: Sendable, CustomTestStringConvertible {
    let pattern: String
    let url: String
    let values: [String]?
    var testDescription: String { "\(pattern) and \(url)" }

    /// With the values that the URL is to have, or nil if it is not to match.
    init(_ pattern: String, _ url: String, _ values: [String]?) {
      self.pattern = pattern
      self.url = url
      self.values = values
    }
  }

  static let matchRows: [Match] = [
    Match("/literal", "/literal", []),
    Match("/literal", "/literals", nil),
    Match("/literal", "/", nil),
    Match("/literal", "/literal/x", nil),
    Match("/:name", "/x", ["name=x"]),
    Match("/:name", "/", nil),
    Match("/:name", "/x/y", nil),
    Match("/:a/:b", "/x/y", ["a=x", "b=y"]),
    Match("/:name<int>", "/5", ["name=5"]),
    Match("/:name<int>", "/x", nil),
    Match("/:name<int>", "/", nil),
    Match("/a/:name?", "/a/x", ["name=x"]),
    Match("/a/:name?", "/a", []),
    Match("/a/:name?", "/a/x/y", nil),
    Match("/a/:name?", "/", nil),
    Match("/:name?", "/", []),
    Match("/a/:name<int>?", "/a/5", ["name=5"]),
    Match("/a/:name<int>?", "/a", []),
    Match("/a/:name<int>?", "/a/x", nil),
    Match("/a/*name", "/a/x", ["name=[x]"]),
    Match("/a/*name", "/a/x/y%20z", ["name=[x, y z]"]),
    Match("/a/*name", "/a", nil),
    Match("/a/*name", "/b/x", nil),
    Match("/a/*", "/a/x/y", ["*=[x, y]"]),
    Match("/a/*", "/a", nil),
    Match("/*", "/", nil),
    Match("/a/*name?", "/a/x/y", ["name=[x, y]"]),
    Match("/a/*name?", "/a", ["name=[]"]),
    Match("/a/*?", "/a", ["*=[]"]),
    Match("/*?", "/", ["*=[]"]),
    Match("/:a/*rest", "/x/y/z", ["a=x", "rest=[y, z]"]),
  ]

  @Test("P1: what each form matches, and its values", arguments: matchRows)
  func matches(row: Match) throws {
    let match = try RouteTable([row.pattern]).match(row.url).matched
    let values = match?.values.all.map { name, value in
      switch value {
      case .text(let text): "\(name)=\(text)"
      case .list(let texts): "\(name)=[\(texts.joined(separator: ", "))]"
      }
    }
    #expect(values == row.values)
  }

  @Test("P1: a parameter is a whole segment")
  func wholeSegments() {
    for text in ["/a:b", "/:a:b", "/:a.html", "/a*", "/*a*", "/x-:id"] {
      #expect(throws: RoutingError.self, "\(text)") { try RoutePattern(text) }
    }
  }

  @Test("A bad literal stops the program with the text of the parse error")
  func badLiteral() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = "/users/:" as RoutePattern
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      words.contains(
        """
        Pattern '/users/:' is invalid at column 8: a parameter without a name. Write ':name'.
        """))
  }
}
