import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// The shop in one window: its wireframe, its host and its root.
@MainActor
final class Shop {
  let wireframe: UIWireframe
  let host: UIKitNavigationHost
  let session = Session()
  /// Where the storyboards are.
  let bundle: Bundle
  /// Whether the shop's list and its products stand side by side.
  let isWide: Bool
  /// The coordinator of the tabs, the root of all others; nobody else keeps it.
  let root: ManualCoordinator<UIViewController>
  /// The activity of the scene's last session, until its screens are back, those that a gate keeps, too.
  private var saved: NSUserActivity?

  /// Makes the shop of a window.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - saved: The activity of the scene's last session, if there was one.
  ///   - bundle: Where the storyboards are.
  ///   - clock: The clock by which the host looks what UIKit does; a test moves its own.
  /// - Throws: `RoutingError` if the routes contradict each other.
  init(
    in window: UIWindow, restoring saved: NSUserActivity? = nil,
    storyboardsIn bundle: Bundle = .main, clock: any Clock<Duration> = ContinuousClock()
  ) throws(RoutingError) {
    // Links that come before the tabs are there wait.
    wireframe = UIWireframe(
      sources: ["uikitshop:", "https://shop.example.com"], isSuspended: true)
    host = UIKitNavigationHost(window: window, clock: clock)
    isWide = window.traitCollection.userInterfaceIdiom == .pad
    // One that cannot be read, as after an update, is none.
    self.saved = saved.flatMap { (try? SavedState($0)) == nil ? nil : $0 }
    self.bundle = bundle
    root = ManualCoordinator(makeTabs(isWide: isWide))
    wireframe.addStandardPresenters(on: host)
    try registerRoutes()
    wireframe.addGate(for: .requiresLogin, at: "/login") { [session] in session.isLoggedIn }
    wireframe.addGate(for: .requiresPlus, at: "/plus") { [session] in session.hasPlus }
    wireframe.observeLeaving(tag: .editor) { leaving in
      guard let editor = leaving.controller as? AddressEditor else { return .leave }
      return await editor.mayLeave() ? .leave : .stay("unsaved changes")
    }
    // It comes before all links.
    if self.saved == nil { wireframe.enqueue("/") }
  }

  /// Shows the tabs, then the screens of last time, then what has started the app.
  func start(opening options: UIScene.ConnectionOptions) async {
    await session.restore()
    do {
      try await host.setRoot(root, router: wireframe)
    } catch {
      assertionFailure("The tabs cannot be shown: \(error)")
    }
    if let saved {
      // What cannot be restored is nothing to bother the user with.
      let report = try? await wireframe.restore(SavedState(saved), trusting: true)
      if (report?.keptCount ?? 0) == 0 { self.saved = nil }
      if host.state.entries.isEmpty { wireframe.enqueue("/") }
    }
    wireframe.activate()
    await report(wireframe.open(options))
  }

  /// What the scene keeps of its screens, also while those of last time are not back yet.
  func stateRestorationActivity() -> NSUserActivity? {
    if !host.state.entries.isEmpty, wireframe.keptRequestCount == 0 { saved = nil }
    // What cannot be saved is lost, and nothing else.
    return saved ?? (try? wireframe.savedState().activity())
  }

  /// Tells the user of links that do not work; what was refused, or what the user has left, is dropped in silence.
  func report(_ links: [OpenedLink?]) async {
    for case .failed(let error)? in links.map(\.?.outcome) where error.code != .cancelled {
      let alert = AlertCoordinator(
        "This link does not work.", actions: [AlertAction("OK", style: .cancel)])
      // If something else is being shown there, the user has moved on.
      try? await root.present(alert)
    }
  }

  /// Logs out for good: what only members may see leaves, and nothing of it comes back.
  func logOut() async throws {
    session.logOut()
    saved = nil
    try await wireframe.reevaluate(keeping: .nothing)
  }
}
