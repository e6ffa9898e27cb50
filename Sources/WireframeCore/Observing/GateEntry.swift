/// A gate that was added to a wireframe: an observer that keeps what it stops while the gate's screen is there.
@MainActor
package final class GateEntry: RoutingObserver, RoleWrapper {
  package let gate: Gate
  /// The tag of the routes behind the gate; nil for a lock, which is in front of all but its own.
  package let tag: RouteTag?
  /// The request for its screen, as the wireframe reads it that has added the gate.
  package let request: RoutingRequest
  private(set) var kept: KeptRequest?
  /// The entry of the gate's screen; nil if it is not on screen, or an app's own presenter shows it.
  private(set) var screen: NavigationEntryID?
  /// Whether the screen leaves because the user has passed.
  var isPassing = false
  /// Whether a lock's screen covers all others: it is closed until the user has passed it.
  var isCovering = false
  /// Whether the app has removed a lock that covers: it opens, whatever its closure says.
  var isRemoved = false
  private var watch: Registration?
  private var close: @MainActor () async -> Void = {}
  /// What the wireframe does when the gate is passed in another window, and when the lock covers.
  let whenPassed: @MainActor (GateEntry) -> Void
  let whenCovered: @MainActor () -> Void

  init(
    _ gate: Gate, for tag: RouteTag?, whenPassed: @escaping @MainActor (GateEntry) -> Void,
    whenCovered: @escaping @MainActor () -> Void = {}
  ) {
    self.gate = gate
    self.tag = tag
    request = RoutingRequest(gate.urlText, landing: .onTop, ifPresented: .bringToFront)
    self.whenPassed = whenPassed
    self.whenCovered = whenCovered
    gate.add(self)
  }

  package var role: Any { tag.map { "the gate for \($0.rawValue.inQuotes)" } ?? "the lock" }

  package var isLock: Bool { tag == nil }

  package func observes(_ route: Route) -> Bool {
    tag.map(route.tags.contains) ?? !route.request.urlText.hasSameScalars(as: request.urlText)
  }

  package func decision(for route: Route) async throws -> RoutingDecision {
    // `.once` ignores the closure: each request needs a key of its own.
    if gate.key == .always, try await isOpen() { return .proceed }
    return RoutingDecision(kind: .redirect(Redirect(request: request, gate: self)))
  }

  /// Whether the user has passed. A lock whose closure throws is closed.
  func isOpen() async throws -> Bool {
    guard isLock else { return try await gate.isOpen() }
    if isCovering, !isPassing { return false }
    if isRemoved { return true }
    return (try? await gate.isOpen()) == true
  }

  /// Keeps a request while the gate's screen is there. A list of screens that a sign-out has taken away is shown below
  /// a request, whichever comes first. `watch` listens to the host for the gate's screen, and `close` takes that away.
  func keep(
    _ new: KeptRequest, behind screen: NavigationEntryID? = nil, _ watch: Registration? = nil,
    close: @escaping @MainActor () async -> Void = {}
  ) {
    var replaced = kept
    kept = new
    if let old = replaced, old.isList != new.isList {
      let (list, request) = old.isList ? (old, new) : (new, old)
      replaced = list.next
      kept = list.with(next: request)
    }
    if replaced?.request.waiter !== new.request.waiter || new.isList { replaced?.tellWaiters() }
    self.watch?.remove()
    self.screen = screen
    self.watch = watch
    self.close = close
    for waiter in [new.request.waiter, new.next?.request.waiter].compactMap(\.self) {
      waiter.keep { [weak self, weak waiter] in
        guard let self, let waiter, let kept = self.kept else { return }
        if kept.next?.request.waiter === waiter {
          self.kept = kept.with(next: nil)
        } else if kept.request.waiter === waiter {
          await drop()
        }
      }
    }
  }

  /// Hands out what it kept, and then keeps nothing.
  func take() -> KeptRequest? {
    defer { (kept, watch, screen) = (nil, nil, nil) }
    watch?.remove()
    return kept
  }

  func discard() { take()?.tellWaiters() }

  /// Forgets what it kept, and takes its screen away, which was there for that only.
  func drop() async { await forget()?() }

  /// Forgets requests that it kept, by index: a list is cut before the first. Its screen leaves with the last.
  func drop(_ indices: Set<Int>) async {
    guard let kept else { return }
    let count = kept.below.count + 1
    let list = kept.cut(before: indices.min())
    let isNextLost = indices.contains { $0 >= count }
    if isNextLost { kept.next?.tellWaiters() }
    let next = isNextLost ? nil : kept.next
    if let rest = list?.with(next: next) ?? next { self.kept = rest } else { await drop() }
  }

  /// Forgets what it kept. Returns what takes its screen away, which was there for that only; nil if it kept nothing.
  func forget() -> (@MainActor () async -> Void)? {
    guard kept != nil else { return nil }
    discard()
    return close
  }

  deinit { if let kept { Task { @MainActor in kept.tellWaiters() } } }
}
