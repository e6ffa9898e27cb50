import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Several wireframes, joined: 0.18 and 0.19.
@MainActor
@Suite(.hangsNever)
struct MountingTests {
  let app: Shop
  /// A module's wireframe, as its own tests would make it.
  let module = Wireframe<Screen>(sources: ["myapp:"], defaultOption: .modal, limits: .none)
  let watch = Recorder()

  init() async throws {
    app = try await Shop(sources: ["myapp:", "https://example.com"])
    module.add(observer: watch)
    try module.register("/products/:id<int>", option: .push, exposure: .external) { route in
      Screen("Product \(try route["id"] as Int)")
    }
    try module.register("/") { _ in Screen("Start") }
    try module.register("/login") { _ in Screen("Module's login") }
    try app.register("/login", "/shop/help")
  }

  @Test("A routing asks the module on its way, and no other")
  func modulesOnTheWay() async throws {
    let watchers = (0..<5).map { _ in CountingObserver() }
    for (number, watcher) in watchers.enumerated() {
      let module = Wireframe<Screen>()
      module.add(observer: watcher)
      module.add(optionProvider: watcher)
      try module.register("/a") { _ in Screen("a") }
      try app.wireframe.mount(module, at: RoutePattern("/m\(number)"))
    }
    try await app.wireframe.route(to: "/m3/a")
    #expect(watchers.map(\.observed) == [0, 0, 0, 1, 0])
    #expect(watchers.map(\.options) == [0, 0, 0, 1, 0])
    // What no pattern matches is shown to the modules under whose path it is.
    #expect(try await app.failure("/m1/nothing").code == .noRoute)
    #expect(watchers.map(\.observed) == [0, 1, 0, 1, 0])
    #expect(try await app.wireframe.route(to: "/login").outcome == .presented)
    #expect(watchers.map(\.observed) == [0, 1, 0, 1, 0])
  }

  @Test("0.18 A wireframe of a module routes alone, on a host of its own")
  func alone() async throws {
    let tree = NavigationTree<Screen>()
    let presenters = module.addStandardPresenters(on: tree)
    try await tree.setRoot(Screen("root"))
    try await module.route(to: "/products/1")
    try await module.route(to: "/")
    #expect(tree.state.shown.map { "\($0.controller)" } == ["root", "Product 1", "Start"])
    // Mounted, it routes on the app's host; unmounted, on its own again.
    presenters.remove()
    let mounting = try app.wireframe.mount(module, at: "/shop")
    try await module.route(to: "/products/2")
    #expect(app.shown == ["root", "Product 2"])
    mounting.remove()
    module.addStandardPresenters(on: tree)
    try await module.route(to: "/products/3")
    #expect(tree.state.top?.controller.description == "Product 3")
    #expect(try await app.failure("/shop/products/1").code == .noRoute)
    #expect(!app.wireframe.canRoute(to: "/shop/products/1"))
  }

  @Test(
    "0.19 The master reaches a module behind its path, and the module its own routes without it",
    arguments: [
      ("/shop/products/42", "/products/42", "Product 42"),
      ("myapp://shop/products/42?a=1#x", "myapp://products/42?a=1#x", "Product 42"),
      ("https://example.com/shop/products/42", "https://example.com/products/42", "Product 42"),
      ("/shop", "/", "Start"), ("myapp://shop", "myapp://", "Start"),
      ("https://example.com/shop?q", "https://example.com?q", "Start"),
      ("/shop/login", "/login", "Module's login"),
    ])
  func dispatching(whole: String, inside: String, title: String) async throws {
    try app.wireframe.mount(module, at: "/shop")
    let one = try await app.wireframe.route(to: whole)
    let other = try await module.route(to: inside)
    for result in [one, other] {
      #expect(result.controller?.description == title)
      #expect(result.option is Modal == (title != "Product 42"))
    }
    #expect(one.route.pattern?.text.hasPrefix("/shop") == true)
    #expect(other.route.pattern?.text.hasPrefix("/shop") == false)
    #expect(one.route.query.items.map(\.name) == other.route.query.items.map(\.name))
    #expect(one.route.fragment == other.route.fragment)
    #expect(watch.routed.map(\.route.path) == [other.route.path, other.route.path])
    #expect(module.canRoute(to: inside) && app.wireframe.canRoute(to: whole))
  }

  @Test("0.19 Without a path, modules share one space of URLs")
  func withoutPrefix() async throws {
    let other = Wireframe<Screen>()
    try other.register("/orders") { _, router in
      router.enqueue("/products/7")
      return Screen("Orders")
    }
    try app.wireframe.mount(other)
    let bare = Wireframe<Screen>()
    try bare.register("/products/:id") { Screen("Product \(try $0["id"] as String)") }
    try app.wireframe.mount(bare)
    try await other.route(to: "/orders")
    #expect(await eventually { app.shown == ["root", "Orders", "Product 7"] })
    #expect(try await bare.route(to: "/login").controller?.description == "/login")
  }

  @Test(
    "The master's observers come first, whatever their priority, by whomever it is routed",
    arguments: ["app", "module", "open", "enqueue"])
  func observersAbove(way: String) async throws {
    var asked: [String] = []
    module.observe(priority: 1000) { route in
      asked.append("module \(route.path.joined(separator: "/")) \(route.pattern?.text ?? "-")")
      return .proceed
    }
    app.wireframe.observe(priority: -1000) { route in
      asked.append("app \(route.path.joined(separator: "/")) \(route.pattern?.text ?? "-")")
      return .proceed
    }
    try app.wireframe.mount(module, at: "/shop")
    switch way {
    case "app": try await app.wireframe.route(to: "/shop/products/1")
    case "module": try await module.route(to: "/products/1")
    case "open": await module.open("myapp://products/1", origin: .notification)
    default:
      module.enqueue("/products/1")
      await module.settled()
    }
    #expect(
      asked == [
        "app shop/products/1 /shop/products/:id<int>", "module products/1 /products/:id<int>",
      ])
    #expect(app.shown == ["root", "Product 1"])
    asked = []
    try await app.wireframe.route(to: "/shop/help")
    #expect(asked == ["app shop/help /shop/help"])
  }

  @Test("A guard above stops a module's routing; a module's redirect stays in the module")
  func guards() async throws {
    try app.wireframe.mount(module, at: "/shop")
    let inner = module.observe { route in
      route.path.first == "products" ? .redirect(to: "/login", resuming: .newest) : .proceed
    }
    let result = try await module.route(to: "/products/1")
    #expect(result.controller?.description == "Module's login")
    #expect(result.redirects.map(\.pattern) == ["/products/:id<int>"])
    #expect(module.parked?.urlText == "/shop/products/1")
    inner.remove()
    #expect(try await module.resume()?.route.pattern == "/products/:id<int>")
    #expect(app.shown == ["root", "Product 1"])
    try app.wireframe.observe(under: "/shop") { _ in .stop("closed") }
    #expect(try await module.route(to: "/login").outcome == .stopped(reason: "closed"))
    watch.events = []
    #expect(try await module.route(to: "/login?").outcome == .stopped(reason: "closed"))
    #expect(watch.events == ["didStop /shop/login? closed"])
  }

  @Test("A module observes under a path as it knows the path")
  func observingUnder() async throws {
    var seen = 0
    try module.observe(under: "/products") { _ in
      seen += 1
      return .proceed
    }
    try app.wireframe.mount(module, at: "/shop")
    try app.register("/products")
    try await module.route(to: "/products/1")
    try await app.wireframe.route(to: "/shop/products/1")
    try await app.wireframe.route(to: "/products")
    #expect(seen == 2)
  }

  @Test("Exposure goes with the route, and unbound providers are asked for their own URLs only")
  func exposureAndProviders() async throws {
    try app.wireframe.mount(module, at: "/shop")
    #expect(await module.open("myapp://products/1", origin: .notification).result != nil)
    #expect(await module.open("myapp://login", origin: .notification).error?.code == .notExposed)
    module.add(provider: Answering { $0.path == ["x"] ? Screen("unbound") : nil })
    #expect(try await app.wireframe.route(to: "/shop/x").controller?.description == "unbound")
    #expect(try await module.route(to: "/x").controller?.description == "unbound")
    #expect(try await app.failure("/x").code == .noRoute)
    let error = try await app.failure("/shop/y")
    #expect(error.code == .noRoute)
    #expect(error.description.contains("Asked: 'Answering'."))
  }

  @Test("A module's providers come before the master's, its option providers behind")
  func orderOfRoles() async throws {
    var log: [String] = []
    app.wireframe.add(
      provider: Answering { _ in
        log.append("app provider"); return nil
      }, priority: 9)
    module.add(
      provider: Answering { _ in
        log.append("module provider"); return nil
      }, priority: 1)
    app.wireframe.add(
      optionProvider: Settling {
        log.append("app option"); return nil
      })
    module.add(
      optionProvider: Settling {
        log.append("module option"); return .replaceTop
      })
    try app.wireframe.mount(module, at: "/shop")
    let result = try await app.wireframe.route(to: "/shop/login")
    #expect(result.option is ReplaceTop)
    #expect(log == ["module option", "app option", "module provider"])
    log = []
    try module.register("/none") { _ in nil }
    let error = try await app.failure("/shop/none")
    #expect(error.code == .noController)
    #expect(log.suffix(2) == ["module provider", "app provider"])
    #expect(
      error.description.contains("Asked: 'Answering', 'the route's closure', 'Answering'."))
  }

  @Test("A module's presenter serves the module's routes only")
  func presenters() async throws {
    var shown: [String] = []
    module.add(presenter: Noting { screen, _ in shown.append(screen.description) })
    try module.register("/note", option: Note()) { _ in Screen("note") }
    try app.wireframe.mount(module, at: "/shop")
    try app.register("/note", option: Note())
    try await module.route(to: "/note")
    #expect(shown == ["note"])
    #expect(try await app.failure("/note").code == .noPresenter)
  }

  @Test("What a module registers later is there at once, and goes with its registration")
  func lateRegistration() async throws {
    try app.wireframe.mount(module, at: "/shop")
    let late = try module.register("/late/:x") { Screen(try $0["x"]) }
    #expect(try await app.wireframe.route(to: "/shop/late/7").controller?.description == "7")
    late.remove()
    #expect(!app.wireframe.canRoute(to: "/shop/late/7"))
    try module.add(type: ParameterType("even") { (Int($0) ?? 1).isMultiple(of: 2) })
    try module.register("/even/:n<even>") { _ in Screen("even") }
    #expect(
      app.wireframe.canRoute(to: "/shop/even/2") && !app.wireframe.canRoute(to: "/shop/even/3"))
  }

  @Test("Handlers get the module's router")
  func handlers() async throws {
    try module.handle("/go") { route, router in
      #expect(route.path == ["go"])
      router.enqueue("/products/5")
    }
    try app.wireframe.mount(module, at: "/shop")
    try await app.wireframe.route(to: "/shop/go")
    #expect(await eventually { app.shown == ["root", "Product 5"] })
  }

  @Test("A role of a module asks for its route's request again, as it is or with another URL")
  func requestAgain() async throws {
    var asked = 0
    try module.handle("/again") { route, router in
      asked += 1
      var request = route.request
      if asked > 1 { request.urlText = "/products/5" }
      router.enqueue(request)
    }
    try app.wireframe.mount(module, at: "/shop")
    try await app.wireframe.route(to: "/shop/again")
    await app.wireframe.settled()
    #expect(asked == 2 && app.shown == ["root", "Product 5"])
  }

  @Test("A module's router takes the request that a presenter of the module gets, as it is")
  func requestOfPresenter() async throws {
    var requests: [RoutingRequest] = []
    module.add(presenter: Noting { _, route in requests.append(route.request) })
    try module.register("/note", option: Note()) { _ in Screen("note") }
    try app.wireframe.mount(module, at: "/shop")
    try await module.route(to: "/note")
    let request = try #require(requests.first)
    try await module.route(request)
    #expect(requests.map(\.urlText) == ["/shop/note", "/shop/note"])
  }

  @Test("A conflict is found at mounting, in the words of both, and nothing has changed")
  func conflicts() async throws {
    try app.register("/shop/:section")
    let error = #expect(throws: RoutingError.self) {
      _ = try app.wireframe.mount(conflicting(), at: "/shop")
    }
    #expect(error?.code == .conflictingPattern)
    #expect(
      error?.description == """
        Pattern '/shop/:page' matches the same URLs as '/shop/:section', registered before it. \
        Remove one of them, or tell them apart by a literal or a type.
        """)
    #expect(!app.wireframe.canRoute(to: "/shop/first/x"))
    try app.wireframe.mount(module, at: "/store")
    #expect(throws: RoutingError.self) { try app.register("/store/products/:other<int>") }
    try app.register("/store/terms")
    let clash = #expect(throws: RoutingError.self) { try module.register("/terms") }
    #expect(clash?.code == .conflictingPattern)
    #expect(clash?.pattern == "/store/terms")
  }

  @Test("What conflicts in a wireframe further up is not registered in the module either")
  func conflictAbove() async throws {
    let outer = try await Shop()
    let mount = try outer.wireframe.mount(app.wireframe, at: "/outer")
    try app.wireframe.mount(module, at: "/shop")
    try outer.register("/outer/shop/terms")
    for _ in 0..<2 {
      let error = #expect(throws: RoutingError.self) { try module.register("/terms") }
      #expect(error?.pattern == "/outer/shop/terms")
    }
    mount.remove()
    #expect(!module.canRoute(to: "/terms"))
    #expect(!app.wireframe.canRoute(to: "/shop/terms"))
    // Nothing of the attempt is left, so that the same route can be registered now.
    try module.register("/terms") { _ in Screen("terms") }
    #expect(app.wireframe.canRoute(to: "/shop/terms"))
  }

  @Test("A registration that is refused further up takes no guard from a module's screens")
  func refusedAbove() async throws {
    let (outer, inner) = (try await Shop(), Wireframe<Screen>())
    try outer.wireframe.mount(module, at: "/shop")
    try module.mount(inner, at: "/drafts")
    inner.observeLeaving { _ in .stay("draft") }
    let own = try inner.register("/:id", option: .push) { _ in Screen("Draft") }
    try await inner.route(to: "/1")
    own.remove()
    try outer.register("/shop/drafts/:name")
    #expect(throws: RoutingError.self) { try module.register("/drafts/:id") { _ in Screen("") } }
    let error = try await failure { try await outer.wireframe.back() }
    #expect(error.code == .leaveRefused)
    #expect(outer.shown == ["root", "Draft"])
  }

  @Test("A mount that conflicts further up changes nothing, and can be made elsewhere")
  func mountIsAtomic() async throws {
    let outer = try await Shop()
    try outer.wireframe.mount(app.wireframe, at: "/outer")
    try outer.register("/outer/shop/:section")
    let child = try conflicting()
    #expect(throws: RoutingError.self) { try app.wireframe.mount(child, at: "/shop") }
    #expect(!app.wireframe.canRoute(to: "/shop/first/x"))
    #expect(!outer.wireframe.canRoute(to: "/outer/shop/first/x"))
    try app.wireframe.mount(child, at: "/elsewhere")
    #expect(outer.wireframe.canRoute(to: "/outer/elsewhere/first/x"))
    #expect(app.wireframe.canRoute(to: "/elsewhere/any"))
  }

  private func conflicting() throws -> Wireframe<Screen> {
    let child = Wireframe<Screen>()
    try child.register("/first/:x") { _ in Screen("") }
    try child.register("/:page") { _ in Screen("") }
    return child
  }

  @Test("Modules mount modules; all of it is one queue, and unmounting takes the inner ones along")
  func nesting() async throws {
    let inner = Wireframe<Screen>(limits: .none)
    let gate = Barrier()
    try inner.register("/slow") { _ in
      await gate.pass()
      return Screen("slow")
    }
    try inner.register("/:n<int>") { Screen("inner \(try $0["n"] as Int)") }
    let innerMount = try module.mount(inner, at: "/in/ner")
    let mount = try app.wireframe.mount(module, at: "/shop")
    let routing = Task { try await inner.route(to: "/slow") }
    await gate.waitForArrivals()
    let others = [
      Task { try await app.wireframe.route(to: "/shop/in/ner/1") },
      Task { try await module.route(to: "/in/ner/2") },
      Task { try await inner.route(to: "/3") },
    ]
    #expect(await inner.isAwaited(by: 3))
    #expect(app.shown == ["root"])
    gate.open()
    _ = try await routing.value
    var patterns: [String?] = []
    for other in others { patterns.append(try await other.value.route.pattern?.text) }
    #expect(app.shown == ["root", "slow", "inner 1", "inner 2", "inner 3"])
    #expect(patterns == ["/shop/in/ner/:n<int>", "/in/ner/:n<int>", "/:n<int>"])
    try inner.register("/late") { _ in Screen("late") }
    #expect(app.wireframe.canRoute(to: "/shop/in/ner/late"))
    innerMount.remove()
    #expect(!app.wireframe.canRoute(to: "/shop/in/ner/late"))
    #expect(!module.canRoute(to: "/in/ner/late") && inner.canRoute(to: "/late"))
    try module.mount(inner, at: "/again")
    #expect(app.wireframe.canRoute(to: "/shop/again/late"))
    mount.remove()
    #expect(!app.wireframe.canRoute(to: "/shop/again/late") && module.canRoute(to: "/again/late"))
  }

  @Test("What cannot be mounted is an error that says why")
  func faults() async throws {
    func text(_ mount: () throws -> Registration) -> String {
      do {
        _ = try mount()
        return "mounted"
      } catch {
        #expect((error as? RoutingError)?.code == .invalidMount)
        return "\(error)"
      }
    }
    for prefix in ["/:id", "/", "myapp://shop", "/a/*", "/a/:b?"] as [RoutePattern] {
      #expect(
        text { try app.wireframe.mount(module, at: prefix) } == """
          A wireframe cannot be mounted at '\(prefix)'. Use a path of literals such as '/shop', or \
          no path.
          """)
    }
    #expect(
      text { try app.wireframe.mount(app.wireframe, at: "/a") }
        == "A wireframe cannot be mounted on itself, nor on one that is mounted on it.")
    try app.wireframe.mount(module, at: "/shop")
    #expect(
      text { try app.wireframe.mount(module, at: "/b") }
        == "The wireframe is already mounted. Remove that registration first.")
    #expect(
      text { try module.mount(app.wireframe, at: "/c") }
        == "A wireframe cannot be mounted on itself, nor on one that is mounted on it.")
    let busy = Wireframe<Screen>(limits: .none)
    let gate = Barrier()
    try busy.register("/slow") { _ in
      await gate.pass()
      return nil
    }
    let slow = Task { try? await busy.controller(for: "/slow") }
    await gate.waitForArrivals()
    #expect(
      text { try app.wireframe.mount(busy, at: "/busy") }
        == "The wireframe is routing. Mount it before you use it.")
    gate.open()
    _ = await slow.value
    try app.wireframe.mount(busy, at: "/busy")
  }

  @Test(
    "A URL that is not admitted is reported to the observers of modules, too; errors name the whole"
  )
  func failures() async throws {
    try app.wireframe.mount(module, at: "/shop")
    let error = await #expect(throws: RoutingError.self) { try await module.route(to: "/a//b") }
    #expect(error?.code == .rejected)
    #expect(watch.events == ["didFail - rejected"])
    try module.register("/broken") { _ in throw Broken() }
    let broken = await #expect(throws: RoutingError.self) { try await module.route(to: "/broken") }
    #expect(broken?.code == .providerFailed)
    #expect(broken?.pattern == "/shop/broken")
    #expect(broken?.description.hasPrefix("The route's closure failed") == true)
  }

  @Test("A module's observers keep its screens from leaving, and are asked again by reevaluate")
  func leavingAndReevaluating() async throws {
    try app.wireframe.mount(module, at: "/shop")
    let session = Session()
    let keeping = module.observeLeaving { leaving in
      leaving.from?.path == ["products", "1"] ? .stay("keep") : .leave
    }
    module.observe { _ in session.isOpen ? .proceed : .redirect(to: "/login") }
    try await module.route(to: "/products/1")
    await #expect(throws: RoutingError.self) { try await app.navigation.pop() }
    keeping.remove()
    session.isOpen = false
    module.observe(priority: 1) { route in route.path == ["login"] ? .stop("none") : .proceed }
    let left = try await app.wireframe.reevaluate().refused
    #expect(left.map(\.urlText) == ["/shop/products/1"])
    #expect(app.shown == ["root"])
  }

  @Test("A guard cannot read a URL by another type than the table does: they cannot be joined")
  func types() async throws {
    let digits = ParameterType("sku") { $0.allSatisfy(\.isNumber) }
    try module.add(type: digits)
    try module.register("/items/:id<sku>") { _ in Screen("item") }
    try app.wireframe.add(type: ParameterType("sku") { _ in true })
    let error = #expect(throws: RoutingError.self) {
      try app.wireframe.mount(module, at: "/shop")
    }
    #expect(error?.code == .invalidMount)
    #expect(
      error?.description == """
        The wireframe and the one it is mounted on have different types 'sku'. Add the same \
        'ParameterType' to both, or give one of them another name.
        """)
    let other = Wireframe<Screen>()
    try other.add(type: digits)
    try other.mount(module, at: "/shop")
    #expect(other.canRoute(to: "/shop/items/1") && !other.canRoute(to: "/shop/items/abc"))
  }

  @Test("A type that the wireframe around a module refuses is not added to the module, either")
  func refusedType() async throws {
    try app.wireframe.mount(module, at: "/shop")
    try app.wireframe.add(type: ParameterType("sku") { _ in true })
    let error = #expect(throws: RoutingError.self) {
      try module.add(type: ParameterType("sku") { $0.allSatisfy(\.isNumber) })
    }
    #expect(error?.code == .invalidMount)
    let unknown = #expect(throws: RoutingError.self) {
      try module.register("/items/:id<sku>") { _ in nil }
    }
    #expect(unknown?.code == .invalidPattern)
  }

  @Test("A link is foreign to a module if it is to the whole, and a handler is one for the module")
  func questionsOfStyles() async throws {
    try module.handle("/go") { _ in }
    try app.wireframe.mount(module, at: "/shop")
    #expect(module.isForeign("https://other.example/products/1"))
    #expect(!module.isForeign("https://example.com/products/1"))
    #expect(module.runsHandler(for: RoutingRequest("/go")))
    #expect(!module.runsHandler(for: RoutingRequest("/products/1")))
  }

  @Test("In nested modules a URL with a scheme gets all paths before it")
  func nestedSchemes() async throws {
    let (middle, inner) = (Wireframe<Screen>(), Wireframe<Screen>())
    try inner.register("/:n<int>", option: .push) { Screen("inner \(try $0["n"] as Int)") }
    try middle.mount(inner, at: "/in")
    try app.wireframe.mount(middle, at: "/shop")
    for text in ["myapp://1", "https://example.com/1", "/1"] {
      #expect(try await inner.route(to: text).controller?.description == "inner 1")
    }
    inner.observe { $0.path == ["2"] ? .redirect(to: "myapp://3") : .proceed }
    #expect(try await inner.route(to: "/2").controller?.description == "inner 3")
  }

  /// Shows a screen of the module, whose guard closes with the session, and removes its route.
  private func showRouteThatLeaves() async throws -> Session {
    let session = Session()
    let late = try module.register("/late", option: .push) { _ in Screen("late") }
    module.observe { _ in session.isOpen ? .proceed : .stop("closed") }
    try app.wireframe.mount(module, at: "/shop")
    try await module.route(to: "/late")
    late.remove()
    return session
  }

  @Test("A module's guards hold for a screen on screen, also when its route was removed")
  func removedRoutes() async throws {
    let session = try await showRouteThatLeaves()
    session.isOpen = false
    let left = try await module.reevaluate().refused
    #expect(left.map(\.path) == [["late"]])
    #expect(app.shown == ["root"])
  }

  @Test("A module's watchers get its own router, whatever becomes of the routing")
  func routersOfWatchers() async throws {
    let watcher = RouterWatcher()
    module.add(watcher: watcher)
    module.observe { route in
      switch route.pattern {
      case "/login": .stop("no")
      case "/": throw Broken()
      default: .proceed
      }
    }
    try app.wireframe.mount(module, at: "/shop")
    try await app.wireframe.route(to: "/shop/products/1")
    try await app.wireframe.route(to: "/shop/login")
    _ = try await app.failure("/shop")
    #expect(watcher.routers.count == 4)
    for router in watcher.routers { #expect(router as AnyObject === module) }
  }

  @Test("A module's sign-out drops what the app's gates keep, and what is parked")
  func discardingInAModule() async throws {
    try app.register("/account", tags: [.requiresLogin])
    try app.register("/vault")
    app.wireframe.addGate(for: .requiresLogin, at: "/login") { false }
    app.wireframe.observe { route in
      route.pattern == "/vault" ? .redirect(to: "/shop/help", resuming: .newest) : .proceed
    }
    try app.wireframe.mount(module, at: "/shop")
    try await app.wireframe.route(to: "/vault")
    try await app.wireframe.route(to: "/account")
    #expect(app.wireframe.keptRequestCount == 1 && app.wireframe.parked != nil)
    module.discardParked()
    await app.wireframe.settled()
    #expect(app.wireframe.keptRequestCount == 0 && app.wireframe.parked == nil)
    #expect(app.shown == ["root", "/shop/help"])
  }

  @Test("A module that was made suspended routes when it is mounted, and after that alone")
  func suspendedModules() async throws {
    let child = Wireframe<Screen>(isSuspended: true)
    try child.register("/x") { _ in Screen("x") }
    let mounting = try app.wireframe.mount(child)
    #expect(try await child.controller(for: "/x").description == "x")
    mounting.remove()
    #expect(try await child.controller(for: "/x").description == "x")
  }

  @Test("A module that says that the UI is there says so for the whole")
  func activatingModule() async throws {
    let suspended = try await Shop(isSuspended: true)
    try suspended.wireframe.mount(module, at: "/shop")
    module.enqueue("/products/1")
    await suspended.wireframe.settled()
    #expect(suspended.shown == ["root"])
    module.activate()
    await suspended.wireframe.settled()
    #expect(suspended.shown == ["root", "Product 1"])
  }

  @Test("A module sees both ends of a leaving as it knows them")
  func leavingScreens() async throws {
    try app.wireframe.mount(module, at: "/shop")
    try await module.route(to: "/login")
    var seen: [[String]] = []
    module.observeLeaving { leaving in
      seen.append([leaving.from, leaving.to].map { $0?.path.first ?? "-" })
      return .leave
    }
    try await module.route(to: "/products/1")
    #expect(seen == [["login", "products"]])
  }

  @Test("4.2 A navigator over a mounted module: its schemes are the app's, its screens are guarded")
  func navigators() async throws {
    let navigator = Navigator(module, on: app.navigation)
    try navigator.register("hello", HelloModule.self)
    try app.wireframe.mount(module, at: "/shop")
    try await navigator.open("hello")
    #expect(app.shown == ["root", "hello"])
    let keeping = module.observeLeaving { _ in .stay("keep") }
    await #expect(throws: RoutingError.self) { try await app.navigation.pop() }
    keeping.remove()
    try app.wireframe.observe(under: "/shop") { _ in .stop("closed") }
    let left = try await app.wireframe.reevaluate().refused
    #expect(left.map(\.path) == [["shop", "hello"]])
    #expect(app.shown == ["root"])
  }

  @Test("A module that an observer mounts on the way to its route is asked about it")
  func mountedOnTheWay() async throws {
    let (shop, module, recorder) = (try await Shop(), Wireframe<Screen>(), Recorder())
    try module.register("/list", option: .push) { _ in Screen("List") }
    module.add(observer: recorder)
    var isMounted = false
    shop.wireframe.observe { [unowned wireframe = shop.wireframe] route in
      guard !isMounted, route.path.first == "module" else { return .proceed }
      isMounted = true
      try wireframe.mount(module, at: "/module")
      return .proceed
    }
    #expect(try await shop.wireframe.route(to: "/module/list").route.pattern == "/module/list")
    #expect(shop.shown == ["root", "List"])
    #expect(recorder.events.first == "decide /module/list")
    #expect(try await shop.failure("/module/nowhere").code == .noRoute)
  }

  @Test(
    "What others say of a URL without route does not count once an observer has mounted its module",
    arguments: [true, false])
  func mountedBeforeOthersDecide(isRedirected: Bool) async throws {
    let (shop, module) = (try await Shop(), Wireframe<Screen>())
    try module.register("/list", option: .push) { _ in Screen("List") }
    shop.wireframe.observe { [unowned wireframe = shop.wireframe] route in
      if route.pattern == nil { try wireframe.mount(module, at: "/module") }
      return .proceed
    }
    shop.wireframe.observe { route in
      if route.pattern != nil { return .proceed }
      return isRedirected ? .redirect(to: "/") : .stop("unknown")
    }
    #expect(try await shop.wireframe.route(to: "/module/list").route.pattern == "/module/list")
    #expect(shop.shown == ["root", "List"])
  }

  @Test("A route that a watcher brings as it says whether it observes the URL is found")
  func mountedBeforeOthersObserve() async throws {
    let (wireframe, module) = (Wireframe<Screen>(limits: .none), Wireframe<Screen>())
    let tree = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: tree)
    try module.register("/list", option: .root) { _ in Screen("List") }
    let mounter = Mounter { [unowned wireframe] route in
      guard route.pattern == nil, !wireframe.canRoute(to: "/module/list") else { return }
      _ = try? wireframe.mount(module, at: "/module")
    }
    wireframe.add(observer: mounter)
    #expect(try await wireframe.route(to: "/module/list").route.pattern == "/module/list")
    #expect(tree.state.shown.map(\.controller.description) == ["List"])
  }

  @Test(
    "A saved screen of a module that an observer mounts is restored with its own option, and for its owner",
    arguments: [nil, "ada"])
  func mountedForRestoration(owner: String?) async throws {
    func makeShop() async throws -> Shop {
      let (shop, module) = (try await Shop(), Wireframe<Screen>())
      try shop.register("/", option: .root)
      try module.register("/list", option: HiddenBarPush(), tags: [.requiresLogin]) { _ in
        Screen("List")
      }
      try module.register("/login", option: .modal) { _ in Screen("Log in") }
      module.addGate(for: .requiresLogin, at: "/login", owner: { owner }) { true }
      shop.wireframe.observe { [unowned wireframe = shop.wireframe] route in
        if route.pattern == nil { try wireframe.mount(module, at: "/module") }
        return .proceed
      }
      return shop
    }
    let (first, second) = (try await makeShop(), try await makeShop())
    for path in ["/", "/module/list"] { try await first.wireframe.route(to: path) }
    let saved = try first.wireframe.savedState()
    let report = try await second.wireframe.restore(saved, trusting: true)
    #expect(report.restored.map(\.urlText) == ["/", "/module/list"])
    #expect(second.shown == ["/", "List"])
    #expect(second.navigation.state.top?.option is HiddenBarPush)
  }

  @Test("Unmounting does not disturb a routing that runs")
  func unmountingMeanwhile() async throws {
    let gate = Barrier()
    let child = Wireframe<Screen>(defaultOption: .push, limits: .none)
    try child.register("/x/:n") { Screen($0.path.joined(separator: "/")) }
    let mounting = try app.wireframe.mount(child, at: "/mod")
    app.wireframe.observe { _ in
      await gate.pass()
      return .proceed
    }
    let routing = Task { try await child.route(to: "/x/1") }
    await gate.waitForArrivals()
    mounting.remove()
    gate.open()
    let result = try await routing.value
    #expect(result.controller?.description == "x/1")
    #expect(result.route.pattern == "/x/:n")
  }

  @Test("The master keeps its modules alive, and they go with it")
  func ownership() async throws {
    weak var child: Wireframe<Screen>?
    weak var master: Wireframe<Screen>?
    let survivor = Wireframe<Screen>()
    do {
      let own = Wireframe<Screen>()
      let inner = Wireframe<Screen>()
      try inner.register("/a") { _ in Screen("a") }
      try own.mount(inner, at: "/x")
      try own.mount(survivor, at: "/y")
      (child, master) = (inner, own)
    }
    #expect(child == nil && master == nil)
    try survivor.register("/b") { _ in Screen("b") }
    #expect(try await survivor.controller(for: "/b").description == "b")
  }

  @Test("A module whose master has gone can be mounted again, though its guard still decides")
  func masterGone() async throws {
    let (clock, barrier) = (ManualClock(), Barrier())
    defer { barrier.open() }
    let child = Wireframe<Screen>(defaultOption: .push, limits: .none)
    try child.register("/x") { _ in Screen("x") }
    child.observe { _ in
      await barrier.pass()
      return .proceed
    }
    weak var master: Wireframe<Screen>?
    do {
      let own = Wireframe<Screen>(limits: RoutingLimits(decide: .seconds(1)), clock: clock)
      master = own
      try own.mount(child, at: "/own")
      let routing = Task { try await own.route(to: "/own/x").outcome }
      await barrier.waitForArrivals()
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      #expect(try await failure { try await routing.value }.code == .timedOut)
    }
    #expect(await eventually { master == nil })
    try app.wireframe.mount(child, at: "/shop")
    #expect(app.wireframe.canRoute(to: "/shop/x"))
  }

  @Test(
    "Of two modules the one that is unmounted hears no more of refused URLs, the other one does")
  func refusedURLs() async throws {
    let (other, others) = (Wireframe<Screen>(), Recorder())
    other.add(observer: others)
    let mounting = try app.wireframe.mount(module, at: "/shop")
    try app.wireframe.mount(other, at: "/other")
    mounting.remove()
    #expect(try await app.failure("/a//b").code == .rejected)
    #expect(watch.events == [])
    #expect(others.events == ["didFail - rejected"])
  }

  @Test(
    "A module's guards hold for its screen, also when another module or the app has its URL by now",
    arguments: [false, true])
  func heirs(isApp: Bool) async throws {
    let session = try await showRouteThatLeaves()
    if isApp {
      try app.register("/shop/late")
    } else {
      let heir = Wireframe<Screen>(defaultOption: .push)
      try heir.register("/late") { _ in Screen("/shop/late") }
      try app.wireframe.mount(heir, at: "/shop")
    }
    session.isOpen = false
    #expect(try await app.wireframe.reevaluate().refused.map(\.urlText) == ["/shop/late"])
    #expect(app.shown == ["root"])
    try await app.wireframe.route(to: "/shop/late")
    #expect(app.shown == ["root", "/shop/late"], "it is not asked about requests any more")
  }

  @Test("A module without a path is asked about a URL that no pattern matches, as any other")
  func unknownURLs() async throws {
    let bare = Wireframe<Screen>(defaultOption: .push)
    bare.add(provider: Answering { $0.path == ["x"] ? Screen("unbound") : nil })
    try app.wireframe.mount(bare)
    #expect(try await app.wireframe.route(to: "/x").controller?.description == "unbound")
    #expect(try await app.failure("/y").code == .noRoute)
  }

  @Test("A URL that only a module's provider without pattern knows is shown as the module says")
  func optionOfUnknownURL() async throws {
    var shown: [String] = []
    let outer = Wireframe<Screen>(limits: .none)
    let inner = Wireframe<Screen>(defaultOption: Note(), limits: .none)
    inner.add(provider: Answering { Screen($0.path.joined()) })
    inner.add(presenter: Noting { _, route in shown.append(route.urlText) })
    try outer.mount(inner, at: "/inner")
    try app.wireframe.mount(outer, at: "/outer")
    #expect(try await app.wireframe.route(to: "/outer/inner/x").option is Note)
    #expect(shown == ["/outer/inner/x"])
    #expect(try await app.failure("/outer/x").code == .noRoute)
    app.wireframe.add(provider: Answering { Screen($0.path.joined()) })
    #expect(try await app.wireframe.route(to: "/outer/inner/y").option is Push)
  }

  @Test("A pattern of one source is bound to it behind the module's path, too")
  func boundPatterns() throws {
    try module.register("myapp:/terms") { _ in Screen("terms") }
    try app.wireframe.mount(module, at: "/shop")
    #expect(app.wireframe.routes.contains { $0.pattern == "myapp:/shop/terms" })
    #expect(app.wireframe.canRoute(to: "myapp://shop/terms"))
    #expect(!app.wireframe.canRoute(to: "https://example.com/shop/terms"))
  }

  @Test(
    "Letter case counts in a module's path, and not in a host that comes behind the path",
    arguments: [
      Case("myapp://Products/1", true), Case("/products/1", true), Case("/Products/1", false),
      Case("https://example.com/Products/1", false), Case("myapp:///Products/1", false),
    ])
  func letterCase(row: Case<String, Bool>) throws {
    try app.wireframe.mount(module, at: "/shop")
    #expect(module.canRoute(to: row.given) == row.expected)
  }

  @Test(
    "A host with capitals leads a module that is mounted where it leads the module alone",
    arguments: ["myapp://Cart/1", "myapp://Cart/1/2", "myapp://Big/1", "myapp://Big/x"])
  func capitalHost(url: String) async throws {
    let patterns = ["/cart/:id", "/:a/:b/:c", "/big/:id", "/Big/x"] as [RoutePattern]
    for pattern in patterns {
      try module.register(pattern) { route in Screen("\(pattern): \(route.values.all)") }
    }
    let alone = try await module.controller(for: url).description
    try app.wireframe.mount(module, at: "/shop")
    #expect(try await module.controller(for: url).description == alone)
  }

  @Test("A module that is unmounted while it makes a screen can be mounted elsewhere at once")
  func remountedMeanwhile() async throws {
    let gate = Barrier()
    let child = Wireframe<Screen>(defaultOption: .push, limits: .none)
    try child.register("/x") { _ in
      await gate.pass()
      return Screen("x")
    }
    let mounting = try app.wireframe.mount(child, at: "/first")
    let routing = Task { try? await app.wireframe.route(to: "/first/x") }
    await gate.waitForArrivals()
    mounting.remove()
    try app.wireframe.mount(child, at: "/second")
    gate.open()
    _ = await routing.value
    #expect(app.wireframe.canRoute(to: "/second/x") && !app.wireframe.canRoute(to: "/first/x"))
  }

  @Test("A module knows whether a screen of its own is shown")
  func shownInModule() async throws {
    let bank = try await Bank()
    let module = Wireframe<Screen>(defaultOption: .push)
    try module.register("/list") { _ in Screen("List") }
    try bank.wireframe.mount(module, at: "/m")
    try await bank.wireframe.route(to: "/")
    #expect(!module.isShown("/list"))
    try await module.route(to: "/list")
    #expect(module.isShown("/list"))
    #expect(!module.isShown("/"))
  }
}

private enum HelloModule: Navigable {
  static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
    try await url.push(Screen("hello"))
    return nil
  }
}

@MainActor
private final class Session { var isOpen = true }

private struct Answering: ControllerProvider {
  let answer: @MainActor (Route) -> Screen?
  func controller(for route: Route, option: any RoutingOption) -> Screen? { answer(route) }
}

private struct Settling: RoutingOptionProvider {
  let settle: @MainActor () -> (any RoutingOption)?
  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? { settle() }
}

private struct Note: RoutingOption {}

private struct Noting: ControllerRoutingPresenter {
  let note: @MainActor (Screen, Route) -> Void
  func present(_ controller: Screen, option: Note, event: RoutingEvent) {
    note(controller, event.route)
  }
}

/// Observes nothing, and brings what a URL needs.
private struct Mounter: RoutingObserver {
  let bring: @MainActor (Route) -> Void

  func observes(_ route: Route) -> Bool {
    bring(route)
    return false
  }

  func decision(for route: Route) -> RoutingDecision { .proceed }
}

/// Counts how often it is asked about a route.
private final class CountingObserver: RoutingObserver, RoutingOptionProvider {
  private(set) var observed = 0
  private(set) var options = 0

  func observes(_ route: Route) -> Bool {
    observed += 1
    return true
  }

  func decision(for route: Route) -> RoutingDecision { .proceed }

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    options += 1
    return nil
  }
}

/// The routers that it is told of.
private final class RouterWatcher: RoutingWatcher {
  private(set) var routers: [any Router] = []
  func willPresent(_ event: RoutingEvent) { routers.append(event.router) }
  func didRoute(_ event: RoutingEvent) { routers.append(event.router) }
  func didStop(_ reason: String, route: Route, router: any Router) { routers.append(router) }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) { routers.append(router) }
}
