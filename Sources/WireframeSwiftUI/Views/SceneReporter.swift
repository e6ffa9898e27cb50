#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
  import SwiftUI
  import UIKit

  /// An invisible view that tells the host what its scene does. In a hosting controller of a UIKit app, SwiftUI's own
  /// `scenePhase` says `background` for ever.
  @MainActor
  struct SceneReporter: UIViewRepresentable {
    let host: SwiftUINavigationHost

    func makeUIView(context: Context) -> Reporter { Reporter() }

    func updateUIView(_ reporter: Reporter, context: Context) { reporter.host = host }

    final class Reporter: UIView {
      weak var host: SwiftUINavigationHost?

      override func didMoveToWindow() {
        super.didMoveToWindow()
        // A full-screen cover takes the view out of the window: the scene goes on.
        guard let scene = window?.windowScene else { return }
        let center = NotificationCenter.default
        center.removeObserver(self)
        for name in [
          UIScene.didActivateNotification, UIScene.willDeactivateNotification,
          UIScene.didEnterBackgroundNotification, UIScene.willEnterForegroundNotification,
        ] {
          center.addObserver(
            self, selector: #selector(sceneChanged), name: name, object: scene)
        }
        // Not at once: SwiftUI is updating its views.
        Task { [weak self, weak scene] in
          guard let self, let scene, scene.activationState != .unattached else { return }
          report(
            isActive: scene.activationState == .foregroundActive,
            isInForeground: scene.activationState != .background)
        }
      }

      /// The state of a scene that is about to leave it is still the old one.
      @objc private func sceneChanged(_ notification: Notification) {
        report(
          isActive: notification.name == UIScene.didActivateNotification,
          isInForeground: notification.name != UIScene.didEnterBackgroundNotification)
      }

      private func report(isActive: Bool, isInForeground: Bool) {
        host?.isInForeground = isInForeground
        if host?.isActive != isActive { host?.isActive = isActive }
      }
    }
  }
#endif
