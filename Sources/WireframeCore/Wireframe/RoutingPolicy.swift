/// What becomes of a routing that is asked for while another one runs; routings never overlap.
///
/// A request that is the same as the last one that runs or waits (text, origin, trust, option, no payload)
/// joins that one under every policy, and gets its result: a double tap shows one screen.
/// ``Wireframe/controller(for:payload:)`` always waits for its turn.
public enum RoutingPolicy: Hashable, Sendable {
  /// It waits for its turn.
  case firstComeFirstServed
  /// It takes the place of those before it that have not begun to present or to handle; they fail with
  /// ``RoutingError/Code/cancelled``. What a role enqueues does not cancel the routing that it runs in.
  case latestWins
  /// It fails with ``RoutingError/Code/busy``. What a role enqueues waits for its turn.
  case rejectWhileBusy
}
