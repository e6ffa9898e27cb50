import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Every stage of the app's own code fails in every way; the wireframe goes on and keeps nothing of it.
@MainActor
@Suite(.onEverySystem, .hangsNever)
struct FaultTests {
  enum Stage: String, CaseIterable {
    case observe, option, leave, provide, present, handle
  }

  enum Fault: String, CaseIterable {
    case throwing, hanging, cancelled, reentering
  }

  /// What a caller learns.
  private func expected(_ stage: Stage, _ fault: Fault) -> String {
    switch fault {
    case .throwing:
      switch stage {
      case .observe, .leave: "observerFailed"
      case .option: "optionProviderFailed"
      case .provide: "providerFailed"
      case .present: "presenterFailed"
      case .handle: "handlerFailed"
      }
    case .hanging: "timedOut"
    case .cancelled:
      switch stage {
      case .present: "presented"
      case .handle: "handled"
      default: "cancelled"
      }
    case .reentering: "reentrant"
    }
  }

  @Test(
    "A role that throws, hangs, is cancelled or re-enters fails its own routing, and no other",
    arguments: Stage.allCases, Fault.allCases)
  func faults(stage: Stage, fault: Fault) async throws {
    let clock = ManualClock()
    let limit = Duration.seconds(9)
    let shop = try await Shop(
      limits: RoutingLimits(decide: limit, provide: limit, present: limit), clock: clock)
    let census = Census()
    let faulty = Faulty(stage, fault, shop.wireframe)
    var gates: [Barrier] = []
    shop.wireframe.add(observer: faulty)
    shop.wireframe.add(optionProvider: faulty)
    shop.wireframe.add(presenter: faulty)
    try shop.wireframe.register("/faulty", option: .replaceTop) { _ in
      try await faulty.run(.provide)
      return Screen("faulty", census)
    }
    try shop.wireframe.handle("/handle") { _ in try await faulty.run(.handle) }
    try shop.wireframe.register("/next") { _ in Screen("next") }

    for _ in 1...3 {
      let gate = Barrier()
      gates.append(gate)
      faulty.gate = gate
      let request = RoutingRequest(
        stage == .handle ? "/handle" : "/faulty", payload: ["token": Token(census)])
      let routing = Task { try await shop.wireframe.route(request) }
      if fault == .hanging || fault == .cancelled { await gate.waitForArrivals() }
      if fault == .hanging {
        await clock.waitForSleepers(1)
        clock.advance(by: limit)
      }
      if fault == .cancelled {
        routing.cancel()
        gate.open()
      }
      var ending: String
      do throws(any Error) {
        ending = try await routing.value.outcome == .handled ? "handled" : "presented"
      } catch {
        ending = (error as? RoutingError)?.code.rawValue ?? "\(error)"
      }
      #expect(ending == expected(stage, fault))
      faulty.isWell = true
      try await shop.wireframe.route(to: "/next")
      #expect(shop.shown.last == "next")
      faulty.isWell = false
    }

    faulty.isWell = true
    try await shop.navigation.setRoot(Screen("root"))
    shop.recorder.forget()
    if fault == .hanging {
      for gate in gates { gate.open() }
    }
    #expect(await eventually { census.count == 0 })
  }

  @Test(
    "A fault is reported to the caller of every entry point, and to the observers",
    arguments: ["route", "open", "enqueue", "controller"])
  func waysIn(way: String) async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/broken", exposure: .external) { _ in throw Broken() }
    switch way {
    case "route": #expect(try await shop.failure("/broken").code == .providerFailed)
    case "open":
      let outcome = await shop.wireframe.open("myapp://broken", origin: .notification)
      guard case .failed(let error) = outcome else { throw Broken(what: "\(outcome)") }
      #expect(error.underlyingError is Broken)
    case "controller":
      let error = await #expect(throws: RoutingError.self) {
        _ = try await shop.wireframe.controller(for: "/broken")
      }
      #expect(error?.code == .providerFailed)
    default:
      shop.wireframe.enqueue("/broken")
      await shop.wireframe.settled()
    }
    #expect(shop.recorder.errors.map(\.code) == [.providerFailed])
  }

  @Test("A presenter that ends after its limit is an error, and its end is dropped")
  func latePresenter() async throws {
    let clock = ManualClock()
    let shop = try await Shop(limits: RoutingLimits(), clock: clock)
    try shop.register("/a", "/b")
    let gate = Barrier()
    shop.wireframe.add(presenter: SlowPresenter(gate))
    let routing = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    gate.open()
    #expect(await eventually { gate.passed == 1 })
    await shop.wireframe.settled()
    try await shop.wireframe.route(to: "/b")
    #expect(
      shop.recorder.events.filter { $0.hasPrefix("did") } == ["didFail /a timedOut", "didRoute /b"])
  }
}

extension Recorder {
  func forget() { (events, routed, errors) = ([], [], []) }
}

/// A role of every kind that has a fault at one stage, until it is well.
@MainActor
private final class Faulty: RoutingObserver, LeaveGuard, RoutingOptionProvider,
  ControllerRoutingPresenter
{
  let stage: FaultTests.Stage
  let fault: FaultTests.Fault
  var gate = Barrier()
  weak var wireframe: Wireframe<Screen>?
  var isWell = false

  init(
    _ stage: FaultTests.Stage, _ fault: FaultTests.Fault, _ wireframe: Wireframe<Screen>
  ) {
    (self.stage, self.fault, self.wireframe) = (stage, fault, wireframe)
  }

  func run(_ stage: FaultTests.Stage) async throws {
    guard stage == self.stage, !isWell else { return }
    switch fault {
    case .throwing: throw Broken()
    case .hanging, .cancelled: await gate.pass()
    case .reentering: try await wireframe?.route(to: "/next")
    }
  }

  func decision(for route: Route) async throws -> RoutingDecision {
    try await run(.observe)
    return .proceed
  }
  func decision(onLeaving leaving: LeavingScreen) async throws -> LeaveDecision {
    try await run(.leave)
    return .leave
  }
  func option(
    for route: Route, current: (any RoutingOption)?
  ) async throws -> (any RoutingOption)? {
    try await run(.option)
    return nil
  }
  func leavingScreens(for route: Route, option: ReplaceTop) -> [LeavingScreen] {
    // What the standard presenter would answer: whatever is at the top leaves.
    [LeavingScreen(of: "the top", from: nil, to: route)]
  }
  func present(_ controller: Screen, option: ReplaceTop, event: RoutingEvent) async throws {
    try await run(.present)
  }
}
