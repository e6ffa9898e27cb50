import Foundation
import TestSupport
import Testing
import WireframeCore

/// Registration finds what is wrong with a type, all at once, before any URL comes.
@MainActor
struct TypeCheckTests {
  typealias Row = Case<any TypedRoute.Type, String>

  nonisolated static let rows: [Row] = [
    Row(
      Lacking.self,
      "The type 'Lacking' cannot be a route of '/lacking/:id/:name'. It has no property 'name', which the "
        + "pattern names. Add it."),
    Row(
      TextID.self,
      "The type 'TextID' cannot be a route of '/text/:id<int>/:day<double>'. 'id' is of type 'String', whose "
        + "values ':id<int>' does not match. Change one of the two. 'day' is of type 'Date', whose values "
        + "':day<double>' does not match. Change one of the two."),
    Row(
      Mixed.self,
      "The type 'Mixed' cannot be a route of '/mixed/:a<uuid>/:b<bool>/:c<int>/:d<uint>'. 'a' is of type "
        + "'Int', whose values ':a<uuid>' does not match. Change one of the two. 'b' is of type 'UUID', "
        + "whose values ':b<bool>' does not match. Change one of the two. 'c' is of type 'Double', whose "
        + "values ':c<int>' does not match. Change one of the two. 'd' is of type 'Bool', whose values "
        + "':d<uint>' does not match. Change one of the two."),
    Row(
      KindNumber.self,
      "The type 'KindNumber' cannot be a route of '/kinds/:kind<int>'. 'kind' is of type 'Kind', whose values "
        + "':kind<int>' does not match. Change one of the two."),
    Row(
      OtherWords.self,
      "The type 'OtherWords' cannot be a route of '/words/:size<big|tiny>/:count<one|2>'. 'size' is of type "
        + "'Size', whose values ':size<big|tiny>' does not match. Change one of the two. 'count' is of type "
        + "'Int', which has no value for 'one' of ':count<one|2>'. Add it."),
    Row(
      Required.self,
      "The type 'Required' cannot be a route of '/required/:page'. 'page' is optional, but ':page' is in every "
        + "URL: only a last segment can be optional. Make it non-optional, or write ':page?'."),
    Row(
      Early.self,
      "The type 'Early' cannot be a route of '/early/:page/:id'. 'page' is optional, but ':page' is in every "
        + "URL: only a last segment can be optional. Make it non-optional."),
    Row(
      Late.self,
      "The type 'Late' cannot be a route of '/late/:page<int>?'. 'page' is not optional, but there are URLs "
        + "without ':page<int>?'. Make it optional."),
    Row(
      OptionalID.self,
      "The type 'OptionalID' cannot be a route of '/optional/:id<int>?'. 'id' is of type 'String', whose values "
        + "':id<int>?' does not match. Change one of the two."),
    Row(
      OptionalWord.self,
      "The type 'OptionalWord' cannot be a route of '/optional/:size<small|huge>?'. 'size' is of type 'Size', "
        + "which has no value for 'huge' of ':size<small|huge>?'. Add it."),
    Row(
      InQuery.self,
      "The type 'InQuery' cannot be a route of '/query'. 'page' is not in the pattern, so it is in the query, "
        + "which may lack it; a default value does not change that. Make it optional. 'sorted' is not in the "
        + "pattern, so it is in the query, which may lack it; a default value does not change that. Make it "
        + "optional."),
    Row(
      Listed.self,
      "The type 'Listed' cannot be a route of '/listed'. 'tags' is an optional array, and a URL without values "
        + "has two readings: nil and an empty array. Make it non-optional."),
    Row(
      OneForAll.self,
      "The type 'OneForAll' cannot be a route of '/all/:one/*rest'. 'one' is of type 'Array<Int>', but ':one' "
        + "is one segment. Make the property one value, or the segment '*one'. 'rest' is of type 'String', but "
        + "'*rest' is a list of segments. Make the property an array."),
    Row(
      Priced.self,
      "The type 'Priced' cannot be a route of '/priced'. 'price' is of type 'Decimal', which is not one text. "
        + "\(advice)"),
    Row(
      Filtered.self,
      "The type 'Filtered' cannot be a route of '/filtered'. 'filter' is of type 'Filter', which is not one "
        + "text. \(advice)"),
    Row(
      Chosen.self,
      "The type 'Chosen' cannot be a route of '/chosen/:choice'. 'choice' is of type 'Choice', which is not one "
        + "text. \(advice)"),
    Row(
      Mapped.self,
      "The type 'Mapped' cannot be a route of '/mapped'. 'map' is of type 'Dictionary<String, String>', which "
        + "is not one text. \(advice)"),
    Row(
      Matrix.self,
      "The type 'Matrix' cannot be a route of '/matrix'. 'rows' is of type 'Array<Array<Int>>', which is not "
        + "one text. \(advice)"),
    Row(
      Wrapped.self,
      "The type 'Wrapped' cannot be a route of '/wrapped'. It was not checked: its 'init(from:)' throws on "
        + "placeholders. Give it 'static var examples'."),
    Row(
      Nesting.self,
      "The type 'Nesting' cannot be a route of '/nesting'. 'inner' is not one text. \(advice)"),
    Row(
      Uncheckable.self,
      "The type 'Uncheckable' cannot be a route of '/unknown/:size'. 'size' was not checked: no placeholder is a "
        + "'Size'. Make an enum 'CaseIterable', or give the route 'static var examples'."),
    Row(
      Unsure.self,
      "The type 'Unsure' cannot be a route of '/unsure/:size'. 'size' was not checked: no placeholder is a "
        + "'Size'. Make an enum 'CaseIterable', or give the route 'static var examples'. 'page' is not in the "
        + "pattern, so it is in the query, which may lack it; a default value does not change that. Make it "
        + "optional."),
    Row(
      Sizes.self,
      "The type 'Sizes' cannot be a route of '/sizes/*sizes'. 'sizes' was not checked: no placeholder is a "
        + "'Array<Size>'. Make an enum 'CaseIterable', or give the route 'static var examples'."),
    Row(
      Exemplary.self,
      "The type 'Exemplary' cannot be a route of '/exemplary/:id<int>'. 'id' is of type 'String', whose values "
        + "':id<int>' does not match. Change one of the two."),
    Row(
      Throwing.self,
      "The type 'Throwing' cannot be a route of '/failing'. It was not checked: its 'init(from:)' throws on "
        + "placeholders. Give it 'static var examples'."),
    Row(
      BadExample.self,
      "The type 'BadExample' cannot be a route of '/bad/:code'. Example 2: It has no URL, or none that can be "
        + "read. Pattern '/bad/:code' gives no URL: ':code' would not match the value for 'code'. Pass one "
        + "that it matches."),
    Row(
      Forgetful.self,
      "The type 'Forgetful' cannot be a route of '/forgetful'. What is read of its URL is not the same value. "
        + "Let 'init(from:)' read what 'encode(to:)' writes."),
  ]

  nonisolated static let advice =
    "Use an enum with raw values, or a type that conforms to 'RouteTextConvertible'."

  @Test(arguments: rows)
  func `a type that does not fit is refused, with every finding`(row: Row) async throws {
    let wireframe = Wireframe<Screen>()
    let error = try await failure { try register(row.given, on: wireframe) }
    #expect(error.description == row.expected)
    #expect(error.code == .invalidTypedRoute)
    #expect(error.pattern == row.given.pattern)
    // Nothing has changed: the pattern is free.
    try wireframe.register(row.given.pattern) { _ in nil }
  }

  @Test(
    arguments: generatedRoutes as [any TypedRoute.Type] + [
      Custom.self, Defaulted.self, Strict.self, Optionals.self, Coded.self, Words.self, Pages.self,
      OneOfTwo.self, OnlyRead.self, AnySizes.self,
    ])
  func `a type that fits is registered`(type: any TypedRoute.Type) throws {
    let wireframe = Wireframe<Screen>(sources: ["myapp:"])
    try wireframe.add(type: ParameterType("sku") { $0.hasPrefix("A-") })
    try register(type, on: wireframe)
  }

  @Test func `all forms and handlers are checked`() async throws {
    let wireframe = Wireframe<Screen>()
    for error in [
      try await failure { try wireframe.register(Lacking.self) { _ in nil } },
      try await failure { try wireframe.register(Lacking.self) { _, _ in nil } },
      try await failure { try wireframe.handle(Lacking.self) { _, _ in } },
      try await failure { try wireframe.register(LackingAnswer.self) { _, _, _ in nil } },
    ] {
      #expect(error.code == .invalidTypedRoute)
    }
  }

  @Test func `a type is registered once, and beside no route of its URLs`() async throws {
    let wireframe = try Wireframe.registered(ShowProduct.self)
    let error = try await failure { try wireframe.register(ShowProduct.self) { _ in nil } }
    #expect(error.code == .conflictingPattern)
    struct Same: TypedRoute {
      static let pattern: RoutePattern = "/products/:number<int>"
      var number: Int
    }
    #expect(
      try await failure { try wireframe.register(Same.self) { _ in nil } }.code
        == .conflictingPattern)
  }

  private func register<T: TypedRoute>(_ type: T.Type, on wireframe: Wireframe<Screen>) throws {
    try wireframe.register(type) { _ in nil }
  }
}

// MARK: - Types that do not fit

private struct Lacking: TypedRoute {
  static let pattern: RoutePattern = "/lacking/:id/:name"
  var id: Int
}

private struct LackingAnswer: AnsweringRoute {
  typealias Answer = Int
  static let pattern: RoutePattern = "/lacking/:id/:name"
  var id: Int
}

private struct TextID: TypedRoute {
  static let pattern: RoutePattern = "/text/:id<int>/:day<double>"
  var id: String
  var day: Date
}

private struct Mixed: TypedRoute {
  static let pattern: RoutePattern = "/mixed/:a<uuid>/:b<bool>/:c<int>/:d<uint>"
  var a: Int
  var b: UUID
  var c: Double
  var d: Bool
}

private struct KindNumber: TypedRoute {
  static let pattern: RoutePattern = "/kinds/:kind<int>"
  var kind: Kind
}

private struct OtherWords: TypedRoute {
  static let pattern: RoutePattern = "/words/:size<big|tiny>/:count<one|2>"
  enum Size: String, Codable, CaseIterable { case small }
  var size: Size
  var count: Int
}

private struct Early: TypedRoute {
  static let pattern: RoutePattern = "/early/:page/:id"
  var page: Int?
  var id: Int
}

private struct Late: TypedRoute {
  static let pattern: RoutePattern = "/late/:page<int>?"
  var page: Int
}

private struct OptionalID: TypedRoute {
  static let pattern: RoutePattern = "/optional/:id<int>?"
  var id: String?
}

private struct OptionalWord: TypedRoute {
  static let pattern: RoutePattern = "/optional/:size<small|huge>?"
  var size: Size?
}

private struct InQuery: TypedRoute {
  static let pattern: RoutePattern = "/query"
  var page = 1
  var sorted: Bool
}

private struct OneForAll: TypedRoute {
  static let pattern: RoutePattern = "/all/:one/*rest"
  var one: [Int]
  var rest: String
}

private struct Nesting: TypedRoute {
  static let pattern: RoutePattern = "/nesting"
  var a: Int?
  enum CodingKeys: CodingKey { case inner }
  enum InnerKeys: CodingKey { case a }

  init(from decoder: any Decoder) throws {
    let inner = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(
      keyedBy: InnerKeys.self, forKey: .inner)
    a = try inner.decodeIfPresent(Int.self, forKey: .a)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
    try inner.encodeIfPresent(a, forKey: .a)
  }
}

private struct Uncheckable: TypedRoute {
  static let pattern: RoutePattern = "/unknown/:size"
  var size: Size
}

/// No placeholder is a value of one of its properties, and the query may lack another one.
private struct Unsure: TypedRoute {
  static let pattern: RoutePattern = "/unsure/:size"
  var page: Int
  var size: Size
}

private struct Sizes: TypedRoute {
  static let pattern: RoutePattern = "/sizes/*sizes"
  var sizes: [Size]
}

/// Examples do not make up for a type that does not fit.
private struct Exemplary: TypedRoute {
  static let pattern: RoutePattern = "/exemplary/:id<int>"
  static let examples = [Self(id: "1")]
  var id: String
}

private struct BadExample: TypedRoute {
  static let pattern: RoutePattern = "/bad/:code"
  static let examples = [Self(code: "a"), Self(code: "")]
  var code: String
}

/// Writes what it does not read.
private struct Forgetful: TypedRoute, Equatable {
  static let pattern: RoutePattern = "/forgetful"
  var a: Int?
  enum CodingKeys: CodingKey { case a, b }

  init(from decoder: any Decoder) throws {
    a = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .a)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(a, forKey: .b)
  }
}

// MARK: - Types that fit

/// Its pattern has a type of the app's own.
private struct Custom: TypedRoute {
  static let pattern: RoutePattern = "/stock/:code<sku>"
  var code: String
}

/// Reads a query without the key by itself.
private struct Defaulted: TypedRoute {
  static let pattern: RoutePattern = "/defaulted"
  var page: Int
  enum CodingKeys: CodingKey { case page }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    page = container.contains(.page) ? try container.decode(Int.self, forKey: .page) : 1
  }
}

private struct Optionals: TypedRoute {
  static let pattern: RoutePattern = "/optionals/*rest?"
  var rest: [Double]
  var size: Size?
  var sizes: [Size]
  var url: URL?
  var date: Date?
  var text: String?
}

/// Named otherwise in URLs.
private struct Coded: TypedRoute {
  static let pattern: RoutePattern = "/coded/:product-id<uuid>"
  var id: UUID
  enum CodingKeys: String, CodingKey { case id = "product-id" }
}

private struct Words: TypedRoute {
  static let pattern: RoutePattern = "/words/:size<small|large>/:count<1|2>/:text<a|b>"
  var size: Size
  var count: Int
  var text: String
}

/// Needs one of its two optional properties.
private struct OneOfTwo: TypedRoute {
  static let pattern: RoutePattern = "/search"
  var text: String?
  var tag: String?
  enum CodingKeys: CodingKey { case text, tag }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decodeIfPresent(String.self, forKey: .text)
    tag = try container.decodeIfPresent(String.self, forKey: .tag)
    guard text != nil || tag != nil else { throw Broken() }
  }
}

/// Reads words as a type that can be read only, and writes their text.
private struct OnlyRead: TypedRoute {
  static let pattern: RoutePattern = "/read/:size<small|large>"
  enum Size: String, Decodable { case small, large }
  var size: Size
  enum CodingKeys: CodingKey { case size }

  init(from decoder: any Decoder) throws {
    size = try decoder.container(keyedBy: CodingKeys.self).decode(Size.self, forKey: .size)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size.rawValue, forKey: .size)
  }
}

/// Without values it is an empty array, whatever can be checked of the others.
private struct AnySizes: TypedRoute {
  static let pattern: RoutePattern = "/sizes/*sizes?"
  var sizes: [Size]
}

private struct Pages: TypedRoute {
  static let pattern: RoutePattern = "/pages/:page<int>?"
  var page: UInt8?
}
