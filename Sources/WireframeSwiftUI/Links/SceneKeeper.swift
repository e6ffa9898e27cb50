package import WireframeCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Brings back what a scene has shown, and keeps what it shows, as a snapshot for the scene's storage.
@MainActor
package final class SceneKeeper {
  /// What is larger was not written by this app.
  package static let maximumSize = 1 << 20

  private let wireframe: Wireframe<ViewScreen>
  private let host: SwiftUINavigationHost
  private var registration: Registration?
  private var isSaving = false

  package init(of wireframe: Wireframe<ViewScreen>, on host: SwiftUINavigationHost) {
    self.wireframe = wireframe
    self.host = host
  }

  /// Restores a snapshot, shows the first screen if nothing stands then, and keeps each change from now on.
  ///
  /// - Parameters:
  ///   - snapshot: What was kept; nil, or damaged, for nothing.
  ///   - first: The URL of the first screen.
  ///   - save: Gets each new snapshot.
  package func start(
    from snapshot: Data?, first: String?, save: @escaping @MainActor (Data) -> Void
  ) async {
    guard registration == nil else { return }
    registration = host.onChange { [weak self] _ in self?.saveSoon(save) }
    if let saved = Self.read(snapshot), host.state.entries.isEmpty {
      // Only the app can write its scenes' storage.
      _ = try? await wireframe.restore(saved, trusting: true)
    }
    if let first, host.state.entries.isEmpty { _ = try? await wireframe.route(to: first) }
  }

  private static func read(_ snapshot: Data?) -> SavedState? {
    guard let snapshot, snapshot.count <= maximumSize else { return nil }
    return try? JSONDecoder().decode(SavedState.self, from: snapshot)
  }

  /// Saves once after several changes.
  private func saveSoon(_ save: @escaping @MainActor (Data) -> Void) {
    guard !isSaving else { return }
    isSaving = true
    Task { [weak self] in
      guard let self else { return }
      isSaving = false
      // A snapshot that cannot be made leaves the last one.
      guard let saved = try? wireframe.savedState() else { return }
      if let snapshot = try? JSONEncoder().encode(saved) { save(snapshot) }
    }
  }
}
