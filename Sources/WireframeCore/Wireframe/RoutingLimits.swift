/// How long the stages of one routing may take; past a limit it fails, and the queue goes on.
///
/// A stage without a limit runs in the calling task, and sees its cancellation; one with a limit runs in a task of its
/// own. A limit is measured from where the stage first suspends: what answers at once sets no timer.
/// What a stage still does after its limit, such as a late push, is not undone. Very long limits, of a hundred
/// years or more, count as none.
public struct RoutingLimits: Hashable, Sendable {
  /// The limit for the observers of one hop, for the option providers, and for the leave guards; nil for none.
  public var decide: Duration?
  /// The limit for the controller providers; nil for none. When a restoration has taken so long, it makes no further
  /// screens.
  public var provide: Duration?
  /// The limit for the presenter, or for a handler; nil for none.
  public var present: Duration?
  /// How long a provider may need before a placeholder is shown, and how long that is shown at least; nil for never.
  ///
  /// With zero it is shown at once, also if the provider throws at once.
  public var placeholder: Duration?
  /// How long a request that is parked, or kept by a gate or a lock, may be run again.
  public var parked: Duration
  /// How many requests from outside may wait for their turn; one more fails with ``RoutingError/Code/busy``.
  public var waitingLinks: Int

  /// Makes a set of limits.
  ///
  /// - Parameters:
  ///   - decide: For observers, option providers and leave guards; none by default, since they may ask the user.
  ///   - provide: For controller providers.
  ///   - present: For the presenter, or for a handler.
  ///   - placeholder: Before a placeholder is shown, and how long that is shown at least.
  ///   - parked: For a request that is parked or kept, until it expires.
  ///   - waitingLinks: How many requests from outside may wait; the app's own always may, once the UI is there.
  public init(
    decide: Duration? = nil, provide: Duration? = .seconds(30), present: Duration? = .seconds(30),
    placeholder: Duration? = .milliseconds(300), parked: Duration = .seconds(600),
    waitingLinks: Int = 100
  ) {
    self.decide = decide
    self.provide = provide
    self.present = present
    self.placeholder = placeholder
    self.parked = parked
    self.waitingLinks = waitingLinks
  }

  /// No limits for the stages, and no placeholders.
  public static let none = RoutingLimits(decide: nil, provide: nil, present: nil, placeholder: nil)

  subscript(stage: RoutingStage) -> Duration? {
    switch stage {
    case .queue: nil
    case .observe, .option, .leave: decide
    case .provide: provide
    case .handle, .present: present
    }
  }
}

/// What happens to a routing that is asked for while another one runs; routings never overlap.
///
/// Under every policy a double tap shows one screen: a request that is the same as the last one that runs or waits
/// (text, origin, trust, option, `landing`, `ifPresented`, no payload, no answer) waits for its turn, is matched and
/// asked about by the observers, and gets the earlier one's result if they let it pass to the same route. A request of
/// the app's own that came before an observer had decided on the earlier one shares that decision. Options are the same
/// if they are `Equatable` and equal, or of one type without stored values.
///
/// ``Wireframe/controller(for:payload:)`` always waits for its turn.
public enum RoutingPolicy: Hashable, Sendable {
  /// It waits for its turn.
  case firstComeFirstServed
  /// It replaces those before it that have not begun to present or to handle; they fail with
  /// ``RoutingError/Code/cancelled``. What a role enqueues replaces nothing, and waits for its turn. Nothing keeps a
  /// lock from opening.
  case latestWins
  /// It fails with ``RoutingError/Code/busy``. What a role enqueues waits for its turn.
  case rejectWhileBusy
}
