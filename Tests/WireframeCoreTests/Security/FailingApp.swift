import TestSupport
import WireframeCore
import WireframeTesting

/// An app in which everything fails, with a secret in every value.
@MainActor
struct FailingApp {
  private let shop: Shop
  private let bare = Wireframe<Screen>(sources: ["myapp:"], limits: .none)

  init() async throws {
    shop = try await Shop(
      sources: ["myapp:", "https://example.com"], policy: .rejectWhileBusy)
    let wireframe = shop.wireframe
    try wireframe.register("/closed/:id") { _ in nil }
    try wireframe.register("/throws/:id") { _ in throw Leaky() }
    try wireframe.handle("/handler/:id") { _ in throw Leaky() }
    try wireframe.handle("/acts/:id") { _ in }
    try wireframe.register("/int/:id") { Screen("\(try $0["id"] as Int)") }
    try wireframe.register("/other/:id") { Screen(try $0["name"]) }
    try wireframe.register("/query/:id") { Screen(try $0.query.require("s")) }
    try wireframe.register("/number/:id") { Screen("\(try $0.query.require("q") as Int)") }
    try wireframe.register("/payload/:id") { Screen(try $0.payload.require("t")) }
    try wireframe.register("/object/:id") { Screen("\(try $0.payload.require("token") as Int)") }
    try wireframe.register("/reenters/:id") { [unowned wireframe] in
      try await wireframe.route(to: $0.urlText)
      return nil
    }
    try shop.register("/shown/:id", "/loop/:id", "/hops/:id", "/stops/:id", "/guard/:id")
    try shop.register("/option/:id", "/away/:id", "/foreign/:id")
    wireframe.observe { route in
      switch route.path.first {
      case "loop": .redirect(to: "/loop/s3cr3t")
      case "hops": .redirect(to: "/hops/\(try route["id"] as String)s3cr3t")
      case "stops": .stop("closed")
      case "guard": throw Leaky()
      case "away": .redirect(toUntrusted: "https://evil.net/s3cr3t")
      case "foreign": .redirect(to: "https://evil.net/s3cr3t")
      default: .proceed
      }
    }
    wireframe.add(optionProvider: LeakyOptions())
    wireframe.add(presenter: LeakyStage())
  }

  /// The error of each URL, of each way in, and of what an app does wrong.
  func errors() async throws -> [RoutingError] {
    var errors: [RoutingError] = []
    for start in [
      "closed", "throws", "handler", "int", "other", "query", "number", "payload",
      "object", "reenters", "loop", "hops", "guard", "option", "away", "foreign", "nowhere",
      "clsed",
    ] {
      let text = "/\(start)/s3cr3t?q=s3cr3t&s3cr3t=1#s3cr3t"
      errors.append(
        try await failure(RoutingRequest(text, payload: ["token": "s3cr3t", "l": Leaky()])))
    }
    for text in [
      "/shown/s3cr3t\\", "/shown/s3cr3t%zz", "/shown//s3cr3t", "/shown/s3cr3t/..", "s3cr3t",
      "//s3cr3t",
      "myapp:s3cr3t", "myapp://s3cr3t@a", "myapp://s3cr3t:1", "https://s3cr3t@example.com",
      "https://s3cr3t.net", "s3cr3t:1", "/?s3cr3t=%00", "/s3cr3t\n", "",
    ] { errors.append(try await failure(RoutingRequest(text))) }
    for text in ["myapp://closed/s3cr3t", "/shown/s3cr3t", "https://s3cr3t.net"] {
      errors.append(try await failure(RoutingRequest(untrusted: text, origin: .notification)))
    }
    var laden = RoutingRequest(untrusted: "myapp://closed/1", origin: .app)
    laden.payload = ["token": "s3cr3t"]
    errors.append(try await failure(laden))
    for text in ["/stops/s3cr3t", "/acts/s3cr3t"] {
      errors.append(try await thrown { _ = try await shop.wireframe.controller(for: text) })
    }
    errors.append(try await failure(RoutingRequest("/shown/s3cr3t", option: OnLeakyStage())))
    return try await errors + busyAndCancelled() + late() + bareErrors() + hostErrors()
  }

  private func busyAndCancelled() async throws -> [RoutingError] {
    let gate = Barrier()
    try shop.register("/gate/:id", behind: gate)
    let first = Task { try await thrown { try await shop.wireframe.route(to: "/gate/s3cr3t") } }
    await gate.waitForArrivals()
    let busy = try await failure(RoutingRequest("/shown/s3cr3t"))
    first.cancel()
    gate.open()
    return [busy, try await first.value]
  }

  private func late() async throws -> [RoutingError] {
    let (clock, gate) = (ManualClock(), Barrier())
    let late = try await Shop(limits: RoutingLimits(provide: .seconds(1)), clock: clock)
    try late.register("/gate/:id", behind: gate)
    let routing = Task { try await thrown { try await late.wireframe.route(to: "/gate/s3cr3t") } }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    let error = try await routing.value
    gate.open()
    return [error]
  }

  private func bareErrors() async throws -> [RoutingError] {
    try bare.register("/shown/:id") { _ in Screen("shown") }
    let noOption = try await thrown { try await bare.route(to: "/shown/s3cr3t") }
    let noPresenter = try await thrown {
      try await bare.route(to: "/shown/s3cr3t", option: .push)
    }
    bare.addStandardPresenters(on: NavigationTree())
    let noStack = try await thrown { try await bare.route(to: "/shown/s3cr3t", option: .push) }
    return [noOption, noPresenter, noStack]
  }

  private func hostErrors() async throws -> [RoutingError] {
    try await shop.navigation.push(
      Screen("edited"), route: try Route("/shown/s3cr3t", matching: "/shown/:id"))
    shop.wireframe.observeLeaving { _ in .stay("unsaved edits") }
    return [try await thrown { try await shop.navigation.pop() }]
  }

  private func failure(_ request: RoutingRequest) async throws -> RoutingError {
    try await thrown { try await shop.wireframe.route(request) }
  }

  private func thrown(_ body: () async throws -> Void) async throws -> RoutingError {
    do {
      try await body()
    } catch let error as RoutingError {
      return error
    }
    throw Broken(what: "nothing was thrown")
  }
}

private struct OnLeakyStage: RoutingOption {}

private struct LeakyStage: ControllerRoutingPresenter {
  func present(_ controller: Screen, option: OnLeakyStage, event: RoutingEvent) throws {
    throw Leaky()
  }
}

private struct LeakyOptions: RoutingOptionProvider {
  func option(for route: Route, current: (any RoutingOption)?) throws -> (any RoutingOption)? {
    if route.path.first == "option" { throw Leaky() }
    return nil
  }
}
