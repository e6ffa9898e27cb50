/// The table between two changes.
package final class TableSnapshot {
  package let table: RouteTable<RouteRecord>

  init(_ table: RouteTable<RouteRecord>) { self.table = table }

  /// Reads a URL. A method, since a caller would copy the index, which costs as much as the lookup.
  func read(_ urlText: String, isTrusted: Bool) -> PatternIndex.Reading {
    table.index.read(urlText, isTrusted: isTrusted)
  }

  /// The parents of registered routes, once they have been asked for.
  private var chains: [ObjectIdentifier: ParentChain] = [:]
  /// The old names of patterns, in order of registration.
  package private(set) lazy var aliases: [RoutePattern: [RoutePattern]] = table.entries.reduce(
    into: [:]
  ) { aliases, entry in
    if case .alias(let target) = entry.1.target { aliases[target, default: []].append(entry.0) }
  }
  /// The requests for the homes of tabs, once they have been asked for.
  var homes: [String: RoutingRequest?] = [:]

  /// The parents of a registered route, with their tabs. Throws if one is not registered, or in a circle.
  func parents(
    of pattern: RoutePattern?, _ registered: RouteRecord?
  ) throws(RoutingError) -> ParentChain {
    guard let registered, let place = registered.place else { return ParentChain([], tab: nil) }
    if let known = chains[ObjectIdentifier(registered)] { return known }
    var chain: [Parent] = []
    var (child, childPlace) = (pattern, Optional(place))
    var tabs = [registered.tab]
    var seen: Set<RoutePattern> = []
    while let current = child, let named = childPlace?.parents.first {
      guard seen.insert(current).inserted else {
        throw RoutingError(.parentCircle(pattern: current, parent: named))
      }
      let found = childPlace?.parents.lazy.compactMap { self.route(of: $0) }.first
      guard let (parent, record) = found else {
        let twin = table.entry(at: table.index.index(ofShapeOf: named)).pattern
        let nearest = twin.flatMap { self.route(of: $0) == nil ? nil : $0 }
        throw RoutingError(.noParent(pattern: current, parent: named, nearest: nearest))
      }
      (child, childPlace) = (parent, record.place)
      chain.append(Parent(pattern: parent, registered: record))
      tabs.append(record.tab)
    }
    // A route without tab belongs into its parent's.
    for index in tabs.indices.dropLast().reversed() { tabs[index] = tabs[index] ?? tabs[index + 1] }
    for index in chain.indices { chain[index].tab = tabs[index + 1] }
    let found = ParentChain(chain.reversed(), tab: tabs[0])
    chains[ObjectIdentifier(registered)] = found
    return found
  }

  // MARK: Old names

  package func entry(
    of pattern: RoutePattern
  ) -> (pattern: RoutePattern, registered: RouteRecord)? {
    guard case let (found?, record?) = table.entry(at: table.index(of: pattern)) else { return nil }
    return (found, record)
  }

  /// The route of a pattern, or of an old name.
  package func route(
    of pattern: RoutePattern
  ) -> (pattern: RoutePattern, registered: RouteRecord)? {
    guard let found = entry(of: pattern) else { return nil }
    guard case .alias(let target) = found.registered.target else { return found }
    return entry(of: target).flatMap { $0.registered.isAlias ? nil : $0 }
  }

  /// The route of an old name's URL, with its new URL, which may be refused as too long; nil if not registered, or if
  /// it leads back to one of the names `before`.
  func route(
    of url: AdmittedURL, named name: RoutePattern, after before: [RoutePattern] = []
  ) throws(URLRefusal) -> (url: AdmittedURL, pattern: RoutePattern, registered: RouteRecord)? {
    let ranges = name.hasManyNames ? url.segmentRanges : nil
    guard let (pattern, _) = route(of: name),
      var text = urlText(of: pattern, with: RouteValues(url: url, pattern: name, ranges))
    else { return nil }
    let source = Int(url.parts.source)
    if source >= 0, pattern.source == nil { text = table.sources[source].urlText(at: text) }
    text += String(Substring(url.text.utf8.dropFirst(url.parts.tail)))
    switch table.index.read(text, isTrusted: true) {
    case .admitted(let new, let index):
      // The new URL may be another route's, which is more specific, or one of another old name.
      guard case (let pattern?, let registered?) = table.entry(at: index), !before.contains(pattern)
      else { return nil }
      guard registered.isAlias else { return (new, pattern, registered) }
      return try route(of: new, named: pattern, after: before + [name])
    case .refused(let refusal): throw refusal
    case .foreign: return nil
    }
  }

  /// The URL of a pattern with the values of a URL of another one; nil if it does not match them.
  func urlText(of pattern: RoutePattern, with found: RouteValues) -> String? {
    var values: [String: RouteValue] = [:]
    for name in pattern.names { values[name] = found.value(of: name) }
    // As the host of a custom scheme, a word has matched in any case.
    if found.url.hasHost,
      case .parameter(let name, .words(let words)?, _)? = found.pattern?.segments.first,
      case .text(let text)? = values[name], !words.contains(text)
    {
      values[name] = .text(text.asciiLowercased)
    }
    return try? pattern.urlText(with: values, rules: table.rules)
  }
}

/// A registered route to which another one's screen belongs.
struct Parent {
  let pattern: RoutePattern
  let registered: RouteRecord
  /// The tab or the column to which it belongs: its own, else its parent's.
  var tab: String?
}

struct ParentChain {
  /// From the lowest to the direct one.
  let all: [Parent]
  /// Those in the same stack as the route's screen.
  let inStack: [Parent]
  let tab: String?

  init(_ all: [Parent], tab: String?) {
    self.all = all
    self.tab = tab
    inStack = Array(all[(all.lastIndex { $0.tab != tab }.map { $0 + 1 } ?? 0)...])
  }
}

extension RouteTable<RouteRecord> {
  /// The routes, without their old names, in order of registration.
  package var routes: [(RoutePattern, RouteRecord)] { entries.filter { !$0.1.isAlias } }

  /// Checks the parent of a new pattern: it has only names of the pattern, and its parents do not lead back.
  func check(parent: RoutePattern, of pattern: RoutePattern) throws(RoutingError) {
    let missing = parent.names.filter { [names = Set(pattern.names)] in !names.contains($0) }
    guard missing.isEmpty else {
      throw RoutingError(.parentNames(pattern: pattern, parent: parent, missing: missing))
    }
    var seen: Set<RoutePattern> = []
    var next: RoutePattern? = parent
    // Not all of a chain of thousands, as a hostile file has it: its circle is an error of the requests.
    while let current = next, seen.count < 100, seen.insert(current).inserted {
      guard current != pattern else {
        throw RoutingError(.parentCircle(pattern: pattern, parent: parent))
      }
      let record = entry(at: index(of: current)).value
      next = record?.place?.parents.first
      if case .alias(let target)? = record?.target { next = target }
    }
  }
}
