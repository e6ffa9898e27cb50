/// Finds out which patterns a wireframe could register, without registering any.
package struct RegistrationTrial<Controller> {
  /// Its table, and those of the wireframes on which it is mounted, each with the mount that leads there.
  private var tables: [(mount: Mount<Controller>?, table: RouteTable<RouteRecord>)]

  package struct Conflict: Error {
    package let error: RoutingError
    /// Whether it is another wireframe that cannot take the pattern.
    package let isInParent: Bool
  }

  @MainActor
  package init(of wireframe: Wireframe<Controller>) {
    tables = [(nil, wireframe.table)]
    var mount = wireframe.mount
    while let next = mount, let parent = next.parent {
      tables.append((next, parent.table))
      mount = parent.mount
    }
  }

  /// Tries a pattern, or an old name of one, besides those that were tried before.
  @MainActor
  package mutating func insert(
    _ pattern: RoutePattern, as route: RoutePattern? = nil
  ) throws(Conflict) {
    let placeholder = RouteRecord(target: route.map(RouteRecord.Target.alias) ?? .provider(nil))
    var entry: Wireframe<Controller>.Entry = (pattern, placeholder)
    var tried: [RoutePattern] = []
    do throws(RoutingError) {
      for index in tables.indices {
        if let mount = tables[index].mount { entry = mount.absolute(entry) }
        try tables[index].table.insert(entry.registered, for: entry.pattern)
        tried.append(entry.pattern)
      }
    } catch {
      // What is refused above is in no table: a later pattern does not conflict with it.
      for (index, pattern) in tried.enumerated() { tables[index].table.remove(pattern) }
      throw Conflict(error: error, isInParent: !tried.isEmpty)
    }
  }

  /// Tries the parent of a pattern that was tried before.
  package mutating func place(
    _ pattern: RoutePattern, under parent: RoutePattern
  ) throws(RoutingError) {
    try tables[0].table.check(parent: parent, of: pattern)
    tables[0].table.remove(pattern)
    let placed = RouteRecord(target: .provider(nil), place: .under(parent))
    try tables[0].table.insert(placed, for: pattern)
  }
}
