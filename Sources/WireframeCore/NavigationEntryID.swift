/// Identifies one stay of one controller on screen; a controller that comes back gets a new one.
public struct NavigationEntryID: Hashable, Sendable, CustomStringConvertible {
  let number: Int

  /// Makes an identifier; for hosts, each number once.
  ///
  /// - Parameter number: A number that the host has not used before.
  public init(_ number: Int) { self.number = number }

  /// The number behind a `#`.
  public var description: String { "#\(number)" }
}
