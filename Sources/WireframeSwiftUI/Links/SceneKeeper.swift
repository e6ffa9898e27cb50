package import WireframeCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Restores the screens of a scene, and saves them as a snapshot in the scene's storage.
///
/// From its creation on, links wait until it has restored the screens.
@MainActor
package final class SceneKeeper {
  /// A larger snapshot was not written by this app.
  package static let maximumSize = 1 << 20

  private let wireframe: Wireframe<ViewScreen>
  private let host: SwiftUINavigationHost
  private var registration: Registration?
  private var restoration: Task<Void, Never>?
  private var hold: LinkWait.Hold?
  private var isSaving = false
  /// False while a gate may keep screens of the last snapshot.
  private var isRestored = true

  package init(of wireframe: Wireframe<ViewScreen>, on host: SwiftUINavigationHost) {
    (self.wireframe, self.host) = (wireframe, host)
    hold = LinkWait.Hold(of: host.links)
  }

  /// Restores a snapshot, shows the first screen if nothing is on screen then, and keeps each change from now on.
  ///
  /// It returns when the screens, or their placeholders, are there. SwiftUI cancels the calling task when the view
  /// disappears, which does not end the restoration. A second call waits for the first one.
  ///
  /// - Parameters:
  ///   - snapshot: What was kept; nil, or damaged, for nothing.
  ///   - isTrusted: Whether only the app can have written it.
  ///   - first: The URL of the first screen.
  ///   - save: Gets each new snapshot. The keeper keeps it, so that it must not hold the keeper.
  package func start(
    from snapshot: Data?, trusting isTrusted: Bool, first: String?,
    save: @escaping @MainActor (Data) -> Void
  ) async {
    if restoration == nil {
      registration = host.onChange { [weak self] _ in self?.saveSoon(save) }
      restoration = Task {
        if let saved = Self.read(snapshot), await isBlank() {
          isRestored = false
          let report = try? await wireframe.restore(saved, trusting: isTrusted)
          // Links come above what a gate or a lock keeps.
          if let report, report.keptCount > 0 { hold = nil }
        }
        // What a lock keeps comes when it opens: a first screen would take its place.
        if host.state.entries.isEmpty { try? await wireframe.waitUntilUncovered() }
        // Not awaited: its placeholder may stay. A link comes above that, and would take an empty place.
        if let first, await isBlank() { wireframe.enqueue(first) }
        if await isBlank() { try? await wireframe.waitUntilUncovered() }
        hold = nil
      }
    }
    await restoration?.value
  }

  deinit { Task { @MainActor [registration] in registration?.remove() } }

  private static func read(_ snapshot: Data?) -> SavedState? {
    guard let snapshot, snapshot.count <= maximumSize else { return nil }
    return try? JSONDecoder().decode(SavedState.self, from: snapshot)
  }

  /// Whether nothing is on screen once that is there which the app has asked for itself, as for a notification.
  private func isBlank() async -> Bool {
    while let activity = wireframe.activity { await activity.change() }
    return host.state.entries.isEmpty
  }

  /// Saves once after several changes.
  private func saveSoon(_ save: @escaping @MainActor (Data) -> Void) {
    guard !isSaving else { return }
    isSaving = true
    Task { [weak self] in
      guard let self else { return }
      isSaving = false
      // What a gate keeps is only in the last snapshot. It stays also if no new one can be made, or is too large.
      if !isRestored, await isBlank() || wireframe.keptRequestCount > 0 { return }
      isRestored = true
      guard let snapshot = try? JSONEncoder().encode(wireframe.savedState()) else { return }
      if snapshot.count <= Self.maximumSize { save(snapshot) }
    }
  }
}
