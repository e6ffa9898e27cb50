import Foundation
import TestSupport
import Testing
import WireframeCore

/// System 4: types that are registered under a name.
@MainActor
@Suite(.hangsNever)
struct NavigableTests {
  let shop: Shop
  let system = System()
  let navigator: Navigator<Screen>

  init() async throws {
    shop = try await Shop(sources: ["https://example.com", "myapp:", "other:"])
    navigator = Navigator(shop.wireframe, on: shop.navigation) { [system] url in
      system.opened.append(url.absoluteString)
      return url.scheme == "tel"
    }
    try navigator.register("hello", Hello.self)
    try navigator.register("quiet", Quiet.self, exposure: .external)
  }

  @Test("4.1 Business lines reach each other only through the navigator")
  func businessLines() async throws {
    // Neither knows the other's type: a name is all there is between them.
    try navigator.register("caller", Calls.self)
    try await navigator.open("caller")
    #expect(await eventually { shop.shown == ["root", "caller", "Hello, you"] })
  }

  @Test("4.2, 4.6 A type is registered under a name, and a bare name opens it")
  func bareNames() async throws {
    try await navigator.open("hello")
    #expect(shop.shown == ["root", "Hello, nobody"])
    let entry = try #require(shop.navigation.state.top)
    #expect(entry.route?.urlText == "myapp://hello")
  }

  @Test(
    "4.3 The key is the URL's host; the type serves it and all below it",
    arguments: [
      ("myapp://hello", []), ("other://hello/", []), ("myapp://hello/a/b%20c", ["a", "b c"]),
      ("/hello/a", ["a"]), ("https://example.com/hello/a", ["a"]), ("MYAPP://HELLO/x", ["x"]),
      ("hello/x", ["x"]),
    ] as [(String, [String])])
  func hosts(text: String, below: [String]) async throws {
    try await navigator.open(text)
    #expect(shop.shown.last == "Hello, nobody")
    let route = try #require(shop.navigation.state.top?.route)
    #expect(try (route["*"] as [String]) == below)
  }

  @Test("4.4 Registrations are made at launch: a name twice is an error then, and so is a bad one")
  func registrations() async throws {
    let twice = #expect(throws: RoutingError.self) { try navigator.register("Hello", Quiet.self) }
    #expect(twice?.code == .conflictingPattern)
    for name in ["", "a/b", "..", "two words", "a?b", "caf\u{E9}"] {
      let bad = #expect(throws: RoutingError.self) { try navigator.register(name, Quiet.self) }
      #expect(bad?.code == .invalidPattern)
    }
    let odd = #expect(throws: RoutingError.self) { try navigator.register("a b", Quiet.self) }
    #expect(
      odd?.description
        == "Pattern 'a b' is invalid at column 2: a host holds ASCII letters, digits, '-' and '.', without escapes."
    )
    try navigator.register("a+b", Quiet.self)
    #expect(try await navigator.open("A+B") as? Int == 42)
    try navigator.register("gone", Quiet.self).remove()
    let error = await #expect(throws: RoutingError.self) { try await navigator.open("gone") }
    #expect(error?.code == .noRoute)
  }

  @Test("4.5 The type may do anything and return anything, or nothing")
  func anything() async throws {
    #expect(try await navigator.open("quiet") as? Int == 42)
    #expect(shop.shown == ["root"])
    #expect(try await navigator.open("hello") == nil)
    try shop.register("/plain")
    #expect(try await navigator.open("/plain") == nil)
    #expect(try await shop.wireframe.route(to: "/quiet").returnValue as? Int == 42)
    #expect(try await shop.wireframe.route(to: "/plain?").returnValue == nil)
  }

  @Test(
    "4.6 A name that nothing has suggests names; a URL or a path suggests patterns",
    arguments: [
      Case("balnce", "No route matches '/balnce'. Did you mean 'balance'?"),
      Case("Balnce?of=s3cret", "No route matches '/Balnce'. Did you mean 'balance'?"),
      Case("balnce/s3cret", "No route matches '/balnce/…'. Did you mean 'balance'?"),
      Case("helo", "No route matches '/helo'. Did you mean 'hello' or '/helo/:x<int>'?"),
      Case("plein", "No route matches '/plein'. Did you mean 'plain'?"),
      Case("tripz", "No route matches '/tripz'. Did you mean 'other://trips'?"),
      Case("poster", "No route matches '/poster'. Did you mean 'https://example.com/posters'?"),
      Case("s3cret", "No route matches '/…'. Register a pattern for it."),
      Case("/balnce", "No route matches '/balnce'. Did you mean '/balance/*?'?"),
      Case("myapp://balnce", "No route matches '/balnce'. Did you mean '/balance/*?'?"),
      Case("lost", "No route matches '/balnce'. Did you mean '/balance/*?'?"),
    ])
  func suggestions(row: TextCase) async throws {
    try navigator.register("Balance", Hello.self)
    try shop.register(
      "/plain", "/helo/:x<int>", "/lost", "other://trips", "https://example.com/posters")
    try shop.wireframe.observe(under: "/lost") { _ in .redirect(to: "/balnce") }
    let error = try await failure { try await navigator.open(row.given) }
    #expect(error.code == .noRoute)
    #expect(error.description == row.expected)
    #expect(error.nearMiss != nil)
    #expect(error.urlText?.contains(row.given == "lost" ? "balnce" : row.given) == true)
  }

  @Test("4.6 For a navigator over a mounted module the module's own names are suggested")
  func suggestionsOfModule() async throws {
    let module = Wireframe<Screen>()
    let pages = Navigator(module, on: shop.navigation)
    try pages.register("balance", Hello.self)
    try shop.wireframe.mount(module, at: "/bank")
    let error = try await failure { try await pages.open("balnce") }
    #expect(error.description == "No route matches '/balnce'. Did you mean 'balance'?")
  }

  @Test("4.7 Query values are read by key")
  func query() async throws {
    try await navigator.open("myapp://hello?title=world&x=1")
    try await navigator.open("hello?title=w%C3%B6rld")
    #expect(shop.shown == ["root", "Hello, world", "Hello, wörld"])
  }

  @Test("4.8 Objects are attached under a key, and read back by type")
  func objects() async throws {
    try await navigator.open("hello", objects: ["user": User(name: "Ada")])
    try await navigator.open("hello", objects: ["user": "Ada"])
    #expect(shop.shown == ["root", "Hello, Ada", "Hello, nobody"])
  }

  @Test("4.9 open takes a string or a URL, and returns what the type returned")
  func texts() async throws {
    let url = try #require(URL(string: "myapp://quiet"))
    #expect(try await navigator.open(url) as? Int == 42)
    #expect(try await navigator.open("myapp://quiet") as? Int == 42)
  }

  @Test("4.10 Only the schemes that were set at launch go through the navigator")
  func schemes() async throws {
    for text in ["third://hello", "https://evil.net/hello", "http://example.com/hello"] {
      let error = await #expect(throws: RoutingError.self) { try await navigator.open(text) }
      #expect(error?.code == .foreign)
    }
    #expect(
      system.opened == ["third://hello", "https://evil.net/hello", "http://example.com/hello"])
    #expect(shop.shown == ["root"])
    let bare = Navigator(Wireframe<Screen>(), on: shop.navigation)
    let error = await #expect(throws: RoutingError.self) { try await bare.open("hello") }
    #expect(error?.code == .rejected)
  }

  @Test(
    "4.11 Any other scheme is handed to the system's opener; an observer's foreign redirect is not")
  func system() async throws {
    #expect(try await navigator.open("tel:123") == nil)
    #expect(system.opened == ["tel:123"])
    shop.wireframe.observe { _ in .redirect(to: "tel:456") }
    let error = await #expect(throws: RoutingError.self) { try await navigator.open("hello") }
    #expect(error?.code == .foreign)
    #expect(system.opened == ["tel:123"])
  }

  @Test(
    "4.11 What fails in the app is not handed to the system's opener",
    arguments: [("myapp://unknown", .noRoute), ("", .rejected)] as [(String, RoutingError.Code)])
  func failures(text: String, code: RoutingError.Code) async throws {
    try shop.register("/")
    let error = await #expect(throws: RoutingError.self) { try await navigator.open(text) }
    #expect(error?.code == code)
    #expect(system.opened.isEmpty && shop.shown == ["root"])
  }

  @Test("4.11 A foreign URL is handed to the system whatever is under way, also by a page")
  func foreignMeanwhile() async throws {
    let wireframe = Wireframe<Screen>(
      sources: ["myapp:"], policy: .rejectWhileBusy, limits: .none)
    let barrier = Barrier()
    let navigator = Navigator(wireframe, on: shop.navigation) { [system] url in
      system.opened.append(url.absoluteString)
      return true
    }
    try wireframe.handle("/slow") { _ in await barrier.pass() }
    try wireframe.handle("/call") { [unowned navigator] _ in try await navigator.open("tel:456") }
    let slow = Task { try await wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    #expect(try await navigator.open("tel:123") == nil)
    barrier.open()
    _ = try await slow.value
    try await navigator.open("/call")
    #expect(system.opened == ["tel:123", "tel:456"])
  }

  @Test("4.12 The common jumps are one line each")
  func jumps() async throws {
    try navigator.register("jump", Jumps.self)
    try await navigator.open("jump?as=push")
    try await navigator.open("jump?as=sheet")
    #expect(shop.shown == ["root", "push", "sheet"])
    #expect(shop.navigation.state.layers.last?.style == .sheet)
    try await navigator.open("jump?as=back")
    #expect(shop.shown == ["root", "push"])
  }

  @Test("A link from outside reaches exposed types only, and never the system")
  func outside() async throws {
    let quiet = await navigator.open("myapp://quiet", origin: .customScheme)
    #expect(quiet.result?.flatMap { $0 as? Int } == 42)
    #expect(
      await navigator.open("myapp://hello", origin: .customScheme).error?.code == .notExposed)
    #expect(await navigator.open("hello", origin: .customScheme).error?.code == .rejected)
    guard case .foreign = await navigator.open("tel:1", origin: .notification) else {
      throw Broken()
    }
    #expect(system.opened.isEmpty)
  }

  @Test("A guard stops, redirects and fails a host-registered type like any route")
  func guards() async throws {
    try navigator.register("secret", Hello.self, tags: [.requiresLogin])
    try shop.register("/login")
    let observer = shop.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/login") }
    #expect(try await navigator.open("secret") == nil)
    #expect(shop.shown == ["root", "/login"])
    observer.remove()
    let stopping = shop.wireframe.observe(tag: .requiresLogin) { _ in .stop("not today") }
    let stop = await #expect(throws: RoutingError.self) { try await navigator.open("secret") }
    #expect(stop?.code == .stopped)
    #expect(stop?.description == "An observer stopped the opening of '/secret/*?': not today")
    stopping.remove()
    shop.wireframe.observe(tag: .requiresLogin) { _ in throw Broken() }
    let error = await #expect(throws: RoutingError.self) { try await navigator.open("secret") }
    #expect(error?.code == .observerFailed)
    #expect(shop.shown == ["root", "/login"])
  }

  @Test("A type that throws, and a screen that stays, fail the routing")
  func failures() async throws {
    try navigator.register("broken", Breaks.self)
    let error = await #expect(throws: RoutingError.self) { try await navigator.open("broken") }
    #expect(error?.code == .handlerFailed)
    #expect(error?.underlyingError is Broken)
  }

  @Test("A double tap opens once, and both get the answer")
  func doubleTap() async throws {
    let gate = Barrier()
    Slow.gate = gate
    defer { Slow.gate = nil }
    try navigator.register("slow", Slow.self)
    let taps = (0..<2).map { _ in Task { try await navigator.open("slow") as? Int } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    var answers: Set<Int?> = []
    for tap in taps { answers.insert(try await tap.value) }
    #expect(answers == [1])
  }

  private enum Slow: Navigable {
    static var gate: Barrier?
    static var count = 0
    static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
      await gate?.pass()
      count += 1
      return count
    }
  }
}

@MainActor
final class System { var opened: [String] = [] }

private struct User { let name: String }

private enum Hello: Navigable {
  static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
    let user: User? = url.object("user")
    try await url.push(Screen("Hello, \(url["title"] ?? user?.name ?? "nobody")"))
    return nil
  }
}

private enum Quiet: Navigable {
  static func opened(_ url: OpenedURL<Screen>) -> (any Sendable)? { 42 }
}

private enum Calls: Navigable {
  static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
    try await url.push(Screen("caller"))
    url.router.enqueue("myapp://hello?title=you")
    return nil
  }
}

private enum Jumps: Navigable {
  static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
    switch url["as"] {
    case "push": try await url.push(Screen("push"))
    case "sheet": try await url.present(Screen("sheet"), option: .modal(.sheet))
    default: try await url.host.popOrDismiss()
    }
    return nil
  }
}

private enum Breaks: Navigable {
  static func opened(_ url: OpenedURL<Screen>) throws -> (any Sendable)? { throw Broken() }
}
