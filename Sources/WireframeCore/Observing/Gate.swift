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
  /// The stay of the gate's screen; nil if it stands nowhere, or an app's own presenter shows it.
  private(set) var screen: NavigationEntryID?
  /// Whether the screen leaves because the user has passed.
  var isPassing = false
  /// The answer when it was asked last, but by a plan.
  private(set) var wasOpen = false
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
    // A key for once is not in the closure: each request needs its own.
    let isOpen = key == .always ? try await isOpen() : false
    if !route.isDryRun { wasOpen = isOpen }
    if isOpen { return .proceed }
    return RoutingDecision(kind: .gate(self, request))
  }

  /// Keeps a request while the gate's screen stands.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - screen: The stay of the gate's screen.
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

/// A whole request, kept in memory by a gate.
struct KeptRequest {
  /// The request; after a sign-out, that of the uppermost screen.
  let request: RoutingRequest
  /// What stood below it and left with it, from the lowest up.
  var below: [RoutingRequest] = []
  /// The gates that it has passed for once.
  let keys: [Gate]
  /// When it was kept, and from when on it is not run any more, in seconds since the reference date.
  let time: Range<Double>
}

extension GateKey: CustomStringConvertible {
  /// The way's name.
  public var description: String { name }
}
