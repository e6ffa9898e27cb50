import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// A trace tells what a routing did, and can be run again.
@MainActor
struct TraceTests {
  private func app(clock: any Clock<Duration> = ContinuousClock()) async throws -> Shop {
    let shop = try await Shop(sources: ["app:"], clock: clock)
    try shop.register("/cart", "/login", "/items/:id<int>", exposure: .external)
    try shop.register("/account", option: .modal, tags: [.requiresLogin])
    try shop.wireframe.handle("/act") { _ in }
    shop.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/login") }
    return shop
  }

  @Test(
    "A trace has every stage with its times, decisions, roles, redirects, and the host's change")
  func events() async throws {
    let clock = ManualClock()
    let shop = try await app(clock: clock)
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try shop.wireframe.register("/slow", option: .replaceTop) { _ in
      clock.advance(by: .milliseconds(1_234))
      return Screen("slow")
    }
    try await shop.wireframe.route(to: "/account")
    try await shop.wireframe.route(to: "/slow")
    _ = try? await shop.wireframe.route(to: "/items/x?token=secret")
    let traces = recorder.takeTraces()
    #expect(
      traces[0].description == """
        request from app
        0.000 ms  matched  '/account'
        0.000 ms  began  observe
        0.000 ms  decided  Recorder  '/account'  proceed
        0.000 ms  decided  a closure observer  '/account'  redirect to a request of the app
        0.000 ms  ended  observe
        0.000 ms  redirected  
        0.000 ms  matched  '/login'
        0.000 ms  began  observe
        0.000 ms  decided  Recorder  '/login'  proceed
        0.000 ms  ended  observe
        0.000 ms  settled  Push
        0.000 ms  presenter  PushPresenter
        0.000 ms  began  provide
        0.000 ms  provider  the route's closure
        0.000 ms  ended  provide
        0.000 ms  began  present
        0.000 ms  ended  present
        0.000 ms  entered  '/login'
        0.000 ms  finished  '/login'
        """)
    #expect(
      traces[1].events.filter { $0.kind == .ended }.map { "\($0.text ?? "") \($0.time)" } == [
        "observe 0", "leave 0", "provide 1234000000", "present 1234000000",
      ])
    #expect(traces[1].events.filter { $0.kind == .left }.map(\.pattern) == ["/login"])
    #expect(traces.map(\.ending) == ["presented", "presented", "noRoute"])
    #expect(traces[2].urlText == nil && traces[0].urlText == "/account")
    #expect(recorder.traces.isEmpty)
    #expect(shop.shown == ["root", "slow"])
  }

  @Test("A trace is free of values, unless they are asked for")
  func values() async throws {
    let shop = try await app()
    let (safe, whole) = (TraceRecorder(), TraceRecorder(keepsValues: true))
    safe.record(shop.wireframe)
    whole.record(shop.wireframe)
    try shop.wireframe.register("/s/:secret") { _ in throw Broken() }
    shop.wireframe.observe(tag: "x") { _ in .stop("no") }
    for url in [
      "/items/7?secret", "/s/secret", "/secret", "tel:secret", "app://s/secret/secret",
      "/s//secret",
    ] {
      _ = try? await shop.wireframe.route(to: url)
    }
    #expect(safe.traces.count == 6)
    for text in allTexts(of: safe.traces) {
      #expect(!text.replacing(":secret", with: "").contains("secret"))
    }
    let json = String(decoding: try JSONEncoder().encode(safe.traces), as: UTF8.self)
    #expect(!json.replacing(":secret", with: "").contains("secret"))
    #expect(whole.traces.map(\.urlText).contains("/s/secret"))
  }

  @Test("A recorder keeps the last traces, and none once it is removed")
  func capacity() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keeping: 2)
    let registration = recorder.record(shop.wireframe)
    for url in ["/cart", "/act", "/login"] { try await shop.wireframe.route(to: url) }
    #expect(recorder.traces.map(\.pattern) == ["/act", "/login"])
    registration.remove()
    try await shop.wireframe.route(to: "/cart")
    #expect(recorder.traces.count == 2)
  }

  @Test("A report is run again on a fresh app, and the first difference is named")
  func replay() async throws {
    let shop = try await app()
    let recorder = TraceRecorder(keepsValues: true)
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/items/7")
    try await shop.wireframe.route(to: "/account")
    _ = await shop.wireframe.open("app://cart", origin: .customScheme)
    _ = await shop.wireframe.open("app://account", origin: .customScheme)
    let report = try JSONEncoder().encode(recorder.traces)
    let traces = try JSONDecoder().decode([RoutingTrace].self, from: report)
    #expect(traces == recorder.traces)
    #expect(try await traces.replay(on: try await app().wireframe) == nil)
    let changed = try await app()
    changed.wireframe.observe(priority: 5) { $0.pattern == "/cart" ? .stop("closed") : .proceed }
    let difference = try await traces.replay(on: changed.wireframe)
    #expect(
      difference.map(\.description)
        == "Routing 1: recorded settled Push, replayed decided a closure observer '/items/:id<int>' proceed."
    )
  }

  @Test("A trace without values cannot be run again, and says so")
  func unreplayable() async throws {
    let shop = try await app()
    let recorder = TraceRecorder()
    recorder.record(shop.wireframe)
    try await shop.wireframe.route(to: "/items/7")
    let error = await #expect(throws: ReplayError.self) {
      try await recorder.traces.replay(on: shop.wireframe)
    }
    #expect(
      error?.description.hasPrefix("Routing 1 was recorded without the values of its URL") == true)
  }
}
