/// Watches objects that must be released, and reports those that are not.
///
/// ```swift
/// let leaks = LeakCheck()
/// do {
///   let wireframe = try makeShop(session, on: tree)
///   leaks.watch(wireframe)
///   try await wireframe.route(to: "/cart")
/// }
/// try await leaks.check()
/// ```
@MainActor
public final class LeakCheck {
  private struct Watched {
    weak var object: AnyObject?
    let name: String
  }

  private var watched: [Watched] = []

  /// Makes a check without objects.
  public init() {}

  /// Watches an object, and does not retain it.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - name: Its name in the failure; nil for its type.
  public func watch(_ object: AnyObject, _ name: String? = nil) {
    watched.append(Watched(object: object, name: name ?? "\(type(of: object))"))
  }

  /// Checks that all objects are gone. Tasks that are about to end may release theirs first.
  ///
  /// - Throws: ``CheckFailure`` with the name of each object that is alive.
  public func check() async throws {
    for _ in 0..<20_000 {
      guard watched.contains(where: { $0.object != nil }) else { break }
      await Task.yield()
    }
    var violations = Violations()
    for entry in watched {
      violations.expect(entry.object == nil, "\(entry.name) is still alive. Who holds it?")
    }
    try violations.check()
  }
}
