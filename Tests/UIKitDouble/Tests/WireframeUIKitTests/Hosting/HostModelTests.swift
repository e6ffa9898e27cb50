import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// Moves of the app, of the user and past the host, in any order, against a model of plain arrays.
@MainActor
@Suite(.hangsNever)
struct HostModelTests {
  @Test(
    "Random sequences agree with a model, and leave no controller alive",
    arguments: 1...20)
  func sequences(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    for sequence in 0..<Load.scaled(100) {
      let screens = try await play(20, &random, "seed \(seed), sequence \(sequence)")
      let place = Comment(rawValue: "seed \(seed), sequence \(sequence)")
      #expect(await eventually { screens.allSatisfy { $0.object == nil } }, place)
    }
  }

  /// Plays a sequence of moves from a new root on.
  ///
  /// - Returns: The screens that it has made.
  private func play(_ count: Int, _ random: inout SplitMix64, _ name: String) async throws -> [Weak]
  {
    let model = try await HostModel()
    for _ in 0..<count {
      let move = Move.allCases.randomElement(using: &random) ?? .push
      await model.stage.rest()
      try await model.play(move, &random)
      try model.check(name)
    }
    #expect(model.stage.window.faults.isEmpty)
    return model.screens
  }
}

private enum Move: CaseIterable {
  case push, pop, present, presentStack, dismiss, popOrDismiss, replaceTop, setRoot, back
  case swipeBack, cancelledSwipeBack, backButton, swipeDown, cancelledSwipeDown, ownDismissal,
    ownPop
  case pushDuringSwipe, pushAtOnce, pushTwice, replaceAndPush, pushAndPresent
}

/// A host, and what should be on its screen.
@MainActor
private final class HostModel {
  let stage = Stage()
  /// All screens that were made.
  private(set) var screens: [Weak] = []
  /// The layers: their titles, and whether they are stacks.
  private var layers: [(titles: [String], isStack: Bool)] = []
  /// The screens of which the host has said that they came, and not that they left.
  private var listened: Set<NavigationEntryID> = []
  private var trace: [Move] = []
  private var registration: Registration?

  private var host: UIKitNavigationHost { stage.host }
  private var top: Int { layers.count - 1 }
  private var canPop: Bool { layers[top].isStack && layers[top].titles.count > 1 }
  /// The title of the screen that was made last.
  private var title: String { "\(screens.count)" }

  init() async throws {
    registration = host.onChange { [weak self] change in self?.listen(to: change) }
    try await stage.run { [self] in try await host.setRoot(make()) }
    layers = [([title], true)]
  }

  private func listen(to change: NavigationChange<UIViewController>) {
    for entry in change.entered { #expect(listened.insert(entry.id).inserted) }
    for entry in change.left { #expect(listened.remove(entry.id) != nil) }
  }

  private func make() -> Screen {
    let screen = Screen("\(screens.count + 1)")
    screens.append(Weak(screen))
    return screen
  }

  /// Does a move if it is possible now, with the host and with the model.
  func play(_ move: Move, _ random: inout SplitMix64) async throws {
    #expect(screens.filter { $0.object != nil }.count == host.state.entries.count, "\(trace)")
    trace.append(move)
    switch move {
    case .push, .pushDuringSwipe: try await push(duringSwipe: move == .pushDuringSwipe)
    case .pushAtOnce, .pushTwice, .replaceAndPush, .pushAndPresent: try await playTwo(move)
    case .pop: try await pop()
    case .present, .presentStack: try await present(hasStack: move == .presentStack)
    case .dismiss: try await dismiss()
    case .popOrDismiss: try await popOrDismiss()
    case .replaceTop: try await replaceTop()
    case .setRoot: if Bool.random(using: &random) { try await setRoot() }
    case .back: try await back(&random)
    case .swipeBack, .backButton, .ownPop: try await popPastHost(by: move, &random)
    case .cancelledSwipeBack: try await swipeBackCancelled()
    case .swipeDown, .cancelledSwipeDown, .ownDismissal: try await dismissPastHost(by: move)
    }
  }

  /// Compares the host with the model, and with what it has said of its changes.
  func check(_ name: String) throws {
    let titles = host.state.layers.map { $0.shown.map { $0.controller.title ?? "" } }
    try #require(titles == layers.map(\.titles), "\(name), \(trace)")
    #expect(host.state.layers.map(\.selectedStack.canPush) == layers.map(\.isStack))
    try #require(listened == Set(host.state.entries.map(\.id)), "\(name), \(trace)")
  }

  private var controller: UIViewController {
    get throws { try #require(host.state.top?.controller) }
  }

  // MARK: Moves of the app

  private func push(duringSwipe: Bool) async throws {
    if duringSwipe, canPop {
      let isCancelled = screens.count.isMultiple(of: 2)
      let stack = try controller.navigationController
      stack?.beginSwipeBack()
      stack?.endSwipeBack(isCancelled: isCancelled)
      if !isCancelled { layers[top].titles.removeLast() }
    }
    layers.removeLast(top - (layers.lastIndex { $0.isStack } ?? 0))
    try await stage.run { [self] in try await host.push(make()) }
    layers[top].titles.append(title)
  }

  /// Does two moves of which the second is asked for as soon as the first has ended.
  private func playTwo(_ move: Move) async throws {
    guard layers[top].isStack, layers.count < 5 else { return }
    try await stage.run { [self] in
      if move == .replaceAndPush {
        try await host.replaceTop(make())
        layers[top].titles[layers[top].titles.count - 1] = title
      } else {
        try await host.push(make(), option: .push(animated: move == .pushTwice))
        layers[top].titles.append(title)
      }
      if move == .pushAndPresent {
        try await host.present(make())
        layers.append(([title], false))
      } else if move != .pushAtOnce {
        try await host.push(make())
        layers[top].titles.append(title)
      }
    }
  }

  private func pop() async throws {
    guard canPop else { return }
    try await stage.run { [self] in try await host.pop() }
    layers[top].titles.removeLast()
  }

  private func present(hasStack: Bool) async throws {
    guard layers.count < 5 else { return }
    try await stage.run { [self] in
      try await host.present(make(), option: .modal(.sheet, hasStack: hasStack))
    }
    layers.append(([title], hasStack))
  }

  private func dismiss() async throws {
    guard top > 0 else { return }
    try await stage.run { [self] in try await host.dismiss() }
    layers.removeLast()
  }

  private func popOrDismiss() async throws {
    guard canPop || top > 0 else { return }
    try await stage.run { [self] in try await host.popOrDismiss() }
    if canPop { layers[top].titles.removeLast() } else { layers.removeLast() }
  }

  private func replaceTop() async throws {
    try await stage.run { [self] in try await host.replaceTop(make()) }
    layers[top].titles[layers[top].titles.count - 1] = title
  }

  private func setRoot() async throws {
    try await stage.run { [self] in try await host.setRoot(make()) }
    layers = [([title], true)]
  }

  private func back(_ random: inout SplitMix64) async throws {
    let layer = Int.random(in: 0...top, using: &random)
    let place = Int.random(in: layers[layer].titles.indices, using: &random)
    let title = layers[layer].titles[place]
    let entry = try #require(host.state.entries.first { $0.controller.title == title })
    try await stage.run { [self] in try await host.back(to: entry.id) }
    layers.removeLast(top - layer)
    layers[layer].titles.removeLast(layers[layer].titles.count - 1 - place)
  }

  // MARK: Moves of the user, and past the host

  private func popPastHost(by move: Move, _ random: inout SplitMix64) async throws {
    guard canPop else { return }
    let stack = try controller.navigationController
    switch move {
    case .swipeBack: stack?.swipeBack()
    case .backButton: stack?.tapBackButton()
    default: stack?.popViewController(animated: Bool.random(using: &random))
    }
    await stage.rest()
    layers[top].titles.removeLast()
  }

  private func swipeBackCancelled() async throws {
    let stack = try controller.navigationController
    stack?.beginSwipeBack()
    stack?.endSwipeBack(isCancelled: true)
    await stage.rest()
  }

  private func dismissPastHost(by move: Move) async throws {
    guard top > 0 else { return }
    let controller = try controller
    let modal = controller.navigationController ?? controller
    switch move {
    case .swipeDown: modal.swipeDown()
    case .ownDismissal: controller.dismiss(animated: true)
    default:
      modal.beginSwipeDown()
      modal.endSwipeDown(isCancelled: true)
    }
    await stage.rest()
    if move != .cancelledSwipeDown { layers.removeLast() }
  }
}
