/// Why a URL text was refused, and where.
public struct URLRefusal: Error, Hashable, Sendable {
  /// What was found wrong; more reasons may come.
  public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The reason's name, for logs and machines.
    public let rawValue: String

    /// Makes a reason of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The reason's name.
    public var description: String { rawValue }
  }

  /// What was found wrong.
  public let reason: Reason
  /// The UTF-8 offset of the part in which it was found.
  public let offset: Int
  /// The limit that was passed, for the reasons that are limits.
  public let limit: Int?

  init(_ reason: Reason, at offset: Int = 0, limit: Int? = nil) {
    self.reason = reason
    self.offset = offset
    self.limit = limit
  }

  init(_ limit: URLLimit, _ most: Int, at offset: Int) {
    let reason: Reason =
      switch limit {
      case .length: .tooLong
      case .segments: .tooManySegments
      case .queryItems: .tooManyQueryItems
      }
    self.init(reason, at: offset, limit: most)
  }
}

extension URLRefusal.Reason {
  /// The text is empty.
  public static let empty = Self(rawValue: "empty")
  /// The text is longer than the limit.
  public static let tooLong = Self(rawValue: "tooLong")
  /// The text has a raw control character.
  public static let rawControl = Self(rawValue: "rawControl")
  /// The text has a raw space.
  public static let rawSpace = Self(rawValue: "rawSpace")
  /// The text has a raw backslash.
  public static let rawBackslash = Self(rawValue: "rawBackslash")
  /// The text begins neither with a scheme nor with a slash.
  public static let noSchemeOrSlash = Self(rawValue: "noSchemeOrSlash")
  /// The text begins with two slashes: path or host, it has two readings.
  public static let leadingDoubleSlash = Self(rawValue: "leadingDoubleSlash")
  /// A path without scheme came from outside the app.
  public static let pathFromOutside = Self(rawValue: "pathFromOutside")
  /// No slash follows the scheme.
  public static let noSlashAfterScheme = Self(rawValue: "noSlashAfterScheme")
  /// A user name or password is before the host.
  public static let userinfo = Self(rawValue: "userinfo")
  /// The host is missing or holds characters that a host cannot have.
  public static let badHost = Self(rawValue: "badHost")
  /// The port is malformed, or is on a custom scheme.
  public static let badPort = Self(rawValue: "badPort")
  /// An escape is not `%` and two hexadecimal digits, or the decoded bytes are not UTF-8.
  public static let badEscape = Self(rawValue: "badEscape")
  /// The decoded path holds a control character.
  public static let encodedControl = Self(rawValue: "encodedControl")
  /// The decoded text holds a NUL.
  public static let encodedNUL = Self(rawValue: "encodedNUL")
  /// The path has an empty segment.
  public static let emptySegment = Self(rawValue: "emptySegment")
  /// The path has a `.` or `..` segment, raw or encoded.
  public static let dotSegment = Self(rawValue: "dotSegment")
  /// The path has more segments than the limit.
  public static let tooManySegments = Self(rawValue: "tooManySegments")
  /// The query has more items than the limit.
  public static let tooManyQueryItems = Self(rawValue: "tooManyQueryItems")
  /// The request comes from outside and carries a payload.
  public static let payloadFromOutside = Self(rawValue: "payloadFromOutside")
  /// An observer took the URL out of a request, and its scheme or origin is not declared.
  public static let foreignRedirect = Self(rawValue: "foreignRedirect")
}
