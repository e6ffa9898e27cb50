import CGTK
import Foundation
import GTKHost
import WireframeCore
import WireframeTesting

/// The laws of hosts, over real windows; after each move the widgets have to show what the state says.
enum HostCheck {
  static func run() async throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      try await check(seed, tabs: [])
      try await check(seed, tabs: ["One", "Two", "Three"])
    }
    // With slides: what leaves is still there in the middle of one, so only the host is compared. The journeys compare
    // the windows after slides.
    try await HostConformance.check(seed: 4, operations: 40, root: .tabs) {
      GTKNavigationHost(tabs: ["One", "Two"])
    } screen: {
      PlainScreen("Screen \($0)")
    }
    say("host: the laws hold with slides")
  }

  private static func check(_ seed: UInt64, tabs: [String]) async throws {
    var disagreement: String?
    var moves = 0
    let root: NavigationState<GTKScreen>.Kind? = tabs.isEmpty ? nil : .tabs
    try await HostConformance.check(seed: seed, operations: 120, root: root, animates: false) {
      let host = GTKNavigationHost(tabs: tabs)
      host.onChange { [weak host] _ in
        guard let host, disagreement == nil else { return }
        moves += 1
        let (shown, expected) = (ShownWindow.all(), ShownWindow.expected(of: host))
        if shown != expected { disagreement = "\(shown) is shown, not \(expected)" }
      }
      return host
    } screen: {
      PlainScreen("Screen \($0)")
    }
    guard PlainScreen.count == 0 else { throw Failure("\(PlainScreen.count) screens are kept.") }
    guard moves > 0 else { throw Failure("Seed \(seed): nothing was moved.") }
    if let disagreement { throw Failure("Seed \(seed): \(disagreement)") }
    say("host: the laws hold over \(moves) moves with \(tabs.count) tabs, seed \(seed)")
  }
}

private final class PlainScreen: GTKScreen {
  /// How many are alive.
  static var count = 0

  override init(_ title: String) {
    super.init(title)
    Self.count += 1
  }

  isolated deinit { Self.count -= 1 }

  override func makeContent() -> Widget { label(title).padded(24) }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
