import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

extension DeviceTests {
  /// The host of a real window. The same laws are kept on the double of UIKit, over all timings.
  @MainActor
  struct UIKitHost {
    @Test("The host of a real window keeps the laws of hosts", arguments: 1...3)
    func laws(seed: UInt64) async throws {
      let device = try await DeviceWindow()
      defer { device.close() }
      try await HostConformance.check(seed: seed, operations: 40) {
        UIKitNavigationHost(window: device.window)
      } screen: {
        makeScreen("\($0)")
      }
    }

    @Test("Over tabs as well", arguments: 1...3)
    func lawsOverTabs(seed: UInt64) async throws {
      let device = try await DeviceWindow()
      defer { device.close() }
      let host = UIKitNavigationHost(window: device.window)
      let tabs = UITabBarController()
      tabs.viewControllers = ["one", "two", "three"].map {
        let stack = UINavigationController()
        stack.tabBarItem.title = $0
        return stack
      }
      try await host.setRoot(tabs)
      try await HostConformance.check(seed: seed, operations: 40, root: .tabs) {
        host
      } screen: {
        makeScreen("\($0)")
      }
    }

    @Test("A gate, a full-screen modal and what follows it: the window shows what the state says")
    func gate() async throws {
      let device = try await DeviceWindow()
      defer { device.close() }
      let host = UIKitNavigationHost(window: device.window)
      let wireframe = UIWireframe(sources: ["shop:"])
      wireframe.addStandardPresenters(on: host)
      let tag: RouteTag = "login"
      var isOpen = false
      try wireframe.register("/", option: .root) { _ in makeScreen("Home") }
      try wireframe.register("/account", option: .push, tags: [tag], exposure: .external) { _ in
        makeScreen("Account")
      }
      try wireframe.register("/login", option: .uiModal(.fullScreen)) { _ in makeScreen("Login") }
      wireframe.addGate(for: tag, at: "/login") { isOpen }

      try await wireframe.route(to: "/")
      try await wireframe.route(to: "/account")
      #expect(host.state.shown.last?.controller.title == "Login")
      #expect(device.window.rootViewController?.presentedViewController?.title == "Login")
      isOpen = true
      try await wireframe.resume(after: tag)
      #expect(host.state.shown.last?.controller.title == "Account")
      #expect(device.window.rootViewController?.presentedViewController == nil)
      #expect(host.state.shown.last?.controller.viewIfLoaded?.window === device.window)
      try await wireframe.back()
      #expect(host.state.shown.map(\.controller.title) == ["Home"])
    }
  }
}
