import Foundation
import TestSupport
import Testing
import WireframeCore

/// Requests that wait for a login.
@MainActor
@Suite(.hangsNever)
final class ParkingTests {
  var now = Date(timeIntervalSince1970: 1000)
  var isLoggedIn = false
  var rule = ParkingRule.newest

  private func makeShop() async throws -> Shop {
    let shop = try await Shop(
      limits: RoutingLimits(provide: nil, present: nil, parked: .seconds(60)),
      now: { [unowned self] in now })
    try shop.register("/login", option: .modal)
    try shop.register("/orders/:id", "/bills", tags: [.requiresLogin], exposure: .external)
    try shop.register("/closed", tags: [.requiresLogin])
    shop.wireframe.observe(tag: .requiresLogin) { [unowned self] _ in
      isLoggedIn ? .proceed : .redirect(to: "/login", resuming: rule)
    }
    return shop
  }

  @Test(
    "A redirect parks the wanted request; after the login it runs through the whole pipeline, once")
  func resuming() async throws {
    let shop = try await makeShop()
    await shop.wireframe.open("myapp://orders/7?a=1", origin: .notification)
    #expect(shop.shown == ["root", "/login"])
    let parked = try #require(shop.wireframe.parked)
    #expect(parked.urlText == "myapp://orders/7?a=1")
    #expect(parked.origin == .notification)
    #expect(!parked.isTrusted)
    #expect(parked.parkedAt == now)
    #expect(parked.expiresAt == now + 60)
    isLoggedIn = true
    shop.recorder.events = []
    let result = try #require(try await shop.wireframe.resume())
    #expect(result.route.urlText == "myapp://orders/7?a=1")
    #expect(result.route.request.origin == .notification)
    #expect(result.route.request.isTrusted == false)
    #expect(shop.recorder.events.first == "decide myapp://orders/7?a=1")
    #expect(shop.shown == ["root", "/orders/:id"])
    #expect(try await shop.wireframe.resume() == nil)
    #expect(shop.wireframe.parked == nil)
  }

  @Test(
    "A controller for the app itself parks nothing, and leaves what waits as it is",
    arguments: [true, false])
  func embedding(isFirst: Bool) async throws {
    let shop = try await makeShop()
    rule = isFirst ? .oldest : .newest
    if isFirst { _ = try await shop.wireframe.controller(for: "/closed") }
    await shop.wireframe.open("myapp://orders/7", origin: .notification)
    if !isFirst { _ = try await shop.wireframe.controller(for: "/closed") }
    #expect(shop.wireframe.parked?.urlText == "myapp://orders/7")
    isLoggedIn = true
    try await shop.wireframe.resume()
    #expect(shop.shown == ["root", "/orders/:id"])
  }

  @Test("Without 'resuming:' nothing is parked")
  func notParking() async throws {
    let shop = try await makeShop()
    shop.wireframe.observe(priority: 1) {
      $0.pattern == "/bills" ? .redirect(to: "/login") : .proceed
    }
    try await shop.wireframe.route(to: "/bills")
    #expect(shop.wireframe.parked == nil)
    #expect(try await (shop.wireframe as any Router).resume() == nil)
  }

  @Test(
    "The newest or the oldest request is kept, by choice", arguments: [ParkingRule.newest, .oldest])
  func rules(rule: ParkingRule) async throws {
    self.rule = rule
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/orders/1")
    now += 59
    try await shop.wireframe.route(to: "/orders/2")
    #expect(shop.wireframe.parked?.urlText == (rule == .newest ? "/orders/2" : "/orders/1"))
    now += 1
    try await shop.wireframe.route(to: "/orders/3")
    // The first has expired: what is kept by any rule is what can still be run.
    #expect(shop.wireframe.parked?.urlText == "/orders/3")
  }

  @Test(
    "A parked request is not run from its expiry on, nor when the clock was turned back",
    arguments: [(0, true), (59.9, true), (60, false), (-0.1, false), (.nan, false)]
      as [(Double, Bool)])
  func expiry(seconds: Double, isRun: Bool) async throws {
    isLoggedIn = false
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/bills")
    #expect(shop.wireframe.parked != nil)
    isLoggedIn = true
    now = Date(timeIntervalSince1970: now.timeIntervalSince1970 + seconds)
    #expect((shop.wireframe.parked != nil) == isRun)
    #expect((try await shop.wireframe.resume() != nil) == isRun)
    #expect(shop.shown.last == (isRun ? "/bills" : "/login"))
  }

  @Test("A parked request expires while it waits for its turn")
  func expiryInTheQueue() async throws {
    let shop = try await makeShop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try await shop.wireframe.route(to: "/bills")
    isLoggedIn = true
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let resumed = Task { try await shop.wireframe.resume() }
    #expect(await shop.wireframe.isAwaited(by: 1))
    now += 60
    gate.open()
    _ = try await slow.value
    #expect(try await resumed.value == nil)
    #expect(shop.shown == ["root", "/slow"])
  }

  @Test("A resumed request that is redirected again is parked again, and expires no later")
  func parkedAgain() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/bills")
    let first = try #require(shop.wireframe.parked)
    now += 30
    let result = try await shop.wireframe.resume()
    #expect(result?.route.pattern == "/login")
    #expect(shop.wireframe.parked == first)
  }

  @Test("Two calls at once run a parked request once")
  func resumedOnce() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/bills")
    isLoggedIn = true
    let calls = (0..<10).map { _ in Task { try await shop.wireframe.resume() != nil } }
    var runs = 0
    for call in calls where try await call.value { runs += 1 }
    #expect(runs == 1)
    #expect(shop.shown == ["root", "/bills"])
  }

  @Test("The app can drop a parked request")
  func discarding() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/bills")
    shop.wireframe.discardParked()
    #expect(try await shop.wireframe.resume() == nil)
  }

  @Test("A parked request outlives a restart, without payload, and stays as untrusted as it was")
  func restart() async throws {
    let first = try await makeShop()
    await first.wireframe.open("myapp://bills", origin: .customScheme)
    try await first.wireframe.route(to: "/orders/1", payload: ["user": "secret"])
    let stored = try JSONEncoder().encode(try #require(first.wireframe.parked))
    #expect(!String(decoding: stored, as: UTF8.self).contains("secret"))
    isLoggedIn = true
    let second = try await makeShop()
    second.wireframe.parked = try JSONDecoder().decode(ParkedRequest.self, from: stored)
    let result = try await second.wireframe.resume()
    #expect(result?.route.urlText == "/orders/1")
    #expect(result?.route.payload.isEmpty == true)

    second.wireframe.parked = try JSONDecoder().decode(
      ParkedRequest.self,
      from: Data(
        #"""
        {"urlText": "myapp://closed", "origin": "customScheme", "isTrusted": false,
         "parkedAt": 0, "expiresAt": 1e9}
        """#.utf8))
    now = Date(timeIntervalSinceReferenceDate: 1)
    let error = await #expect(throws: RoutingError.self) { _ = try await second.wireframe.resume() }
    #expect(error?.code == .notExposed)
  }

  @Test("A role that awaits resume() gets 'reentrant', and the request stays parked")
  func reentrancy() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/bills")
    try shop.wireframe.handle("/signed-in") { _, router in _ = try await router.resume() }
    #expect(try await shop.failure("/signed-in").code == .reentrant)
    #expect(shop.wireframe.parked != nil)
  }

  @Test("A parked request describes itself without its URL")
  func description() async throws {
    let shop = try await makeShop()
    await shop.wireframe.open("myapp://orders/secret", origin: .notification)
    let text = try #require(shop.wireframe.parked).description
    #expect(text.hasPrefix("parked request from notification, from 1970-01-01 00:16:40"))
    #expect(!text.contains("secret"))
  }
}
