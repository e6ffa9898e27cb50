import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// Random moves by coordinators, by the user's finger and by the app past the framework, against a model of
/// plain arrays.
@MainActor
@Suite(.hangsNever)
struct CoordinatorModelTests {
  @Test(
    "3.22 Hundreds of random moves on a window leave nothing alive, and each result ends once: 3.17",
    arguments: 1...Load.scaled(20))
  func randomMoves(seed: Int) async throws {
    var play: Play? = try await Play(seed: UInt64(seed))
    for _ in 1...200 {
      try await play?.move()
      try await play?.check()
    }
    let links = try #require(play).links
    #expect(links.count > 60, "seed \(seed)")
    try await play?.end()
    play = nil
    #expect(await eventually { links.allSatisfy { $0.object == nil } }, "seed \(seed)")
  }
}

/// A window, and the numbers of the pickers that it should show.
@MainActor
private final class Play {
  private(set) var links: [Weak] = []
  private let stage = Stage()
  private var root: NavigationCoordinator<UIViewController>
  private let seed: UInt64
  private var random: SplitMix64
  /// The numbers on each layer, from the root up.
  private var model: [[Int]] = [[0]]
  private var hasStack = [true]
  private var number = 0
  /// The expected results; there is none yet for pickers on screen.
  private var expected: [Int: Int?] = [:]
  private var results: [Int: [Int?]] = [:]
  private var log: [String] = []

  init(seed: UInt64) async throws {
    self.seed = seed
    random = SplitMix64(seed: seed)
    root = NavigationCoordinator(root: PickerCoordinator("0"))
    try await stage.run { [root, stage] in
      try await stage.host.setRoot(root, router: stage.wireframe)
    }
    try watch(root.root, 0)
    try stage.wireframe.register("/n/:n<int>", option: .push, under: root) { [weak self] route in
      try self?.picker(route["n"])
    }
  }

  func move() async throws {
    let top = model.count - 1
    let choice = Int.random(in: 0..<13, using: &random)
    log.append("\(choice) \(model)")
    switch choice {
    case 0, 1:
      let (layer, index) = somebody()
      guard hasStack[layer] else { return }
      let next = try nextPicker()
      try await run { try await $0.coordinator(layer, index).push(next) }
      drop(from: layer + 1)
      model[layer].append(number)
    case 2:
      let (layer, index) = somebody()
      let next = try nextPicker()
      try await run { try await $0.coordinator(layer, index).present(next, option: .modal(.sheet)) }
      add(hasStack: false)
    case 3:
      let (layer, index) = somebody()
      let next = NavigationCoordinator(root: try nextPicker())
      try await run { try await $0.coordinator(layer, index).present(next, option: .modal(.sheet)) }
      add(hasStack: true)
    case 4 where hasStack[top]:
      number += 1
      let text = "/n/\(number)"
      try await run { try await $0.coordinator(top, 0).route(to: text) }
      model[top].append(number)
    case 5, 6:
      let (layer, index) = somebody()
      guard index > 0 || layer > 0 else { return }
      let output = choice == 5 ? model[layer][index] : nil
      try await run {
        let picker = try $0.coordinator(layer, index)
        if let output {
          try await picker.finish(with: output)
        } else {
          try await picker.popOrDismiss()
        }
      }
      drop(layer, index, output: output)
    case 7, 8:
      guard let stack = stack(top), model[top].count > 1 else { return }
      stack.beginSwipeBack()
      let isCancelled = choice == 8
      await rest(Int.random(in: 0...3, using: &random))
      stack.endSwipeBack(isCancelled: isCancelled)
      await rest()
      if !isCancelled { drop(top, model[top].count - 1) }
    case 9, 10:
      guard top > 0, let modal = screen(top)?.presented else { return }
      #expect(modal.beginSwipeDown())
      let isCancelled = choice == 10
      await rest(Int.random(in: 0...3, using: &random))
      modal.endSwipeDown(isCancelled: isCancelled)
      await rest()
      if !isCancelled { drop(from: top) }
    case 11:
      // The app's own code, past the framework.
      guard let stack = stack(top), model[top].count > 1 else { return }
      let index = Int.random(in: 0..<(model[top].count - 1), using: &random)
      let isAnimated = Bool.random(using: &random)
      stack.popToViewController(stack.viewControllers[index], animated: isAnimated)
      await rest()
      drop(top, index + 1)
    case 12:
      guard top > 0 else { return }
      let layer = Int.random(in: 1...top, using: &random)
      screen(layer)?.presented.presentingViewController?.dismiss(animated: true)
      await rest()
      drop(from: layer)
    default: return
    }
  }

  /// The window is as the model says, and so are the results and who is alive.
  func check() async throws {
    for _ in 0..<20 { await Task.yield() }
    _ = await eventually { isSettled }
    let shown = stage.host.state.layers.map { $0.shown.map { Int($0.controller.title ?? "") } }
    try #require(shown == model, "seed \(seed): \(log.suffix(3))")
    #expect(stage.host.state.layers.map(\.selectedStack.canPush) == hasStack)
    #expect(results.mapValues(\.count).values.allSatisfy { $0 == 1 })
    #expect(results.compactMapValues(\.first) == expected, "seed \(seed): \(log.suffix(3))")
    // Controllers that have left are not kept, nor are their coordinators.
    #expect(living == model.joined().count * 2, "seed \(seed): \(log.suffix(3))")
    #expect(stage.window.faults.isEmpty)
  }

  func end() async throws {
    try await stage.run { [stage] in
      try await stage.host.setRoot(Screen("end"), hasStack: false)
    }
    drop(from: 0)
    root = NavigationCoordinator(root: PickerCoordinator("end"))
    #expect(await eventually { results.compactMapValues(\.first) == expected })
  }

  private var living: Int { links.filter { $0.object != nil }.count }

  /// Whether who waits has heard, and what has left is gone: both come by way of another thread.
  private var isSettled: Bool {
    results.compactMapValues(\.first) == expected && living == model.joined().count * 2
  }

  // MARK: The model

  private func add(hasStack: Bool) {
    model.append([number])
    self.hasStack.append(hasStack)
  }

  private func drop(from layer: Int) {
    for number in model[layer...].joined() { expected[number] = .some(nil) }
    model.removeSubrange(layer...)
    hasStack.removeSubrange(layer...)
  }

  /// Drops the screens from an index on; the first screen takes its layer along.
  private func drop(_ layer: Int, _ index: Int, output: Int? = nil) {
    let leaver = model[layer][index]
    if index == 0 {
      drop(from: layer)
    } else {
      drop(from: layer + 1)
      for number in model[layer][index...] { expected[number] = .some(nil) }
      model[layer].removeSubrange(index...)
    }
    if let output { expected[leaver] = output }
  }

  private func somebody() -> (layer: Int, index: Int) {
    let layer = Int.random(in: model.indices, using: &random)
    return (layer, Int.random(in: model[layer].indices, using: &random))
  }

  // MARK: The window

  private func nextPicker() throws -> PickerCoordinator {
    number += 1
    return try picker(number)
  }

  private func picker(_ number: Int) throws -> PickerCoordinator {
    let picker = PickerCoordinator("\(number)")
    try watch(picker, number)
    return picker
  }

  private func watch(_ coordinator: any Coordinator<UIViewController>, _ number: Int) throws {
    links += [Weak(coordinator), Weak(try coordinator.controller)]
    Task { [weak self, weak coordinator] in
      var turns = 0
      while coordinator?.node.parent == nil, turns < 1_000 {
        await Task.yield()
        turns += 1
      }
      guard let picker = coordinator as? PickerCoordinator else { return }
      let result = try await picker.result()
      self?.results[number, default: []].append(result)
    }
  }

  private func screen(_ layer: Int) -> UIViewController? {
    stage.host.state.layers[layer].shown.last?.controller
  }

  private func stack(_ layer: Int) -> UINavigationController? {
    hasStack[layer] ? screen(layer)?.navigationController : nil
  }

  private func coordinator(_ layer: Int, _ index: Int) throws -> PickerCoordinator {
    try stage.host.state.layers[layer].shown[index].controller.go(as: PickerCoordinator.self)
  }

  private func run(_ body: @escaping @MainActor (Play) async throws -> Void) async throws {
    do {
      try await stage.run { try await body(self) }
    } catch {
      Issue.record("seed \(seed): \(error) \(log.suffix(4))")
      throw error
    }
  }

  private func rest(_ steps: Int? = nil) async {
    for step in 0..<(steps ?? 100) {
      for _ in 0..<20 { await Task.yield() }
      if steps == nil, step > 0, stage.window.clock.isIdle { break }
      stage.window.clock.advance(by: 0.1)
    }
  }
}

extension UIViewController {
  /// The one that was presented: the stack around it, or itself.
  fileprivate var presented: UIViewController { navigationController ?? self }
}
