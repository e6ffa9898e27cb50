/// How long a gate stays open once the user has passed.
public enum GateKey: Hashable, Sendable {
  /// As long as the gate's closure says so.
  case always
  /// For one request: it is closed again when the screen behind it has been shown.
  case once
}

/// What the user has to pass before other screens are shown: a login, a PIN, a lock.
///
/// One gate serves all wireframes, that is all windows, of an app. Passing it in one window passes it in all. What each
/// window has kept is shown there.
///
/// ```swift
/// let login = Gate(at: "/login", owner: { session.userID }) { session.isLoggedIn }
/// let lock = Gate(at: "/locked", covers: true) { vault.isOpen }
///
/// wireframe.add(gate: login, for: .requiresLogin)  // in each window
/// try await wireframe.add(lock: lock)
/// ```
@MainActor
public final class Gate {
  let urlText: String
  let key: GateKey
  package let owner: (@MainActor () -> String?)?
  let covers: Bool
  let isOpen: @MainActor () async throws -> Bool
  /// Whether a lock covers the screens, also of windows that open now: until it is passed.
  var isCovering = false
  private(set) var coverCount = 0
  private var entries: [Weak] = []

  private struct Weak { weak var entry: GateEntry? }

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - urlText: The path of the gate's screen.
  ///   - key: How long the gate stays open once the user has passed.
  ///   - owner: Whose session it is, as a text that is never another user's; asked when the gate is found open. What
  ///     is shown or kept behind the gate is shown to that owner only. Nil if it is everybody's.
  ///   - covers: Whether it is a lock: its screen covers all others, and none of them leaves.
  ///   - isOpen: Whether the user has passed; asked before each routing, and when the gate is to be passed. With the
  ///     key ``GateKey/once`` it is asked only then. A closure that throws fails the routing; a lock is closed then.
  public init(
    at urlText: String, keeps key: GateKey = .always, owner: (@MainActor () -> String?)? = nil,
    covers: Bool = false, isOpen: @escaping @MainActor () async throws -> Bool
  ) {
    self.urlText = urlText
    self.key = key
    self.owner = owner
    self.covers = covers
    self.isOpen = isOpen
  }

  /// Shows a lock's screen over all others, in every window, at once: call it when the app goes to the background.
  ///
  /// Nothing leaves, and nothing is asked. The screens stay covered until ``Router/resume(after:)-(Gate)`` finds the
  /// lock open. A gate that is no lock does nothing.
  public func cover() {
    if covers { (isCovering, coverCount) = (true, coverCount + 1) }
    for entry in added { entry.whenCovered() }
  }

  func add(_ entry: GateEntry) {
    entries = entries.filter { $0.entry != nil } + [Weak(entry: entry)]
  }

  func remove(_ entry: GateEntry) { entries.removeAll { $0.entry == nil || $0.entry === entry } }

  /// Passes the gate in the other windows, once the user has passed it in one.
  func pass(besides own: GateEntry) {
    guard key != .once else { return }
    for entry in added where entry !== own { entry.whenPassed(entry) }
  }

  /// Whether it was added for several tags, or in several windows.
  var isShared: Bool { entries.count > 1 }

  private var added: [GateEntry] { entries.compactMap(\.entry) }
}
