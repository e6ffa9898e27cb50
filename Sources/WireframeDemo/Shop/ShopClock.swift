import Foundation
import WireframeTesting

/// The shop's clock, which only goes on when it is told to: for the limits of providers, and for what expires.
@MainActor
final class ShopClock {
  /// For the limits of providers.
  let limits = ManualClock()
  /// The time of day.
  private(set) var date = Date()

  /// Lets the clock go on, and the time of day with it.
  func advance(by duration: Duration) {
    limits.advance(by: duration)
    advanceDate(by: duration)
  }

  /// Lets the time of day go on, and nobody wake up.
  func advanceDate(by duration: Duration) { date += duration / .seconds(1) }
}
