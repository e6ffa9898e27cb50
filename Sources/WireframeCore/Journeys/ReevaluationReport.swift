/// What ``Wireframe/reevaluate(keeping:)`` keeps of the screens that leave. More ways may come.
public struct KeepingRule: Hashable, Sendable, CustomStringConvertible {
  /// The rule's name.
  public let description: String

  /// The gate keeps the screens, and shows them again once the user has passed: for a session that has ended.
  public static let screens = KeepingRule(description: "screens")
  /// Nothing is kept, and no gate is shown unless home is behind it: for a user who has signed out.
  public static let nothing = KeepingRule(description: "nothing")
}

/// The outcome of ``Wireframe/reevaluate(keeping:)``.
public struct ReevaluationReport: Sendable {
  /// The routes of the screens that were not let pass, from the lowest up; also of a gate's screen if what the gate
  /// keeps is behind another gate by now.
  public internal(set) var refused: [Route] = []
  /// The types of the screens that are still shown and have no route: nobody can be asked about them. One that code has
  /// shown above a screen that left has left with it.
  public internal(set) var unrouted: [String] = []
  /// Whether a lock covers the screens: then all is done when it opens, before anything is seen.
  public internal(set) var isDeferred = false
}

extension ReevaluationReport: CustomStringConvertible, CustomReflectable {
  /// How many screens were refused, and how many have no route; free of values.
  public var description: String {
    isDeferred ? "deferred" : "\(refused.count) refused, \(unrouted.count) without route"
  }
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}
