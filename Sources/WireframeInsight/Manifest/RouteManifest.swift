#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
public import WireframeCore

/// All that a table promises, as a value: routes, who guards them, where gates lead.
///
/// Checked in as a file, it is the record of the published links:
///
/// ```swift
/// let old = try RouteManifest(json: String(contentsOf: file, encoding: .utf8))
/// let changes = RouteManifest(of: wireframe).changes(from: old)
/// #expect(changes.filter(\.isBreaking).isEmpty)
/// ```
public struct RouteManifest: Codable, Hashable, Sendable {
  /// A route with its guards, which are one more of its keys in the file.
  struct Entry: Hashable, Sendable {
    let route: RegisteredRoute
    let guards: [String]
  }

  /// Where a gate, or an observer that says so, leads.
  public struct Redirect: Codable, Hashable, Sendable {
    /// The gate's or the observer's name.
    public let observer: String
    /// The tag of the routes behind a gate; nil for an observer.
    public let gate: RouteTag?
    /// The pattern of the route there; nil if none is registered.
    public let target: RoutePattern?
    /// The path of the gate's or the observer's module, `/` for none; nil for the wireframe's own.
    let module: RoutePattern?
  }

  /// The version of the format that this library writes, and the only one that it reads.
  private static let currentVersion = 1

  private let version: Int
  /// The declared sources.
  public let sources: [String]
  /// Whether literals compare without letter case.
  let ignoresCase: Bool
  /// Whether a trailing slash makes another path.
  let distinguishesTrailingSlash: Bool
  /// The routes with their guards, sorted by pattern.
  let entries: [Entry]
  /// Where gates and observers lead.
  public let redirects: [Redirect]

  private enum CodingKeys: String, CodingKey {
    case version, sources, ignoresCase, distinguishesTrailingSlash
    case entries = "routes"
    case redirects
  }

  /// The routes, sorted by pattern.
  public var routes: [RegisteredRoute] { entries.map(\.route) }

  /// For each pattern the names of the guards that are asked before its route is shown, the gates included; none if no
  /// URL of the route is known. The name of a closure tells the file and the line where it was added.
  ///
  /// - Complexity: Linear in the number of routes: read it once, before a loop.
  public var guards: [RoutePattern: [String]] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.route.pattern, $0.guards) })
  }

  /// Makes the manifest of a wireframe, its modules included.
  ///
  /// - Parameter wireframe: The outermost wireframe.
  @MainActor
  public init<Controller>(of wireframe: Wireframe<Controller>) {
    version = Self.currentVersion
    sources = wireframe.table.sources.map(\.description)
    ignoresCase = wireframe.table.rules.ignoresCase
    distinguishesTrailingSlash = wireframe.table.rules.distinguishesTrailingSlash
    entries = wireframe.facts.map { Entry(route: $0.route, guards: $0.guards) }
      .sorted { $0.route.pattern.text < $1.route.pattern.text }
    redirects = wireframe.redirects.map {
      Redirect(
        observer: $0.observer, gate: $0.gate?.tag, target: wireframe.route(of: $0),
        module: $0.module)
    }
  }

  /// Reads a manifest.
  ///
  /// - Parameter json: The JSON that ``json`` has written.
  /// - Throws: ``InsightError`` for a version that this library does not know and for a pattern that it has
  ///   twice, or a `DecodingError`.
  public init(json: String) throws {
    self = try JSONDecoder().decode(RouteManifest.self, from: Data(json.utf8))
  }

  /// Reads a manifest.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: As ``init(json:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version == Self.currentVersion else {
      throw InsightError(
        "The manifest has version \(version); this library reads version \(Self.currentVersion). "
          + "Write it anew, or update the library.")
    }
    sources = try container.decode([String].self, forKey: .sources)
    ignoresCase = try container.decode(Bool.self, forKey: .ignoresCase)
    distinguishesTrailingSlash = try container.decode(
      Bool.self, forKey: .distinguishesTrailingSlash)
    entries = try container.decode([Entry].self, forKey: .entries)
    redirects = try container.decode([Redirect].self, forKey: .redirects)
    var seen: Set<RoutePattern> = []
    for pattern in entries.flatMap(\.route.names) where !seen.insert(pattern).inserted {
      throw InsightError(
        "The manifest has '\(pattern)' twice, as after a merge. Remove one of the two.")
    }
  }

  /// The manifest as JSON: the same text for the same manifest, a key a line, so that a review shows what has changed.
  public var json: String { jsonText(.prettyPrinted) }
}

extension Encodable {
  /// The JSON of a file, whose parts are texts, flags and lists of them: the same text for the same file.
  func jsonText(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [formatting, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension RegisteredRoute {
  /// The pattern, and the old names.
  var names: [RoutePattern] { [pattern] + aliases }
}

extension RouteManifest.Entry: Codable {
  /// Whether links from outside reach it; not while it is switched off.
  var isReachable: Bool { route.exposure != .closed && !route.isOff }

  private enum CodingKeys: CodingKey { case guards }

  init(from decoder: any Decoder) throws {
    route = try RegisteredRoute(from: decoder)
    guards = try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .guards)
  }

  func encode(to encoder: any Encoder) throws {
    try route.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(guards, forKey: .guards)
  }
}

extension RouteManifest {
  var rules: MatchingRules {
    MatchingRules(ignoresCase: ignoresCase, distinguishesTrailingSlash: distinguishesTrailingSlash)
  }

  /// A table of the manifest's patterns and old names, for looking URLs up. What a type of the app's own takes is not
  /// known: it takes its placeholder only.
  var table: RouteTable<Entry> {
    var table = RouteTable<Entry>(sources: sources.compactMap { try? URLSource($0) }, rules: rules)
    for entry in entries {
      for case .parameter(_, .type(let name)?, _) in entry.route.pattern.segments {
        try? table.add(type: Self.standIn(name))
      }
      for name in entry.route.names { try? table.insert(entry, for: name) }
    }
    return table
  }

  /// The placeholder of a type of the app's own.
  static func standIn(_ name: String) -> ParameterType {
    let text = standInText(for: name)
    return ParameterType(name, example: text) { $0 == text }
  }

  /// The one text that the placeholder accepts, and no other type does.
  static func standInText(for name: String) -> String { "a-value-of-\(name)" }
}

extension RouteTable<RouteManifest.Entry> {
  /// The entry to which a URL leads, and the pattern or the old name of the URL; nil for none.
  func find(
    _ urlText: String, isTrusted: Bool = true, after names: [RoutePattern] = []
  ) -> (name: RoutePattern, entry: RouteManifest.Entry)? {
    guard case .match(let found) = match(urlText, isTrusted: isTrusted),
      !names.contains(found.pattern)
    else { return nil }
    let (name, pattern) = (found.pattern, found.value.route.pattern)
    guard name != pattern,
      let url = try? pattern.urlText(
        with: found.values.all.reduce(into: [:]) { $0[$1.name] = $1.value }, rules: rules)
    else { return (name, found.value) }
    // The new URL may be another route's, which is more specific.
    let source = sources.first { [start = urlText.asciiLowercased] in
      pattern.source == nil && start.hasPrefix($0.host == nil ? "\($0)" : $0.urlText(at: "/"))
    }
    return find(source?.urlText(at: url) ?? url, after: names + [name]).map { (name, $0.entry) }
  }
}
