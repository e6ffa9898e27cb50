internal import WireframeCore

/// A difference between two manifests, as the owner of a link sees it.
public struct RouteChange: Hashable, Sendable, CustomStringConvertible {
  /// What happened to a route. More kinds may come: a `switch` needs a default.
  public enum Kind: String, Hashable, Sendable {
    /// A route is new.
    case added
    /// The route is gone: its links lead nowhere, or to another route that was there before.
    case removed
    /// Some links of the route lead nowhere any more.
    case narrowed
    /// The pattern is an old name of another route now: its links work on.
    case renamed
    /// The route is switched off.
    case disabled
    /// Links from outside reached the route and do not any more, at least from some origins.
    case closed
    /// Links from more origins reach the route than before.
    case opened
    /// More, or other, observers or gates are asked than before.
    case guarded
    /// Observers or gates are not asked any more.
    case unguarded
    /// Some links of the route lead to another route now.
    case shadowed
    /// The table's rules have changed: which letter case, and which slashes at the end, match.
    case rules
    /// A source is not declared any more.
    case sourceRemoved
  }

  /// What happened to it.
  public let kind: Kind
  /// The pattern, or the source.
  public let subject: String
  /// What happened, on one line.
  public let message: String
  /// Whether published links stop working, or need more rights.
  public let isBreaking: Bool

  /// Kind and message.
  public var description: String { "\(kind.rawValue): \(message)" }

  init(_ kind: Kind, _ subject: String, _ message: String, isBreaking: Bool) {
    self.kind = kind
    self.subject = subject.escaped
    self.message = message.escaped
    self.isBreaking = isBreaking
  }
}

extension RouteManifest {
  /// What has changed for those who have links, since an older manifest.
  ///
  /// Examples of each older pattern are looked up in both tables, so that a pattern that is only written in another
  /// way is no change: each literal, word and type of the tables is tried for each name. Of a type of the app's own
  /// only its name is known, and not every combination of several values is tried.
  ///
  /// A change is breaking if links from outside could reach what is gone, closed, switched off or more guarded now, and
  /// if a source is gone. A link that a new and more specific route takes over still opens: that is not breaking.
  ///
  /// - Parameter old: The older manifest.
  /// - Returns: The changes: sources and rules first, then those of routes, sorted by pattern.
  /// - Complexity: Linear in the number of routes.
  public func changes(from old: RouteManifest) -> [RouteChange] {
    var seen: Set<RouteChange> = []
    let changes = Comparison(old: old, new: self).changesOfRoutes()
      .filter { seen.insert($0).inserted }.sorted { $0.subject < $1.subject }
    return changesOfSources(since: old) + changesOfRules(since: old) + changes
  }

  private func changesOfSources(since old: RouteManifest) -> [RouteChange] {
    old.sources.filter { !sources.contains($0) }.map { source in
      // No link of a custom scheme is a universal link.
      let outOfReach: RouteExposure = source.hasPrefix("https:") ? .closed : .only(.universalLink)
      let isOpen = old.entries.contains { entry in
        entry.isReachable && !outOfReach.includes(entry.route.exposure)
          && entry.route.names.contains { ($0.source?.description ?? source) == source }
      }
      return RouteChange(
        .sourceRemoved, source, "The source '\(source)' is not declared any more.",
        isBreaking: isOpen)
    }
  }

  private func changesOfRules(since old: RouteManifest) -> [RouteChange] {
    let isOpen = old.entries.contains(where: \.isReachable)
    var changes: [RouteChange] = []
    func add(_ rule: String, _ links: String, isLess: Bool) {
      let now = isLess ? "do not match any more" : "match now"
      changes.append(RouteChange(.rules, rule, "\(links) \(now).", isBreaking: isOpen && isLess))
    }
    if ignoresCase != old.ignoresCase {
      add("ignoresCase", "Links in another letter case", isLess: !ignoresCase)
    }
    if distinguishesTrailingSlash != old.distinguishesTrailingSlash {
      add(
        "distinguishesTrailingSlash", "Links with a trailing slash more or less than their pattern",
        isLess: distinguishesTrailingSlash)
    }
    return changes
  }
}

/// Two manifests, and where the links of one lead in the other.
private struct Comparison {
  private typealias Entry = RouteManifest.Entry

  private let old: RouteManifest
  private let new: RouteManifest
  private let oldTable: RouteTable<Entry>
  private let newTable: RouteTable<Entry>
  /// The sources of both.
  private let sources: [URLSource]
  /// The placeholders of the app's own types in both tables.
  private let types: [String: ParameterType]
  /// The patterns of each.
  private let known: Set<RoutePattern>
  private let kept: Set<RoutePattern>
  /// The segments of both patterns, by their place.
  private let vocabulary: [Int: Set<String>]

  init(old: RouteManifest, new: RouteManifest) {
    (self.old, self.new) = (old, new)
    (oldTable, newTable) = (old.table, new.table)
    sources = oldTable.sources.filter(newTable.sources.contains)
    types = oldTable.types.merging(newTable.types) { own, _ in own }
    known = Set(old.entries.map(\.route.pattern))
    kept = Set(new.entries.map(\.route.pattern))
    vocabulary = Self.vocabulary(of: old, new)
  }

  func changesOfRoutes() -> [RouteChange] {
    let (heirs, added) = newcomers()
    return old.entries.flatMap {
      changes(of: $0, heirs: heirs[$0.route.pattern, default: []]) + changesOfOldNames(of: $0)
    } + added
  }

  /// What has become of an older route, some of whose links its heirs take; none if they lead where they led.
  private func changes(of entry: Entry, heirs: [Entry]) -> [RouteChange] {
    let pattern = entry.route.pattern
    let winners = links(of: pattern).map { $0.heir }
    // An old name has the parameters of its route, which may be called otherwise.
    let name = newTable.entry(at: newTable.index(ofShapeOf: pattern)).pattern ?? pattern
    var seen: Set<RoutePattern> = []
    let targets = (winners.compactMap(\.self) + heirs).filter {
      seen.insert($0.route.pattern).inserted
    }
    var changes: [RouteChange] = []
    func add(_ kind: RouteChange.Kind, _ message: String) {
      let isBreaking = kind != .renamed && entry.isReachable
      changes.append(RouteChange(kind, pattern.text, message, isBreaking: isBreaking))
    }
    if winners.contains(nil), let heir = targets.first?.route.pattern {
      add(.narrowed, "Some links of '\(pattern)' lead nowhere; others lead to '\(heir)'.")
    } else if winners.contains(nil) {
      add(.removed, "'\(pattern)' is gone, and its links lead nowhere.")
    } else if let other = targets.first(where: { $0.route.aliases.contains(name) }) {
      add(.renamed, "'\(pattern)' is an old name of '\(other.route.pattern)' now.")
    } else if !kept.contains(pattern),
      let other = targets.first(where: { known.contains($0.route.pattern) })
    {
      add(.removed, "'\(pattern)' is gone, and its links lead to '\(other.route.pattern)'.")
    }
    for target in targets {
      let isTakenOver = kept.contains(pattern) && target.route.pattern != pattern
      changes += Self.changes(of: entry, to: target, isTakenOver: isTakenOver)
    }
    return changes
  }

  /// What has become of the old names of a route. Their links may lead to others, which are more specific.
  private func changesOfOldNames(of entry: Entry) -> [RouteChange] {
    entry.route.aliases.flatMap { name -> [RouteChange] in
      Dictionary(grouping: links(of: name)) { $0.former }
        .sorted { $0.key.route.pattern.text < $1.key.route.pattern.text }
        .flatMap { changes(of: name, leadingTo: $0.key, now: $0.value.map { $0.heir }) }
    }
  }

  private func changes(
    of name: RoutePattern, leadingTo entry: Entry, now winners: [Entry?]
  ) -> [RouteChange] {
    let subject = "old name '\(name)' of '\(entry.route.pattern)'"
    func change(_ kind: RouteChange.Kind, _ message: String) -> RouteChange {
      RouteChange(kind, name.text, message, isBreaking: entry.isReachable)
    }
    var seen: Set<RoutePattern> = []
    let heirs = winners.compactMap(\.self).filter { seen.insert($0.route.pattern).inserted }
    if heirs.isEmpty {
      return [change(.removed, "The \(subject) is gone, and its links lead nowhere.")]
    }
    if winners.contains(nil) {
      return [change(.narrowed, "Some links of the \(subject) lead nowhere.")]
    }
    // Its links still lead to the route: those that others take are reported with the route.
    if seen.contains(entry.route.pattern) { return [] }
    let others = newTable.index(of: name) == nil ? heirs.map(\.route.pattern) : []
    let gone = others.filter(known.contains).prefix(1).map {
      change(.removed, "The \(subject) is gone, and its links lead to '\($0)'.")
    }
    let named = Entry(route: entry.route.named(name), guards: entry.guards)
    return gone + heirs.flatMap { Self.changes(of: named, to: $0, isTakenOver: false) }
  }

  /// Where links with a pattern or an old name led, and where they lead now; nil for each that leads nowhere.
  private func links(of name: RoutePattern) -> [(former: Entry, heir: Entry?)] {
    func former(_ url: String) -> Entry? {
      oldTable.find(url).flatMap { $0.name == name ? $0.entry : nil }
    }
    return examples(of: name).flatMap { url -> [(former: Entry, heir: Entry?)] in
      guard let entry = former(url) else { return [] }
      if let heir = newTable.find(url)?.entry { return [(entry, heir)] }
      // Links have a source: a pattern for each source may have replaced one for all.
      let links = name.source == nil ? sources.map { $0.urlText(at: url) } : []
      let heirs = links.filter { former($0) == entry }.map { newTable.find($0)?.entry }
      return heirs.isEmpty ? [(entry, nil)] : heirs.map { (entry, $0) }
    }
  }

  /// For each older route, the entries whose new pattern or old name takes links of it; and what is new, as changes.
  private func newcomers() -> (heirs: [RoutePattern: [Entry]], added: [RouteChange]) {
    var heirs: [RoutePattern: [Entry]] = [:]
    var added: [RouteChange] = []
    for entry in new.entries {
      let pattern = entry.route.pattern
      for name in entry.route.names
      where name == pattern ? !known.contains(name) : oldTable.index(ofShapeOf: name) == nil {
        var takesLinks = false
        for url in examples(of: name) {
          guard let heir = newTable.find(url), heir.name == name, let former = oldTable.find(url)
          else { continue }
          heirs[former.entry.route.pattern, default: []].append(heir.entry)
          takesLinks = true
        }
        if name == pattern, takesLinks { continue }
        let news = name == pattern ? "new" : "an old name of '\(pattern)' now"
        added.append(RouteChange(.added, name.text, "'\(name)' is \(news).", isBreaking: false))
      }
    }
    return (heirs, added)
  }

  /// What has changed for links that lead to another entry now, or to the same one as before.
  private static func changes(of old: Entry, to new: Entry, isTakenOver: Bool) -> [RouteChange] {
    let pattern = old.route.pattern
    let (before, now) = (old.route.exposure, new.route.exposure)
    let isClosed = !now.includes(before)
    var changes: [RouteChange] = []
    func add(_ kind: RouteChange.Kind, _ message: String, isBreaking: Bool = true) {
      let isBreaking = isBreaking && old.isReachable
      changes.append(RouteChange(kind, pattern.text, message, isBreaking: isBreaking))
    }
    if isTakenOver {
      add(
        .shadowed,
        "Some links of '\(pattern)' lead to '\(new.route.pattern)' now, which is more specific.",
        isBreaking: isClosed)
    }
    if new.route.isOff, !old.route.isOff {
      add(.disabled, "Links of '\(pattern)' lead to a route that is switched off.")
    }
    if isClosed {
      add(
        .closed, "Links of '\(pattern)' came from: \(before); now they may come from: \(now).")
    }
    if !before.includes(now), !isTakenOver {
      add(
        .opened, "Links of '\(pattern)' may come from: \(now); before from: \(before).",
        isBreaking: false)
    }
    var (others, gone) = (new.guards, [] as [String])
    for name in old.guards {
      if let index = others.firstIndex(where: { $0.withoutLine == name.withoutLine }) {
        others.remove(at: index)
      } else {
        gone.append(name)
      }
    }
    if others.isEmpty, !gone.isEmpty {
      add(
        .unguarded,
        "Links of '\(pattern)' are not asked about any more by guards: \(gone.joined(separator: ", ")).",
        isBreaking: false)
    } else if !others.isEmpty {
      let isMore = new.guards.count > old.guards.count
      add(
        .guarded,
        "Links of '\(pattern)' are asked about by \(isMore ? "more" : "other") guards: "
          + "\(others.joined(separator: ", ")).", isBreaking: isMore)
    }
    return changes
  }

  // MARK: Examples

  /// URLs of a pattern; each of its names also takes, one at a time, what other patterns say at its place.
  private func examples(of pattern: RoutePattern) -> [String] {
    var urls = Spellings(of: pattern, types: types).texts
    for (index, segment) in pattern.segments.enumerated() where segment.name != nil {
      for text in Self.usual + (vocabulary[index] ?? []).sorted() {
        var isCatchAll = false
        let texts = pattern.segments[...index].enumerated().map { place, other -> String in
          if case .catchAll = other { isCatchAll = true }
          return place == index ? text : self.text(for: other)
        }
        let rest = pattern.segments[(index + 1)...].filter { !$0.isOptional }
        let path = (texts + rest.map(self.text)).map { "/" + PercentEncoding.encode($0) }
          .joined()
        for path in isCatchAll ? [path, path + "/more", path + "/more/and/more/of/it"] : [path] {
          urls.append(pattern.source?.urlText(at: path) ?? path)
        }
      }
    }
    return urls
  }

  /// A text that a segment takes.
  private func text(for segment: RoutePattern.Segment) -> String {
    switch segment {
    case .parameter(_, nil, _), .catchAll: "1"
    case .literal, .parameter: Spellings.examples(of: segment, types: types).texts.first ?? "1"
    }
  }

  /// Texts by which types tell each other apart.
  private static let usual = [
    "0", "-1", "1.5", "true", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "a/b",
  ]

  /// The literals, words and types of patterns, by their place.
  private static func vocabulary(of manifests: RouteManifest...) -> [Int: Set<String>] {
    var vocabulary: [Int: Set<String>] = [:]
    for pattern in manifests.flatMap(\.entries).flatMap(\.route.names) {
      for (index, segment) in pattern.segments.enumerated() {
        switch segment {
        case .literal(let text): vocabulary[index, default: []].insert(text)
        case .parameter(_, .words(let words)?, _): vocabulary[index, default: []].formUnion(words)
        case .parameter(_, .type(let name)?, _) where !ParameterType.builtInNames.contains(name):
          vocabulary[index, default: []].insert(RouteManifest.standInText(for: name))
        case .parameter, .catchAll: break
        }
      }
    }
    return vocabulary.mapValues { Set($0.sorted().prefix(200)) }
  }
}

extension String {
  /// The name of a guard without the line where it was added, which moves with every edit of the file.
  fileprivate var withoutLine: Substring {
    guard let colon = lastIndex(of: ":"), self[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return self[...] }
    return self[..<colon]
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
