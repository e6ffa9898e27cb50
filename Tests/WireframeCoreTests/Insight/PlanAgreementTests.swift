import TestSupport
import Testing
import WireframeCore

/// A plan and the routing that follows it agree, whatever the app is.
@MainActor
@Suite(.hangsNever)
struct PlanAgreementTests {
  /// How often each ending came up: a generator that reaches only one proves nothing.
  final class Tally {
    var endings: [String: Int] = [:]
  }

  @Test(
    "I1: a plan says what the routing that follows does, what leaves included, and changes nothing")
  func agreement() async throws {
    let tally = Tally()
    for seed in 1...Load.scaled(1_500) { try await journey(seed, tally) }
    for ending in [
      "presented", "handled", "stopped", "noRoute", "notExposed", "rejected", "noOption",
      "noController",
      "noPresenter", "noStack", "observerFailed", "redirectLoop", "invalidParent", "notOnScreen",
      "redirected", "gated",
    ] {
      #expect(tally.endings[ending] ?? 0 > 0, "\(ending) never came up")
    }
  }

  private func journey(_ seed: Int, _ tally: Tally) async throws {
    let app = try await GeneratedApp(seed: seed)
    var random = SplitMix64(seed: UInt64(seed) &* 77)
    _ = try? await app.wireframe.route(to: "/")
    for step in 1...15 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0: try? await app.wireframe.back()
      case 1: app.open.formSymmetricDifference([["g1", "g2", "g3"].pick(&random)])
      case 2: _ = try? await app.wireframe.resume(after: "g1")
      case 3: _ = try? await app.wireframe.reevaluate()
      case 4:
        if let stack = app.navigation.state.layers.last?.selectedStack.entries, stack.count > 1 {
          try? app.navigation.performAsUser(.pop(to: stack[0].id))
        }
      case 5: app.isBroken.toggle()
      case 6:
        if let saved = try? app.wireframe.savedState() {
          _ = try? await app.wireframe.restore(saved, trusting: true)
        }
      default:
        await compare(request(&random), in: app, tally, "seed \(seed), step \(step)")
      }
    }
  }

  private func request(_ random: inout SplitMix64) -> RoutingRequest {
    let path = GeneratedApp.paths.pick(&random)
    guard random.oneIn(2) else {
      return RoutingRequest(
        untrusted: random.oneIn(2) ? "app:/\(path)" : "https://example.com\(path)",
        origin: random.oneIn(2) ? .universalLink : .customScheme)
    }
    var request = RoutingRequest(path)
    if random.oneIn(4) { request.option = GeneratedApp.Options.any(&random) }
    if random.oneIn(3) { request.landing = .underParents }
    if random.oneIn(6) { request.ifPresented = .bringToFront }
    return request
  }

  private func compare(
    _ request: RoutingRequest, in app: GeneratedApp, _ tally: Tally, _ place: String
  ) async {
    let comment: Comment = "\(place), \(request.urlText)"
    let before = app.traces
    let plan = await app.wireframe.plan(request)
    #expect(app.traces == before, comment)
    #expect(plan.isCertain, comment)
    var left: [Route?] = []
    let registration = app.navigation.onChange { left += $0.left.map(\.route) }
    defer { registration.remove() }
    do throws(RoutingError) {
      let result = try await app.wireframe.route(request)
      #expect(plan.outcome == result.outcome, "\(place), \(request.urlText): \(plan)")
      #expect(plan.route?.urlText == result.route.urlText, comment)
      #expect(plan.route?.pattern == result.route.pattern, comment)
      #expect(plan.redirects.map(\.urlText) == result.redirects.map(\.urlText), comment)
      if case .presented = result.outcome {
        #expect(name(plan.option) == name(result.option), comment)
        tally.endings["presented", default: 0] += 1
      } else {
        tally.endings[result.outcome == .handled ? "handled" : "stopped", default: 0] += 1
      }
      if !result.redirects.isEmpty { tally.endings["redirected", default: 0] += 1 }
      if app.wireframe.keptRequestCount > 0 { tally.endings["gated", default: 0] += 1 }
    } catch {
      #expect(plan.error?.code == error.code, "\(place), \(request.urlText): \(plan) but \(error)")
      #expect(plan.error?.description == error.description, comment)
      #expect(plan.error?.chain == error.chain, comment)
      tally.endings[error.code.rawValue, default: 0] += 1
    }
    // Of a routing that fails, too.
    let names = [plan.leaving, left].map { $0.map { $0?.urlText ?? "-" }.sorted() }
    #expect(names[0] == names[1], "\(place), \(request.urlText): \(plan)")
    let shown = app.navigation.state.shown.map { $0.route?.pattern }
    #expect((plan.isLandingKnown ? plan.landing : plan.landing.dropLast()) == shown, comment)
  }

  private func name(_ option: (any RoutingOption)?) -> String {
    option.map { "\(type(of: $0))" } ?? "-"
  }
}
