import Foundation
import TestSupport
import Testing
import WireframeCore

/// What a URL cannot hold is an error that names the property.
@MainActor
@Suite(.hangsNever)
struct WritingTests {
  typealias Row = Case<any TypedRoute, String>

  nonisolated static let rows: [Row] = [
    Row(FindProducts(words: ""), segment("/find/:words", ":words", "words")),
    Row(FindProducts(words: "."), segment("/find/:words", ":words", "words")),
    Row(FindProducts(words: ".."), segment("/find/:words", ":words", "words")),
    Row(FindProducts(words: "a\n"), segment("/find/:words", ":words", "words")),
    Row(FindProducts(words: "a", tags: ["\0"]), property("tags", "FindProducts")),
    Row(ShowProduct(id: 1, ref: "a\0"), property("ref", "ShowProduct")),
    Row(TreeRoute(path: []), segment("/tree/*path", "*path", "path")),
    Row(TreeRoute(path: ["a", "b/c"]), segment("/tree/*path", "*path", "path")),
    Row(TreeRoute(path: ["a", #"b\c"#]), segment("/tree/*path", "*path", "path")),
    Row(TreeRoute(path: ["a", ""]), segment("/tree/*path", "*path", "path")),
    Row(
      ByteRoute(a: .max, b: 0), segment("/byte/:a<int>/:b<uint>", ":a<int>", "a")),
    Row(ByteRoute(a: 0, b: -1), segment("/byte/:a<int>/:b<uint>", ":b<uint>", "b")),
    Row(NumberRoute(a: .nan, b: true, c: 0, d: []), property("a", "NumberRoute")),
    Row(NumberRoute(a: 0, b: true, c: .infinity, d: []), property("c", "NumberRoute")),
    Row(NumberRoute(a: 0, b: true, c: 0, d: [1, -.infinity]), property("d", "NumberRoute")),
    Row(
      OwnRoute(amount: Amount(cents: 1, currency: "a b"), tag: Tagged(value: UUID())),
      property("amount", "OwnRoute")),
    Row(date(.infinity), property("date", "OwnRoute")),
    Row(date(1e12), property("date", "OwnRoute")),
    Row(url(URL(string: "b", relativeTo: URL(filePath: "/a/"))), property("url", "OwnRoute")),
    Row(
      Required(page: nil),
      "Pattern '/required/:page' gives no URL without a value for 'page'. Pass one."),
    Row(
      Listed(tags: ["a"]),
      "No URL holds the value of 'tags' in 'Listed'. 'tags' is an optional array, and "
        + "a URL without values has two readings: nil and an empty array. Make it non-optional."),
    Row(Priced(price: 1), noText("price", "Priced")),
    Row(Filtered(filter: .init(name: "a")), noText("filter", "Filtered")),
    Row(Chosen(choice: .one), noText("choice", "Chosen")),
    Row(Mapped(map: ["a": "b"]), noText("map", "Mapped")),
    Row(Matrix(rows: [[1]]), noText("rows", "Matrix")),
    Row(Gaps(gaps: [1, nil]), noText("gaps", "Gaps")),
    Row(Wrapped.one(a: 1), noText("one", "Wrapped")),
    Row(MixedContainers(value: .init()), noText("value", "MixedContainers")),
    Row(
      Shortened(code: "long"),
      "No URL holds the value of 'Shortened': what would be read is not the same value. Let 'init(from:)' read "
        + "what 'encode(to:)' writes, or use another value."),
    Row(
      Strict(code: "Y"),
      "No URL holds the value of 'Strict': what would be read is not the same value. Let 'init(from:)' read "
        + "what 'encode(to:)' writes, or use another value."),
    Row(
      Throwing(),
      "No URL holds the value of 'Throwing': its 'encode(to:)' threw. See 'underlyingError'."),
  ]

  nonisolated static func segment(_ pattern: String, _ segment: String, _ name: String) -> String {
    "Pattern '\(pattern)' gives no URL: '\(segment)' would not match the value for '\(name)'. Pass one that "
      + "it matches."
  }

  nonisolated static func property(_ name: String, _ type: String) -> String {
    "No URL holds the value of '\(name)' in '\(type)': what would be read is not the same value. Use another "
      + "value."
  }

  nonisolated static func noText(_ name: String, _ type: String) -> String {
    "No URL holds the value of '\(name)' in '\(type)'. '\(name)' is not one text. Use an enum with raw "
      + "values, or a type that conforms to 'RouteTextConvertible'."
  }

  nonisolated static func date(_ time: Double) -> OwnRoute {
    OwnRoute(
      amount: Amount(cents: 1, currency: "a"), tag: Tagged(value: UUID()),
      date: Date(timeIntervalSinceReferenceDate: time))
  }

  nonisolated static func url(_ url: URL?) -> OwnRoute {
    OwnRoute(amount: Amount(cents: 1, currency: "a"), tag: Tagged(value: UUID()), url: url)
  }

  @Test(arguments: rows)
  func `a value that no URL holds throws`(row: Row) async throws {
    let wireframe = Wireframe<Screen>()
    let errors = [
      try await failure { try RoutingRequest(row.given) },
      try await failure { try wireframe.urlText(of: row.given) },
      try await failure { try await wireframe.route(to: row.given) },
      try await failure { try await (wireframe as any Router).route(to: row.given) },
    ]
    for error in errors {
      #expect(error.description == row.expected)
      #expect([.unfitValue, .missingValue].contains(error.code))
    }
  }

  @Test func `a text is one segment or one item, whatever it holds`() throws {
    #expect(
      try url(FindProducts(words: "a/b?c#d&e=f+%2F ü", tags: ["", "&=+#"]))
        == "/find/a%2Fb%3Fc%23d%26e%3Df%2B%252F%20%C3%BC?tags=&tags=%26%3D%2B%23")
    #expect(
      try url(TextRoute(a: "x", b: nil, c: "", d: ["\n"]))
        == "/text/x?a%20%26%20b%3Dc%3F=&%C3%BC=%0A")
    #expect(try url(LevelsRoute(levels: [])) == "myapp:///levels")
    #expect(try url(LevelsRoute(levels: [.low, .high])) == "myapp:///levels/-1/100")
    #expect(try url(HomeRoute()) == "/")
    #expect(
      try url(
        EnumRoute(size: .extra, level: .middle, kind: .new, other: Kind.none, sizes: [.small]))
        == "/enums/extra%20large/5/new?other=&sizes=small")
  }

  @Test(arguments: [
    Case(0.1, "0.1"), Case(-0.0, "-0.0"), Case(1e16, "10000000000000000"),
    Case(1.5e-7, "0.00000015"),
    Case(-1.25e20, "-125000000000000000000"), Case(1e22, "1" + String(repeating: "0", count: 22)),
  ])
  func `a number has no exponent`(row: Case<Double, String>) throws {
    #expect(row.given.routeText == row.expected)
    #expect(Double(routeText: row.expected)?.bitPattern == row.given.bitPattern)
    #expect(
      try url(NumberRoute(a: row.given, b: false, c: 0, d: []))
        == "/number/\(row.expected)/false/0.0")
  }

  @Test(
    arguments: [
      Case(0, "2001-01-01T00:00:00Z"), Case(0.5, "2001-01-01T00:00:00.5Z"),
      Case(-0.25, "2000-12-31T23:59:59.75Z"),
      Case(1e-7, "2001-01-01T00:00:00.0000001Z"), Case(-978_307_200, "1970-01-01T00:00:00Z"),
      Case(817_029_817, "2026-11-22T08:43:37Z"), Case(-63_113_904_000, "0001-01-01T00:00:00Z"),
      Case(252_423_993_599, "9999-12-31T23:59:59Z"),
      Case(94_608_000 - 86_400, "2003-12-31T00:00:00Z"),
      Case(99_705_600, "2004-02-29T00:00:00Z"),
      Case(-31_622_400 + 59 * 86_400, "2000-02-29T00:00:00Z"),
    ] as [Case<Double, String>])
  func `a date is ISO 8601 in UTC, exact to the last bit`(row: Case<Double, String>) throws {
    let route = Self.date(row.given)
    let urlText = try url(route)
    #expect(urlText.replacing("%3A", with: ":").hasSuffix("?date=\(row.expected)"))
    #expect(try Route(urlText, matching: OwnRoute.pattern).as(OwnRoute.self) == route)
  }

  @Test func `a source is one that the pattern allows`() async throws {
    let wireframe = try Wireframe.registered(LevelsRoute.self)
    let route = LevelsRoute(levels: [.high])
    #expect(try wireframe.urlText(of: route) == "myapp:///levels/100")
    #expect(try wireframe.urlText(of: route, source: "MYAPP:") == "myapp:///levels/100")
    let error = try await failure {
      try wireframe.urlText(of: route, source: "https://example.com")
    }
    #expect(error.code == .invalidSource)
    #expect(
      error.description
        == "The pattern 'myapp:/levels/*levels?' of 'LevelsRoute' is bound to 'myapp:', so there is no URL of "
        + "another source. Leave 'source' out.")
  }

  @Test func `a URL past the limits of the wireframe is refused`() async throws {
    let rules = MatchingRules(maximumLength: 40, maximumSegments: 3, maximumQueryItems: 2)
    let wireframe = Wireframe<Screen>(
      sources: ["https://example.com"], rules: rules, defaultOption: .push)
    try wireframe.register(TreeRoute.self) { _ in nil }
    try wireframe.register(FindProducts.self) { _ in nil }
    for (route, reason) in [
      (TreeRoute(path: [String(repeating: "a", count: 40)]), .tooLong),
      (TreeRoute(path: ["a", "b", "c"]), .tooManySegments),
      (FindProducts(words: "a", tags: ["a", "b", "c"]), .tooManyQueryItems),
    ] as [(any TypedRoute, URLRefusal.Reason)] {
      let error = try await failure { try wireframe.urlText(of: route) }
      #expect(error.refusal?.reason == reason)
      #expect(try await failure { try await wireframe.route(to: route) }.refusal?.reason == reason)
    }
    #expect(try wireframe.urlText(of: TreeRoute(path: ["a", "b"])) == "/tree/a/b")
    let long = TreeRoute(path: [String(repeating: "a", count: 30)])
    #expect(try wireframe.urlText(of: long).utf8.count == 36)
    for source in ["https://example.com", "https://page.example"] as [URLSource] {
      let error = try await failure { try wireframe.urlText(of: long, source: source) }
      #expect(error.refusal?.reason == .tooLong)
    }
  }

  @Test func `a router of a test makes URLs without a wireframe`() async throws {
    let router = FakeRouter()
    try await router.route(to: ShowProduct(id: 3), option: .push)
    #expect(router.requests == ["/products/3"])
    #expect(try router.urlText(of: ShowProduct(id: 3), source: "myapp:") == "myapp:///products/3")
    #expect(try router.urlText(of: LevelsRoute(levels: [.low])) == "myapp:///levels/-1")
    let long = ShowProduct(id: 3, ref: String(repeating: "a", count: 9_000))
    #expect(try await failure { try router.urlText(of: long) }.refusal?.reason == .tooLong)
  }

  @Test func `of a property that is written twice the last value counts`() throws {
    #expect(try url(Twice(id: 1, page: 3, note: 2)) == "/twice/1/3?note=2")
    #expect(try url(Twice(id: 1)) == "/twice/1")
  }

  @Test func `no text of an error has a value`() async throws {
    let secret = "secret\u{1}"
    for route in [
      FindProducts(words: secret), FindProducts(words: "a", tags: ["\0secret"]),
      TreeRoute(path: [secret]),
    ] as [any TypedRoute] {
      let error = try await failure { try RoutingRequest(route) }
      #expect(!"\(error)".contains("secret"))
    }
  }

  private func url<T: TypedRoute>(_ route: T) throws -> String {
    try Wireframe.registered(T.self).urlText(of: route)
  }
}

@MainActor
private final class FakeRouter: Router {
  var requests: [String] = []
  func perform(_ request: RoutingRequest) async throws(RoutingError) -> RoutingSummary {
    requests.append(request.urlText)
    return RoutingSummary(route: try Route(request.urlText, matching: "/*"))
  }
  func enqueue(_ request: RoutingRequest) {}
  func canRoute(_ request: RoutingRequest) -> Bool { true }
}

// Types that are no routes.

struct Required: TypedRoute {
  static let pattern: RoutePattern = "/required/:page"
  var page: Int?
}

struct Listed: TypedRoute {
  static let pattern: RoutePattern = "/listed"
  var tags: [String]?
}

struct Priced: TypedRoute {
  static let pattern: RoutePattern = "/priced"
  var price: Decimal?
}

struct Filtered: TypedRoute {
  static let pattern: RoutePattern = "/filtered"
  struct Filter: Codable { var name: String }
  var filter: Filter?
}

struct Chosen: TypedRoute {
  static let pattern: RoutePattern = "/chosen/:choice"
  enum Choice: Codable { case one, two }
  var choice: Choice
}

struct Mapped: TypedRoute {
  static let pattern: RoutePattern = "/mapped"
  var map: [String: String]?
}

struct Matrix: TypedRoute {
  static let pattern: RoutePattern = "/matrix"
  var rows: [[Int]]
}

struct Gaps: TypedRoute {
  static let pattern: RoutePattern = "/gaps"
  var gaps: [Int?]
}

enum Wrapped: TypedRoute {
  static let pattern: RoutePattern = "/wrapped"
  case one(a: Int)
}

/// Has a value that asks for a text and for a container.
struct MixedContainers: TypedRoute {
  static let pattern: RoutePattern = "/mixed"
  struct Value: Codable {
    init() {}
    init(from decoder: any Decoder) throws {
      _ = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var items = encoder.unkeyedContainer()
      try? items.encode("lost")
      var text = encoder.singleValueContainer()
      try text.encode(1)
    }
  }
  var value: Value?
}

/// Writes a property twice: as a coder of JSON does, the last one counts.
struct Twice: TypedRoute, Equatable {
  static let pattern: RoutePattern = "/twice/:id/:page?"
  var id: Int
  var page: Int?
  var note: Int?
  enum CodingKeys: CodingKey { case id, page, note }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id + 1, forKey: .id)
    try container.encode(id, forKey: .id)
    try container.encode(7, forKey: .page)
    try container.encodeIfPresent(page, forKey: .page)
    try container.encode(7, forKey: .note)
    try container.encodeIfPresent(note, forKey: .note)
  }
}

/// Writes no more than one letter.
struct Shortened: TypedRoute, Equatable {
  static let pattern: RoutePattern = "/shortened/:code"
  var code: String
  enum CodingKeys: CodingKey { case code }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(String(code.prefix(1)), forKey: .code)
  }
}

/// Does not accept placeholders, and has an example.
struct Strict: TypedRoute {
  static let pattern: RoutePattern = "/strict/:code"
  static let examples = [Self(code: "X1")]
  var code: String
  enum CodingKeys: CodingKey { case code }

  init(code: String) { self.code = code }

  init(from decoder: any Decoder) throws {
    code = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .code)
    guard code.hasPrefix("X") else { throw Broken() }
  }
}

struct Throwing: TypedRoute {
  static let pattern: RoutePattern = "/failing"
  init() {}
  init(from decoder: any Decoder) throws { throw Broken() }
  func encode(to encoder: any Encoder) throws { throw Broken() }
}
