import WireframeCore

/// Notes which screens have come on screen; not those that were there already, and are merely uncovered.
@MainActor
final class SeenScreens {
  private let shop: ShopWireframe
  private var watch: Registration?
  private var titles: [String] = []
  private var known: Set<Known> = []
  /// What the last change below a lock has put there: it is seen once the lock has left. Nil without a lock.
  private var hidden: [NavigationEntry<Screen>]?

  /// A screen, or the placeholder in whose stay it comes.
  private struct Known: Hashable {
    let stay: NavigationEntryID
    let isPlaceholder: Bool
  }

  init(_ shop: ShopWireframe) {
    self.shop = shop
    watch = shop.navigation.onChange { [weak self] _ in self?.note() }
    shop.banner.didShow = { [weak self] in self?.titles.append($0.title) }
  }

  /// The titles since the last call, in the order in which they came.
  func take() -> [String] {
    note()
    defer { titles = [] }
    return titles
  }

  private func note() {
    if let cover = shop.navigation.cover {
      if hidden == nil { titles.append(cover.title) }
      hidden = shop.navigation.state.shown
      return
    }
    // The lock has left before what has changed now.
    add(hidden ?? [])
    add(shop.navigation.state.shown)
    hidden = nil
  }

  private func add(_ entries: [NavigationEntry<Screen>]) {
    for entry in entries {
      let screen = Known(stay: entry.id, isPlaceholder: entry.isPlaceholder)
      guard known.insert(screen).inserted else { continue }
      titles.append(entry.controller.title)
    }
  }
}
