import Foundation
import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

@testable import UIKitShop

/// The shop's scene as the system starts it, with the time of its transitions.
@MainActor
final class ShopStage {
  let scene = UIWindowScene()
  let delegate = SceneDelegate()
  let window: UIWindow
  let shop: Shop
  /// The time by which the host looks, and after which it gives up.
  private let clock = ManualClock()

  init(
    opening options: UIScene.ConnectionOptions = .init(), on idiom: UIUserInterfaceIdiom = .phone,
    restoring activity: NSUserActivity? = nil, andThen more: (SceneDelegate) -> Void = { _ in }
  ) async throws {
    scene.idiom = idiom
    scene.delegate = delegate
    delegate.clock = clock
    let session = UISceneSession()
    session.stateRestorationActivity = activity
    delegate.scene(scene, willConnectTo: session, options: options)
    window = try #require(delegate.window)
    shop = try #require(delegate.shop)
    more(delegate)
    await rest()
  }

  /// The shop without its scene.
  init(
    storyboardsIn bundle: Bundle, beforeStart: (Shop) async -> Void = { _ in }
  ) async throws {
    scene.idiom = .phone
    window = UIWindow(windowScene: scene)
    shop = try Shop(in: window, storyboardsIn: bundle, clock: clock)
    await beforeStart(shop)
    Task { [shop] in await shop.start(opening: .init()) }
    await rest()
  }

  /// The titles of what is shown, from the root up.
  var titles: [String] { shop.host.state.shown.map { $0.controller.title ?? "?" } }

  var top: UIViewController? { shop.host.topController }

  var screen: ShopScreen { get throws { try #require(top as? ShopScreen) } }

  /// Lets all routings and transitions end.
  func rest() async {
    for _ in 0..<20 {
      for _ in 0..<20 { await Task.yield() }
      window.clock.advance(by: 0.2)
      clock.advance(by: .milliseconds(200))
    }
  }

  /// Runs something to its end, and lets time pass whenever it waits.
  @discardableResult
  func run<T: Sendable>(_ body: @escaping @MainActor () async throws -> T) async throws -> T {
    var isDone = false
    let task = Task { @MainActor in
      defer { isDone = true }
      return try await body()
    }
    for _ in 0..<20 {
      await rest()
      if isDone { break }
    }
    if !isDone { Issue.record("It does not end.") }
    return try await task.value
  }

  func route(to url: String) async throws {
    try await run { [shop] in _ = try await shop.wireframe.route(to: url) }
  }

  @discardableResult
  func open(_ url: String, _ origin: RoutingOrigin) async throws -> OpenOutcome<RoutingSummary> {
    try await run { [shop] in await (shop.wireframe as any Router).open(url, origin: origin) }
  }

  /// The user taps a button of the top screen.
  func tap(_ title: String) async throws {
    let button = try #require(buttons(in: try screen.view).first { $0.currentTitle == title })
    button.tap()
    await rest()
  }

  var tabs: UITabBarController? { window.rootViewController as? UITabBarController }

  /// The user taps a button of the alert over everything.
  func tap(alert title: String) async throws {
    let alerts = sequence(first: window.rootViewController) { $0?.presentedViewController }
    try #require(alerts.compactMap { $0 as? UIAlertController }.last).tap(title)
    await rest()
  }

  /// The user taps the back button.
  func tapBack() async throws {
    try #require(screen.navigationController).tapBackButton()
    await rest()
  }

  private func buttons(in view: UIView) -> [UIButton] {
    view.subviews.flatMap { [$0 as? UIButton].compactMap(\.self) + buttons(in: $0) }
  }
}

/// A bundle in a folder of its own, which goes with it.
@MainActor
final class BundleFolder {
  let bundle: Bundle
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString).appendingPathComponent("Shop.bundle")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    bundle = try #require(Bundle(path: folder.path))
  }

  deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

  /// Adds what Xcode makes of a storyboard.
  func addStoryboard(
    _ name: String, _ controllers: [String: @MainActor () -> UIViewController]
  ) throws {
    let storyboard = folder.appendingPathComponent("\(name).storyboardc")
    try FileManager.default.createDirectory(at: storyboard, withIntermediateDirectories: true)
    let info = ["UIViewControllerIdentifiersToNibNames": controllers.mapValues { _ in name }]
    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
      .write(to: storyboard.appendingPathComponent("Info.plist"))
    UIStoryboard.contents[bundle.bundlePath, default: [:]][name] = controllers
  }
}
