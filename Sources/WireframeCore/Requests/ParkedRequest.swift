#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
  public let parkedAt: Date
  /// When it expires.
  public let expiresAt: Date
  /// The owners of the gates that were passed for it; nil for none.
  var owners: [SavedOwner]?

  /// Whether the request may still be run.
  ///
  /// - Parameter now: The time.
  /// - Returns: False from ``expiresAt`` on, and before ``parkedAt``: then the clock was changed.
  public func isValid(at now: Date) -> Bool { KeptRequest.Time(self).contains(now) }

  var request: RoutingRequest {
    var request = RoutingRequest(urlText)
    request.origin = origin
    request.isTrusted = isTrusted
    return request
  }
}

extension ParkedRequest: CustomStringConvertible, CustomReflectable {
  /// The origin and the times; free of values, and so without the URL.
  public var description: String {
    "parked \(request), from \(Self.text(of: parkedAt)) until \(Self.text(of: expiresAt))"
  }
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }

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

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
