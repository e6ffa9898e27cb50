/// Where a request leads, and what the observers say of it: the answer on which everything else builds.
/// Only `Wireframe.resolve` sets its verdict and the screens below it.
final class Resolution {
  enum Verdict {
    case pass
    indirect case stop(reason: String)
    /// An observer redirects the request. The wanted screen follows the redirect; one below it does not.
    indirect case redirect(Redirect)
    /// The table or an observer failed. Only a screen below the wanted one has this verdict: the wanted one throws.
    indirect case failure(RoutingError)
  }

  private(set) var route: Route
  /// What is registered for the route; nil if no pattern matches: unbound providers may know the URL.
  let registered: RouteRecord?
  /// How the request got here; nil if it came directly.
  let way: ResolutionWay?
  var observers: [ObserverEntry]
  /// The wireframe's when they were looked up.
  var rightsVersion: RightsVersion
  /// Whether an observer has decided, or there was none to decide.
  var isDecided: Bool
  /// The gates that were found open on the way.
  private(set) var openGates: [GateEntry]
  /// The owners of the gates that it has passed on the way here.
  private(set) var owners: GateOwners?
  /// Whether it is kept or shown for another owner of a gate that is open.
  var isOfAnotherOwner = false
  var verdict = Verdict.pass
  /// The screens that come back below this one, from the lowest up: those of a kept request.
  var below: [Resolution] = []

  init(
    _ route: Route, _ registered: RouteRecord?, _ way: ResolutionWay?, version: RightsVersion,
    _ observers: [ObserverEntry]
  ) {
    self.route = route
    self.registered = registered
    self.way = way
    openGates = way?.openGates ?? []
    isDecided = observers.isEmpty || way?.redirects.isEmpty == false
    owners = way?.owners
    if let owners { self.route = route.owned(by: owners) }
    self.observers = observers
    rightsVersion = version
  }

  /// Notes that a gate lets the route pass, and for whom.
  @MainActor
  func pass(_ entry: GateEntry, for asker: GateOwners?, isOpen: Bool = true) {
    if isOpen { openGates = openGates.joined(with: [entry]) }
    guard entry.gate.owner != nil else { return }
    let former = route.request.owners
    for owners in [former, asker] {
      if owners?.owner(of: entry.gate)?.isFormer == true { isOfAnotherOwner = true }
    }
    owners = GateOwners.adding(entry.gate, to: owners)
    route = route.owned(by: GateOwners.adding(entry.gate, to: former))
  }

  var redirects: [Route] { way?.redirects ?? [] }

  /// The gate whose screen this is, and what it keeps; nil for any other screen.
  var closedGate: ClosedGate? {
    guard let way, let gate = way.closedGate, let kept = way.kept else { return nil }
    return (gate, kept)
  }

  var namedOption: (any RoutingOption)? { route.requestedOption ?? registered?.option }

  var rootOption: (any RoutingOption)? {
    namedOption.flatMap { $0 is Root || ($0 as? any NamedOption)?.isRoot == true ? $0 : nil }
  }

  var handler: RouteRecord.Handler? {
    if case .handler(let handler)? = registered?.target { handler } else { nil }
  }

  var passes: Bool { if case .pass = verdict { true } else { false } }

  var gateInFront: Redirect? {
    if case .redirect(let redirect) = verdict, redirect.gate != nil { redirect } else { nil }
  }
}

/// How a request got here when it is resolved: redirects, gates and keys. Most came directly.
final class ResolutionWay {
  let redirects: [Route]
  /// The gate that sent the request here.
  let closedGate: GateEntry?
  /// What the first gate on the way keeps, and every later one instead of it.
  var kept: KeptRequest?
  /// The gates that the user has passed for the request.
  let keys: [GateEntry]
  let openGates: [GateEntry]
  let owners: GateOwners?
  /// The first switch whose fallback is followed.
  let off: PassedSwitch?

  init(
    redirects: [Route] = [], closedGate: GateEntry? = nil, kept: KeptRequest? = nil,
    keys: [GateEntry] = [], openGates: [GateEntry] = [], owners: GateOwners? = nil,
    off: PassedSwitch? = nil
  ) {
    self.redirects = redirects
    self.closedGate = closedGate
    self.kept = kept
    self.keys = keys
    self.openGates = openGates
    self.owners = owners
    self.off = off
  }
}

/// A gate that is closed, and what it keeps once its screen is there.
typealias ClosedGate = (gate: GateEntry, kept: KeptRequest)

/// Where an observer, a gate that is closed, or a switch sends a request instead.
struct Redirect {
  var request: RoutingRequest
  /// Whether the request that is left is kept for ``Wireframe/resume()``; nil for not.
  var parking: ParkingRule?
  /// The gate that keeps the request that is left; the request is for its screen.
  var gate: GateEntry?
  /// The error of the switch whose fallback this is.
  var off: RoutingError?
}

/// A switch whose fallback is followed: if that leads nowhere, the error of the switch counts.
struct PassedSwitch {
  let resolution: Resolution
  let error: RoutingError

  /// The error of the switch, which says why its fallback was passed over.
  func error(passingOver failure: RoutingError) -> RoutingError {
    guard case .disabled(let name, _)? = error.coreReason else { return error }
    return RoutingError(
      .disabled(by: name, fallback: failure.code), request: resolution.route.request,
      redirects: resolution.redirects, pattern: error.pattern)
  }
}

/// What the answers of observers are worth: they are asked again after a change.
struct RightsVersion: Equatable {
  /// Grows when rights or switches change, and when a lock closes.
  var rights = 0
  /// Grows with every observer that is added here or on a mounted wireframe, and with every route.
  var roles = 0
  /// The host on which screens land.
  var host: ObjectIdentifier?
}
