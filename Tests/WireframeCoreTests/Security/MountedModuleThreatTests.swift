import Foundation
import TestSupport
import Testing
import WireframeCore

/// A module's wireframe is no way around the guards of the app, or into what is closed.
@MainActor
final class MountedModuleThreatTests {
  private var asked: Set<String> = []
  private var built: [String] = []
  private var isLoggedIn = true

  /// The app, a module on it, and a module on that one with a guarded screen.
  private func makeApp(
    _ url: GuardedApp.GuardedURL, rules: MatchingRules = MatchingRules()
  ) throws -> (app: Wireframe<Screen>, module: Wireframe<Screen>) {
    let app = Wireframe<Screen>(
      sources: ["myapp:", "https://example.com"], rules: rules, defaultOption: OnStage(),
      limits: .none)
    let middle = Wireframe<Screen>(sources: url.pattern.source.map { [$0] } ?? [])
    let module = Wireframe<Screen>(sources: url.pattern.source.map { [$0] } ?? [])
    app.add(presenter: Stage())
    app.observe(tag: .requiresLogin) { [unowned self] _ in
      asked.insert("app")
      return isLoggedIn ? .proceed : .stop("signed out")
    }
    try module.observe(under: url.prefix) { [unowned self] _ in
      asked.insert("module")
      return .proceed
    }
    try module.register(url.pattern, tags: [.requiresLogin], exposure: .external) {
      [unowned self] route in
      built.append(route.urlText)
      return Screen("guarded")
    }
    try module.register("/closed") { _ in Screen("closed") }
    try middle.register("/:any", "/closed", exposure: .external)
    try middle.mount(module, at: "/inner")
    try app.mount(middle, at: "/outer")
    return (app, module)
  }

  @Test(
    "Mounted modules: no respelling reaches a guarded screen of a module but by all guards",
    arguments: [0, 1, 6, 9, 11, 13, 14].map { GuardedApp.urls[$0] })
  func respellings(url: GuardedApp.GuardedURL) async throws {
    let (app, module) = try makeApp(url)
    var counts = (shown: 0, refused: 0)
    var texts: Set<String> = []
    for respelling in url.spellings.flatMap(URLRespeller(rules: MatchingRules()).all) {
      let text = respelling.spelling.text
      guard texts.insert(text).inserted, Load.takes(texts.count - 1) else { continue }
      for way in 0..<4 {
        (asked, built) = ([], [])
        isLoggedIn = way < 3
        var code: RoutingError.Code?
        switch way {
        case 0: code = await module.open(text, origin: .universalLink).error?.code
        case 1, 3:
          do throws(RoutingError) { try await module.route(to: text) } catch { code = error.code }
        default:
          var whole = respelling.spelling
          whole.segments = ["outer", "inner"] + whole.segments
          do throws(RoutingError) { try await app.route(to: whole.text) } catch {
            code = error.code
          }
        }
        if !built.isEmpty { #expect(asked == ["app", "module"] && isLoggedIn, "\(text), \(way)") }
        if respelling.meaning == .refused, way != 2 { #expect(code == .rejected, "\(text)") }
        if respelling.meaning == .same, way == 1 { #expect(built.count == 1, "\(text)") }
        if built.isEmpty { counts.refused += 1 } else { counts.shown += 1 }
      }
    }
    #expect(counts.shown > (Load.isFull ? 30 : 0))
    #expect(counts.refused > Load.scaled(500))
  }

  @Test(
    "Mounted modules: what is closed stays so, through the module's router and through the app's")
  func closed() async throws {
    let (app, module) = try makeApp(GuardedApp.urls[0])
    for text in ["myapp://closed", "https://example.com/closed"] {
      let outcome = await module.open(text, origin: .customScheme)
      #expect(outcome.error?.code == .notExposed)
      #expect(!module.canRoute(RoutingRequest(untrusted: text, origin: .customScheme)))
      #expect(try await module.route(to: text).controller?.description == "closed")
    }
    let outcome = await app.open("myapp://outer/inner/closed", origin: .customScheme)
    #expect(outcome.error?.code == .notExposed)
  }

  @Test("Mounted modules: redirects of modules and of the app that lead to one another are a loop")
  func loop() async throws {
    let shop = try await Shop()
    for path in ["/one", "/two"] as [RoutePattern] {
      let module = Wireframe<Screen>()
      try module.register("/in", "/out", exposure: .external)
      module.observe { $0.pattern == "/in" ? .redirect(to: "/out") : .proceed }
      try shop.wireframe.mount(module, at: path)
    }
    shop.wireframe.observe { route in
      switch route.pattern?.text {
      case "/one/out"?: .redirect(to: "/two/in")
      case "/two/out"?: .redirect(toUntrusted: "myapp://one/in")
      default: .proceed
      }
    }
    let outcome = await shop.wireframe.open("myapp://one/in", origin: .customScheme)
    #expect(outcome.error?.code == .redirectLoop)
    #expect(outcome.error?.chain.count == 5)
    #expect(shop.shown == ["root"])
  }
}

extension Wireframe<Screen> {
  fileprivate func register(_ patterns: RoutePattern..., exposure: RouteExposure) throws {
    for pattern in patterns {
      try register(pattern, exposure: exposure) { _ in Screen("open") }
    }
  }
}
