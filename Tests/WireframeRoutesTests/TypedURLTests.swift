import Foundation
import Testing
import WireframeRoutes

/// What a widget or an extension does: it imports this module alone, and has no router.
struct TypedURLTests {
  struct ShowProduct: TypedRoute, Equatable {
    static let pattern: RoutePattern = "/products/:id<int>"
    var id: Int
    var ref: String?
    var tags: [String] = []
  }

  struct Home: TypedRoute {
    static let pattern: RoutePattern = "/"
  }

  struct Folder: TypedRoute {
    static let pattern: RoutePattern = "/files/*path/"
    var path: [String]
  }

  struct Page: TypedRoute {
    static let pattern: RoutePattern = "/:number<int>?"
    var number: Int?
  }

  struct Bound: TypedRoute {
    static let pattern: RoutePattern = "myapp://levels/:level"
    var level: String
  }

  struct Sized: TypedRoute {
    static let pattern: RoutePattern = "/:size<small|large>"
    var size: String
  }

  struct Accented: TypedRoute, Equatable {
    enum CodingKeys: String, CodingKey {
      case composed = "\u{E9}"
      case decomposed = "e\u{301}"
    }
    static let pattern: RoutePattern = "/accented"
    var composed: String?
    var decomposed: String?
  }

  struct URLRow: Sendable, CustomTestStringConvertible {
    let route: any TypedRoute
    var source: URLSource?
    var path: RoutePattern?
    let urlText: String
    var testDescription: String { urlText }
  }

  static let rows = [
    URLRow(route: ShowProduct(id: 42), urlText: "/products/42"),
    URLRow(
      route: ShowProduct(id: 42, ref: "a&b", tags: ["x", "ü"]),
      urlText: "/products/42?ref=a%26b&tags=x&tags=%C3%BC"),
    URLRow(route: ShowProduct(id: 42), source: "myapp:", urlText: "myapp:///products/42"),
    URLRow(
      route: ShowProduct(id: 42, ref: "mail"), source: "https://example.com:8443", path: "/shop/de",
      urlText: "https://example.com:8443/shop/de/products/42?ref=mail"),
    URLRow(route: ShowProduct(id: 1), path: "/a%20b/é", urlText: "/a%20b/%C3%A9/products/1"),
    URLRow(route: Home(), urlText: "/"),
    URLRow(route: Home(), path: "/shop", urlText: "/shop"),
    URLRow(route: Home(), source: "https://example.com", urlText: "https://example.com/"),
    URLRow(route: Page(number: nil), path: "/shop", urlText: "/shop"),
    URLRow(route: Page(number: 7), path: "/shop", urlText: "/shop/7"),
    URLRow(route: Folder(path: ["a", "b"]), path: "/shop/", urlText: "/shop/files/a/b/"),
    URLRow(
      route: Accented(composed: "a", decomposed: "b"), urlText: "/accented?%C3%A9=a&e%CC%81=b"),
    URLRow(route: Bound(level: "low"), urlText: "myapp:///levels/low"),
    URLRow(route: Bound(level: "low"), source: "MYAPP:", urlText: "myapp:///levels/low"),
    URLRow(route: Bound(level: "low"), path: "/game", urlText: "myapp:///game/levels/low"),
  ]

  @Test("A value is written with a source and behind the path of a mount", arguments: rows)
  func writes(row: URLRow) throws {
    #expect(try row.route.urlText(source: row.source, under: row.path) == row.urlText)
  }

  struct ErrorRow: Sendable, CustomTestStringConvertible {
    let route: any TypedRoute
    var source: URLSource?
    var path: RoutePattern?
    let code: RoutingError.Code
    let text: String
    var testDescription: String { text }
  }

  static let errorRows = [
    ErrorRow(
      route: ShowProduct(id: 1, ref: String(repeating: "a", count: 8_192)), code: .rejected,
      text:
        "The URL was refused: it is longer than 8192 bytes. Raise 'maximumLength' in the rules if that is "
        + "meant."),
    ErrorRow(
      route: Folder(path: Array(repeating: "a", count: 63)), path: "/shop", code: .rejected,
      text:
        "The URL was refused: its path has more than 64 segments. Raise 'maximumSegments' in the rules if "
        + "that is meant."),
    ErrorRow(
      route: ShowProduct(id: 1, tags: Array(repeating: "a", count: 257)), code: .rejected,
      text:
        "The URL was refused: its query has more than 256 items. Raise 'maximumQueryItems' in the rules if "
        + "that is meant."),
    ErrorRow(
      route: Bound(level: "low"), source: "https://example.com", code: .invalidSource,
      text:
        "The pattern 'myapp://levels/:level' of 'Bound' is bound to 'myapp:', so there is no URL of another "
        + "source. Leave 'source' out."),
    ErrorRow(
      route: Home(), path: "/:shop", code: .invalidPattern,
      text: "No wireframe can be mounted at '/:shop'. Use a path of literals such as '/shop'."),
    ErrorRow(
      route: Home(), path: "myapp://shop", code: .invalidPattern,
      text: "No wireframe can be mounted at 'myapp://shop'. Use a path of literals such as '/shop'."
    ),
    ErrorRow(
      route: Home(), path: "/", code: .invalidPattern,
      text: "No wireframe can be mounted at '/'. Use a path of literals such as '/shop'."),
    ErrorRow(
      route: Folder(path: []), code: .unfitValue,
      text:
        "Pattern '/files/*path/' gives no URL: '*path' would not match the value for 'path'. Pass one that "
        + "it matches."),
    // It would be read as another value, `small`.
    ErrorRow(
      route: Sized(size: "SMALL"), code: .unfitValue,
      text:
        "Pattern '/:size<small|large>' gives no URL: ':size<small|large>' would not match the value for "
        + "'size'. Pass one that it matches."),
    ErrorRow(
      route: ShowProduct(id: 1, ref: "a\0"), code: .unfitValue,
      text:
        "No URL holds the value of 'ref' in 'ShowProduct': what would be read is not the same value. Use "
        + "another value."),
  ]

  @Test(
    "What no URL holds is an error, whose whole text needs no other module", arguments: errorRows)
  func refuses(row: ErrorRow) throws {
    let error = try #require(throws: RoutingError.self) {
      try row.route.urlText(source: row.source, under: row.path)
    }
    #expect(error.code == row.code)
    #expect(error.description == row.text)
  }

  @Test("A URL at a limit is written")
  func limits() throws {
    let long = ShowProduct(id: 1, ref: String(repeating: "a", count: 8_192 - 16))
    #expect(try long.urlText().utf8.count == 8_192)
    let deep = Folder(path: Array(repeating: "a", count: 62))
    #expect(try deep.urlText(under: "/shop").utf8.count { $0 == UInt8(ascii: "/") } == 65)
    let wide = ShowProduct(id: 1, tags: Array(repeating: "a", count: 256))
    #expect(try wide.urlText().hasSuffix("&tags=a"))
  }

  @Test("Patterns and sources say what is wrong with them")
  func faults() throws {
    let pattern = try #require(throws: RoutingError.self) { try RoutePattern("/a//b" as String) }
    #expect(
      pattern.description
        == "Pattern '/a//b' is invalid at column 4: an empty segment. Write one '/' between segments."
    )
    let source = try #require(throws: RoutingError.self) { try URLSource("example.com" as String) }
    #expect(
      source.description
        == "'example.com' is not a source: it has no scheme. Write 'myapp:' or 'https://example.com'."
    )
    #expect(source.localizedDescription == source.description)
  }
}
