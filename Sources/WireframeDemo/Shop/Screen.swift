/// A screen of the shop: in a terminal, a title and some lines are all there is to see.
@MainActor
class Screen: nonisolated CustomStringConvertible {
  nonisolated let title: String

  init(_ title: String) { self.title = title }

  /// What the screen shows below its title.
  var lines: [String] { [] }

  /// The title on one line of a terminal.
  nonisolated var description: String { title.printable }
}
