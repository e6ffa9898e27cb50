import TestSupport
import Testing
import WireframeCore

@Suite(.hangsNever)
struct URLSourceTests {
  struct Source: Sendable, CustomTestStringConvertible {
    let text: String
    let scheme: String
    let host: String?
    let port: Int?
    let printed: String
    var testDescription: String { text }

    init(_ text: String, _ scheme: String, _ host: String?, _ port: Int?, _ printed: String) {
      self.text = text
      self.scheme = scheme
      self.host = host
      self.port = port
      self.printed = printed
    }
  }

  static let sourceRows: [Source] = [
    Source("myapp:", "myapp", nil, nil, "myapp:"),
    Source("myapp://", "myapp", nil, nil, "myapp:"),
    Source("My-App.2+x:", "my-app.2+x", nil, nil, "my-app.2+x:"),
    Source("https://example.com", "https", "example.com", nil, "https://example.com"),
    Source("HTTPS://EXAMPLE.com", "https", "example.com", nil, "https://example.com"),
    Source("https://example.com:443", "https", "example.com", nil, "https://example.com"),
    Source("https://example.com:8443", "https", "example.com", 8443, "https://example.com:8443"),
    Source("https://localhost:65535", "https", "localhost", 65_535, "https://localhost:65535"),
  ]

  @Test("A2: a source is a custom scheme or an https origin", arguments: sourceRows)
  func parses(row: Source) throws {
    let source = try URLSource(row.text)
    #expect(source.scheme == row.scheme)
    #expect(source.host == row.host)
    #expect(source.port == row.port)
    #expect(source.description == row.printed)
    #expect(try URLSource(source.description) == source)
  }

  static let noScheme = "it has no scheme. Write 'myapp:' or 'https://example.com'."
  static let http =
    "a link with 'http:' does not prove where it comes from. Use 'https:'."
  static let noHost = "an https source needs a host. Write 'https://example.com'."
  static let badOrigin =
    "its host or port is malformed. Write 'https://example.com' without a path."
  static let withPath =
    "its host is followed by a path, a query or a fragment. Leave that out, the slash as well."
  static let alone = "a custom scheme is declared without a host. Write 'myapp:'."

  static let faultRows: [TextCase] = [
    TextCase("", noScheme),
    TextCase("myapp", noScheme),
    TextCase("example.com", noScheme),
    TextCase("1app:", noScheme),
    TextCase(":", noScheme),
    TextCase("//example.com", noScheme),
    TextCase("http:", http),
    TextCase("HTTP://example.com", http),
    TextCase("https:", noHost),
    TextCase("https:/", noHost),
    TextCase("https://", noHost),
    TextCase("https:example.com", noHost),
    TextCase("https://:443", badOrigin),
    TextCase("https://example.com/", withPath),
    TextCase("https://example.com:8443/path", withPath),
    TextCase("https://example.com?q", withPath),
    TextCase("https://example.com#f", withPath),
    TextCase("https:///", badOrigin),
    TextCase("https://user@example.com", badOrigin),
    TextCase("https://example.com:", badOrigin),
    TextCase("https://example.com:0", badOrigin),
    TextCase("https://example.com:+80", badOrigin),
    TextCase("https://example.com:65536", badOrigin),
    TextCase("https://example.com:99999999999999999999", badOrigin),
    TextCase("https://exämple.com", badOrigin),
    TextCase("https://*.example.com/", withPath),
    TextCase("https://[::1]", badOrigin),
    TextCase("myapp://host", alone),
    TextCase("myapp:/", alone),
    TextCase("myapp:///", alone),
  ]

  @Test("A2: a text that is no source is a configuration error", arguments: faultRows)
  func faults(row: TextCase) {
    let error = #expect(throws: RoutingError.self) { try URLSource(row.given) }
    #expect(error?.code == .invalidSource)
    #expect(error?.description == "'\(row.given)' is not a source: \(row.expected)")
  }

  @Test("A bad literal stops the program with the text of the parse error")
  func badLiteral() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = "https:" as URLSource
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("'https:' is not a source: \(Self.noHost)"))
  }

  @Test(
    "A2: the declared source that is nearest may be meant, of equals the first",
    arguments: [
      Case("https://support.example.com/a", "https://example.com"),
      Case("https://www.example.com", "https://example.com"),
      Case("https://support.example.org/a", nil),
      Case("https://notexample.com/a", "https://example.com"),
      Case("support.example.com/a", nil), Case("map3:/a", "map1:"), Case("mab2:/a", "map2:"),
      Case("tel:1", nil),
    ] as [Case<String, URLSource?>])
  func nearest(row: Case<String, URLSource?>) {
    let sources: [URLSource] = ["map1:", "https://example.com", "map2:"]
    #expect(URLSource.nearest(to: row.given, among: sources) == row.expected)
  }
}
