/// How long a gate stays open once the user has passed. More ways may come.
public struct GateKey: Hashable, Sendable {
  private let name: String

  /// As long as the gate's closure says so.
  public static let always = GateKey(name: "always")
  /// For one request: it is closed again when the screen behind it has been shown.
  public static let once = GateKey(name: "once")
}

/// An observer that keeps what it stops, and shows a screen which the user has to pass.
@MainActor
final class Gate: RoutingObserver, RoleWrapper {
  let tag: RouteTag
  let key: GateKey
  let isOpen: @MainActor () async throws -> Bool
  /// The request for its screen, as the wireframe reads it that has added the gate.
  let request: RoutingRequest
  private(set) var kept: KeptRequest?
  /// The entry of the gate's screen; nil if it is not on screen, or an app's own presenter shows it.
  private(set) var screen: NavigationEntryID?
  /// Whether the screen leaves because the user has passed.
  var isPassing = false
  private var watch: Registration?

  init(
    for tag: RouteTag, at urlText: String, key: GateKey,
    isOpen: @escaping @MainActor () async throws -> Bool
  ) {
    self.tag = tag
    request = RoutingRequest(urlText, landing: .onTop, ifPresented: .bringToFront)
    self.key = key
    self.isOpen = isOpen
  }

  var role: Any { "the gate for \(tag.rawValue.inQuotes)" }

  func observes(_ route: Route) -> Bool { route.tags.contains(tag) }

  func decision(for route: Route) async throws -> RoutingDecision {
    // `.once` ignores the closure: each request needs a key of its own.
    if key == .always, try await isOpen() { return .proceed }
    return RoutingDecision(kind: .gate(self, request))
  }

  /// Keeps a request while the gate's screen is there.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - screen: The entry of the gate's screen.
  ///   - watch: What listens to the host for it.
  ///   - close: Takes the screen away, if who waits for the request gives up.
  func keep(
    _ request: KeptRequest, behind screen: NavigationEntryID?, _ watch: Registration?,
    close: @escaping @MainActor () async -> Void
  ) {
    discard()
    kept = request
    if let waiter = request.request.waiter {
      waiter.keep { [weak self, weak waiter] in
        guard let self, kept?.request.waiter === waiter else { return }
        discard()
        await close()
      }
    }
    self.screen = screen
    self.watch = watch
  }

  /// Hands out what it kept, and keeps it no more.
  func take() -> KeptRequest? {
    defer { (kept, watch, screen) = (nil, nil, nil) }
    watch?.remove()
    return kept
  }

  /// Forgets what it kept, and tells who waits for it; its screen stays, and is watched.
  func forget() {
    kept?.request.waiter?.leave()
    kept = nil
  }

  /// Forgets what it kept and its screen, and tells who waits.
  func discard() {
    guard let kept = take() else { return }
    kept.request.waiter?.leave()
  }

  deinit {
    guard let waiter = kept?.request.waiter else { return }
    Task { @MainActor in waiter.leave() }
  }
}

extension GateKey: CustomStringConvertible {
  /// The way's name.
  public var description: String { name }
}
