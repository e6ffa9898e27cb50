internal import CGTK

/// A screen: a title, and the widgets below the header bar.
@MainActor
open class GTKScreen: nonisolated CustomStringConvertible {
  /// What the header bar says.
  nonisolated public let title: String
  /// What stands at the header bar's end.
  open var actions: [Widget] { [] }

  private var made: Widget?
  private(set) final var actionsIfMade: [Widget] = []

  /// Makes a screen.
  ///
  /// - Parameter title: What the header bar says.
  public init(_ title: String) { self.title = title }

  /// Makes the screen's widgets, once, when it is to be shown.
  ///
  /// - Returns: The widget that fills the room below the header bar.
  open func makeContent() -> Widget { column([]) }

  /// The screen's widgets. The screen keeps them, on screen or not.
  final var content: Widget {
    if let made { return made }
    let content = makeContent()
    g_object_ref_sink(content)
    made = content
    return content
  }

  /// What stands at the header bar's end, made for a bar.
  final var madeActions: [Widget] {
    actionsIfMade = actions
    return actionsIfMade
  }

  /// The screen's widgets if they are made already.
  public final var contentIfMade: Widget? { made }

  /// The title.
  nonisolated public var description: String { title }

  isolated deinit {
    if let made { g_object_unref(made) }
  }
}
