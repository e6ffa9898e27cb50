#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A request with the screens below it, kept while the user does something else first, such as log in: by a gate, or for
/// ``Wireframe/resume()``. ``ParkedRequest`` is the form that survives a restart.
final class KeptRequest: Sendable {
  /// The request for the uppermost screen.
  let request: RoutingRequest
  /// Those for the screens below it, from the lowest up; none for a single request.
  let below: [RoutingRequest]
  /// The gates that the user has passed for it.
  let keys: [Gate]
  /// The gate's screen, which leaves once the request is resumed.
  let gateScreen: NavigationEntryID?
  /// When it was kept, and when it expires; nil until it is kept.
  let time: Time?

  /// In seconds since the reference date.
  struct Time: Sendable {
    let keptAt: Double
    let expiresAt: Double

    init(at now: Date, for limit: Duration) {
      keptAt = now.timeIntervalSinceReferenceDate
      expiresAt = keptAt + limit.inSeconds
    }

    init(_ parked: ParkedRequest) {
      keptAt = parked.parkedAt.timeIntervalSinceReferenceDate
      expiresAt = parked.expiresAt.timeIntervalSinceReferenceDate
    }

    /// Not when the clock was changed to before it was kept.
    func contains(_ now: Date) -> Bool {
      let now = now.timeIntervalSinceReferenceDate
      return keptAt <= now && now < expiresAt
    }
  }

  init(
    _ request: RoutingRequest, above below: [RoutingRequest] = [], keys: [Gate] = [],
    gateScreen: NavigationEntryID? = nil, time: Time? = nil
  ) {
    self.request = request
    self.below = below
    self.keys = keys
    self.gateScreen = gateScreen
    self.time = time
  }

  /// The same, kept from a time on.
  func kept(_ time: Time) -> KeptRequest {
    KeptRequest(request, above: below, keys: keys, time: time)
  }

  /// The same, once the user has passed a gate.
  func passed(_ gate: Gate, whoseScreenIs screen: NavigationEntryID?) -> KeptRequest {
    KeptRequest(request, above: below, keys: keys + [gate], gateScreen: screen)
  }
}

extension KeptRequest {
  convenience init(_ parked: ParkedRequest) {
    var request = parked.request
    request.proveOrigin()
    self.init(request, time: Time(parked))
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
