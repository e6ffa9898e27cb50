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
    try stage.wireframe.register(
      "/products/:id<int>", option: .push,
      view: { route in
        ProductView(id: try route["id"])
      })
    try await stage.run { try await stage.wireframe.route(to: "/products/42") }
    let controller = try #require(
      stage.host.topController as? UIHostingController<ProductView>)
    #expect(controller.rootView.id == 42)
    #expect(stage.host.state.top?.route?.pattern?.text == "/products/:id<int>")
  }

  @Test("Both forms of register compile side by side, with closures of several statements")
  func sideBySide() async throws {
    let stage = Stage()
    try await stage.show("home")
    try stage.wireframe.register("/controller", option: .push) { route in
      let title = route.urlText
      return Screen(title)
    }
    try stage.wireframe.register("/view", option: .push) { route in
      let id = route.urlText.count
      return ProductView(id: id)
    }
    try stage.wireframe.register("/none", option: .push, view: { _ -> ProductView? in nil })
    try await stage.run { try await stage.wireframe.route(to: "/controller") }
    try await stage.run { try await stage.wireframe.route(to: "/view") }
    #expect(stage.host.state.shown.map { $0.controller.title } == ["home", "/controller", nil])
    #expect(stage.host.topController is UIHostingController<ProductView>)
    #expect(await code { try await stage.wireframe.route(to: "/none") } == .noController)
  }

  @Test("A guard is asked before a view, as before any screen") func guarded() async throws {
    let stage = Stage()
    try await stage.show("home")
    var isMade = false
    try stage.wireframe.register("/view", option: .push, tags: ["login"]) { _ in
      isMade = true
      return ProductView(id: 1)
    }
    stage.wireframe.observe(tag: "login") { _ in .stop("no") }
    try await stage.wireframe.route(to: "/view")
    #expect(!isMade)
    #expect(stage.titles == ["home"])
  }

  @Test("0.3 A builder by name may make a SwiftUI view") func builder() async throws {
    let app = try await ConfiguredApp()
    app.configuration.register(builder: "view", view: { ProductView(id: try $0["id"]) })
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
