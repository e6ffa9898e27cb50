#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// A window on the simulator's scene, for the facts. Its twin for Linux is in Tests/UIKitDouble/Tests/UIKitFacts.
  @MainActor
  final class Bench {
    /// The systems on which facts are checked: the device's own.
    nonisolated static var systems: [Int] {
      [ProcessInfo.processInfo.operatingSystemVersion.majorVersion]
    }

    let window: UIWindow
    /// The major version of the system.
    let system: Int

    private init(on system: Int, _ scene: UIWindowScene) {
      self.system = system
      window = UIWindow(windowScene: scene)
    }

    /// Checks a fact in a window of its own; stops the tests where the app has no scene.
    static func run(on system: Int, _ body: @MainActor (Bench) async throws -> Void) async rethrows
    {
      guard let scene = await activeScene() else {
        preconditionFailure("The host app of the tests has no active scene.")
      }
      let bench = Bench(on: system, scene)
      try await body(bench)
      bench.window.rootViewController?.dismiss(animated: false)
      await bench.settle()
      bench.window.isHidden = true
      bench.window.rootViewController = nil
    }

    /// The app's scene, once it is active; nil after five seconds.
    private static func activeScene() async -> UIWindowScene? {
      for _ in 0..<100 {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        let active = scenes.first { $0.activationState == .foregroundActive }
        if let active { return active }
        // It sleeps, since the app may still be starting, and a notification that never comes would hang the tests.
        try? await Task.sleep(nanoseconds: 50_000_000)
      }
      return nil
    }

    /// Makes a controller the root, and waits until it is there.
    func show(_ root: UIViewController) async {
      window.rootViewController = root
      window.makeKeyAndVisible()
      await settle()
    }

    /// Shows a split view without room for two columns.
    func showNarrow(_ split: UISplitViewController) async {
      let frame = UIViewController()
      frame.addChild(split)
      frame.setOverrideTraitCollection(
        UITraitCollection(horizontalSizeClass: .compact), forChild: split)
      frame.view.addSubview(split.view)
      split.view.frame = frame.view.bounds
      split.didMove(toParent: frame)
      await show(frame)
    }

    /// Lets what was asked for begin, and not end.
    func begin() async {
      // UIKit does not tell tests that a transition has begun; a tenth of a second is shorter than each of its own.
      try? await Task.sleep(nanoseconds: 100_000_000)
    }

    /// Lets all transitions end.
    func settle() async {
      window.layoutIfNeeded()
      // UIKit does not tell tests that all transitions are over; twice the longest of its own is enough.
      try? await Task.sleep(nanoseconds: 1_200_000_000)
      await withCheckedContinuation { done in
        CATransaction.begin()
        CATransaction.setCompletionBlock { done.resume() }
        window.setNeedsLayout()
        window.layoutIfNeeded()
        CATransaction.commit()
      }
    }
  }
#endif
