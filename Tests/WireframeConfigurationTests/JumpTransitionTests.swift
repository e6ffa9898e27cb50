import Testing
import TestSupport
import WireframeConfiguration
import WireframeCore

/// Transitions of system 0: for all jumps, for pairs of types, for single routes.
@MainActor
@Suite(.hangsNever) struct JumpTransitionTests {
  class Page {
    let name: String
    init(_ name: String) { self.name = name }
  }
  class List: Page {}
  final class LongList: List {}
  class Product: Page, Zoomable {}
  final class Lamp: Product {}

  protocol Zoomable {}

  /// Notes which transition was called.
  final class Log {
    var lines: [String] = []
  }

  struct Noted: JumpTransition {
    let name: String
    let log: Log

    func prepare(_ jump: Jump<Page>) { log.lines.append(name) }
  }

  /// A wireframe whose entries push a page of each type.
  @MainActor
  struct App {
    // Without limits: a busy machine lets real time pass.
    let wireframe = Wireframe<Page>(limits: .none)
    let navigation = NavigationTree<Page>()
    let configuration: RouteConfiguration<Page>
    let log = Log()

    init() throws {
      configuration = RouteConfiguration(wireframe, on: navigation)
      configuration.register(builder: "page") { Page($0.route.urlText) }
      configuration.register(builder: "list") { List($0.route.urlText) }
      configuration.register(builder: "long-list") { LongList($0.route.urlText) }
      configuration.register(builder: "product") { Product($0.route.urlText) }
      configuration.register(builder: "lamp") { Lamp($0.route.urlText) }
      configuration.register(transition: "own", prepare: Noted(name: "own", log: log).prepare)
      let entries = ["page", "list", "long-list", "product", "lamp"].map {
        "{\"pattern\": \"/\($0)\", \"builder\": \"\($0)\", \"navigator\": \"push\"}"
      }
      try configuration.load(
        json: """
          {"routes": [\(entries.joined(separator: ",")),
            {"pattern": "/", "builder": "page", "navigator": "root"},
            {"pattern": "/own", "builder": "product", "navigator": "push", "transition": "own"}]}
          """)
    }

    func noted(_ name: String) -> Noted { Noted(name: name, log: log) }

    /// Routes to all of them, and tells which transitions were called.
    func route(_ urlTexts: String...) async throws -> [String] {
      log.lines = []
      for urlText in urlTexts { try await wireframe.route(to: urlText) }
      return log.lines
    }
  }

  @Test("0.14: a configuration has an optional transition object, for every jump")
  func one() async throws {
    let app = try App()
    #expect(try await app.route("/", "/list").isEmpty)
    app.configuration.transition = app.noted("all")
    #expect(try await app.route("/", "/list", "/product") == ["all", "all", "all"])
    app.configuration.transition = nil
    #expect(try await app.route("/", "/list").isEmpty)
  }

  @Test(
    "0.15: a transition is called when the destination is built and the navigator has not run; it is awaited"
  )
  func calledBetween() async throws {
    let app = try App()
    var log: [String] = []
    app.configuration.register(builder: "list") { _ in
      log.append("built")
      return List("list")
    }
    app.configuration.register(transitionFrom: Page.self, to: List.self) { jump in
      await Task.yield()
      log.append("from \(jump.source?.name ?? "-") to \(jump.destination.name), at \(app.top)")
    }
    app.configuration.register(navigator: "push") { jump in
      log.append("navigator")
      try await jump.host.push(jump.destination, route: jump.route)
    }
    _ = try await app.route("/", "/list")
    #expect(log == ["built", "from / to list, at /", "navigator"])
    #expect(app.top == "list")
  }

  @Test("0.16: a transition can choose by the types of source and destination")
  func choosesByTypes() async throws {
    struct Choosing: JumpTransition {
      let log: Log
      func prepare(_ jump: Jump<Page>) {
        switch (jump.source, jump.destination) {
        case (is List, is Product): log.lines.append("zoom")
        case (is Product, is List): log.lines.append("shrink")
        default: log.lines.append("none")
        }
      }
    }
    let app = try App()
    app.configuration.transition = Choosing(log: app.log)
    #expect(
      try await app.route("/", "/list", "/product", "/list") == ["none", "none", "zoom", "shrink"])
  }

  @Test(
    "0.17: transitions are registered per pair of types and per route, the most special is called first"
  )
  func mostSpecialFirst() async throws {
    let app = try App()
    let configuration = app.configuration
    configuration.transition = app.noted("all")
    // From the least special on, so that the order of registration would give the wrong one.
    configuration.register(
      transitionFrom: Page.self, to: Page.self, prepare: app.noted("page to page").prepare)
    configuration.register(
      transitionFrom: Page.self, to: (any Zoomable).self,
      prepare: app.noted("page to zoomable").prepare)
    configuration.register(
      transitionFrom: List.self, to: Page.self, prepare: app.noted("list to page").prepare)
    configuration.register(
      transitionFrom: List.self, to: Product.self, prepare: app.noted("list to product").prepare)
    configuration.register(
      transitionFrom: LongList.self, to: Lamp.self, prepare: app.noted("long list to lamp").prepare)
    #expect(try await app.route("/") == ["all"])  // there is no source
    #expect(try await app.route("/", "/page") == ["page to page", "page to page"])
    #expect(try await app.route("/list", "/page") == ["page to page", "list to page"])
    #expect(try await app.route("/list", "/product").last == "list to product")
    #expect(try await app.route("/list", "/lamp").last == "list to product")
    #expect(try await app.route("/long-list", "/lamp").last == "long list to lamp")
    #expect(try await app.route("/long-list", "/product").last == "list to product")
    #expect(try await app.route("/page", "/lamp").last == "page to page")
    #expect(try await app.route("/list", "/own").last == "own")
  }

  @Test(
    "0.17: of transitions of which none is more special the first is called; a removed one is not")
  func equallySpecial() async throws {
    let app = try App()
    let first = app.configuration.register(
      transitionFrom: List.self, to: Page.self, prepare: app.noted("list to page").prepare)
    app.configuration.register(
      transitionFrom: Page.self, to: Product.self, prepare: app.noted("page to product").prepare)
    #expect(try await app.route("/", "/list", "/product") == ["list to page"])
    first.remove()
    #expect(try await app.route("/", "/list", "/product") == ["page to product"])
  }

  @Test("0.17: a screen's own type is more special than a protocol that it conforms to")
  func ownTypeBeforeProtocol() async throws {
    let app = try App()
    app.configuration.register(
      transitionFrom: Page.self, to: (any Zoomable).self, prepare: app.noted("to zoomable").prepare)
    app.configuration.register(
      transitionFrom: Page.self, to: Lamp.self, prepare: app.noted("to lamp").prepare)
    #expect(try await app.route("/", "/product", "/lamp") == ["to zoomable", "to lamp"])
  }

  @Test("Defaults name the transition of entries that name none")
  func inDefaults() async throws {
    let app = try App()
    app.configuration.register(transition: "other", prepare: app.noted("other").prepare)
    try app.configuration.load(
      json: """
        {"defaults": {"transition": "own", "navigator": "push"},
         "routes": [{"pattern": "/a", "builder": "page"},
                    {"pattern": "/b", "builder": "page", "transition": "other"},
                    {"pattern": "/back", "navigator": "pop"}]}
        """)
    #expect(try await app.route("/", "/a", "/b", "/back") == ["own", "other"])
  }

  @Test("A call that names a navigator may name a transition, too")
  func inACall() async throws {
    let app = try App()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/list", option: .navigator("push", transition: "own"))
    #expect(app.log.lines == ["own"])
  }
}

extension JumpTransitionTests.App {
  var top: String { navigation.state.top?.controller.name ?? "-" }
}
