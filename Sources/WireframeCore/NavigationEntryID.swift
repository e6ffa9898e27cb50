/// Identifies one stay of one controller on screen; a controller that comes back gets a new one.
public struct NavigationEntryID: Hashable, Sendable, CustomStringConvertible {
  let number: Int

  /// Makes an identifier that no other entry has.
  @MainActor
  public init() {
    Self.last += 1
    number = Self.last
  }

  /// Makes an identifier of a number; for tests.
  package init(_ number: Int) { self.number = number }

  /// The number of the newest identifier.
  @MainActor private(set) static var last = 0

  /// The number behind a `#`.
  public var description: String { "#\(number)" }
}
