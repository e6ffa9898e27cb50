#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import WireframeCore

/// An `apple-app-site-association` file: which links of a web site the system hands to which app.
///
/// ```swift
/// let file = try AssociationFile(json: text)
/// if case .sent = file.decision(on: "https://example.com/products/42", to: "TEAM.app") { … }
/// ```
public struct AssociationFile: Codable, Hashable, Sendable {
  /// Which links are an app's: the first component that matches decides.
  public struct Details: Hashable, Sendable {
    /// The identifiers of the apps.
    public var appIDs: [String]
    /// The components, in order.
    public var components: [Component]

    /// Makes the details of apps.
    ///
    /// - Parameters:
    ///   - appIDs: The identifiers of the apps.
    ///   - components: The components, in order.
    public init(appIDs: [String], components: [Component]) {
      self.appIDs = appIDs
      self.components = components
    }
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
    /// For whoever reads the file.
    public var comment: String?

    /// Makes a component.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - isExcluded: Whether links that match are *not* the app's.
    ///   - isCaseSensitive: Whether letter case counts.
    ///   - comment: For whoever reads the file.
    public init(
      path: String? = nil, isExcluded: Bool = false, isCaseSensitive: Bool = true,
      comment: String? = nil
    ) {
      self.path = path
      self.isExcluded = isExcluded
      self.isCaseSensitive = isCaseSensitive
      self.comment = comment
    }
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

  /// Makes a file.
  ///
  /// - Parameter details: Which links are whose.
  public init(details: [Details]) { self.details = details }

  /// Reads a file.
  ///
  /// - Parameter json: The file's text.
  /// - Throws: A `DecodingError` for what is no such file, or has substitution variables, which are not read.
  public init(json: String) throws {
    self = try JSONDecoder().decode(AssociationFile.self, from: Data(json.utf8))
  }

  /// The file's text.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // All its parts are texts, flags and lists of them.
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// What the file says about a link.
  ///
  /// - Parameters:
  ///   - urlText: An https URL of the site, spelled as it would be requested.
  ///   - appID: The app's identifier; nil for any app.
  /// - Returns: What the first component says that matches.
  public func decision(on urlText: String, to appID: String? = nil) -> Decision {
    let link = Link(urlText)
    for details in details where appID.map(details.appIDs.contains) ?? true {
      for component in details.components where component.matches(link) {
        return component.isExcluded ? .excluded(component) : .sent(component)
      }
    }
    return .unmentioned
  }
}

/// The parts of a link, spelled as they came.
private struct Link {
  let path: String
  let query: String
  let fragment: String

  init(_ urlText: String) {
    let (rest, fragment) = Self.split(urlText, at: "#")
    let (base, query) = Self.split(rest, at: "?")
    self.fragment = fragment
    self.query = query
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

  var queryItems: [(name: String, value: String)] {
    query.split(separator: "&").map { item in
      let (name, value) = Self.split(String(item), at: "=")
      return (name, value)
    }
  }
}

extension AssociationFile.Component {
  fileprivate func matches(_ link: Link) -> Bool {
    func fits(_ pattern: String?, _ text: String) -> Bool {
      pattern.map { Glob.matches($0, text, isCaseSensitive: isCaseSensitive) } ?? true
    }
    let items = link.queryItems
    return fits(path, link.path) && fits(query, link.query) && fits(fragment, link.fragment)
      && (queryItems ?? [:]).allSatisfy { name, pattern in
        items.contains { $0.name == name && fits(pattern, $0.value) }
      }
  }
}

/// A text with `*` for any text and `?` for any one character.
package enum Glob {
  /// Whether a pattern matches a whole text; in time that the product of both lengths bounds.
  package static func matches(_ pattern: String, _ text: String, isCaseSensitive: Bool = true)
    -> Bool
  {
    let pattern = Array((isCaseSensitive ? pattern : pattern.lowercased()).utf8)
    let text = Array((isCaseSensitive ? text : text.lowercased()).utf8)
    var (index, offset) = (0, 0)
    // The last star, and the text that it has taken.
    var star: (index: Int, offset: Int)?
    while offset < text.count {
      if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
        star = (index, offset)
        index += 1
      } else if index < pattern.count,
        pattern[index] == UInt8(ascii: "?") || pattern[index] == text[offset]
      {
        (index, offset) = (index + 1, offset + 1)
      } else if let last = star {
        star = (last.index, last.offset + 1)
        (index, offset) = (last.index + 1, last.offset + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// Whether some text matches both patterns; in time that the product of their lengths bounds.
  package static func overlap(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    let (star, any) = (UInt8(ascii: "*"), UInt8(ascii: "?"))
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

// MARK: - JSON

extension AssociationFile {
  private enum CodingKeys: CodingKey { case applinks }
  private struct Applinks: Codable { var details: [Details] }

  /// Reads the part about links.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    details = try container.decode(Applinks.self, forKey: .applinks).details
  }

  /// Writes the part about links.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Applinks(details: details), forKey: .applinks)
  }
}

extension AssociationFile.Details: Codable {
  private enum CodingKeys: CodingKey { case appIDs, appID, components, paths }

  /// Reads the newer form, or the older one with `paths`.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    appIDs =
      try container.decodeIfPresent([String].self, forKey: .appIDs)
      ?? [container.decode(String.self, forKey: .appID)]
    if let components = try container.decodeIfPresent(
      [AssociationFile.Component].self, forKey: .components)
    {
      self.components = components
      return
    }
    components = try container.decode([String].self, forKey: .paths).map { path in
      let isExcluded = path.hasPrefix("NOT ")
      return .init(path: isExcluded ? String(path.dropFirst(4)) : path, isExcluded: isExcluded)
    }
  }

  /// Writes the newer form.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(appIDs, forKey: .appIDs)
    try container.encode(components, forKey: .components)
  }
}

extension AssociationFile.Component: Codable {
  private enum CodingKeys: String, CodingKey {
    case path = "/", query = "?", fragment = "#", exclude, caseSensitive, comment
  }

  /// Reads a component.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError`, also for a substitution variable.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decodeIfPresent(String.self, forKey: .path)
    fragment = try container.decodeIfPresent(String.self, forKey: .fragment)
    comment = try container.decodeIfPresent(String.self, forKey: .comment)
    isExcluded = try container.decodeIfPresent(Bool.self, forKey: .exclude) ?? false
    isCaseSensitive = try container.decodeIfPresent(Bool.self, forKey: .caseSensitive) ?? true
    if let items = try? container.decode([String: String].self, forKey: .query) {
      queryItems = items
    } else {
      query = try container.decodeIfPresent(String.self, forKey: .query)
    }
    let texts = [path, query, fragment].compactMap(\.self) + (queryItems?.values.map(\.self) ?? [])
    if texts.contains(where: { $0.contains("$(") }) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "Substitution variables such as '$(lang)' are not read."))
    }
  }

  /// Writes a component.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(path, forKey: .path)
    try container.encodeIfPresent(fragment, forKey: .fragment)
    try container.encodeIfPresent(comment, forKey: .comment)
    if isExcluded { try container.encode(true, forKey: .exclude) }
    if !isCaseSensitive { try container.encode(false, forKey: .caseSensitive) }
    if let queryItems {
      try container.encode(queryItems, forKey: .query)
    } else {
      try container.encodeIfPresent(query, forKey: .query)
    }
  }
}
