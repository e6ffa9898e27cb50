import Testing
import UIKit
import WireframeConfiguration
import WireframeCore
import WireframeUIKit

/// Transitions of system 0, by animators of UIKit's: a transition of a jump sets them on the destination.
@MainActor
@Suite(.hangsNever)
struct ConfiguredTransitionTests {
  @Test(
    "0.14 A transition for all jumps brings its animators to a push and a modal; 0.15 it is called before",
    arguments: ["push-animated", "present-animated"])
  func all(navigator: String) async throws {
    let (app, log) = try await app(navigator)
    app.configuration.transition = Animated("all", log)
    try await app.route("/product")
    #expect(log.lines == ["prepare all, not in a window", "arrive all"])
    try await app.stage.run { try await app.stage.host.popOrDismiss() }
    #expect(log.lines.last == "leave all")
    #expect(log.lines.count == 3)
    app.configuration.transition = nil
    try await app.route("/product")
    #expect(log.lines.count == 3)
  }

  @Test(
    "0.16 It can choose by the types of source and destination",
    arguments: ["push-animated", "present-animated"])
  func byTypes(navigator: String) async throws {
    let (app, log) = try await app(navigator)
    app.configuration.transition = OnlyToProducts(log: log)
    try await app.route("/list")
    #expect(log.lines.isEmpty)
    try await app.route("/product")
    #expect(log.lines == ["arrive ListController to ProductController"])
  }

  @Test(
    "0.17 One by name comes before one for a pair of types, and that before the one for all",
    arguments: ["push-animated", "present-animated"])
  func mostSpecial(navigator: String) async throws {
    let (app, log) = try await app(navigator)
    app.configuration.register(transition: "zoom", prepare: Animated("zoom", log).prepare)
    app.configuration.register(
      transitionFrom: ListController.self, to: ProductController.self,
      prepare: Animated("pair", log).prepare)
    app.configuration.transition = Animated("all", log)
    try app.load(
      """
      {"pattern": "/zoom", "builder": "product", "navigator": "\(navigator)", "transition": "zoom"}
      """)
    try await app.route("/product")
    try await app.stage.run { try await app.stage.host.popOrDismiss() }
    #expect(log.lines == ["prepare pair, not in a window", "arrive pair", "leave pair"])
    log.lines = []
    try await app.route("/list")
    #expect(log.lines == ["prepare all, not in a window", "arrive all"])
    log.lines = []
    try await app.route("/zoom")
    #expect(log.lines == ["prepare zoom, not in a window", "arrive zoom"])
    #expect(app.stage.window.faults.isEmpty)
  }

  @Test("0.14 The user's dismissal and back button run the leaving animator, too") func userLeaves()
    async throws
  {
    let (app, log) = try await app("push-animated")
    app.configuration.transition = Animated("all", log)
    try await app.route("/product")
    log.lines = []
    try app.stage.stack.tapBackButton()
    await app.stage.rest()
    #expect(log.lines == ["leave all"])
    #expect(app.stage.titles == ["list"])
  }

  private func app(_ navigator: String) async throws -> (ConfiguredApp, Log) {
    let app = try await ConfiguredApp()
    app.configuration.register(builder: "list") { ListController($0.route.urlText) }
    try app.load(
      #"{"pattern": "/product", "builder": "product", "navigator": "\#(navigator)"}"#,
      #"{"pattern": "/list", "builder": "list", "navigator": "\#(navigator)"}"#)
    return (app, Log())
  }
}

@MainActor
private final class Log {
  var lines: [String] = []
}

private struct Animated: JumpTransition {
  let name: String
  let log: Log

  init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

  func prepare(_ jump: Jump<UIViewController>) {
    let place = jump.destination.viewIfLoaded?.window == nil ? "not in a window" : "in a window"
    log.lines.append("prepare \(name), \(place)")
    let transition = ScreenTransition {
      Animator("arrive \(name)", log)
    } leaving: {
      Animator("leave \(name)", log)
    }
    transition.attach(to: jump.destination)
  }
}

private struct OnlyToProducts: JumpTransition {
  let log: Log

  func prepare(_ jump: Jump<UIViewController>) {
    guard let source = jump.source, jump.destination is ProductController else { return }
    let name = "arrive \(type(of: source)) to \(type(of: jump.destination))"
    ScreenTransition({ Animator(name, log) }).attach(to: jump.destination)
  }
}

private final class Animator: NSObject, UIViewControllerAnimatedTransitioning {
  private let name: String
  private let log: Log

  init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0 }

  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    log.lines.append(name)
    Task { @MainActor in transitionContext.completeTransition(true) }
  }
}
