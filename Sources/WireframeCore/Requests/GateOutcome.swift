/// The outcome of the request that a gate kept.
///
/// No further cases will be added.
public enum GateOutcome: Sendable {
  /// The gate is open, and what it kept was routed: to its screen, or to the next gate.
  case passed(RoutingSummary)
  /// The gate is still closed, and its screen stays; a lock that is closed covers the screens.
  case stillClosed
  /// The gate is open, but a lock covers the screens: the gate is asked again when that opens, before anything is seen.
  case covered
  /// The gate is open, but what it kept has expired; its screen has left.
  case expired
  /// The gate is open, and nothing was kept, or only what belongs to another owner; its screen has left.
  case nothingKept
}
