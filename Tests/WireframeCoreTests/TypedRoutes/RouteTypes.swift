import Foundation
import TestSupport
import WireframeCore

/// A route whose values a generator makes: ordinary ones, edges, and what no URL holds.
protocol GeneratedRoute: TypedRoute, Equatable {
  static func random(using generator: inout SplitMix64) -> Self
}

struct IntRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/int/:a<int>/:b<uint>/:c"
  var a: Int
  var b: UInt64
  var c: Int8
  var d: UInt8?
  var e: Int64?
  var f: UInt?

  static func random(using generator: inout SplitMix64) -> Self {
    Self(
      a: generator.number(), b: generator.number(), c: generator.number(),
      d: generator.maybe { $0.number() }, e: generator.maybe { $0.number() },
      f: generator.maybe { $0.number() })
  }
}

struct ByteRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/byte/:a<int>/:b<uint>"
  /// Some of its values are none of `int`.
  var a: UInt64
  /// Some of its values are none of `uint`.
  var b: Int16

  static func random(using generator: inout SplitMix64) -> Self {
    Self(a: generator.number(), b: generator.number())
  }
}

struct NumberRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/number/:a<double>/:b<bool>/:c"
  var a: Double
  var b: Bool
  var c: Float
  var d: [Double]
  var e: Bool?

  static func random(using generator: inout SplitMix64) -> Self {
    Self(
      a: generator.double(), b: generator.oneIn(2), c: Float(generator.double()),
      d: generator.list { $0.double() }, e: generator.maybe { $0.oneIn(2) })
  }
}

struct TextRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/text/:a/:b?"
  var a: String
  var b: String?
  var c: String?
  var d: [String] = []

  enum CodingKeys: String, CodingKey {
    case a, b
    case c = "a & b=c?"
    case d = "ü"
  }

  static func random(using generator: inout SplitMix64) -> Self {
    Self(
      a: generator.text(), b: generator.maybe { $0.text() }, c: generator.maybe { $0.text() },
      d: generator.list { $0.text() })
  }
}

struct TreeRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/tree/*path"
  var path: [String]
  var only: [UUID] = []

  static func random(using generator: inout SplitMix64) -> Self {
    Self(path: generator.list { $0.text() }, only: generator.list { $0.uuid() })
  }
}

struct LevelsRoute: GeneratedRoute {
  static let pattern: RoutePattern = "myapp:/levels/*levels?"
  var levels: [Level]

  static func random(using generator: inout SplitMix64) -> Self {
    Self(levels: generator.list { $0.element(Level.allCases) })
  }
}

enum Level: Int, Codable, CaseIterable { case low = -1, middle = 5, high = 100 }
enum Size: String, Codable, RouteTextConvertible { case small, large, extra = "extra large" }
enum Kind: String, Codable, CaseIterable { case new, used, dots = "..", none = "" }

struct EnumRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/enums/:size<small|large|extra%20large>/:level<int>/:kind"
  var size: Size
  var level: Level
  var kind: Kind
  var other: Kind?
  var sizes: [Size]

  static func random(using generator: inout SplitMix64) -> Self {
    Self(
      size: generator.size(), level: generator.element(Level.allCases),
      kind: generator.element(Kind.allCases), other: generator.maybe { $0.element(Kind.allCases) },
      sizes: generator.list { $0.size() })
  }
}

/// A type of an app's own, which is written otherwise than it is encoded; not each of its texts is read.
struct Amount: Codable, Equatable, RouteTextConvertible {
  var cents: Int
  var currency: String

  init(cents: Int, currency: String) {
    self.cents = cents
    self.currency = currency
  }

  init?(routeText: String) {
    let parts = routeText.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let cents = Int(parts[0]) else { return nil }
    self.init(cents: cents, currency: String(parts[1]))
  }

  var routeText: String { "\(cents) \(currency)" }
}

/// A type that codes itself as one text, without a conformance.
struct Tagged<Value: Codable & Sendable & Equatable>: Codable, Equatable, Sendable {
  var value: Value

  init(value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

struct OwnRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/own/:amount/:tag<uuid>"
  static let examples = [
    Self(amount: Amount(cents: 1, currency: "EUR"), tag: Tagged(value: UUID()))
  ]
  var amount: Amount
  var tag: Tagged<UUID>
  var amounts: [Amount] = []
  var date: Date?
  var dates: [Date] = []
  var url: URL?

  static func random(using generator: inout SplitMix64) -> Self {
    Self(
      amount: generator.amount(), tag: Tagged(value: generator.uuid()),
      amounts: generator.list { $0.amount() }, date: generator.maybe { $0.date() },
      dates: generator.list { $0.date() }, url: generator.maybe { $0.url() })
  }
}

/// Without properties.
struct HomeRoute: GeneratedRoute {
  static let pattern: RoutePattern = "/"
  static func random(using generator: inout SplitMix64) -> Self { Self() }
}

let generatedRoutes: [any GeneratedRoute.Type] = [
  IntRoute.self, ByteRoute.self, NumberRoute.self, TextRoute.self, TreeRoute.self, LevelsRoute.self,
  EnumRoute.self, OwnRoute.self, HomeRoute.self, ShowProduct.self, FindProducts.self,
]

extension ShowProduct: GeneratedRoute {
  static func random(using generator: inout SplitMix64) -> Self {
    Self(id: generator.number(), ref: generator.maybe { $0.text() })
  }
}

extension FindProducts: GeneratedRoute {
  static func random(using generator: inout SplitMix64) -> Self {
    Self(words: generator.text(), tags: generator.list { $0.text() })
  }
}

extension SplitMix64 {
  mutating func element<T>(_ list: [T]) -> T { list.pick(&self) }
  mutating func size() -> Size { element([.small, .large, .extra]) }

  mutating func maybe<T>(_ make: (inout SplitMix64) -> T) -> T? { oneIn(3) ? nil : make(&self) }

  mutating func list<T>(_ make: (inout SplitMix64) -> T) -> [T] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in make(&self) }
  }

  mutating func number<N: FixedWidthInteger>() -> N {
    if oneIn(3) { return element([N.min, N.max, 0, 1, N.max / 2]) }
    return oneIn(2) ? N(truncatingIfNeeded: next()) : N(truncatingIfNeeded: next() % 100)
  }

  mutating func double() -> Double {
    switch Int.random(in: 0..<4, using: &self) {
    case 0:
      element([
        0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
        -1e300, 1e16, 1e-7, 0.1, 123_456_789_012_345_680,
      ])
    case 1: Double(bitPattern: next())
    case 2: Double(Int.random(in: -1000...1000, using: &self)) / 8
    default: Double.random(in: -1e9...1e9, using: &self)
    }
  }

  mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "0", "/", "\\", ".", "%", "?", "#", "&", "=", "+", " ", ";", "ü", "é", "\u{301}",
      "日", "👍", "\u{0}", "\n", "\u{7F}", "\u{85}", "\u{202E}", ":", "*", "<", "|", "-",
    ]
    switch Int.random(in: 0..<4, using: &self) {
    case 0:
      return element(["", ".", "..", "...", "%2F", "a/b", "new", "true", "0", "a b", "e\u{301}"])
    case 1: return "word\(next() % 100)"
    default:
      var text = ""
      for _ in 0..<Int.random(in: 0...6, using: &self) {
        text.unicodeScalars.append(element(scalars))
      }
      return text
    }
  }

  mutating func uuid() -> UUID {
    let digits = [next(), next()].map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
      String(Array(digits)[range])
    }
    return UUID(uuidString: groups.joined(separator: "-")) ?? UUID()
  }

  mutating func amount() -> Amount {
    Amount(cents: number(), currency: element(["EUR", "$", "", "two words"]))
  }

  mutating func date() -> Date {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: Date(timeIntervalSinceReferenceDate: double())
    case 1: element([.distantPast, .distantFuture, Date(timeIntervalSince1970: 0)])
    case 2: Date(timeIntervalSince1970: Double(Int.random(in: -6e10.int...2e11.int, using: &self)))
    case 3: Date(timeIntervalSince1970: Double.random(in: 1e9...2e9, using: &self))
    default: Date(timeIntervalSinceReferenceDate: Double.random(in: -2...2, using: &self))
    }
  }

  mutating func url() -> URL {
    let base = URL(filePath: "/a/")
    let texts = ["https://example.com/a?b=c&d#e", "myapp:/x", "a/b", "mailto:a@example.com"]
    let url = URL(string: element(texts), relativeTo: oneIn(4) ? base : nil)
    return url ?? base
  }
}

extension Double {
  fileprivate var int: Int { Int(self) }
}
