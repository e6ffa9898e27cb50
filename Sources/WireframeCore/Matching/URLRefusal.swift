/// Why a URL text was refused, and where.
public struct URLRefusal: Error, Hashable, Sendable {
  /// What was found wrong; more reasons may come.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The text is empty.
    case empty
    /// The text is longer than the limit.
    case tooLong
    /// A raw control character stands in the text.
    case rawControl
    /// A raw space stands in the text.
    case rawSpace
    /// A raw backslash stands in the text.
    case rawBackslash
    /// The text begins neither with a scheme nor with a slash.
    case noSchemeOrSlash
    /// The text begins with two slashes: path or host, it has two readings.
    case leadingDoubleSlash
    /// A path without scheme came from outside the app.
    case pathFromOutside
    /// No slash follows the scheme.
    case noSlashAfterScheme
    /// A user name or password stands before the host.
    case userinfo
    /// The host is missing or holds characters that a host cannot have.
    case badHost
    /// The port is malformed, or stands on a custom scheme.
    case badPort
    /// An escape is not `%` and two hexadecimal digits, or the decoded bytes are not UTF-8.
    case badEscape
    /// The decoded path holds a control character.
    case encodedControl
    /// The decoded text holds a NUL.
    case encodedNUL
    /// The path has an empty segment.
    case emptySegment
    /// The path has a `.` or `..` segment, raw or encoded.
    case dotSegment
    /// The path has more segments than the limit.
    case tooManySegments
    /// The query has more items than the limit.
    case tooManyQueryItems
    /// The request comes from outside and carries a payload.
    case payloadFromOutside
    /// An observer took the URL out of a request, and its scheme or origin is not declared.
    case foreignRedirect
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
}
