/// Finds out which patterns a wireframe could register, without registering any.
package struct RegistrationTrial<Controller> {
  private var table: RouteTable<RouteRecord>
  /// The tables of the wireframes on which it is mounted, from the inside out, each with the mount that leads there.
  private var parents: [(mount: Mount<Controller>, table: RouteTable<RouteRecord>)] = []

  package struct Conflict: Error {
    package let error: RoutingError
    /// Whether it is another wireframe that cannot take the pattern.
    package let isInParent: Bool
  }

  @MainActor
  package init(of wireframe: Wireframe<Controller>) {
    table = wireframe.table
    var mount = wireframe.mount
    while let next = mount, let parent = next.parent {
      parents.append((next, parent.table))
      mount = parent.mount
    }
  }

  /// Tries a pattern, or an old name of one, besides those that were tried before.
  @MainActor
  package mutating func insert(
    _ pattern: RoutePattern, as route: RoutePattern? = nil
  ) throws(Conflict) {
    let placeholder = RouteRecord(target: route.map(RouteRecord.Target.alias) ?? .provider(nil))
    do {
      try table.insert(placeholder, for: pattern)
    } catch {
      throw Conflict(error: error, isInParent: false)
    }
    var entry: Wireframe<Controller>.Entry = (pattern, placeholder)
    do throws(RoutingError) {
      for index in parents.indices {
        entry = parents[index].mount.absolute(entry)
        try parents[index].table.insert(entry.registered, for: entry.pattern)
      }
    } catch {
      throw Conflict(error: error, isInParent: true)
    }
  }

  /// Tries the parent of a pattern that was tried before.
  package mutating func place(
    _ pattern: RoutePattern, under parent: RoutePattern
  ) throws(RoutingError) {
    try table.check(parent: parent, of: pattern)
    table.remove(pattern)
    try table.insert(RouteRecord(target: .provider(nil), place: .under(parent)), for: pattern)
  }
}
