internal import WireframeCore

/// A difference between two manifests, as somebody sees it who has a link.
public struct RouteChange: Hashable, Sendable {
  /// What became of a route. More kinds may come.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The kind's name.
    public let rawValue: String

    /// Makes a kind.
    ///
    /// - Parameter rawValue: A name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name.
    public var description: String { rawValue.escaped }

    /// A route is new.
    public static let added = Kind(rawValue: "added")
    /// No link of the route leads anywhere any more.
    public static let removed = Kind(rawValue: "removed")
    /// Some links of the route lead nowhere any more.
    public static let narrowed = Kind(rawValue: "narrowed")
    /// Links from outside reached the route and do not any more, at least from some origins.
    public static let closed = Kind(rawValue: "closed")
    /// More observers or gates are asked than before.
    public static let guarded = Kind(rawValue: "guarded")
    /// Some links of the route lead to another route now.
    public static let shadowed = Kind(rawValue: "shadowed")
    /// A source is not declared any more.
    public static let sourceRemoved = Kind(rawValue: "sourceRemoved")
  }

  /// What became of it.
  public let kind: Kind
  /// The pattern, or the source.
  public let subject: String
  /// What happened, on one line.
  public let message: String
  /// Whether links that the world has stop working, or ask for more.
  public let isBreaking: Bool

  init(_ kind: Kind, _ subject: String, _ message: String, isBreaking: Bool) {
    self.kind = kind
    self.subject = subject.escaped
    self.message = message.escaped
    self.isBreaking = isBreaking
  }
}

extension RouteChange: CustomStringConvertible {
  /// Kind and message.
  public var description: String { "\(kind): \(message)" }
}

extension RouteManifest {
  /// What has changed for those who have links, since an older manifest.
  ///
  /// Examples of each older pattern are looked up in both tables, so that a pattern that is only written in another
  /// way is no change: each literal, word and type of the tables is tried for each name. What a type of the app's own
  /// takes is not known here, nor every combination of several values. Only what links from outside could reach is
  /// breaking when it is gone, closed, guarded or taken over.
  ///
  /// - Parameter old: The older manifest.
  /// - Returns: The changes, sorted by pattern; sources first.
  public func changes(from old: RouteManifest) -> [RouteChange] {
    let (oldTable, newTable) = (old.table, table)
    let kept = Set(routes.map(\.route.pattern))
    let known = Set(old.routes.map(\.route.pattern))
    let vocabulary = Self.vocabulary(of: old, self)
    var changes = old.sources.filter { !sources.contains($0) }.map { source in
      RouteChange(
        .sourceRemoved, source, "The source '\(source)' is not declared any more.", isBreaking: true
      )
    }
    for entry in old.routes {
      let pattern = entry.route.pattern
      let urls = Self.examples(of: pattern, vocabulary).filter { url in
        old.entry(for: url, in: oldTable)?.route.pattern == pattern
      }
      let winners = urls.map { self.entry(for: $0, in: newTable) }
      if let change = Self.loss(of: entry, winners, among: routes, in: oldTable) {
        changes.append(change)
      }
      var seen: Set<RoutePattern> = []
      for winner in winners.compactMap(\.self) where seen.insert(winner.route.pattern).inserted {
        changes += Self.changes(
          of: entry, to: winner,
          isTakenOver: kept.contains(pattern) && winner.route.pattern != pattern)
      }
    }
    for entry in routes {
      let pattern = entry.route.pattern
      guard !known.contains(pattern) else { continue }
      let taken = Self.examples(of: pattern, [:]).lazy.filter {
        self.entry(for: $0, in: newTable)?.route.pattern == pattern
      }.compactMap { old.entry(for: $0, in: oldTable) }.first
      guard let taken else {
        changes.append(
          RouteChange(.added, pattern.text, "'\(pattern)' is new.", isBreaking: false))
        continue
      }
      if kept.contains(taken.route.pattern) {
        changes += Self.changes(of: taken, to: entry, isTakenOver: true)
      }
    }
    var seen: Set<RouteChange> = []
    return changes.filter { seen.insert($0).inserted }
  }

  /// URLs of a pattern; each of its names also takes, one at a time, what other patterns say at its place.
  private static func examples(of pattern: RoutePattern, _ vocabulary: [Int: Set<String>])
    -> [String]
  {
    // A type of the app's own takes every text here.
    var urls = pattern.examples { ParameterType($0, example: "example") { _ in true } }
    for (index, segment) in pattern.segments.enumerated() where segment.name != nil {
      for text in usual + (vocabulary[index] ?? []).sorted() {
        var isCatchAll = false
        let texts = pattern.segments[...index].enumerated().map { place, other -> String in
          if case .catchAll = other { isCatchAll = true }
          if place == index { return text }
          if case .literal(let literal) = other { return literal }
          if case .parameter(_, .words(let words)?, _) = other { return words[0] }
          return "1"
        }
        let rest = pattern.segments[(index + 1)...].filter { !$0.isOptional }
        guard rest.allSatisfy({ $0.name == nil }) else { continue }
        let literals = rest.map { if case .literal(let literal) = $0 { literal } else { "" } }
        let path = (texts + literals).map { "/" + RoutePattern.encodedSegment($0) }.joined()
        for path in isCatchAll ? [path, path + "/more", path + "/more/and/more/of/it"] : [path] {
          urls.append(pattern.source?.urlText(at: path) ?? path)
        }
      }
    }
    return urls
  }

  /// Texts by which types tell each other apart.
  private static let usual = [
    "0", "-1", "1.5", "true", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "a/b",
  ]

  /// The literals and words of patterns, by their place.
  private static func vocabulary(of manifests: RouteManifest...) -> [Int: Set<String>] {
    var vocabulary: [Int: Set<String>] = [:]
    for pattern in manifests.flatMap(\.routes).map(\.route.pattern) {
      for (index, segment) in pattern.segments.enumerated() {
        switch segment {
        case .literal(let text): vocabulary[index, default: []].insert(text)
        case .parameter(_, .words(let words)?, _): vocabulary[index, default: []].formUnion(words)
        case .parameter, .catchAll: break
        }
      }
    }
    return vocabulary.mapValues { Set($0.sorted().prefix(200)) }
  }

  /// What links to a route have lost.
  private static func loss(
    of entry: Entry, _ winners: [Entry?], among routes: [Entry], in oldTable: RouteTable<Entry>
  ) -> RouteChange? {
    let pattern = entry.route.pattern
    let isBreaking = entry.route.exposure != .closed
    guard winners.contains(where: { $0 == nil }) else { return nil }
    let heir =
      winners.compactMap(\.self).first
      ?? routes.first { route in
        examples(of: route.route.pattern, [:]).contains { url in
          if case .match(let match) = oldTable.match(url) {
            match.pattern == pattern
          } else {
            false
          }
        }
      }
    guard let heir else {
      return RouteChange(
        .removed, pattern.text, "'\(pattern)' is gone, and its links lead nowhere.",
        isBreaking: isBreaking)
    }
    return RouteChange(
      .narrowed, pattern.text,
      "Some links of '\(pattern)' lead nowhere; others lead to '\(heir.route.pattern)'.",
      isBreaking: isBreaking)
  }

  /// What has changed for links that lead to another entry now.
  private static func changes(
    of old: Entry, to new: Entry, isTakenOver: Bool
  ) -> [RouteChange] {
    let pattern = old.route.pattern
    let wasOpen = old.route.exposure != .closed
    let isClosed = !new.route.exposure.includes(old.route.exposure)
    var changes: [RouteChange] = []
    if isTakenOver {
      changes.append(
        RouteChange(
          .shadowed, pattern.text,
          "Some links of '\(pattern)' lead to '\(new.route.pattern)' now, which is more specific.",
          isBreaking: wasOpen && isClosed))
    }
    if wasOpen, isClosed {
      changes.append(
        RouteChange(
          .closed, pattern.text,
          "Links of '\(pattern)' came from: \(old.route.exposure); now they may come from: "
            + "\(new.route.exposure).", isBreaking: true))
    }
    var more = new.guards
    for name in old.guards { if let index = more.firstIndex(of: name) { more.remove(at: index) } }
    if !more.isEmpty {
      changes.append(
        RouteChange(
          .guarded, pattern.text,
          "Links of '\(pattern)' are asked about by more guards: \(more.joined(separator: ", ")).",
          isBreaking: wasOpen))
    }
    return changes
  }
}

extension RouteExposure {
  /// Whether all origins that another exposure admits are admitted by this one.
  func includes(_ other: RouteExposure) -> Bool {
    if self == .external || other == .closed { return true }
    guard let own = origins, let others = other.origins else { return false }
    return others.isSubset(of: own)
  }
}
