import Foundation
import TestSupport
import Testing
import WireframeCore

/// Opening, exposure and redirects of links from outside.
@MainActor
@Suite(.hangsNever)
struct OpeningTests {
  let shop: Shop

  init() async throws {
    shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/open", "/broken/:n", exposure: .external)
    try shop.register("/closed")
    try shop.register("/verified", exposure: .only(.universalLink, "qr-code"))
  }

  @Test(
    "A route is closed to the outside unless it is exposed to the origin",
    arguments: [
      ("/open", .customScheme, true), ("/open", .notification, true), ("/open", "anything", true),
      ("/closed", .customScheme, false), ("/closed", .universalLink, false),
      ("/closed", .app, false), ("/verified", .universalLink, true),
      ("/verified", "qr-code", true), ("/verified", .customScheme, false),
      ("/verified", .app, false),
    ] as [(String, RoutingOrigin, Bool)])
  func exposure(path: String, origin: RoutingOrigin, isOpen: Bool) async throws {
    let text = "https://example.com\(path)"
    #expect(shop.wireframe.canRoute(RoutingRequest(untrusted: text, origin: origin)) == isOpen)
    let outcome = await shop.wireframe.open(text, origin: origin)
    #expect(shop.shown == (isOpen ? ["root", path] : ["root"]))
    #expect(outcome.result?.route.request.origin == (isOpen ? origin : nil))
    #expect(outcome.result?.route.request.isTrusted == (isOpen ? false : nil))
    #expect(outcome.error?.code == (isOpen ? nil : .notExposed))
    #expect(outcome.error?.pattern?.text == (isOpen ? nil : path))
    try await shop.wireframe.route(to: text)
    #expect(shop.shown.last == path)
  }

  @Test("notExposed is settled before an observer is asked")
  func notExposed() async throws {
    shop.recorder.events = []
    let outcome = await shop.wireframe.open("myapp://verified", origin: .customScheme)
    guard case .refused(let error) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(error.origin == .customScheme)
    #expect(error.urlText == "myapp://verified")
    #expect(shop.recorder.events == ["didFail - notExposed"])
  }

  @Test(
    "notExposed names the origin of the link, and why, and the narrowest way to open the route to it",
    arguments: [
      (
        "myapp://verified", .universalLink,
        """
        The route '/verified' is not open to links of a custom scheme. Its URL is not https, so its \
        origin is 'customScheme'. The route's exposure is: qr-code, universalLink. Make the link an \
        https one; or, if any app may open the route, register it with 'exposure: .only("qr-code", \
        .customScheme, .universalLink)'.
        """
      ),
      (
        "https://example.com/verified", .notification,
        """
        The route '/verified' is not open to links in notifications. The call named this origin. \
        The route's exposure is: qr-code, universalLink. To open it to such links, register it with \
        'exposure: .only("qr-code", .notification, .universalLink)'.
        """
      ),
      (
        "https://example.com/closed", .spotlight,
        """
        The route '/closed' is not open to links of the origin 'spotlight'. The call named this \
        origin. The route's exposure is: closed. To open it to such links, register it with \
        'exposure: .only(.spotlight)'.
        """
      ),
      (
        "https://example.com/closed", .universalLink,
        """
        The route '/closed' is not open to universal links. The call named this origin. The route's \
        exposure is: closed. To open it to such links, register it with \
        'exposure: .only(.universalLink)'.
        """
      ),
      (
        "myapp://closed", .customScheme,
        """
        The route '/closed' is not open to links of a custom scheme. Its URL is not https, so its \
        origin is 'customScheme'. The route's exposure is: closed. To open it to such links, register \
        it with \
        'exposure: .only(.customScheme)'.
        """
      ),
      (
        "https://example.com/closed", "watch",
        """
        The route '/closed' is not open to links of the origin 'watch'. The call named this origin. \
        The route's exposure is: closed. To open it to such links, register it with \
        'exposure: .only("watch")'.
        """
      ),
    ] as [(String, RoutingOrigin, String)])
  func notExposedText(link: String, origin: RoutingOrigin, text: String) async throws {
    let outcome = await shop.wireframe.open(link, origin: origin)
    #expect(outcome.error?.description == text)
  }

  enum Verdict: Sendable { case handled, foreign, refused, failed }

  @Test(
    "open answers handled, foreign, refused or failed, and never throws",
    arguments: [
      ("myapp://open", .handled, nil), ("https://example.com/open?x=1", .handled, nil),
      ("tel:1", .foreign, nil), ("https://example.com.evil.net/open", .foreign, nil),
      ("http://example.com/open", .foreign, nil),
      ("/open", .refused, .rejected), ("//example.com/open", .refused, .rejected),
      ("myapp://open/../closed", .refused, .rejected), ("", .refused, .rejected),
      ("myapp://closed", .refused, .notExposed), ("myapp://opne", .failed, .noRoute),
      ("myapp://broken/1", .failed, .providerFailed), ("myapp://stopped", .handled, nil),
      ("myapp://away", .failed, .foreign),
    ] as [(String, Verdict, RoutingError.Code?)])
  func verdicts(text: String, verdict: Verdict, code: RoutingError.Code?) async throws {
    try shop.wireframe.register("/broken/1", exposure: .external) { _ in throw Broken() }
    try shop.register("/stopped", "/away", exposure: .external)
    shop.wireframe.observe { route in
      switch route.pattern?.text {
      case "/stopped": .stop("not today")
      case "/away": .redirect(to: "https://elsewhere.net/")
      default: .proceed
      }
    }
    for url in [nil, URL(string: text)] where url == nil || url?.absoluteString == text {
      let outcome =
        if let url {
          await shop.wireframe.open(url, origin: .universalLink)
        } else {
          await shop.wireframe.open(text, origin: .universalLink)
        }
      switch outcome {
      case .handled: #expect(verdict == .handled)
      case .foreign: #expect(verdict == .foreign)
      case .refused: #expect(verdict == .refused)
      case .failed: #expect(verdict == .failed)
      }
      #expect(outcome.error?.code == code)
      #expect((outcome.result == nil) == (verdict != .handled))
    }
  }

  @Test("A router opens, too, and answers with the final route")
  func routersOpen() async throws {
    let router: any Router = shop.wireframe
    #expect(
      await router.open("myapp://open", origin: .notification).result?.route.pattern == "/open")
    let url = try #require(URL(string: "myapp://closed"))
    #expect(await router.open(url, origin: .notification).error?.code == .notExposed)
  }

  @Test("What only unbound providers know is closed to the outside; a redirect to help is not")
  func unboundProvidersAreClosed() async throws {
    shop.wireframe.add(provider: KnowsAll())
    #expect(
      await shop.wireframe.open("myapp://secret", origin: .customScheme).error?.code == .noRoute)
    #expect(shop.shown == ["root"])
    try await shop.wireframe.route(to: "myapp://secret")
    #expect(shop.shown == ["root", "everything"])
    shop.wireframe.observe { $0.pattern == nil ? .redirect(to: "/closed") : .proceed }
    await shop.wireframe.open("myapp://secret", origin: .customScheme)
    #expect(shop.shown == ["root", "everything", "/closed"])
  }

  @Test("A trusted redirect may lead to a closed route, and keeps the origin for later guards")
  func trustedRedirects() async throws {
    shop.wireframe.observe { $0.pattern == "/open" ? .redirect(to: "/closed") : .proceed }
    var seen: [RoutingRequest] = []
    shop.wireframe.observe { route in
      seen.append(route.request)
      return .proceed
    }
    let outcome = await shop.wireframe.open("myapp://open", origin: .notification)
    #expect(outcome.result?.route.pattern == "/closed")
    #expect(seen.map(\.origin) == [.notification])
    #expect(seen.map(\.isTrusted) == [true])
  }

  @Test(
    "An untrusted redirect is admitted like a link from outside",
    arguments: [
      ("myapp://open?x=1", nil), ("https://example.com/open?x=1", nil),
      ("myapp://closed", .notExposed), ("myapp://verified", .notExposed),
      ("/open?x=1", .rejected), ("//evil.net/open", .rejected),
      ("https://evil.net/open", .rejected), ("javascript:alert(1)", .rejected),
      ("myapp://nothing", .noRoute),
    ] as [(String, RoutingError.Code?)])
  func untrustedRedirects(next: String, code: RoutingError.Code?) async throws {
    try shop.register("/go", exposure: .external)
    shop.wireframe.observe { route in
      route.pattern == "/go" ? .redirect(toUntrusted: route.query["next"] ?? "") : .proceed
    }
    let escaped = next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    for isFromApp in [false, true] {
      let link = "myapp://go?next=\(escaped)&n=\(isFromApp)"
      if isFromApp {
        if let code {
          #expect(try await shop.failure(link).code == code)
        } else {
          #expect(try await shop.wireframe.route(to: link).route.pattern == "/open")
        }
      } else {
        let outcome = await shop.wireframe.open(link, origin: .customScheme)
        #expect(outcome.error?.code == code)
        if case .foreign = outcome { Issue.record("the app would hand on the wrong URL") }
        if let error = outcome.error { #expect(error.chain == [link, next]) }
      }
    }
  }

  @Test("An untrusted redirect to another source is refused in words of its own")
  func foreignRedirects() async throws {
    shop.wireframe.observe { _ in .redirect(toUntrusted: "https://evil.net/") }
    let outcome = await shop.wireframe.open("myapp://open", origin: .customScheme)
    guard case .refused(let error) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(error.refusal?.reason == .foreignRedirect)
    #expect(
      error.description == """
        The URL was refused: an observer redirected to a URL that it took from a request, and \
        whose scheme or origin is not declared.
        """)
  }

  @Test("Handlers are closed to the outside, too")
  func handlers() async throws {
    var calls = 0
    try shop.wireframe.handle("/buy") { _ in calls += 1 }
    try shop.wireframe.handle("/ping", exposure: .external) { _, _ in calls += 10 }
    #expect(await shop.wireframe.open("myapp://buy", origin: .app).error?.code == .notExposed)
    #expect(await shop.wireframe.open("myapp://ping", origin: .app).result?.outcome == .handled)
    #expect(calls == 10)
  }

  @Test("Exposures and requests describe themselves without values")
  func descriptions() {
    #expect("\(RouteExposure.closed)" == "closed")
    #expect("\(RouteExposure.external)" == "external")
    #expect("\(RouteExposure.only(.customScheme, "qr"))" == "customScheme, qr")
    #expect(RouteExposure.only() == .closed)
    #expect(
      "\(RoutingRequest(untrusted: "myapp://secret", origin: .notification))"
        == "request from notification")
  }
}

private struct KnowsAll: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) -> Screen? { Screen("everything") }
}
