import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// A window with its host and a wireframe, and the time of its transitions.
@MainActor
final class Stage {
  let scene = UIWindowScene()
  let window: UIWindow
  let host: UIKitNavigationHost
  /// The time by which the host looks, and after which it gives up.
  let clock = ManualClock()
  /// On a clock that stands still: a busy machine lets real time pass.
  let wireframe = UIWireframe(sources: ["shop:", "https://shop.example"], clock: ManualClock())

  init() {
    window = UIWindow(windowScene: scene)
    host = UIKitNavigationHost(window: window, clock: clock)
    wireframe.addStandardPresenters(on: host)
  }

  /// Runs a move to its end, and lets time pass whenever it waits.
  @discardableResult
  func run<T: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @MainActor () async throws -> T
  ) async throws -> T {
    var isDone = false
    let task = Task { @MainActor in
      defer { isDone = true }
      return try await body()
    }
    for _ in 0..<10_000 {
      for _ in 0..<10 { await Task.yield() }
      guard !isDone else { break }
      passTime()
    }
    if !isDone { Issue.record("The move does not end.", sourceLocation: sourceLocation) }
    return try await task.value
  }

  /// Lets a fifth of a second pass.
  func passTime() {
    window.clock.advance(by: 0.2)
    clock.advance(by: .milliseconds(200))
  }

  /// Lets all transitions end, and their changes arrive.
  func rest() async {
    for _ in 0..<5 {
      for _ in 0..<10 { await Task.yield() }
      passTime()
    }
    for _ in 0..<10 { await Task.yield() }
  }

  /// The titles of what is shown, from the root up.
  var titles: [String] { host.state.shown.map { $0.controller.title ?? "?" } }

  /// Puts a root in a stack on screen, and screens above it.
  func show(_ root: String, _ above: String...) async throws {
    try await run { [host] in
      try await host.setRoot(Screen(root))
      for title in above { try await host.push(Screen(title), option: .push(animated: false)) }
    }
  }

  var stack: UINavigationController {
    get throws {
      try #require(host.state.shown.last?.controller.navigationController)
    }
  }
}

/// A screen that is counted, and says what happens to it.
final class Screen: UIViewController {
  convenience init(_ title: String) {
    self.init()
    self.title = title
  }

  var isVisible = false
  var wasSeen = false
  override func viewDidAppear(_ animated: Bool) {
    isVisible = true
    wasSeen = true
  }
  override func viewDidDisappear(_ animated: Bool) { isVisible = false }
}

/// A screen that takes itself away as soon as it is there.
final class ShyScreen: UIViewController {
  convenience init(_ title: String) {
    self.init()
    self.title = title
  }

  override func viewDidAppear(_ animated: Bool) {
    navigationController?.popViewController(animated: true)
  }
}

/// Records the changes of a host.
@MainActor
final class News {
  var lines: [String] = []
  private var registration: Registration?

  init(of host: UIKitNavigationHost) {
    registration = host.onChange { [weak self] change in
      let entered = change.entered.map { "+" + ($0.controller.title ?? "?") }
      let left = change.left.map { "-" + ($0.controller.title ?? "?") }
      self?.lines.append((entered + left + ["\(change.cause)"]).joined(separator: " "))
    }
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
