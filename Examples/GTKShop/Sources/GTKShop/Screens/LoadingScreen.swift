import CGTK
import GTKHost
import WireframeCore

/// Stands in the place of a screen that the server makes, and lets the user try again.
final class LoadingScreen: GTKScreen {
  private let loading: ScreenLoading
  private var parts: Widget?

  init(_ title: String, _ loading: ScreenLoading) {
    self.loading = loading
    super.init(title)
    loading.onChange { [weak self] in self?.show() }
  }

  override func makeContent() -> Widget {
    let parts = column([])
    self.parts = parts
    show()
    return clamped(parts.padded(18), width: 620)
  }

  private func show() {
    guard let parts else { return }
    let isOffline = loading.failure?.underlyingError is Unreachable
    replaceChildren(
      of: parts,
      with: [
        loading.failure == nil
          ? skeleton()
          : emptyState(
            "clock", isOffline ? "You are offline" : "Something went wrong",
            "\(title) could not be loaded.",
            button("Try again", "suggested-action", "pill") { [weak self] in self?.loading.retry() }
          )
      ])
  }

  /// Rows without texts: nothing moves when the real ones come.
  private func skeleton() -> Widget {
    let rows = (0..<3).map { _ in
      let tile = row([]).styled("skeleton", "tile")
      gtk_widget_set_size_request(tile, 48, 48)
      let lines = [(180, 12), (110, 10)].map { width, height in
        let line = row([]).styled("skeleton").aligned(GTK_ALIGN_START)
        gtk_widget_set_size_request(line, Int32(width), Int32(height))
        return line
      }
      let text = column(spacing: 8, lines).expanding().aligned(GTK_ALIGN_FILL)
      return (row(spacing: 14, [tile, text]).padded(14, vertical: 10), action: (() -> Void)?.none)
    }
    return column(spacing: 18, [list(rows), label("Loading …", "dim-label", "caption")])
  }
}
