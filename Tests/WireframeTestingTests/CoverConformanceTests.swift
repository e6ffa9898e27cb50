import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// The laws of hosts that can be covered: each of them can be broken.
@MainActor
@Suite(.hangsNever)
struct CoverConformanceTests {
  /// The headless host with one fault.
  private final class FaultyHost: CoveringHost {
    enum Fault: String, CaseIterable {
      case deaf, stubborn, telling, clearing, lasting, returning, covered, resting, losing
    }

    private let tree = NavigationTree<Int>(tabs: ["one", "two"])
    private let fault: Fault
    private var own: Int?

    init(_ fault: Fault) {
      self.fault = fault
      if fault == .covered { own = 0 }
    }

    var events: NavigationEvents<Int> { tree.events }

    var state: NavigationState<Int> {
      fault == .clearing && own != nil || fault == .returning && own == nil && wasCovered
        ? NavigationState() : tree.state
    }
    private var wasCovered = false

    var cover: Int? {
      get { own }
      set {
        if fault == .deaf || fault == .lasting && newValue == nil { return }
        if fault == .stubborn, own != nil, newValue != nil { return }
        if newValue != nil { wasCovered = true }
        own = newValue
        if fault == .telling { events.send(from: tree.state, to: tree.state, by: .app) }
      }
    }

    func perform(_ operation: NavigationOperation<Int>, animated: Bool) async throws {
      if fault == .resting, own != nil { throw Broken() }
      try tree.perform(operation, animated: animated)
      if fault == .losing { own = nil }
    }
  }

  @Test(
    "A host that breaks a law of covers is found, and the text says which one",
    arguments: [
      Case("deaf", "'cover' is not the screen that it was set to, after "),
      Case("stubborn", "'cover' is not the screen that it was set to, after "),
      Case("telling", "A cover that came: It was reported as a change, after "),
      Case("clearing", "A cover that came: The host shows nothing, not root tabs ("),
      Case("lasting", "'cover' is not nil after it was set to nil, after "),
      Case("returning", "A cover that left: The host shows nothing, not root tabs ("),
      Case("covered", "A new host is covered already: 'cover' is not nil."),
      Case("resting", "' threw though it fits, after "),
      Case("losing", "The cover has left with an operation, after "),
    ])
  func faultyHosts(row: TextCase) async throws {
    try await expectFinding(row, FaultyHost.init)
  }

  @Test("A host that cannot be covered keeps the laws without")
  func plainHosts() async throws {
    try await HostConformance.check(root: .tabs) {
      PlainHost()
    } screen: {
      $0
    }
  }

  private final class PlainHost: NavigationHost {
    private let tree = NavigationTree<Int>(tabs: ["one", "two"])
    var events: NavigationEvents<Int> { tree.events }
    var state: NavigationState<Int> { tree.state }

    func perform(_ operation: NavigationOperation<Int>, animated: Bool) async throws {
      try tree.perform(operation, animated: animated)
    }
  }
}
