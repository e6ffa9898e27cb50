import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// The laws of hosts: the headless host keeps them, and each of them can be broken.
@MainActor
@Suite(.hangsNever)
struct HostConformanceTests {
  enum Root: CaseIterable {
    case empty, tabs, columns

    @MainActor
    func tree<Controller>(_ names: [String] = ["one", "two", "three"]) -> NavigationTree<Controller>
    {
      switch self {
      case .empty: NavigationTree()
      case .tabs: NavigationTree(tabs: names)
      case .columns: NavigationTree(columns: names)
      }
    }

    var kind: LayerKind? {
      switch self {
      case .empty: nil
      case .tabs: .tabs
      case .columns: .columns
      }
    }
  }

  @Test(
    "The headless host keeps the laws, whether screens are objects or values, over any root",
    arguments: 1...(Load.isFull ? 20 : 1), Root.allCases)
  func tree(seed: Int, root: Root) async throws {
    let count = Load.isFull ? 200 : 80
    try await HostConformance.check(seed: UInt64(seed), operations: count, root: root.kind) {
      root.tree() as NavigationTree<Screen>
    } screen: {
      Screen("\($0)")
    }
    try await HostConformance.check(seed: UInt64(seed), operations: count, root: root.kind) {
      root.tree() as NavigationTree<Int>
    } screen: {
      $0
    }
  }

  @Test(
    "A host that exists already may begin with screens; none or a negative number of moves is no fault"
  )
  func beginnings() async throws {
    let tree = NavigationTree<Int>()
    try await tree.setRoot(-1)
    try await HostConformance.check(operations: 50, root: .stack) {
      tree
    } screen: {
      $0
    }
    for count in [0, -1] {
      try await HostConformance.check(operations: count) {
        NavigationTree<Int>()
      } screen: {
        $0
      }
    }
    let error = await #expect(throws: CheckFailure.self) {
      try await HostConformance.check(root: .tabs) {
        NavigationTree<Int>()
      } screen: {
        $0
      }
    }
    #expect(error?.description == "A new host shows [], not 'tabs' as its root.")
    let full = await #expect(throws: CheckFailure.self) {
      try await HostConformance.check {
        tree
      } screen: {
        $0
      }
    }
    #expect(full?.description == "A new host shows something already.")
  }

  /// A host with one fault.
  private final class FaultyHost: NavigationHost {
    enum Fault: String, CaseIterable {
      case silent, loud, forgetful, careless, deaf, hasty, swapping, routeless, optionless,
        unselecting, stubborn
      case asUser, upsideDown, breaking, shuffling, stale
      case replacingNothing, renaming, uncovering, comingAndGoing, neverReady
      case early, echoing, renumbering
    }

    private(set) var state: NavigationState<Int>
    private let own = NavigationEvents<Int>()
    var events: NavigationEvents<Int> { fault == .deaf ? NavigationEvents() : own }
    let fault: Fault

    init(_ fault: Fault) {
      self.fault = fault
      state = NavigationTree<Int>(tabs: ["one", "two"]).state
    }

    func perform(_ operation: NavigationOperation<Int>, animated: Bool) async throws {
      let before = state
      var target = before
      do {
        target = try operation.target(from: before)
      } catch {
        if fault == .careless { return }
        if fault == .breaking, state.layers.count > 1 { state.layers.removeLast() }
        throw error
      }
      if fault == .stubborn, target.layers.count < before.layers.count {
        throw Broken()
      }
      if fault == .hasty, animated { return }
      let ready = target.entries.first { entry in
        !entry.isPlaceholder && before.entries.contains { $0.id == entry.id && $0.isPlaceholder }
      }
      if fault == .replacingNothing, ready != nil { target = before }
      if fault == .comingAndGoing, let ready {
        var between = target
        between.change { $0.filter { $0.id != ready.id } }
        own.send(from: before, to: between, by: .app)
        state = target
        return own.send(from: between, to: target, by: .app)
      }
      if fault == .forgetful, target.layers.count > 1 { target.layers.removeLast() }
      if fault == .unselecting, target.layers.count == 1 { target.layers[0].selected = 0 }
      target.change { entries in
        let changed = entries.firstIndex { $0.id == ready?.id }
        let kept =
          fault == .uncovering ? entries.prefix((changed ?? entries.count - 1) + 1) : entries[...]
        return kept.map { faulty($0, isReady: $0.id == ready?.id) }
      }
      if fault == .renumbering {
        target.layers = target.layers.map { layer in
          .init(
            id: NavigationEntryID(), kind: layer.kind, stacks: layer.stacks,
            selected: layer.selected, style: layer.style)
        }
      }
      if fault == .early { own.send(from: before, to: target, by: .app) }
      state = target
      if fault == .silent || fault == .early { return }
      if fault == .upsideDown, before.entries.count > target.entries.count + 1 {
        // The screens leave one by one, the lowest first.
        var between = before
        for entry in before.entries where !target.entries.contains(where: { $0.id == entry.id }) {
          let last = between
          between.change { $0.filter { $0.id != entry.id } }
          own.send(from: last, to: between, by: .app)
        }
        return
      }
      if fault == .shuffling, !before.entries.isEmpty, target.entries.count > before.entries.count {
        // What came is reported, and with it what was there.
        return own.send(from: NavigationState(), to: target, by: .app)
      }
      if fault == .stale {
        // The tab that was shown before, though another one is shown.
        var told = target
        if !told.layers.isEmpty { told.layers[0].selected = before.layers.first?.selected ?? 0 }
        return own.send(from: before, to: told, by: .app)
      }
      own.send(from: before, to: state, by: fault == .asUser ? .user : .app)
      if fault == .loud { own.send(from: before, to: state, by: .app) }
      if fault == .echoing { Task { own.send(from: before, to: state, by: .app) } }
    }

    private func faulty(_ entry: NavigationEntry<Int>, isReady: Bool) -> NavigationEntry<Int> {
      var route = fault == .routeless ? nil : entry.route
      if fault == .neverReady, isReady, let made = route {
        route = made.loading(ScreenLoading(made))
      }
      return NavigationEntry(
        id: fault == .renaming && isReady ? NavigationEntryID() : entry.id,
        controller: fault == .swapping ? -1 : entry.controller, route: route,
        option: fault == .optionless ? nil : entry.option)
    }
  }

  @Test(
    "A host that breaks a law is found, and the text says after which operations",
    arguments: [
      Case("silent", "0 changes were reported, not one, after "),
      Case("loud", "2 changes were reported, not one, after "),
      Case("forgetful", "The host shows root tabs ("),
      Case("careless", "' did not throw though it does not fit, after "),
      Case("deaf", "'events' is not one object for the host's whole life."),
      Case("hasty", ", animated."),
      Case("swapping", "The host shows another screen than it was given, after "),
      Case("routeless", "The host does not keep the route of a screen, after "),
      Case("optionless", "The host does not keep the option of a screen, after "),
      Case("unselecting", "The host shows root tabs ("),
      Case("stubborn", "' threw though it fits, after "),
      Case("asUser", "A change by the app was reported as one by the user, after "),
      Case("upsideDown", "What left was not reported as it was, the uppermost first, after "),
      Case("breaking", "The host shows root tabs ("),
      Case("shuffling", "What came was not reported as it was, after "),
      Case("stale", "A change does not tell the state after it, after "),
      Case("replacingNothing", "The host shows another screen than it was given, after "),
      Case("renaming", "The host does not keep the identifiers of its entries, after "),
      Case("uncovering", "The host shows root tabs ("),
      Case("comingAndGoing", "2 changes were reported, not one, after "),
      Case(
        "neverReady", "The host takes a placeholder for a screen, or a screen for a placeholder"),
      Case("early", "While a change was reported, 'state' was another one, after "),
      Case("echoing", "A change was reported after the operation had ended, after "),
      Case("renumbering", "The host does not keep the identifiers of its layers, after "),
    ])
  func faultyHosts(row: TextCase) async throws {
    try await expectFinding(row, FaultyHost.init)
  }

  @Test("A host whose animations take too long is not asked for any")
  func animations() async throws {
    try await HostConformance.check(root: .tabs, animates: false) {
      FaultyHost(.hasty)
    } screen: {
      $0
    }
  }
}

extension NavigationState<Int> {
  /// Changes each of its stacks.
  fileprivate mutating func change(
    _ body: ([NavigationEntry<Int>]) -> [NavigationEntry<Int>]
  ) {
    for layer in layers.indices {
      for stack in layers[layer].stacks.indices {
        layers[layer].stacks[stack].entries = body(layers[layer].stacks[stack].entries)
      }
    }
  }
}
