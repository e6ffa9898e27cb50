/// The table between two changes.
package final class TableSnapshot {
  package let table: RouteTable<RouteRecord>

  init(_ table: RouteTable<RouteRecord>) { self.table = table }

  /// Reads a URL. A method, since a caller would copy the index, which costs as much as the lookup.
  func read(_ urlText: String, isTrusted: Bool) -> PatternIndex.Reading {
    table.index.read(urlText, isTrusted: isTrusted)
  }

  /// The registered pattern that differs from another one by its names only; nil for none.
  private func twin(of other: RoutePattern) -> RoutePattern? {
    table.patterns.first { $0.segments.map(\.unnamed) == other.segments.map(\.unnamed) }
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
    while let current = child, let named = childPlace?.parents.first {
      if current == pattern && !chain.isEmpty
        || chain.dropLast().contains(where: { $0.pattern == current })
      {
        throw RoutingError(.parentCircle(pattern: current, parent: named))
      }
      let found = childPlace?.parents.lazy.compactMap { self.route(of: $0) }.first
      guard let (parent, record) = found else {
        throw RoutingError(.noParent(pattern: current, parent: named, nearest: twin(of: named)))
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
  /// The tab of the route.
  let tab: String?

  init(_ all: [Parent], tab: String?) {
    self.all = all
    self.tab = tab
    inStack = Array(all[(all.lastIndex { $0.tab != tab }.map { $0 + 1 } ?? 0)...])
  }
}

extension RoutePattern.Segment {
  fileprivate var unnamed: RoutePattern.Segment {
    switch self {
    case .literal: self
    case .parameter(_, let type, let isOptional):
      .parameter(name: "", type: type, isOptional: isOptional)
    case .catchAll(_, let isOptional): .catchAll(name: "", isOptional: isOptional)
    }
  }
}
