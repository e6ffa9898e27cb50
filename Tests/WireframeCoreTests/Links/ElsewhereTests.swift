import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

@MainActor
@Suite(.hangsNever)
struct ElsewhereTests {
  @MainActor
  private final class Site {
    let wireframe = Wireframe<Screen>(
      sources: ["https://shop.example.com", "shop:"], limits: .none)
    let tree = NavigationTree<Screen>()
    private(set) var opened: [String] = []
    private(set) var registration: Registration?

    init(for codes: Set<RoutingError.Code>? = nil, takesCustomSchemes: Bool = false) throws {
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/", option: .root) { _ in Screen("Home") }
      try wireframe.register("/closed", option: .push) { _ in Screen("Closed") }
      let codes = codes ?? [.noRoute, .notExposed]
      registration = wireframe.openElsewhere(for: codes, takesCustomSchemes: takesCustomSchemes) {
        [unowned self] in opened.append($0.urlText)
      }
    }
  }

  nonisolated private static let web = "https://shop.example.com"

  @Test(
    "A web link that no route has, or that is closed to links, goes elsewhere",
    arguments: ["/nowhere", "/closed", "/nowhere?q=a#b"])
  func untrusted(path: String) async throws {
    let site = try Site()
    let outcome = await site.wireframe.open(Self.web + path, origin: .universalLink)
    #expect(outcome.result?.outcome == .handled)
    #expect(outcome.result?.controller == nil)
    #expect(site.opened == [Self.web + path])
  }

  @Test("A web link that the app itself asks for goes elsewhere, too, if no route has it")
  func trusted() async throws {
    let site = try Site()
    try await site.wireframe.route(to: "/")
    #expect(try await site.wireframe.route(to: Self.web + "/nowhere").outcome == .handled)
    try await site.wireframe.route(to: Self.web + "/closed")
    #expect(site.opened == [Self.web + "/nowhere"])
    #expect(site.tree.state.shown.map(\.controller.description) == ["Home", "Closed"])
  }

  @Test(
    "Paths, foreign links, malformed links and custom schemes do not go elsewhere",
    arguments: [
      ("https://other.example.com/nowhere", "foreign"), (web + "/%zz", "refused rejected"),
      ("shop://nowhere", "failed noRoute"), ("shop://closed", "refused notExposed"),
      ("/nowhere", "refused rejected"),
    ])
  func others(urlText: String, outcome: String) async throws {
    let site = try Site()
    let opened = await site.wireframe.open(urlText, origin: .universalLink)
    let text =
      switch opened {
      case .handled: "handled"
      case .foreign: "foreign"
      case .refused(let error): "refused \(error.code)"
      case .failed(let error): "failed \(error.code)"
      }
    #expect(text == outcome)
    #expect(site.opened == [])
    await #expect(throws: RoutingError.self) { try await site.wireframe.route(to: "/nowhere") }
  }

  @Test("Custom schemes go elsewhere if that is said; codes that were not named do not")
  func chosen() async throws {
    let site = try Site(for: [.noRoute], takesCustomSchemes: true)
    await site.wireframe.open("shop://nowhere", origin: .customScheme)
    let closed = await site.wireframe.open("shop://closed", origin: .customScheme)
    #expect(closed.error?.code == .notExposed)
    #expect(site.opened == ["shop://nowhere"])
  }

  @Test("The watchers are told of a link that goes elsewhere, as of every one that is handled")
  func told() async throws {
    let (site, recorder) = (try Site(), Recorder())
    site.wireframe.add(observer: recorder)
    await site.wireframe.open(Self.web + "/nowhere", origin: .universalLink)
    #expect(recorder.events.last == "didRoute " + Self.web + "/nowhere")
    #expect(recorder.errors.isEmpty)
  }

  @Test("The route of a link that goes elsewhere has the link's source")
  func source() async throws {
    let site = try Site(takesCustomSchemes: true)
    for (urlText, source) in [(Self.web + "/nowhere", Self.web), ("shop://nowhere", "shop:")] {
      let result = try await site.wireframe.route(to: urlText)
      #expect(result.route.source?.description == source)
    }
  }

  @Test("Other codes do not, whatever is said: a screen that fails is no page of the site")
  func otherCodes() async throws {
    let site = try Site(for: [.noRoute, .providerFailed])
    try site.wireframe.register("/broken", option: .push) { _ in throw Broken() }
    try await site.wireframe.route(to: "/")
    let error = try await site.wireframe.failure(Self.web + "/broken")
    #expect(error.code == .providerFailed)
    #expect(site.opened == [])
  }

  @Test("A link of the app does not, though the home that belongs below it has no route")
  func homeIsMissing() async throws {
    let wireframe = Wireframe<Screen>(
      sources: ["https://shop.example.com"], home: "/feed", limits: .none)
    wireframe.addStandardPresenters(on: NavigationTree<Screen>())
    try wireframe.register("/item", option: .push, exposure: .external) { _ in Screen("Item") }
    var opened: [String] = []
    wireframe.openElsewhere { opened.append($0.urlText) }
    let outcome = await wireframe.open(Self.web + "/item", origin: .universalLink)
    #expect(outcome.error?.urlText == "/feed")
    #expect(opened == [])
  }

  @Test("A path does not, also if custom schemes do: it is no link")
  func path() async throws {
    let site = try Site(takesCustomSchemes: true)
    #expect(try await site.wireframe.failure("/nowhere").code == .noRoute)
    #expect(site.opened == [])
  }

  @Test("Two equal links that the app asks for while something runs go there once")
  func doubleTap() async throws {
    let (site, acting) = (try Site(), Barrier())
    try site.wireframe.handle("/act") { _ in await acting.pass() }
    let action = Task { try await site.wireframe.route(to: "/act") }
    await acting.waitForArrivals()
    let taps = (1...2).map { _ in
      Task { try await site.wireframe.route(to: Self.web + "/nowhere").outcome }
    }
    #expect(await site.wireframe.isAwaited(by: 2))
    acting.open()
    _ = try await action.value
    for tap in taps { #expect(try await tap.value == .handled) }
    #expect(site.opened == [Self.web + "/nowhere"])
  }

  @Test("A web link that an observer redirects to where no route is does not")
  func redirected() async throws {
    let site = try Site()
    site.wireframe.observe {
      $0.path == ["closed"] ? .redirect(to: Self.web + "/nowhere") : .proceed
    }
    #expect(try await site.wireframe.failure(Self.web + "/closed").code == .noRoute)
    #expect(site.opened == [])
  }

  @MainActor
  private final class Session {
    var isOpen = false
    var user = "ada"
  }

  @Test(
    "A web link whose route is off once the login is passed does; what was redirected does not",
    arguments: [true, false], [true, false])
  func passed(isGate: Bool, isRedirected: Bool) async throws {
    let (site, session) = (try Site(for: [.disabled]), Session())
    let wireframe = site.wireframe
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/page", option: .push, tags: ["login"]) { _ in Screen("Page") }
    let link = Self.web + "/page"
    wireframe.observe { $0.path == ["closed"] ? .redirect(to: link) : .proceed }
    if isGate {
      wireframe.addGate(for: "login", at: "/login") { session.isOpen }
    } else {
      wireframe.observe(tag: "login") { _ in
        session.isOpen ? .proceed : .redirect(to: "/login", resuming: .newest)
      }
    }
    func resume() async throws -> RoutingOutcome? {
      guard isGate else { return try await wireframe.resume()?.outcome }
      let outcome = try await wireframe.resume(after: "login")
      guard case .passed(let summary) = outcome else { return nil }
      return summary.outcome
    }
    try await wireframe.route(to: "/")
    try await wireframe.route(to: isRedirected ? Self.web + "/closed" : link)
    session.isOpen = true
    wireframe.switches = try RouteSwitches(#"{"version": 1, "off": [{"pattern": "/page"}]}"#)
    if isRedirected {
      let error = await #expect(throws: RoutingError.self) { try await resume() }
      #expect(error?.code == .disabled)
    } else {
      #expect(try await resume() == .handled)
    }
    #expect(site.opened == (isRedirected ? [] : [link]))
  }

  @Test("A parked request that was redirected before does not, also after a restart")
  func parkedRedirect() async throws {
    let (site, session) = (try Site(for: [.disabled]), Session())
    let wireframe = site.wireframe
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/page", option: .push, tags: ["login"]) { _ in Screen("Page") }
    wireframe.observe { $0.path == ["closed"] ? .redirect(to: Self.web + "/page") : .proceed }
    wireframe.observe(tag: "login") { _ in
      session.isOpen ? .proceed : .redirect(to: "/login", resuming: .newest)
    }
    for path in ["/", "/closed"] { try await wireframe.route(to: path) }
    let stored = try JSONEncoder().encode(#require(wireframe.parked))
    wireframe.parked = try JSONDecoder().decode(ParkedRequest.self, from: stored)
    session.isOpen = true
    wireframe.switches = try RouteSwitches(#"{"version": 1, "off": [{"pattern": "/page"}]}"#)
    let error = await #expect(throws: RoutingError.self) { try await wireframe.resume() }
    #expect(error?.code == .disabled)
    #expect(site.opened == [])
  }

  enum Way: CaseIterable { case restored, signedIn, ofFormerUser }

  @Test(
    "A screen that comes back does not, nor a former user's, though its route is off once it is ready",
    arguments: Way.allCases)
  func ready(way: Way) async throws {
    let (tree, server, session) = (NavigationTree<Screen>(), Barrier(), Session())
    session.isOpen = true
    let wireframe = Wireframe<Screen>(
      sources: ["https://shop.example.com"],
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/page", option: .push, tags: ["login"]) { _ in
      await server.pass()
      return Screen("Page")
    }
    wireframe.addPlaceholder(for: "/page") { _, _ in Screen("Loading") }
    wireframe.addGate(for: "login", at: "/login", owner: { session.user }) { session.isOpen }
    var opened: [String] = []
    wireframe.openElsewhere(for: [.disabled]) { opened.append($0.urlText) }
    func shown() -> [String] { tree.state.shown.map { "\($0.controller)" } }
    try await wireframe.route(to: "/")
    let routing = Task { try? await wireframe.route(to: Self.web + "/page").outcome }
    #expect(await eventually { shown() == ["Home", "Loading"] })
    switch way {
    case .restored: try await wireframe.restore(wireframe.savedState(), trusting: true)
    case .signedIn:
      session.isOpen = false
      try await wireframe.reevaluate()
      session.isOpen = true
      try await wireframe.resume(after: "login")
    case .ofFormerUser: session.user = "bob"
    }
    #expect(shown() == ["Home", "Loading"])
    wireframe.switches = try RouteSwitches(#"{"version": 1, "off": [{"pattern": "/page"}]}"#)
    server.open()
    #expect(await routing.value == nil)
    #expect(await eventually { shown() == ["Home"] })
    await wireframe.settled()
    #expect(opened == [])
  }

  @Test("A web link that the app asks for itself does, though a redirect has led there before")
  func askedForAgain() async throws {
    let site = try Site(for: [.disabled])
    let (wireframe, link) = (site.wireframe, Self.web + "/page")
    try wireframe.register("/page", option: .push) { _ in Screen("Page") }
    wireframe.observe { $0.path == ["closed"] ? .redirect(to: link) : .proceed }
    try await wireframe.route(to: "/")
    let request = try await wireframe.route(to: "/closed").route.request
    wireframe.switches = try RouteSwitches(#"{"version": 1, "off": [{"pattern": "/page"}]}"#)
    #expect(try await wireframe.perform(request).outcome == .handled)
    #expect(site.opened == [link])
  }

  @Test("What an observer redirects to does not, and neither does anything once it is removed")
  func redirects() async throws {
    let site = try Site()
    let observer = site.wireframe.observe { route in
      route.path == ["closed"] ? .redirect(to: "https://shop.example.com/nowhere") : .proceed
    }
    let error = await #expect(throws: RoutingError.self) {
      try await site.wireframe.route(to: "/closed")
    }
    #expect(error?.code == .noRoute)
    observer.remove()
    site.registration?.remove()
    await #expect(throws: RoutingError.self) {
      try await site.wireframe.route(to: Self.web + "/nowhere")
    }
    #expect(site.opened == [])
  }
}
