import WireframeCore

extension Console {
  /// Draws the screens of a host.
  func draw(_ state: NavigationState<some Any>) {
    for line in state.description.split(separator: "\n") {
      write("      \(paint(String(line).printable, .green))")
    }
  }
}

extension ShopWireframe {
  /// What is on screen, a line a screen, read from the host; the top screen's own lines come last.
  var drawing: [String] {
    var lines = navigation.state.description.split(separator: "\n").map(String.init)
    if let banner = banner.screen { lines.append("banner: \(banner)") }
    // What is below the lock's screen cannot be read.
    if let cover = navigation.cover { return lines + ["lock: \(cover)"] }
    return lines + (navigation.state.top?.controller.lines ?? []).map { "  | \($0.printable)" }
  }
}
