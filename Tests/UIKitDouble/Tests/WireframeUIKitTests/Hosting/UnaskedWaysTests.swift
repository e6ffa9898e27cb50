import Testing
import UIKit
import WireframeCore
import WireframeInsight
import WireframeUIKit

/// U18: what leave guards cannot hear with UIKit is named by the audit.
@MainActor
@Suite(.hangsNever)
struct UnaskedWaysTests {
  let stage = Stage()

  @Test("U18 The audit names the ways back that ask no leave guard, once for all guards")
  func named() {
    let wireframe = stage.wireframe
    let before = wireframe.audit()
    #expect(before.allSatisfy { $0.code != .unaskedWays })
    for tag in ["editor", "draft"] as [RouteTag] {
      wireframe.observeLeaving(tag: tag) { _ in .leave }
    }
    let found = wireframe.audit().filter { !before.contains($0) }
    #expect(found.map(\.code) == [.unaskedWays])
    #expect(found.first?.message.contains("the menu of the back button") == true)
    #expect(found.first?.message.contains("VoiceOver's escape gesture") == true)
    #expect(found.first?.message.contains("scrolls sideways") == true)
    #expect(found.first?.message.contains("zoom transition") == true)
    #expect(wireframe.audit(allowing: [.allow(.unaskedWays)]) == before)
  }

  @Test("Coordinators alone are no leave guards of the app")
  func coordinators() async throws {
    let town = try await Town()
    let wireframe = town.stage.wireframe
    #expect(wireframe.audit().allSatisfy { $0.code != .unaskedWays })
    wireframe.observeLeaving { _ in .leave }
    #expect(wireframe.audit().contains { $0.code == .unaskedWays })
  }
}
