/// The modals of one style over a layer that have appeared and not left: SwiftUI's `onDismiss` does not say which one
/// it is about.
@MainActor
package final class ShownModals {
  private var modals: [ShownModal] = []

  package init() {}

  /// A modal has begun to appear.
  package func appeared(_ modal: ShownModal, on host: SwiftUINavigationHost) {
    host.modalAppeared(modal)
    if modals.last != modal { modals.append(modal) }
  }

  /// One has left: all that are no longer drawn, since a report may have been lost; else the first one.
  package func dismissed(on host: SwiftUINavigationHost) {
    let gone = modals.filter { !host.draws($0) }
    let left = gone.isEmpty ? Array(modals.prefix(1)) : gone
    modals.removeAll { left.contains($0) }
    for modal in left { host.didDismiss(modal) }
  }
}
