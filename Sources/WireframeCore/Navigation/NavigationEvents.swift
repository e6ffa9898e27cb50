/// Reports which screens enter and leave a host, and asks before a screen leaves.
///
/// A host holds one, and sends every change to it:
///
/// ```swift
/// let before = state
/// …  // the transition
/// events.send(from: before, to: state, by: .user)
/// ```
@MainActor
public final class NavigationEvents<Controller> {
  typealias Listener = @MainActor (NavigationChange<Controller>) -> Void

  private(set) var listeners: [(id: Int, body: Listener, lifetime: HostLifetime?)] = [] {
    didSet { hasListeners = !listeners.isEmpty || !leaveListeners.isEmpty }
  }
  /// Who waits for an entry to leave: a change calls only those whose entries have left.
  private var leaveListeners: [NavigationEntryID: [(id: Int, body: @MainActor () -> Void)]] = [:]
  { didSet { hasListeners = !listeners.isEmpty || !leaveListeners.isEmpty } }
  /// Spares a move the look at the list, whose type only the app knows.
  private var hasListeners = false
  private var leaveAskers: [(id: Int, asker: @MainActor () -> (any LeaveAsker)?)] = []
  /// The tabs that were left with a screen in them, the last one last.
  private(set) var formerTabs: [String] = []
  /// Spares a move the look at the layers, whose type only the app knows.
  var hasTabs = false
  /// The guards that are asked now, and the answers of screens that have left.
  package let activity = Activity()

  private var lastID = 0
  /// Called with the user's changes, and after a tab was selected: for the wireframe.
  var follow: (@MainActor (NavigationChange<Controller>) -> Void)?
  /// Whether a lock covers the screens: they do not move.
  package var isCovered = false
  /// Whether the calling task is a routing's that brings screens as the lock opens.
  var mayMove: @MainActor () -> Bool = { false }

  /// Makes the events of a host.
  public init() {}

  /// Calls all listeners with what came and what left between two states; for hosts.
  ///
  /// - Parameters:
  ///   - before: The state before.
  ///   - after: The state after.
  ///   - cause: Who caused the change.
  public func send(
    from before: NavigationState<Controller>, to after: NavigationState<Controller>,
    by cause: NavigationChange<Controller>.Cause
  ) {
    if hasTabs || cause == .user { noteFormerTab(before, after) }
    if case .user = cause { follow?(NavigationChange(from: before, to: after, by: cause)) }
    // What came and left is worked out only if there is a listener.
    guard hasListeners else { return }
    let change = NavigationChange(from: before, to: after, by: cause)
    let listeners = listeners
    Steps.add(listeners.count)
    // By index: a list's iterator looks up the type of a listener.
    for index in 0..<listeners.count { listeners[index].body(change) }
    guard !leaveListeners.isEmpty else { return }
    for entry in change.left {
      for listener in leaveListeners.removeValue(forKey: entry.id) ?? [] { listener.body() }
    }
  }

  private func noteFormerTab(
    _ before: NavigationState<Controller>, _ after: NavigationState<Controller>
  ) {
    guard let root = before.uppermost?.root, root.kind == .tabs else { return }
    hasTabs = true
    guard root.stack.top != nil, root.selected != after.uppermost?.root.selected else { return }
    let name = root.stack.name
    formerTabs.removeAll { $0 == name }
    formerTabs.append(name)
  }

  /// Calls a closure when an entry has left, after the listeners to all changes, and another one once the host is gone.
  func onLeave(
    of entry: NavigationEntryID, _ body: @escaping @MainActor () -> Void,
    whenGone: @escaping @Sendable () -> Void = {}
  ) -> Registration {
    lastID += 1
    let watch = HostLifetime(whenGone)
    leaveListeners[entry, default: []].append((lastID, { withExtendedLifetime(watch) { body() } }))
    return Registration { [weak self, id = lastID] in
      guard let others = self?.leaveListeners[entry]?.filter({ $0.id != id }) else { return }
      self?.leaveListeners[entry] = others.isEmpty ? nil : others
    }
  }

  package func checkUncovered() throws(RoutingError) {
    if isCovered, !mayMove() { throw RoutingError(.covered) }
  }

  func onChange(_ body: @escaping Listener, _ lifetime: HostLifetime? = nil) -> Registration {
    lastID += 1
    listeners.append((lastID, body, lifetime))
    return Registration { [weak self, id = lastID] in self?.listeners.take { $0.id == id } }
  }

  /// Has the asker ask leave guards before screens leave, until it is gone.
  package func guardLeaving(
    by asker: @escaping @MainActor () -> (any LeaveAsker)?
  ) -> Registration {
    lastID += 1
    leaveAskers.removeAll { $0.asker() == nil }
    leaveAskers.append((lastID, asker))
    return Registration { [weak self, id = lastID] in self?.leaveAskers.removeAll { $0.id == id } }
  }

  var mayAsk: Bool { leaveAskers.contains { $0.asker()?.mayAskToLeave == true } }

  /// Whether some guard would be asked about screens that are to leave: for hosts whose user can take them away.
  package func mayBeKept(_ leavingScreens: [LeavingScreen]) -> Bool {
    !leavingScreens.isEmpty && leaveAskers.contains { $0.asker()?.mayKeep(leavingScreens) == true }
  }

  /// Throws `OthersHaveCome` if a guard may keep screens that would leave, besides those about which it was asked.
  func check(
    _ leavingScreens: [LeavingScreen], besides asked: Set<NavigationEntryID?>
  ) throws(RoutingError) {
    guard mayBeKept(leavingScreens.filter { !asked.contains($0.entry) }) else { return }
    throw RoutingError(.leaveRefused(reason: "it has just come"), underlying: OthersHaveCome())
  }

  /// Asks whether screens may leave; each asker once, however many guards it has. Throws if one of them stays.
  package func ask(_ leavingScreens: [LeavingScreen]) async throws {
    guard !leavingScreens.isEmpty else { return }
    activity.begin()
    defer { activity.end() }
    var asked: Set<ObjectIdentifier> = []
    for (_, asker) in leaveAskers {
      guard let asker = asker(), asked.insert(ObjectIdentifier(asker)).inserted else { continue }
      try await asker.ask(toLeave: leavingScreens)
    }
  }
}

extension NavigationHost {
  /// Calls a closure at every change, by code or by the user, until the registration is removed.
  ///
  /// - Parameter body: Gets what came, what left, and why.
  /// - Returns: The registration.
  @discardableResult
  public func onChange(
    _ body: @escaping @MainActor (NavigationChange<Controller>) -> Void
  ) -> Registration { events.onChange(body) }

  /// The same, and calls another closure when the window or the host is gone, or the registration is removed.
  package func onChange(
    _ body: @escaping @MainActor (NavigationChange<Controller>) -> Void,
    whenGone: @escaping @Sendable () -> Void
  ) -> Registration { events.onChange(body, HostLifetime(whenGone)) }
}

/// Who asks leave guards before screens leave a host.
@MainActor
package protocol LeaveAsker: AnyObject {
  /// Whether there may be a guard to ask; if not, a move need not find out which screens would leave.
  var mayAskToLeave: Bool { get }
  /// Whether some guard would be asked about screens.
  func mayKeep(_ leavingScreens: [LeavingScreen]) -> Bool
  /// Asks about screens. Throws if one of them stays.
  func ask(toLeave leavingScreens: [LeavingScreen]) async throws
}

/// Calls a closure when the host is gone: only the host's listener retains it.
final class HostLifetime: Sendable {
  let whenGone: @Sendable () -> Void

  init(_ whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }

  deinit { whenGone() }
}

/// The screens that come and leave while a routing presents.
@MainActor
final class Arrivals {
  private var entered: [NavigationEntryID] = []
  // A listener that moves the host at once has what leaves reported before what has come.
  private var left: Set<NavigationEntryID> = []
  private var registration: Registration?

  /// The last screen that has come and has left again.
  var lastLeft: NavigationEntryID? { entered.last(where: left.contains) }

  /// Begins to listen; `shared` is a screen that is there already, and is the wanted one.
  init<Controller>(on host: any NavigationHost<Controller>, sharing shared: NavigationEntryID?) {
    entered = [shared].compactMap(\.self)
    registration = host.onChange { [weak self] change in
      guard let self else { return }
      entered += change.entered.map(\.id)
      left.formUnion(change.left.map(\.id))
    }
  }

  /// The last screen that has come and is there: a presenter of the app's own may give the host no route.
  func last<Controller>(in state: NavigationState<Controller>) -> NavigationEntryID? {
    entered.last { state.layer(of: $0) != nil }
  }

  func end() { registration?.remove() }
}
