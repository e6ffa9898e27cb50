public import WireframeCore

/// Shows a cover above everything of a window, modals included, in a window of its own.
@MainActor
package protocol CoverPlace: AnyObject {
  /// Shows a cover at once, or takes it away.
  func show(_ cover: ViewScreen?)
}

/// What of a cover a layer draws over its screens, where no window can stand above all of them.
package enum CoverPart: Hashable, Sendable {
  /// The cover itself: it is drawn once, where the user looks.
  case screen(ViewScreen)
  /// Something that cannot be seen through.
  case blank
}

// While the host is covered, nobody reaches its screens: what SwiftUI writes is put back, be it late, or by a bar above
// the views.
extension SwiftUINavigationHost: CoveringHost {
  /// A view has found a place above everything: what covers the screens goes there, and no view draws it any more.
  package func take(_ place: any CoverPlace) {
    guard coverPlace !== place else { return }
    coverPlace?.show(nil)
    coverPlace = place
    place.show(cover)
    redrawCover()
  }

  /// A place is gone.
  package func leave(_ place: any CoverPlace) {
    guard coverPlace === place else { return }
    place.show(nil)
    coverPlace = nil
    redrawCover()
  }

  /// What a layer, also one that is leaving, draws over its screens; nil if nothing covers them there. Without a layer:
  /// what is drawn where there are no screens.
  package func coverPart(ofLayer layer: NavigationEntryID?) -> CoverPart? {
    guard let cover, coverPlace == nil else { return nil }
    return layer == drawn.layers.last?.id ? .screen(cover) : .blank
  }

  /// Views draw the cover, or do not any more. Not at once: SwiftUI is reading them.
  private func redrawCover() {
    guard cover != nil else { return }
    Task { publish() }
  }

  /// Whether what SwiftUI writes is put back. What it drops again and again it will not show.
  var refusesUser: Bool { cover != nil && !drops.values.contains { $0 > Self.maximumDrops } }
}
