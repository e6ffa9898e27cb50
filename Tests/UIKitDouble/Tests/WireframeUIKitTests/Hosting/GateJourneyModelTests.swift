import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// What is true after every step of a journey in a window, whatever the app, its links and its users do.
@MainActor
@Suite(.hangsNever)
struct GateJourneyModelTests {
  private static let paths = [
    "/", "/accounts", "/accounts/1", "/accounts/2", "/accounts/1/transfer", "/help", "/pick",
  ]

  @Test(
    "Random journeys with gates keep gates, guarded screens, answers and lifetimes right in a window",
    arguments: 1...Load.scaled(200))
  func randomJourneys(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    var screens: [WeakScreen] = []
    do {
      let journey = try GateJourneyTests()
      let (stage, keys) = (journey.stage, journey.keys)
      var questions: [Task<Void, Never>] = []
      let noting = stage.host.onChange { change in
        screens += change.entered.map { WeakScreen(screen: $0.controller) }
      }
      try await stage.run { _ = try await stage.wireframe.route(to: "/") }
      for step in 1...20 {
        let path = Self.paths.randomElement(using: &random) ?? "/"
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
          try await stage.run { _ = try? await stage.wireframe.route(to: path) }
        case 2, 3:
          try await stage.run {
            _ = await stage.wireframe.open("https://shop.example" + path, origin: .universalLink)
          }
        case 4: try await stage.run { try? await stage.wireframe.back() }
        case 5: await swipe(stage)
        case 6: try await pass(stage, keys)
        case 7:
          (keys.isLoggedIn, keys.isVaultOpen) = (false, false)
          try await stage.run { _ = try? await stage.wireframe.reevaluate() }
        case 8:
          questions.append(
            Task { _ = try? await stage.wireframe.answer(to: "/pick", as: Int.self) })
        default: try await stage.run { await keys.answer?.finish(with: step) }
        }
        await stage.rest()
        check(stage, keys, "seed \(seed), step \(step), \(path)")
      }
      try await stage.run { try await stage.host.setRoot(Screen("end")) }
      stage.wireframe.discardParked()
      keys.answer = nil
      await stage.rest()
      for question in questions { await question.value }
      noting.remove()
    }
    #expect(await eventually { screens.allSatisfy { $0.screen == nil } }, "seed \(seed)")
  }

  /// The user takes the top away, if a gesture can.
  private func swipe(_ stage: Stage) async {
    guard let top = stage.host.state.top?.controller else { return }
    if let stack = top.navigationController, stack.viewControllers.count > 1 {
      stack.swipeBack()
    } else if stage.host.state.layers.count > 1 {
      (top.navigationController ?? top).swipeDown()
    }
    await stage.rest()
  }

  /// The user passes the gate at the top; it is gone then.
  private func pass(_ stage: Stage, _ keys: GateJourneyTests.Keys) async throws {
    switch stage.titles.last {
    case "/login":
      keys.isLoggedIn = true
      try await stage.run { _ = try? await stage.wireframe.resume(after: "requires-login") }
      #expect(!stage.titles.contains("/login"))
    case "/pin":
      keys.isVaultOpen = true
      try await stage.run { _ = try? await stage.wireframe.resume(after: "requires-pin") }
      #expect(!stage.titles.contains("/pin"))
    default: break
    }
  }

  private func check(_ stage: Stage, _ keys: GateJourneyTests.Keys, _ place: Comment) {
    let state = stage.host.state
    let gates = state.entries.filter { ["/login", "/pin"].contains($0.route?.pattern) }
    #expect(stage.wireframe.keptRequestCount <= gates.count, place)
    #expect(Set(gates.map(\.route?.pattern)).count == gates.count, place)
    for entry in state.entries {
      let tags = entry.route?.tags ?? []
      #expect(keys.isLoggedIn || !tags.contains("requires-login"), place)
      #expect(keys.isVaultOpen || !tags.contains("requires-pin"), place)
    }
    // What UIKit's own containers hold is what the state says.
    for layer in state.layers {
      for stack in layer.stacks {
        guard let container = stack.entries.first?.controller.navigationController else { continue }
        #expect(container.viewControllers == stack.entries.map(\.controller), place)
      }
    }
    var presented = 0
    var top = stage.window.rootViewController
    while let next = top?.presentedViewController {
      top = next
      presented += 1
    }
    #expect(presented == max(0, state.layers.count - 1), place)
  }
}

private struct WeakScreen { weak var screen: UIViewController? }
