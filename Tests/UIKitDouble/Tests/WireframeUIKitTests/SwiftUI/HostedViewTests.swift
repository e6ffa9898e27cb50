import SwiftUI
import Testing
import UIKit
import WireframeConfiguration
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct HostedViewTests {
  @Test("A route shows a SwiftUI view in a hosting controller") func route() async throws {
    let stage = Stage()
    try await stage.show("home")
    try stage.wireframe.register("/products/:id<int>", option: .push) { route in
      UIHostingController(rootView: ProductView(id: try route["id"]))
    }
    try await stage.run { try await stage.wireframe.route(to: "/products/42") }
    let controller = try #require(
      stage.host.topController as? UIHostingController<ProductView>)
    #expect(controller.rootView.id == 42)
    #expect(stage.host.state.top?.route?.pattern?.text == "/products/:id<int>")
  }

  @Test("0.3 A builder by name may make a SwiftUI view") func builder() async throws {
    let app = try await ConfiguredApp()
    app.configuration.register(builder: "view") {
      UIHostingController(rootView: ProductView(id: try $0["id"]))
    }
    try app.load(#"{"pattern": "/p/:id<int>", "builder": "view", "navigator": "push"}"#)
    try await app.route("/p/7")
    let controller = try #require(
      app.stage.host.topController as? UIHostingController<ProductView>)
    #expect(controller.rootView.id == 7)
  }
}

private struct ProductView: View {
  let id: Int
}
