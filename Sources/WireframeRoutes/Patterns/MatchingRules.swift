/// How strictly a route table reads URLs: limits, letter case and trailing slashes.
///
/// The defaults suit nearly every app. The limits are checked before anything is decoded.
public struct MatchingRules: Hashable, Sendable {
  /// The longest URL that is admitted, in bytes of UTF-8.
  public var maximumLength: Int
  /// The most path segments that a URL may have.
  public var maximumSegments: Int
  /// The most query items that a URL may have.
  public var maximumQueryItems: Int
  /// Whether literals and word lists compare without ASCII letter case: `/Cart` as `/cart`.
  public var ignoresCase: Bool
  /// Whether `/cart/` and `/cart` are two different paths; otherwise one trailing slash is ignored.
  ///
  /// A catch-all takes the slash, too: `/files/*path` matches `/files/a/`. `/files/*path/` requires it and comes first.
  public var distinguishesTrailingSlash: Bool

  /// Makes a set of rules.
  ///
  /// - Parameters:
  ///   - maximumLength: The longest URL, in bytes.
  ///   - maximumSegments: The most path segments.
  ///   - maximumQueryItems: The most query items.
  ///   - ignoresCase: Whether ASCII letter case is ignored in literals.
  ///   - distinguishesTrailingSlash: Whether a trailing slash makes another path.
  public init(
    maximumLength: Int = 8_192, maximumSegments: Int = 64, maximumQueryItems: Int = 256,
    ignoresCase: Bool = false, distinguishesTrailingSlash: Bool = false
  ) {
    self.maximumLength = maximumLength
    self.maximumSegments = maximumSegments
    self.maximumQueryItems = maximumQueryItems
    self.ignoresCase = ignoresCase
    self.distinguishesTrailingSlash = distinguishesTrailingSlash
  }

  package func folded(_ bytes: [UInt8]) -> [UInt8] { ignoresCase ? bytes.map(\.lowercased) : bytes }

  /// The first word of a list that equals an earlier one.
  package func repeatedWord(in constraint: RoutePattern.Constraint) -> String? {
    guard case .words(let words) = constraint else { return nil }
    var seen: Set<[UInt8]> = []
    return words.first { !seen.insert(folded(Array($0.utf8))).inserted }
  }

  /// Whether a literal or a word equals a decoded segment. The host of a custom scheme is compared as it is spelled,
  /// then in lower case.
  func equates(_ text: String, _ bytes: [UInt8], isHost: Bool) -> Bool {
    let text = folded(Array(text.utf8))
    return text == folded(bytes) || isHost && text == bytes.map(\.lowercased)
  }
}
