import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// What UIKit ignores in silence or traps on is an error before it is tried.
@MainActor
@Suite(.hangsNever)
struct HostErrorTests {
  let stage = Stage()

  private func expect(
    _ code: UIKitError.Code, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ move: @escaping @MainActor () async throws -> Void
  ) async {
    let before = stage.host.state
    let error = await #expect(throws: UIKitError.self, sourceLocation: sourceLocation) {
      try await stage.run(move)
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect("\(error.map { "\($0)" } ?? "")" == text, sourceLocation: sourceLocation)
    let other: (any Error)? = error
    #expect(other?.localizedDescription == text, sourceLocation: sourceLocation)
    #expect(stage.host.state == before, sourceLocation: sourceLocation)
    #expect(stage.window.faults.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `The same controller twice is an error of the core`() async throws {
    try await stage.show("home", "list")
    let (host, list) = (stage.host, try #require(stage.host.topController))
    for move: @MainActor () async throws -> Void in [
      { try await host.push(list) }, { try await host.present(list) },
      { try await host.replaceTop(list) },
    ] {
      let error = await #expect(throws: RoutingError.self) { try await stage.run(move) }
      #expect(error?.code == .alreadyOnScreen)
    }
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A screen that its container keeps is not replaced, and the move fails`() async throws
  {
    let tab = UITab(title: "Home", identifier: "home") { _ in Screen("home") }
    try await stage.run { try await stage.host.setRoot(UITabBarController(tabs: [tab])) }
    let text =
      "Screen cannot be replaced: its container keeps it. Put a navigation controller around it."
    await expect(.cannotBeReplaced, text) { try await stage.host.replaceTop(Screen("other")) }
    #expect(stage.titles == ["home"])
  }

  @Test func `A child of another controller is neither pushed nor presented`() async throws {
    try await stage.show("home")
    let (host, parent, child) = (stage.host, Screen("parent"), Screen("child"))
    parent.addChild(child)
    let text =
      "Screen is a child of another controller. Remove it from its parent, or make a new one."
    await expect(.alreadyEmbedded, text) { try await host.push(child) }
    await expect(.alreadyEmbedded, text) { try await host.present(child) }
    await expect(.alreadyEmbedded, text) { try await host.replaceTop(child) }
    await expect(.alreadyEmbedded, text) { try await host.setRoot(child) }
  }

  @Test func `A controller that is presented somewhere, or is the root, is not shown once more`()
    async throws
  {
    try await stage.show("home")
    let host = stage.host
    let other = Stage()
    try await other.show("other")
    let presented = Screen("presented")
    try await other.run { try await other.host.present(presented) }
    let text = "Screen is already on screen, and cannot be shown twice. Make a new one."
    await expect(.alreadyPresented, text) { try await host.push(presented) }
    await expect(.alreadyPresented, text) { try await host.present(presented) }
    let root = try #require(stage.window.rootViewController)
    await expect(
      .alreadyPresented,
      "UINavigationController is already on screen, and cannot be shown twice. Make a new one."
    ) { try await host.present(root) }
  }

  @Test(arguments: [false, true])
  func `A screen of another window is not shown in this one, and stays there`(
    isCovered: Bool
  ) async throws {
    try await stage.show("here")
    let (host, other, third) = (stage.host, Stage(), Stage())
    try await other.show("home", "list")
    try await third.run { try await third.host.setRoot(Screen("alone"), hasStack: false) }
    if isCovered {
      for stage in [other, third] {
        try await stage.run {
          try await stage.host.present(Screen("full"), option: .modal(.fullScreen))
        }
      }
    }
    let text = "Screen is already on screen, and cannot be shown twice. Make a new one."
    for screen in (other.host.state.entries + third.host.state.entries).map(\.controller) {
      await expect(.alreadyPresented, text) { try await host.push(screen) }
      await expect(.alreadyPresented, text) { try await host.present(screen) }
      await expect(.alreadyPresented, text) { try await host.setRoot(screen) }
    }
    #expect(other.titles == ["home", "list"] + (isCovered ? ["full"] : []))
    #expect(third.titles == ["alone"] + (isCovered ? ["full"] : []))
  }

  @Test func `Navigation controllers and alerts are not pushed`() async throws {
    try await stage.show("home")
    let host = stage.host
    await expect(
      .cannotBePushed,
      "UINavigationController cannot be pushed. Present it, or push its first screen."
    ) { try await host.push(UINavigationController(rootViewController: Screen("first"))) }
    let alert = UIAlertController(title: "alert", message: nil, preferredStyle: .alert)
    let text = "UIAlertController cannot be pushed. Present it, or push its first screen."
    await expect(.cannotBePushed, text) { try await host.push(alert) }
    await expect(.cannotBePushed, text) { try await host.replaceTop(alert) }
  }

  @Test func `Nothing is presented over an alert, whoever has shown it`() async throws {
    try await stage.show("home")
    let (host, home) = (stage.host, try #require(stage.host.topController))
    let own = UIAlertController(title: "own", message: nil, preferredStyle: .alert)
    home.present(own, animated: true)
    await stage.rest()
    #expect(stage.titles == ["home"])
    #expect(host.topController === home)
    await expect(
      .alreadyPresenting,
      "Screen cannot present: it is an alert, or already presents another controller. Dismiss that first."
    ) { try await host.present(Screen("modal")) }
    own.tap("OK")
    home.dismiss(animated: false)
    await stage.rest()
    let shown = UIAlertController(title: "shown", message: nil, preferredStyle: .alert)
    try await stage.run { try await host.present(shown) }
    #expect(stage.titles == ["home", "shown"])
    #expect(host.topController === home)
    await expect(
      .alreadyPresenting,
      "UIAlertController cannot present: it is an alert, or already presents another controller. Dismiss that first."
    ) { try await host.present(Screen("modal")) }
    // A push dismisses it first, as it does every modal.
    try await stage.run { try await host.push(Screen("list")) }
    #expect(stage.titles == ["home", "list"])
  }

  @Test func `Below an alert of the app's own, a push goes on`() async throws {
    try await stage.show("home")
    let (host, home) = (stage.host, try #require(stage.host.topController))
    home.present(
      UIAlertController(title: "own", message: nil, preferredStyle: .alert), animated: true)
    try await stage.run { try await host.push(Screen("list")) }
    #expect(stage.titles == ["home", "list"])
    #expect(home.presentedViewController is UIAlertController)
  }

  @Test
  func `An operation that does not fit the screens is an error of the core, and nothing moves`()
    async throws
  {
    let host = stage.host
    func expect(
      _ code: RoutingError.Code, _ text: String, _ operation: NavigationOperation<UIViewController>
    ) async {
      let before = host.state
      let error = await #expect(throws: RoutingError.self) {
        try await stage.run { try await host.perform(operation, animated: true) }
      }
      #expect(error?.code == code)
      #expect("\(error.map { "\($0)" } ?? "")" == text)
      #expect(host.state == before)
      #expect(stage.window.faults.isEmpty)
    }
    let noStack =
      "There is no stack to push onto. Set a root in a stack first, or use '.show' or '.modal'."
    await expect(
      .nothingOnScreen,
      "Nothing is on screen yet to present over or to replace. "
        + "Show a root first: route to a route with the option '.root'.",
      .present(Screen("a"), route: nil, option: .modal))
    await expect(.noStack, noStack, .push(Screen("a"), route: nil, option: .push))
    try await stage.show("home")
    for count in -1...1 {
      await expect(
        .nothingToLeave, "There is nothing to dismiss: no modal is on screen.", .dismiss(count))
    }
    await expect(.noTab, "There is no such tab. The tabs are: none.", .selectTab(0))
    await expect(
      .notOnScreen,
      "The screen to go back to is not on screen. Use '.push' or '.show' to show it again.",
      .pop(to: NavigationEntryID(-1)))
    try await stage.run { try await host.present(Screen("modal")) }
    await expect(.noStack, noStack, .push(Screen("a"), route: nil, option: .push))
  }

  @Test func `A window that is gone is an error, and the state is empty`() async throws {
    var window: UIWindow? = UIWindow()
    let host = UIKitNavigationHost(window: try #require(window))
    window = nil
    #expect(host.state.layers.isEmpty)
    let error = await #expect(throws: UIKitError.self) { try await host.setRoot(Screen("a")) }
    #expect(error?.code == .windowGone)
  }

  @Test func `A view that is not in the window presents nothing`() async throws {
    let (stage, host) = (stage, stage.host)
    let tabs = UITabBarController()
    let first = Lonely()
    first.title = "first"
    tabs.viewControllers = [first]
    stage.window.rootViewController = tabs
    first.isAway = true
    await expect(.notInWindow, "Lonely cannot present: its view is not in the window.") {
      try await host.present(Screen("modal"))
    }
  }

  @Test func `In a routing the error is the underlying one of the presenter's failure`()
    async throws
  {
    try await stage.show("home")
    let (wireframe, home) = (stage.wireframe, try #require(stage.host.topController))
    try wireframe.register("/modal", option: .modal) { _ in Screen("modal") }
    home.present(
      UIAlertController(title: "own", message: nil, preferredStyle: .alert), animated: false)
    let error = await #expect(throws: RoutingError.self) {
      try await stage.run { try await wireframe.route(to: "/modal").route }
    }
    #expect(error?.code == .presenterFailed)
    #expect((error?.underlyingError as? UIKitError)?.code == .alreadyPresenting)
  }

  @Test func `A controller in no window has no host; one below the top has`() async throws {
    let stage = stage
    let lonely = Screen("lonely")
    let error = #expect(throws: UIKitError.self) { try lonely.wireframeHost }
    #expect(
      error?.description
        == "Screen is in no window that has a host. Make a UIKitNavigationHost for the window.")
    try await stage.show("home")
    let home = try #require(stage.host.topController)
    #expect(try home.wireframeHost === stage.host)
    try await stage.run { try await stage.host.push(Screen("list")) }
    #expect(home.viewIfLoaded?.window == nil)
    #expect(try home.wireframeHost === stage.host)
  }
}

/// A controller whose view can be taken out of the window.
private final class Lonely: UIViewController {
  var isAway = false
  private let elsewhere = UIView()
  override var viewIfLoaded: UIView? { isAway ? elsewhere : super.viewIfLoaded }
}
