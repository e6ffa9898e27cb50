import TestSupport
import Testing
import WireframeCore
import WireframeSwiftUI

/// When assistive technologies hear that another screen is shown.
@MainActor
@Suite(.hangsNever)
struct AssistanceTests {
  @Test func `A move is told of that brings another screen to the top, and no other one`()
    async throws
  {
    let stage = try Stage()
    let host = stage.host
    var told: [String] = []
    host.tellOfScreen = { [unowned host] in told.append(host.state.top?.controller.name ?? "-") }
    await stage.run {
      try await host.setRoot(ViewScreen("home"))
      try await host.push(ViewScreen("list"))
      try await host.present(ViewScreen("modal"))
      try await host.dismiss()
      await #expect(throws: RoutingError.self) { try await host.dismiss() }
      try await host.pop()
    }
    #expect(told == ["home", "list", "modal", "list", "home"])
    host.cover = ViewScreen("lock")
    await stage.run { try await host.push(ViewScreen("below")) }
    #expect(told.count == 5)
    (host.cover, host.isInForeground) = (nil, false)
    await stage.run { try await host.push(ViewScreen("in the background")) }
    #expect(told.count == 5)
  }
}
