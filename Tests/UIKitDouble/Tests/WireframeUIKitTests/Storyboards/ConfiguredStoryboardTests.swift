import Foundation
import Testing
import UIKit
import WireframeConfiguration
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct ConfiguredStoryboardTests {
  let resources: Resources

  init() throws {
    resources = try Resources()
    try resources.addStoryboard(
      "Shop", ["": { UIViewController() }, "cart": { ListController("cart") }])
    try resources.addStoryboard("Help", tellsIDs: false, ["faq": { ListController("faq") }])
    try resources.addNib("ProductController")
  }

  @Test("0.2 An entry with storyboard name and controller id needs no code") func storyboard()
    async throws
  {
    let app = try await ConfiguredApp()
    try app.configuration.register(storyboards: ["Shop", "Help"], in: resources.bundle)
    try app.load(
      #"{"pattern": "/cart", "storyboard": "Shop", "id": "cart", "navigator": "push"}"#,
      #"{"pattern": "/faq", "storyboard": "Help", "id": "faq", "navigator": "present"}"#)
    try await app.route("/cart")
    try await app.route("/faq")
    #expect(app.stage.titles == ["list", "cart", "faq"])
    #expect(app.stage.host.topController?.storyboard != nil)
  }

  @Test("0.2 A file with an identifier that the storyboard does not have is refused whole")
  func unknownIdentifier() async throws {
    let app = try await ConfiguredApp()
    try app.configuration.register(storyboards: ["Shop"], in: resources.bundle)
    let error = #expect(throws: ConfigurationError.self) {
      try app.load(
        #"{"pattern": "/cart", "storyboard": "Shop", "id": "cart", "navigator": "push"}"#,
        #"{"pattern": "/a", "storyboard": "Shop", "id": "crat", "navigator": "push"}"#)
    }
    #expect(error?.faults.map(\.keyPath) == ["routes[1].id"])
    #expect(error?.faults.first?.allowed == "'cart'")
    #expect(error?.faults.first?.suggestion == "cart")
    #expect(!app.stage.wireframe.canRoute(to: "/cart"))
  }

  @Test("0.2 A missing storyboard is an error of the registration, and none is registered")
  func missingStoryboard() async throws {
    let app = try await ConfiguredApp()
    let error = #expect(throws: UIKitError.self) {
      try app.configuration.register(storyboards: ["Shop", "Shpo"], in: resources.bundle)
    }
    #expect(error?.code == .missingStoryboard)
    #expect(
      error?.description == "There is no storyboard 'Shpo' in the bundle 'Test.bundle'. "
        + "Add it to the target, or name another one, or its bundle.")
    #expect(throws: ConfigurationError.self) {
      try app.load(
        #"{"pattern": "/cart", "storyboard": "Shop", "id": "cart", "navigator": "push"}"#)
    }
  }

  @Test("0.2 The app prepares what comes from a storyboard; the registration takes all back")
  func prepare() async throws {
    let app = try await ConfiguredApp()
    let registration = try app.configuration.register(
      storyboards: ["Shop", "Help"], in: resources.bundle
    ) { controller, parameters in controller.title = parameters.query["title"] }
    let entry = #"{"pattern": "/cart", "storyboard": "Shop", "id": "cart", "navigator": "push"}"#
    try app.load(entry)
    try await app.route("/cart?title=Mine")
    #expect(app.stage.titles == ["list", "Mine"])
    registration.remove()
    #expect(throws: ConfigurationError.self) {
      try app.load(#"{"pattern": "/b", "storyboard": "Help", "id": "faq", "navigator": "push"}"#)
    }
  }

  @Test("0.3 A builder by name makes its controller with a nib") func nib() async throws {
    let app = try await ConfiguredApp()
    try app.configuration.register(
      builder: "nib-product", nib: NibSource(ProductController.self, in: resources.bundle)
    ) { $0.productID = try $1["id"] }
    try app.load(
      #"{"pattern": "/products/:id<int>", "builder": "nib-product", "navigator": "push"}"#)
    try await app.route("/products/42")
    let product = try #require(app.stage.host.topController as? ProductController)
    #expect(product.productID == 42)
    #expect(product.nibName == "ProductController")
    #expect(product.nibBundle?.bundlePath == resources.bundle.bundlePath)
  }

  @Test("0.3 A missing nib is an error of the registration") func missingNib() async throws {
    let app = try await ConfiguredApp()
    let error = #expect(throws: UIKitError.self) {
      try app.configuration.register(
        builder: "list", nib: NibSource(ListController.self, in: resources.bundle))
    }
    #expect(error?.code == .missingNib)
    #expect(throws: ConfigurationError.self) {
      try app.load(#"{"pattern": "/a", "builder": "list", "navigator": "push"}"#)
    }
  }
}
