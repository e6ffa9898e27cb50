import SwiftUI
import Testing
import UIKit
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

extension DeviceTests {
  /// The host of a SwiftUI window, which SwiftUI itself draws. The same laws are kept on a model of its habits.
  @MainActor
  struct SwiftUIHost {
    @Test("The host keeps the laws of hosts while SwiftUI draws it", arguments: 1...3)
    func laws(seed: UInt64) async throws {
      let device = try await DeviceWindow()
      defer { device.close() }
      let host = SwiftUINavigationHost()
      show(host, in: device)
      try await HostConformance.check(seed: seed, operations: 40) {
        host
      } screen: { number in
        ViewScreen("\(number)") { Text(verbatim: "\(number)") }
      }
    }

    @Test("A push and a sheet: each is on screen when the routing has ended")
    func pushAndSheet() async throws {
      let device = try await DeviceWindow()
      defer { device.close() }
      let host = SwiftUINavigationHost()
      let wireframe = Wireframe<ViewScreen>(sources: ["shop:"])
      wireframe.addStandardPresenters(on: host)
      try wireframe.register("/", option: .root) { _ in ViewScreen("Home") { Text("Home") } }
      try wireframe.register("/lamp", option: .push) { _ in ViewScreen("Lamp") { Text("Lamp") } }
      try wireframe.register("/help", option: .modal(.sheet)) { _ in
        ViewScreen("Help") { Text("Help") }
      }
      show(host, in: device)
      try await wireframe.route(to: "/")
      try await wireframe.route(to: "/lamp")
      try await wireframe.route(to: "/help")
      #expect(host.state.shown.map(\.controller.name) == ["Home", "Lamp", "Help"])
      #expect(device.window.rootViewController?.presentedViewController != nil)
      try await wireframe.dismiss()
      #expect(host.state.shown.map(\.controller.name) == ["Home", "Lamp"])
      #expect(device.window.rootViewController?.presentedViewController == nil)
    }

    private func show(_ host: SwiftUINavigationHost, in device: DeviceWindow) {
      device.window.rootViewController = UIHostingController(rootView: WireframeView(host))
      device.window.makeKeyAndVisible()
    }
  }
}
