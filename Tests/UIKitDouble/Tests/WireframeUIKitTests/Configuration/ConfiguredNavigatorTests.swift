import Testing
import UIKit
import WireframeConfiguration
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct ConfiguredNavigatorTests {
  @Test(
    "0.11 push, push-animated, present, present-animated and root show; 0.13 the jump ends when the screen is there",
    arguments: ["push", "push-animated", "present", "present-animated", "root"])
  func showing(navigator: String) async throws {
    let app = try await ConfiguredApp()
    try app.load(#"{"pattern": "/a", "builder": "product", "navigator": "\#(navigator)"}"#)
    let start = app.stage.window.clock.now
    var isThere = false
    try await app.stage.run {
      try await app.stage.wireframe.route(to: "/a")
      let top = app.stage.host.topController
      isThere = top?.isBeingPresented == false && top?.transitionCoordinator == nil
    }
    #expect(isThere)
    let top = try #require(app.stage.host.topController as? ProductController)
    #expect(app.stage.titles == (navigator == "root" ? ["/a"] : ["list", "/a"]))
    #expect((top.presentingViewController != nil) == navigator.hasPrefix("present"))
    #expect((app.stage.window.clock.now - start > 0.3) == navigator.hasSuffix("animated"))
    #expect(app.stage.window.faults.isEmpty)
  }

  @Test("0.11 pop and dismiss take a screen away, and have no builder") func leaving() async throws
  {
    let app = try await ConfiguredApp()
    try app.load(
      #"{"pattern": "/push", "builder": "product", "navigator": "push"}"#,
      #"{"pattern": "/present", "builder": "product", "navigator": "present"}"#,
      #"{"pattern": "/pop", "navigator": "pop"}"#,
      #"{"pattern": "/dismiss", "navigator": "dismiss", "options": {"animated": false}}"#)
    try await app.route("/push")
    try await app.route("/present")
    #expect(app.stage.titles == ["list", "/push", "/present"])
    try await app.route("/dismiss")
    #expect(app.stage.titles == ["list", "/push"])
    try await app.route("/pop")
    #expect(app.stage.titles == ["list"])
    #expect(app.stage.window.faults.isEmpty)
  }

  @Test("0.12 navigation-wrap wraps the destination in a navigation controller, then presents it")
  func navigationWrap() async throws {
    let app = try await ConfiguredApp()
    app.configuration.register(navigator: "navigation-wrap") { jump in
      try await jump.host.present(
        jump.destination, route: jump.route, option: .modal(.sheet, hasStack: true))
    }
    try app.load(
      #"{"pattern": "/a", "builder": "product", "navigator": "navigation-wrap"}"#,
      #"{"pattern": "/b", "builder": "product", "navigator": "push"}"#)
    try await app.route("/a")
    let product = try #require(app.stage.host.topController as? ProductController)
    let stack = try #require(product.navigationController)
    #expect(stack.viewControllers == [product])
    #expect(stack.presentingViewController === app.stage.window.rootViewController)
    try await app.route("/b")
    #expect(stack.viewControllers.count == 2)
    #expect(app.stage.titles == ["list", "/a", "/b"])
    #expect(app.stage.host.state.layers[1].shown.first?.route?.pattern?.text == "/a")
  }

  @Test("0.10 A navigator of the app's moves view controllers itself, and the host sees it")
  func ownNavigator() async throws {
    let app = try await ConfiguredApp()
    app.configuration.register(navigator: "own") { source, destination in
      source?.navigationController?.pushViewController(destination, animated: false)
    }
    try app.load(#"{"pattern": "/a", "builder": "product", "navigator": "own"}"#)
    try await app.route("/a")
    await app.stage.rest()
    #expect(app.stage.titles == ["list", "/a"])
  }
}
