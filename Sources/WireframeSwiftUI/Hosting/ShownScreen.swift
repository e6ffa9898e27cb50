package import WireframeCore

/// The screen that a view shows in a stay: as it is drawn now, or as it was last while it leaves.
///
/// A placeholder's screen takes its place in the same stay, and what SwiftUI keeps of the stay is the placeholder.
@MainActor
package final class ShownScreen {
  private var last: (stay: NavigationEntryID, screen: ViewScreen)?

  package init() {}

  /// The screen to show now, of an entry as SwiftUI has it.
  package func screen(
    of entry: NavigationEntry<ViewScreen>, on host: SwiftUINavigationHost
  ) -> ViewScreen {
    let before = last?.stay == entry.id ? last?.screen : nil
    let drawn = host.drawn.entries.first { $0.id == entry.id }?.controller
    let screen = drawn ?? before ?? entry.controller
    last = (entry.id, screen)
    return screen
  }
}
