import Foundation
import TestSupport
import Testing
import WireframeCore

/// No value of a URL, a payload or a thrown error is in the texts that an app logs.
@MainActor
@Suite(.hangsNever)
struct SecretLeakTests {
  nonisolated static let secret = "s3cr3t"

  private func expectSilence(
    of thing: Any, _ comment: Comment, _ location: SourceLocation = #_sourceLocation
  ) {
    for text in allTexts(of: thing) {
      #expect(!text.contains(Self.secret), comment, sourceLocation: location)
      #expect(!text.isEmpty, comment, sourceLocation: location)
    }
  }

  @Test("Leaked secrets: the search for them finds one")
  func theSearchWorks() {
    let texts = allTexts(of: Leaky())
    #expect(texts.allSatisfy { $0.contains(Self.secret) })
  }

  @Test("Leaked secrets: no text of an error holds a value, whatever failed")
  func errors() async throws {
    let app = try await FailingApp()
    var codes: Set<RoutingError.Code> = []
    for error in try await app.errors() {
      codes.insert(error.code)
      expectSilence(of: error, "\(error.code)")
      expectSilence(of: error as any Error, "\(error.code)")
      #expect(!error.localizedDescription.contains(Self.secret), "\(error.code)")
      #expect(!"\(Result<Int, RoutingError>.failure(error))".contains(Self.secret))
    }
    #expect(
      codes == [
        .rejected, .foreign, .notExposed, .noRoute, .redirectLoop, .noOption, .noPresenter,
        .noController, .stopped, .observerFailed, .optionProviderFailed, .providerFailed,
        .presenterFailed, .handlerFailed, .timedOut, .cancelled, .reentrant, .busy, .missingValue,
        .unfitValue, .noStack, .leaveRefused,
      ])
  }

  @Test("Leaked secrets: what an app is handed prints no value, and has it in its properties")
  func values() async throws {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/users/:id", "/files/*rest", exposure: .external)
    try shop.register("/login", option: .modal)
    let text = "/users/s3cr3t?s3cr3t=s3cr3t#s3cr3t"
    let request = RoutingRequest(text, payload: ["token": "s3cr3t", "leaky": Leaky()])
    let result = try await shop.wireframe.route(request)
    let event = try #require(shop.recorder.routed.first)
    shop.wireframe.observe {
      $0.pattern == "/files/*rest" ? .redirect(to: "/login?s3cr3t", resuming: .newest) : .proceed
    }
    let outcome = await shop.wireframe.open("myapp://files/s3cr3t/s3cr3t", origin: .notification)
    let refused = await shop.wireframe.open("myapp://login/s3cr3t\\", origin: .notification)
    let parked = try #require(shop.wireframe.parked)
    let table = try RouteTable(["/users/:id"])
    let things: [(String, Any)] = [
      ("request", request), ("payload", request.payload), ("result", result),
      ("route", result.route), ("values", result.route.values), ("query", result.route.query),
      ("event", event), ("outcome", outcome), ("refused", refused), ("parked", parked),
      ("redirects", outcome.result?.redirects as Any), ("match", table.match(text)),
      ("noMatch", table.match("/s3cr3t?s3cr3t")), ("refusal", table.match("/users/s3cr3t\\")),
      ("decision", RoutingDecision.redirect(to: request)),
      ("untrusted", RoutingDecision.redirect(toUntrusted: text)),
      ("entry", shop.navigation.state.entries), ("state", shop.navigation.state),
      ("nearMiss", try await shop.failure("/user/s3cr3t").nearMiss as Any),
    ]
    for (name, thing) in things { expectSilence(of: thing, "\(name)") }

    #expect(result.route.urlText == text)
    #expect(try result.route["id"] == Self.secret)
    #expect(result.route.payload["token", as: String.self] == Self.secret)
    #expect(parked.urlText.contains(Self.secret))
    #expect(refused.error?.urlText?.contains(Self.secret) == true)
  }

  @Test("Leaked secrets: of an app's own described value, only the description is shown")
  func ownValues() {
    expectSilence(of: Account(), "a class, and what it inherits")
    expectSilence(of: SavingsAccount(), "a subclass")
  }

  @Test("Leaked secrets: what an app stores of a parked request is the URL, and no payload")
  func stored() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/login")
    try shop.wireframe.observe(under: "/a") { _ in .redirect(to: "/login", resuming: .newest) }
    try await shop.wireframe.route(to: "/a", payload: ["token": "s3cr3t"], option: .modal)
    let stored = try JSONEncoder().encode(try #require(shop.wireframe.parked))
    let keys = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any]).keys
    #expect(Set(keys) == ["urlText", "origin", "isTrusted", "parkedAt", "expiresAt"])
    #expect(!String(decoding: stored, as: UTF8.self).contains(Self.secret))
  }

  @Test("Leaked secrets: the error that the app threw is there, but only where it is asked for")
  func underlying() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/a") { _ in throw Leaky() }
    let error = try await shop.failure("/a")
    #expect(error.underlyingError is Leaky)
    #expect(
      error.description == """
        The route's closure failed while providing the controller for '/a': it threw Leaky. \
        See 'underlyingError'.
        """)
  }
}

/// An error that says too much.
struct Leaky: Error, CustomStringConvertible {
  var description: String { "wrong password: s3cr3t" }
}

private class Owned { let owner = SecretLeakTests.secret }

private class Account: Owned, DescribedValue {
  let iban = SecretLeakTests.secret
  var description: String { "an account" }
}

private final class SavingsAccount: Account { let goal = SecretLeakTests.secret }
