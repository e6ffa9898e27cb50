import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// What assistive technologies are told, and what a user sees who reduces motion.
@MainActor
@Suite(.hangsNever)
struct AccessibilityTests {
  /// What was told since the last call, as `title: element`.
  private func told(_ stage: Stage) -> [String] {
    defer { UIKitDevice.current.announced = [] }
    return UIKitDevice.current.announced.map { notification, argument in
      guard notification == .screenChanged else { return "another notification" }
      let element = (argument as? UIView)?.accessibilityIdentifier ?? "no element"
      return "\(stage.host.topController?.title ?? "?"): \(element)"
    }
  }

  private func screen(_ title: String, heading: String? = nil, titleView: String? = nil) -> Screen {
    let screen = Screen(title)
    screen.view.accessibilityIdentifier = "view"
    if let heading {
      let (hidden, box, label) = (UIView(), UIView(), UIView())
      hidden.accessibilityTraits = .header
      hidden.isHidden = true
      label.accessibilityTraits = .header
      label.accessibilityIdentifier = heading
      box.addSubview(label)
      screen.view.addSubview(hidden)
      screen.view.addSubview(box)
    }
    if let titleView {
      let view = UIView()
      view.accessibilityIdentifier = titleView
      screen.navigationItem.titleView = view
    }
    return screen
  }

  @Test(
    "After each move that shows another screen, reading begins at its title",
    arguments: UIKitSystem.allCases)
  func moves(system: UIKitSystem) async throws {
    try await on(system) {
      let stage = Stage()
      let host = stage.host
      let home = screen("home")
      try await stage.run { try await host.setRoot(home) }
      #expect(told(stage) == ["home: view"])
      try await stage.run { try await host.push(screen("list", heading: "heading")) }
      #expect(told(stage) == ["list: heading"])
      try await stage.run { try await host.push(screen("item", heading: "x", titleView: "title")) }
      #expect(told(stage) == ["item: title"])
      try await stage.run { try await host.present(screen("modal")) }
      #expect(told(stage) == ["modal: view"])
      try await stage.run { try await host.dismiss() }
      #expect(told(stage) == ["item: title"])
      try await stage.run { try await host.pop() }
      #expect(told(stage) == ["list: heading"])
    }
  }

  @Test func `A screen that comes into the first of two columns is told, too`() async throws {
    try await on(.iOS18) {
      let stage = Stage()
      let host = stage.host
      let split = UISplitViewController(style: .doubleColumn)
      split.setViewController(screen("list"), for: .primary)
      split.setViewController(screen("detail"), for: .secondary)
      try await stage.run { try await host.setRoot(split) }
      try await stage.run { try await host.selectTab("primary") }
      _ = told(stage)
      try await stage.run { try await host.push(screen("folder")) }
      #expect(told(stage) == ["folder: view"])
    }
  }

  @Test func `A move below an alert of the app's own tells nothing`() async throws {
    try await on(.iOS18) {
      let stage = Stage()
      try await stage.show("home")
      let alert = UIAlertController(title: "own", message: nil, preferredStyle: .alert)
      stage.host.topController?.present(alert, animated: false)
      await stage.rest()
      _ = told(stage)
      try await stage.run { try await stage.host.push(screen("list")) }
      #expect(stage.titles == ["home", "list"])
      #expect(told(stage) == [])
    }
  }

  @Test func `A move in a window in the background tells nothing`() async throws {
    try await on(.iOS18) {
      let stage = Stage()
      try await stage.show("home")
      _ = told(stage)
      stage.scene.activationState = .background
      try await stage.run { try await stage.host.push(screen("list")) }
      #expect(stage.titles == ["home", "list"])
      #expect(told(stage) == [])
    }
  }

  @Test func `A move below the top, one that fails, and one below a cover tell nothing`()
    async throws
  {
    try await on(.iOS18) {
      let stage = Stage()
      let host = stage.host
      try await stage.show("home", "list")
      _ = told(stage)
      await #expect(throws: RoutingError.self) { try await stage.run { try await host.dismiss() } }
      #expect(told(stage) == [])
      host.cover = Screen("lock")
      _ = told(stage)
      try await stage.run { try await host.push(screen("item")) }
      #expect(told(stage) == [])
    }
  }

  @Test(
    "Who reduces motion sees no transition, unless the system fades",
    arguments: [(false, false, true), (true, false, false), (true, true, true)])
  func motion(reduces: Bool, fades: Bool, isAnimated: Bool) async throws {
    try await on(.iOS18) {
      let stage = Stage()
      let host = stage.host
      try await stage.show("home")
      UIKitDevice.current.reducesMotion = reduces
      UIKitDevice.current.prefersCrossFade = fades
      let count = stage.window.transitionCount
      try await stage.run { try await host.push(Screen("list"), option: .push(animated: true)) }
      #expect(stage.titles == ["home", "list"])
      #expect((stage.window.transitionCount > count) == isAnimated)
    }
  }
}
