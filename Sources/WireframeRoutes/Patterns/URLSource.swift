/// Where a wireframe's URLs come from: a custom scheme (`myapp:`) or an https origin.
///
/// A wireframe declares its sources when it is made; a URL of any other source is *foreign* to it.
/// Scheme and host compare without case and whole: `https://example.com` is neither
/// `https://example.com.evil.net` nor `https://www.example.com`.
///
/// ```swift
/// let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
/// ```
public struct URLSource: Hashable, Sendable, CustomStringConvertible {
  /// The scheme in small letters, without the colon.
  package let scheme: String
  /// The host in small letters, or nil for a custom scheme.
  package let host: String?
  /// The port, or nil for a custom scheme and for https's own port 443.
  package let port: Int?

  /// The source as it would be declared: `myapp:` or `https://example.com:8443`.
  public var description: String {
    guard let host else { return "\(scheme):" }
    return "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")"
  }
}

extension URLSource: ExpressibleByStringLiteral {
  /// Parses a source such as `myapp:`, `myapp://`, `https://example.com` or `https://example.com:8443`.
  ///
  /// - Parameter text: A custom scheme with its colon, or an https origin without a path.
  /// - Throws: ``RoutingError/Code/invalidSource`` if the text is neither, if an https source has no
  ///   host, or for `http:`, whose links prove nothing about their origin.
  public init(_ text: String) throws(RoutingError) {
    func invalid(_ fault: SourceFault) -> RoutingError {
      RoutingError(.invalidSource(text: text, fault: fault))
    }
    let bytes = Array(text.utf8)
    guard let colon = Self.endOfScheme(in: bytes) else { throw invalid(.noScheme) }
    let scheme = String(decoding: bytes[..<colon].map(\.lowercased), as: UTF8.self)
    let rest = bytes[(colon + 1)...]
    switch scheme {
    case "http": throw invalid(.http)
    case "https":
      guard rest.starts(with: "//".utf8), rest.count > 2 else { throw invalid(.noHost) }
      let end = rest.dropFirst(2).firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
      guard let authority = Self.authority(rest.dropFirst(2)[..<end]) else {
        throw invalid(.badOrigin)
      }
      guard end == rest.endIndex else { throw invalid(.originWithPath) }
      self.init(scheme: scheme, host: authority.host, port: authority.port)
    default:
      guard rest.isEmpty || rest.elementsEqual("//".utf8) else { throw invalid(.schemeWithHost) }
      self.init(scheme: scheme, host: nil, port: nil)
    }
  }

  package var isCustomScheme: Bool { host == nil }

  /// The URL of a path at this source; a custom scheme's has no host.
  package func urlText(at path: String) -> String {
    isCustomScheme ? "\(self)//\(path)" : "\(self)\(path)"
  }

  /// The index of the colon after a well-formed scheme (RFC 3986 section 3.1), or nil.
  package static func endOfScheme(in bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, first.isLetter else { return nil }
    let end = bytes.firstIndex { !$0.isSchemeCharacter }
    return end.flatMap { bytes[$0] == UInt8(ascii: ":") ? $0 : nil }
  }

  /// Host and port of an https authority, or nil where one of them is not well-formed.
  private static func authority(_ bytes: ArraySlice<UInt8>) -> (host: String, port: Int?)? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty,
      name.allSatisfy(\.isHostCharacter)
    else { return nil }
    let host = String(decoding: name.map(\.lowercased), as: UTF8.self)
    guard parts.count == 2 else { return (host, nil) }
    let digits = parts[1]
    guard (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
      digits.first != UInt8(ascii: "0"),
      let port = Grammar.integer(digits, Int.self), port <= 65_535
    else { return nil }
    return (host, port == 443 ? nil : port)
  }

  /// A source from a literal; a bad literal is a programmer's error and stops the program with the parse error's
  /// text, in release builds as well.
  public init(stringLiteral text: String) {
    self = literalValue { () throws(RoutingError) in try Self(text) }
  }
}

package enum SourceFault: Equatable, CaseIterable, Sendable {
  case noScheme, http, noHost, badOrigin, originWithPath, schemeWithHost
}

/// The value of a string literal; a bad literal stops the program with the error's text.
func literalValue<Value, Failure: Error & CustomStringConvertible>(
  _ make: () throws(Failure) -> Value
) -> Value {
  do {
    return try make()
  } catch {
    // A literal's initializer cannot throw, and only this prints the text in release builds as well.
    fatalError(error.description)
  }
}
