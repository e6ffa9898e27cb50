/// A screen below the wanted one, on the way up to the root of its stack.
struct ScreenBelow {
  /// Its pattern, whose values are the wanted screen's; nil for what a gate kept.
  let pattern: RoutePattern?
  let registered: RouteRecord?
  /// The tab or the column to which it belongs: its own, else its parent's.
  var tab: String?
  /// Nil until it is known to be missing.
  var resolution: Resolution?
  /// How it is put below its child; nil until it is known to be missing.
  var placement: Placement?
  /// Nil if it was on screen already, or until it is made.
  var made: Any?

  init(pattern: RoutePattern?, registered: RouteRecord?) {
    self.pattern = pattern
    self.registered = registered
  }

  /// A screen that comes back, for which the observers were asked.
  init(_ resolution: Resolution, tab: String?) {
    self.init(pattern: nil, registered: resolution.registered)
    self.resolution = resolution
    self.tab = tab
  }

  /// Where the table has its parent.
  func parentIndex(in snapshot: TableSnapshot) -> Int? {
    registered?.place?.parents.lazy.compactMap { snapshot.table.index(of: $0) }.first
  }
}

/// The parents of a route.
struct ParentChain {
  /// From the lowest to the direct one.
  let all: [ScreenBelow]
  /// Those in the same stack as the route's screen.
  let inStack: [ScreenBelow]
  /// The tab of the route.
  let tab: String?

  init(_ all: [ScreenBelow], tab: String?) {
    self.all = all
    self.tab = tab
    inStack = Array(all[(all.lastIndex { $0.tab != tab }.map { $0 + 1 } ?? 0)...])
  }
}
