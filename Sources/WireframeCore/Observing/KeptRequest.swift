#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A request with the screens below it, kept while the user does something else first, such as log in: by a gate, or
/// for ``Wireframe/resume()``. ``ParkedRequest`` is the form that survives a restart.
final class KeptRequest: Sendable {
  /// The request for the uppermost screen.
  let request: RoutingRequest
  /// Those for the screens below it, from the lowest up; none for a single request.
  let below: [RoutingRequest]
  /// The gates that the user has passed for it.
  let keys: [GateEntry]
  /// The gate's screen, which leaves once the request is resumed.
  let gateScreen: NavigationEntryID?
  /// When it was kept, and when it expires; nil until it is kept.
  let time: Time?
  /// Whether these are screens that were on screen, or saved: they do not expire, and a request comes above them.
  let isList: Bool
  /// The newest request that comes above a list.
  let next: KeptRequest?

  /// In seconds since the reference date.
  struct Time: Sendable {
    let keptAt: Double
    let expiresAt: Double

    init(from start: Date, for limit: Duration, until end: Double = .infinity) {
      let (seconds, attoseconds) = limit.components
      keptAt = start.timeIntervalSinceReferenceDate
      expiresAt = min(end, keptAt + (Double(seconds) + Double(attoseconds) / 1e18))
    }

    /// Not when the clock was changed to before it was kept. In numbers: Foundation's `<=` for dates accepts NaN.
    func contains(_ now: Date) -> Bool {
      let now = now.timeIntervalSinceReferenceDate
      return keptAt <= now && now < expiresAt
    }
  }

  init(
    _ request: RoutingRequest, above below: [RoutingRequest] = [], keys: [GateEntry] = [],
    gateScreen: NavigationEntryID? = nil, time: Time? = nil, isList: Bool = false,
    next: KeptRequest? = nil
  ) {
    (self.request, self.below, self.keys) = (request, below, keys)
    (self.gateScreen, self.time) = (gateScreen, time)
    (self.isList, self.next) = (isList, next)
  }

  func kept(at now: Date, for limit: Duration) -> KeptRequest {
    KeptRequest(
      request, above: below, keys: keys, gateScreen: gateScreen,
      time: Time(from: now, for: limit), isList: isList, next: next)
  }

  func passed(_ gate: GateEntry, whoseScreenIs screen: NavigationEntryID?) -> KeptRequest {
    // Only a gate for once asks for its key. Any other gate that keeps this would keep itself alive by it.
    let keys = gate.gate.key == .once ? keys + [gate] : keys
    return KeptRequest(
      request, above: below, keys: keys, gateScreen: screen ?? gateScreen, isList: isList,
      next: next)
  }

  /// The same without so many of its lowest screens, which are shown. The rest comes into the same tab.
  func without(first count: Int) -> KeptRequest {
    var rest = Array(screens.dropFirst(count))
    if let tab = below.first?.tab, rest[0].tab == nil { rest[0].tab = tab }
    return KeptRequest(
      rest.removeLast(), above: rest, keys: keys, gateScreen: gateScreen, time: time,
      isList: isList, next: next)
  }

  func with(next: KeptRequest?) -> KeptRequest {
    KeptRequest(
      request, above: below, keys: keys, gateScreen: gateScreen, time: time, isList: isList,
      next: next)
  }

  /// The same above screens that have left behind a gate: a list takes them in, a request comes above them.
  func above(_ left: [RoutingRequest]) -> KeptRequest {
    if isList {
      return KeptRequest(request, above: left + below, time: time, isList: true, next: next)
    }
    let own = KeptRequest(request, above: below, time: time)
    guard let top = left.last else { return own }
    return KeptRequest(top, above: left.dropLast(), isList: true, next: own)
  }

  /// The requests for its own screens, from the lowest up.
  var screens: [RoutingRequest] { below + [request] }

  /// All its requests, from the lowest screen up.
  var requests: [RoutingRequest] { screens + (next?.requests ?? []) }

  /// Tells all who wait that nothing will come.
  @MainActor func tellWaiters() { for request in requests { request.waiter?.leave() } }

  @MainActor convenience init(
    _ parked: ParkedRequest, of screens: [GateScreen], within limit: Duration
  ) {
    var request = parked.request
    request.owners = parked.owners.map { GateOwners($0, of: screens) ?? .nobody }
    request.proveOrigin()
    let end = parked.expiresAt.timeIntervalSinceReferenceDate
    self.init(request, time: Time(from: parked.parkedAt, for: limit, until: end))
  }

  /// The form that survives a restart: the URL, without objects and options.
  func parked(_ screens: [GateScreen]) -> ParkedRequest? {
    time.map { time in
      ParkedRequest(
        urlText: request.urlText, origin: request.origin, isTrusted: request.isTrusted,
        parkedAt: Date(timeIntervalSinceReferenceDate: time.keptAt),
        expiresAt: Date(timeIntervalSinceReferenceDate: time.expiresAt),
        owners: request.owners?.saved(screens), isIndirect: request.isIndirect ? true : nil)
    }
  }
}

/// A request that an observer parked, to run after the login that it redirected to.
///
/// It is `Codable`, without payload and option, so that an app may keep it over a restart. It has the
/// URL's text and whether the app chose that: keep it where only the app can write.
public struct ParkedRequest: Hashable, Sendable, Codable {
  /// The URL's text.
  public let urlText: String
  /// Where the request began.
  public let origin: RoutingOrigin
  /// Whether the app itself chose the URL.
  public let isTrusted: Bool
  /// When it was parked.
  package let parkedAt: Date
  /// When it expires.
  public let expiresAt: Date
  /// The owners of the gates that were passed for it; nil for none.
  var owners: [SavedOwner]?
  /// Whether an observer has sent another request here; nil if not.
  var isIndirect: Bool?

  var request: RoutingRequest {
    var request = RoutingRequest(urlText)
    request.origin = origin
    request.isTrusted = isTrusted
    request.isIndirect = isIndirect == true
    return request
  }
}

extension ParkedRequest: DescribedValue {
  /// The origin and the times; free of values, and so without the URL.
  public var description: String {
    "parked \(request), from \(Self.text(of: parkedAt)) until \(Self.text(of: expiresAt))"
  }

  /// A date in words; what was stored may have been tampered with, and Foundation traps on the year 10^290.
  private static func text(of date: Date) -> String {
    abs(date.timeIntervalSince1970) < 1e11 ? "\(date)" : "no real date"
  }
}

/// Which request is kept when a second one is to be parked.
public enum ParkingRule: Hashable, Sendable {
  /// The later one: where the user wanted to go last.
  case newest
  /// The earlier one, as long as it has not expired.
  case oldest
}

/// What ``Wireframe/reevaluate(keeping:)`` keeps of the screens that leave.
public enum KeepingRule: Hashable, Sendable {
  /// The gate keeps the screens, and shows them again once the user has passed: for a session that has ended.
  case screens
  /// Nothing is kept, and no gate or redirect is shown unless home is behind it: for a user who has signed out.
  case nothing
}
