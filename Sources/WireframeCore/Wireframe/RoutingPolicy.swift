/// What becomes of a routing that is asked for while another one runs; routings never overlap.
///
/// Under every policy a double tap shows one screen: a request that is the same as the last one that runs or waits
/// (text, origin, trust, option, no payload) waits for its turn, is matched and asked about by the observers, and
/// gets the earlier one's result if they let it pass to the same place. A request of the app's own that came before
/// an observer had decided on the earlier one shares that decision.
///
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
