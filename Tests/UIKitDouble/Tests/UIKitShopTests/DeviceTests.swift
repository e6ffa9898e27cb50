import Testing
import UIKit
import WireframeUIKit

@testable import UIKitShop

/// The steps of "Ten minutes on your device" that need no device.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DeviceTests {
  @Test func `What a person tries on a device works with the double`() async throws {
    let stage = try await ShopStage()
    try await stage.route(to: "/device")
    try await stage.tap("Full screen, then a sheet")
    #expect(stage.titles == ["Shop", "On a device", "Cover"])
    try await stage.tap("A sheet instead")
    #expect(stage.titles == ["Shop", "On a device", "Sheet"])
    try await stage.tap("Close")
    try await stage.tap("A modal that chose nothing")
    #expect(stage.top?.modalPresentationStyle == .fullScreen)
    try await stage.tap("Close")
    try await stage.tap("Popover")
    try await stage.tap("Close")
    try await stage.tap("An editor that asks")
    try await stage.tap("2 Side Street")
    for answer in ["Keep editing", "Discard"] {
      try await stage.tapBack()
      try await stage.tap(alert: answer)
    }
    #expect(stage.titles == ["Shop", "On a device"])
    for button in ["Save", "Close"] {
      try await stage.tap("An editor that asks")
      try await stage.tap(button)
      #expect(stage.titles == ["Shop", "On a device"])
    }
    #expect(stage.window.faults.isEmpty)
  }
}
