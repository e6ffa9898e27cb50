import UIKit

/// A window of the double, for the facts. Its twin for a simulator is Tests/Device/Bench.swift.
@MainActor
final class Bench {
  /// The systems on which facts are checked: all that the double imitates.
  nonisolated static var systems: [Int] { UIKitSystem.allCases.map(\.rawValue) }

  let window: UIWindow
  private let scene = UIWindowScene()
  /// The major version of the system.
  let system: Int

  private init(on system: UIKitSystem) {
    self.system = system.rawValue
    window = UIWindow(windowScene: scene)
    window.timing = UIKitTiming(of: system)
    // What is so in the call itself is a choice elsewhere.
    window.timing.rootAppearance = .afterCommit
  }

  /// Checks a fact in a window of its own.
  static func run(on system: Int, _ body: @MainActor (Bench) async throws -> Void) async rethrows {
    let system = UIKitSystem(rawValue: system) ?? .iOS26
    try await UIKitDevice.$current.withValue(UIKitDevice(system)) {
      try await body(Bench(on: system))
    }
  }

  /// Makes a controller the root, and waits until it is there.
  func show(_ root: UIViewController) async {
    window.rootViewController = root
    window.makeKeyAndVisible()
    await settle()
  }

  /// Shows a split view without room for two columns.
  func showNarrow(_ split: UISplitViewController) async {
    await show(split)
    split.collapse(onto: .primary)
    await settle()
  }

  /// Lets what was asked for begin, and not end.
  func begin() async {
    window.clock.turn()
    window.clock.commit()
  }

  /// Lets all transitions end.
  func settle() async {
    window.layoutIfNeeded()
    window.clock.advance(by: 2)
    await Task.yield()
    window.clock.advance(by: 0)
  }
}
