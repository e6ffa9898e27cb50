import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// The host of a window keeps the laws of hosts.
@MainActor
@Suite(.hangsNever)
struct HostConformanceTests {
  @Test(
    "A window's host does what the headless one does, whatever it is asked for, on each system",
    arguments: 1...10, UIKitSystem.allCases)
  func laws(seed: Int, system: UIKitSystem) async throws {
    try await on(system) {
      let stage = Stage()
      stage.window.timing = UIKitTiming(of: system)
      try await stage.run {
        try await HostConformance.check(seed: UInt64(seed), operations: 60) {
          stage.host
        } screen: {
          Screen("\($0)")
        }
      }
    }
  }

  @Test(
    "Over tabs as well, which the app has put there", arguments: 1...10, UIKitSystem.allCases)
  func tabs(seed: Int, system: UIKitSystem) async throws {
    try await on(system) {
      let stage = Stage()
      stage.window.timing = UIKitTiming(of: system)
      try await stage.run { [host = stage.host] in
        try await host.setRoot(makeTabs("one", "two", "three"))
        try await HostConformance.check(seed: UInt64(seed), operations: 60, root: .tabs) {
          host
        } screen: {
          Screen("\($0)")
        }
      }
      #expect(stage.window.faults.isEmpty)
    }
  }
}
