/// Where a request leads, and what the observers say of it: the answer on which everything else builds.
///
/// `Wireframe.resolve` makes it, and nothing changes it afterwards.
final class Resolution {
  enum Verdict {
    case pass
    indirect case stop(reason: String)
    /// An observer redirects the request. The wanted screen follows the redirect; one below it does not.
    case redirect(Redirect)
    /// The table or an observer failed. Only a screen below the wanted one has this verdict: the wanted one throws.
    indirect case failure(RoutingError)
  }

  let route: Route
  /// What is registered for the route; nil if no pattern matches: unbound providers may know the URL.
  let registered: RouteRecord?
  /// How the request got here; nil if it came directly.
  private let way: ResolutionWay?
  /// The watchers of the route, in order.
  var observers: [ObserverEntry]
  /// The wireframe's `observersVersion` when they were looked up.
  var observersVersion: Int
  /// Whether an observer has decided, or there was none to decide.
  var isDecided: Bool
  /// The gates that were found open on the way.
  var openGates: [Gate]
  var verdict = Verdict.pass
  /// The screens that come back below this one, from the lowest up: those of a kept request.
  var below: [Resolution] = []

  init(
    _ route: Route, _ registered: RouteRecord?, _ way: ResolutionWay?,
    _ observers: [ObserverEntry], version: Int
  ) {
    self.route = route
    self.registered = registered
    self.way = way
    openGates = way?.openGates ?? []
    isDecided = way?.redirects.isEmpty == false
    self.observers = observers
    observersVersion = version
  }

  /// The routes that were left by a redirect, in order.
  var redirects: [Route] { way?.redirects ?? [] }

  /// The gate whose screen this is, and what it keeps; nil for any other screen.
  var closedGate: ClosedGate? { way?.closedGate }

  /// The option of the call, else of the route.
  var namedOption: (any RoutingOption)? { route.requestedOption ?? registered?.option }

  var handler: RouteRecord.Handler? {
    if case .handler(let handler)? = registered?.target { handler } else { nil }
  }

  var passes: Bool { if case .pass = verdict { true } else { false } }

  /// The redirect of a closed gate in front of the route.
  var gateInFront: Redirect? {
    if case .redirect(let redirect) = verdict, redirect.gate != nil { redirect } else { nil }
  }
}

/// How a request got here when it is resolved: redirects, gates and keys. Most came directly.
final class ResolutionWay {
  /// The routes that were left by a redirect, in order.
  let redirects: [Route]
  /// The gate that sent the request here, and what it keeps.
  let closedGate: ClosedGate?
  /// What the first gate on the way keeps, and every later one instead of it.
  let kept: KeptRequest?
  /// The gates that the user has passed for the request.
  let keys: [Gate]
  /// The gates that were found open.
  let openGates: [Gate]

  init(
    redirects: [Route] = [], closedGate: ClosedGate? = nil, kept: KeptRequest? = nil,
    keys: [Gate] = [], openGates: [Gate] = []
  ) {
    self.redirects = redirects
    self.closedGate = closedGate
    self.kept = kept
    self.keys = keys
    self.openGates = openGates
  }
}

/// A gate that is closed, and what it keeps once its screen is there.
final class ClosedGate {
  let gate: Gate
  let kept: KeptRequest

  init(_ gate: Gate, keeping kept: KeptRequest) {
    self.gate = gate
    self.kept = kept
  }
}

/// Where an observer redirects a request. A class, since most routings have none.
final class Redirect {
  let request: RoutingRequest
  /// Whether the request that is left is kept for ``Wireframe/resume()``; nil for not.
  let parking: ParkingRule?
  /// The gate that keeps the request that is left.
  let gate: Gate?

  init(to request: RoutingRequest, parking: ParkingRule? = nil, gate: Gate? = nil) {
    self.request = request
    self.parking = parking
    self.gate = gate
  }
}
