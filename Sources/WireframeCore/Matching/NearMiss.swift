/// A URL that no pattern matches: its longest known beginning, the segments that are valid next, and near patterns.
///
/// Each property is computed when it is read, so that a miss costs a lookup no more than a hit. In a table of
/// thousands of patterns not all are compared, and at most 256 are searched for the next segments.
public struct NearMiss: Sendable, DescribedValue {
  let url: AdmittedURL
  // One byte beside the URL's flags: a lookup's result has room for this value, and larger ones cost each lookup more.
  private let ruleFlags: UInt8
  let patterns: [RoutePattern]
  let types: [String: ParameterType]

  init(
    url: AdmittedURL, patterns: [RoutePattern], types: [String: ParameterType],
    rules: MatchingRules
  ) {
    self.url = url
    ruleFlags = (rules.ignoresCase ? 1 : 0) | (rules.distinguishesTrailingSlash ? 2 : 0)
    self.patterns = patterns
    self.types = types
  }

  /// The table's rules for letter case and trailing slashes; limits are left out.
  var rules: MatchingRules {
    MatchingRules(ignoresCase: ruleFlags & 1 != 0, distinguishesTrailingSlash: ruleFlags & 2 != 0)
  }

  /// The longest beginning that some pattern does match, in that pattern's spelling; `/` if none.
  public var longestPrefix: String { findings.longestPrefix }

  /// The segments that are valid after ``longestPrefix``, in the patterns' spelling, sorted.
  public var expected: [String] { findings.expected() }

  /// At most three patterns that differ little from the URL, the nearest first.
  public var nearestPatterns: [RoutePattern] { findings.nearestPatterns }

  package var findings: Findings { Findings(self) }

  enum Mismatch: Equatable {
    /// A segment, counted from 1, is of none of these types.
    case type(segment: Int, names: [String])
    /// A segment, counted from 1, differs only in the case of its letters.
    case letterCase(segment: Int)
    /// A segment, counted from 1, has an encoded slash, which no catch-all takes.
    case encodedSlash(segment: Int)
    /// Only one of them ends with a slash, in a table in which it counts.
    case trailingSlash
  }

  /// The path with its values left out.
  public var description: String { findings.redactedPath }
}
