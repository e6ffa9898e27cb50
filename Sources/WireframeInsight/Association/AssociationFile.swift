internal import WireframeCore

/// An `apple-app-site-association` file: which links of a web site the system hands to which app.
///
/// ```swift
/// let file = try AssociationFile(json: text)
/// if case .sent = file.decision(on: "https://example.com/products/42", to: "TEAM.app") { … }
/// ```
public struct AssociationFile: Hashable, Sendable {
  /// Which links are an app's: the first component that matches decides.
  public struct Details: Hashable, Sendable {
    /// The identifiers of the apps.
    public var appIDs: [String]
    /// The components, in order.
    public var components: [Component]
  }

  /// What a link has to be; parts that are nil do not matter.
  public struct Component: Hashable, Sendable {
    /// The path: `*` is any text, `?` any one character, `?*` one or more.
    public var path: String?
    /// The query, in the same way; nil also if the file has a pattern for each item in ``queryItems``.
    public var query: String?
    /// The items of the query by name, each in the same way.
    public var queryItems: [String: String]?
    /// The fragment, in the same way.
    public var fragment: String?
    /// Whether links that match are *not* the app's.
    public var isExcluded = false
    /// Whether letter case counts.
    public var isCaseSensitive = true
    /// Whether a link is compared as it is spelled; otherwise its escapes are decoded first.
    public var isPercentEncoded = true
    /// For the people who read the file.
    public var comment: String?
  }

  /// What the file says about a link.
  public enum Decision: Hashable, Sendable {
    /// The link goes to the app; this component says so.
    case sent(Component)
    /// A component excludes the link.
    case excluded(Component)
    /// No component matches, or the app is not in the file.
    case unmentioned
  }

  /// Which links are whose, in order.
  public var details: [Details]

  init(details: [Details]) { self.details = details }

  /// What the file says about a link.
  ///
  /// - Parameters:
  ///   - urlText: An https URL of the site, spelled as it would be requested.
  ///   - appID: The app's identifier; nil for any app.
  /// - Returns: What the first component says that matches.
  public func decision(on urlText: String, to appID: String? = nil) -> Decision {
    let link = Link(urlText)
    for details in details where appID.map(details.appIDs.contains) ?? true {
      if let found = details.components.first(where: { $0.matches(link) }) { return found.decision }
    }
    return .unmentioned
  }
}

extension AssociationFile {
  /// The components for one app, found by how their paths begin: a link is compared with few of them.
  struct Components {
    let all: [Component]
    private let spelled: Beginnings
    private let decoded: Beginnings

    init(_ all: [Component]) {
      self.all = all
      // What decodes a link's path first may begin with anything.
      spelled = Beginnings(of: all.map { $0.isPercentEncoded ? $0.path ?? "*" : "*" })
      decoded = Beginnings(of: all.map { Link.decoded($0.path ?? "*") })
    }

    /// What the first component says that matches a link.
    func decision(on urlText: String) -> Decision {
      let link = Link(urlText)
      let index = spelled.indices(for: link.path).first { all[$0].matches(link) }
      return index.map { all[$0].decision } ?? .unmentioned
    }

    /// The components that take a path, however both are escaped.
    func taking(_ pathText: String) -> [Component] {
      let path = Link.decoded(pathText)
      return decoded.indices(for: path).map { all[$0] }.filter {
        Glob.matches(Link.decoded($0.path ?? "*"), path, isCaseSensitive: $0.isCaseSensitive)
      }
    }
  }

  /// Patterns by the text before their first wildcard, in any letter case.
  private struct Beginnings {
    private var indices: [[UInt8]: [Int]] = [:]
    private var lengths: Set<Int> = []

    init(of patterns: [String]) {
      for (index, pattern) in patterns.enumerated() {
        let start = pattern.lowercased().utf8.prefix {
          $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?")
        }
        indices[Array(start), default: []].append(index)
        lengths.insert(start.count)
      }
    }

    /// The indices of the patterns that may match a text, in order.
    func indices(for text: String) -> [Int] {
      let bytes = Array(text.lowercased().utf8)
      return lengths.filter { $0 <= bytes.count }.flatMap { indices[Array(bytes[..<$0])] ?? [] }
        .sorted()
    }
  }
}

/// The parts of a link, spelled as they came.
struct Link {
  let path: String
  let query: String
  let fragment: String

  init(_ urlText: String) {
    let (rest, fragment) = Self.split(urlText, at: "#")
    let (base, query) = Self.split(rest, at: "?")
    (self.query, self.fragment) = (query, fragment)
    guard let authority = base.firstRange(of: "://") else {
      path = base
      return
    }
    let path = base[authority.upperBound...].drop { $0 != "/" }
    self.path = path.isEmpty ? "/" : String(path)
  }

  private static func split(_ text: String, at mark: Character) -> (String, String) {
    guard let index = text.firstIndex(of: mark) else { return (text, "") }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }

  /// The values of the query's items with a name; an item that is absent has the empty one.
  func values(of name: String, isPercentEncoded: Bool) -> [String] {
    let items = query.split(separator: "&").map { Self.split(String($0), at: "=") }
    let values = items.filter { (isPercentEncoded ? $0.0 : Self.decoded($0.0)) == name }.map(\.1)
    return values.isEmpty ? [""] : values
  }

  /// A text with its escapes decoded; as it is if they are malformed.
  static func decoded(_ text: String) -> String {
    PercentEncoding.decode(text.utf8).map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}

extension AssociationFile.Component {
  fileprivate var decision: AssociationFile.Decision { isExcluded ? .excluded(self) : .sent(self) }

  fileprivate func matches(_ link: Link) -> Bool {
    func fits(_ pattern: String?, _ text: String) -> Bool {
      guard let pattern else { return true }
      let text = isPercentEncoded ? text : Link.decoded(text)
      return Glob.matches(pattern, text, isCaseSensitive: isCaseSensitive)
    }
    return fits(path, link.path) && fits(query, link.query) && fits(fragment, link.fragment)
      && (queryItems ?? [:]).allSatisfy { name, pattern in
        link.values(of: name, isPercentEncoded: isPercentEncoded).allSatisfy { fits(pattern, $0) }
      }
  }
}

/// A text with `*` for any text and `?` for any one character.
package enum Glob {
  /// Whether a pattern matches a whole text; in time that the product of both lengths bounds.
  package static func matches(_ pattern: String, _ text: String, isCaseSensitive: Bool = true)
    -> Bool
  {
    let pattern = Array((isCaseSensitive ? pattern : pattern.lowercased()).unicodeScalars)
    let text = Array((isCaseSensitive ? text : text.lowercased()).unicodeScalars)
    return takes(pattern, text, any: "?", star: "*")
  }

  private static func takes<T: Equatable>(_ pattern: [T], _ text: [T], any: T, star mark: T) -> Bool
  {
    Steps.add()
    var (index, offset) = (0, 0)
    // The last star, and the text that it has taken.
    var star: (index: Int, offset: Int)?
    while offset < text.count {
      if index < pattern.count, pattern[index] == mark {
        star = (index, offset)
        index += 1
      } else if index < pattern.count,
        pattern[index] == any || pattern[index] == text[offset]
      {
        (index, offset) = (index + 1, offset + 1)
      } else if let last = star {
        star = (last.index, last.offset + 1)
        (index, offset) = (last.index + 1, last.offset + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == mark }
  }

  /// A pattern, and how many slashes a text may have that it matches.
  package struct Pattern {
    let bytes: [UInt8]
    let slashes: ClosedRange<Int>
    var isText: Bool { slashes.lowerBound == slashes.upperBound }

    package init(_ text: String) {
      bytes = Array(text.utf8)
      let least = bytes.count { $0 == UInt8(ascii: "/") }
      let most = least + bytes.count { $0 == UInt8(ascii: "?") }
      slashes = least...(bytes.contains(UInt8(ascii: "*")) ? .max : most)
    }
  }

  /// Whether some text matches both patterns; in time that the product of their lengths bounds.
  package static func overlap(_ left: Pattern, _ right: Pattern) -> Bool {
    guard left.slashes.overlaps(right.slashes) else { return false }
    let (isText, left, right) = (left.isText, left.bytes, right.bytes)
    let (star, any) = (UInt8(ascii: "*"), UInt8(ascii: "?"))
    // Most patterns differ before their first wildcard.
    for (a, b) in zip(left, right) {
      if [a, b].contains(where: { $0 == star || $0 == any }) { break }
      if a != b { return false }
    }
    if isText { return takes(right, left, any: any, star: star) }
    Steps.add(left.count)
    // Whether the rests of both patterns have a text in common, for each rest of the right one.
    var below = [Bool](repeating: false, count: right.count + 1)
    for row in (0...left.count).reversed() {
      var fits = [Bool](repeating: false, count: right.count + 1)
      for column in (0...right.count).reversed() {
        let (a, b) = (left.dropFirst(row).first, right.dropFirst(column).first)
        fits[column] =
          switch (a, b) {
          case (nil, nil): true
          case (star, _): below[column] || (b != nil && fits[column + 1])
          case (_, star): fits[column + 1] || (a != nil && below[column])
          case (let a?, let b?): (a == b || a == any || b == any) && below[column + 1]
          default: false
          }
      }
      below = fits
    }
    return below[0]
  }
}

// MARK: - Identifiers

extension AssociationFile {
  /// Whether a text is a team's capital letters and digits, a dot, and a bundle's names between dots.
  static func isAppID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else { return false }
    return parts[0].utf8.allSatisfy { $0.isCapitalOrDigit }
      && parts.dropFirst().allSatisfy { part in
        part.utf8.allSatisfy {
          $0.isCapitalOrDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
            || $0 == UInt8(ascii: "-")
        }
      }
  }
}

extension UInt8 {
  fileprivate var isCapitalOrDigit: Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}
