#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A request with the screens below it, kept while the user does something else first, such as log in: by a gate, or for
/// ``Wireframe/resume()``. ``ParkedRequest`` is the form that survives a restart.
struct KeptRequest {
  /// The request for the uppermost screen.
  let request: RoutingRequest
  /// Those for the screens below it, from the lowest up; none for a single request.
  let below: [RoutingRequest]
  /// The gates that the user has passed for it.
  var keys: [Gate] = []
  /// The gate's screen, which leaves once it is resumed.
  var gateScreen: NavigationEntryID?
  /// When it was kept, and from when on it is not run any more; nil for what nobody has kept.
  var time: Time?

  /// In seconds since the reference date.
  struct Time {
    let keptAt: Double
    let expiresAt: Double

    /// Not when the clock was changed to before it was kept.
    func contains(_ now: Date) -> Bool {
      let now = now.timeIntervalSinceReferenceDate
      return keptAt <= now && now < expiresAt
    }
  }

  init(_ request: RoutingRequest) {
    self.request = request
    below = []
  }

  /// Makes the value of several requests, from the lowest up.
  init(_ request: RoutingRequest, above below: [RoutingRequest], keys: [Gate] = []) {
    self.request = request
    self.below = below
    self.keys = keys
  }

  /// The same, kept from now on for so long.
  func kept(at now: Date, for limit: Duration) -> KeptRequest {
    var kept = self
    let now = now.timeIntervalSinceReferenceDate
    kept.time = Time(keptAt: now, expiresAt: now + limit.inSeconds)
    return kept
  }
}

extension KeptRequest {
  init(_ parked: ParkedRequest) {
    var request = parked.request
    request.proveOrigin()
    self.init(request)
    time = Time(
      keptAt: parked.parkedAt.timeIntervalSinceReferenceDate,
      expiresAt: parked.expiresAt.timeIntervalSinceReferenceDate)
  }

  /// The form that survives a restart: the URL, without objects and options.
  var parked: ParkedRequest? {
    time.map { time in
      ParkedRequest(
        urlText: request.urlText, origin: request.origin, isTrusted: request.isTrusted,
        parkedAt: Date(timeIntervalSinceReferenceDate: time.keptAt),
        expiresAt: Date(timeIntervalSinceReferenceDate: time.expiresAt))
    }
  }
}
