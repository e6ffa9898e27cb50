import Foundation
import WireframeTesting

/// The shop's clock, which only goes on when it is told to: for the limits of providers, and for what expires.
@MainActor
final class ShopClock {
  /// For the limits of providers.
  let limits = ManualClock()
  private let start = Date()
  /// How much later the time of day is than the clock says.
  private var lead = Duration.zero

  /// The time of day.
  var date: Date { start + (limits.now.offset + lead) / .seconds(1) }

  /// Lets the clock go on, and the time of day with it.
  func advance(by duration: Duration) { limits.advance(by: duration) }

  /// Lets the time of day go on, and nobody wake up.
  func advanceDate(by duration: Duration) { lead += duration }
}
