// What the core adds to the error: its reason, and the codes of what happens to a URL that is read.
extension RoutingError {
  @inline(never)  // As the one that it calls.
  package init(_ reason: CoreReason, pattern: RoutePattern? = nil, underlying: (any Error)? = nil) {
    self.init(reason as any Reason, pattern: pattern, underlying: underlying)
  }

  package var coreReason: CoreReason? { reason as? CoreReason }

  /// Why the URL was refused, if the code is ``Code/rejected``.
  public var refusal: URLRefusal? {
    if case .rejected(let refusal)? = coreReason { return refusal }
    guard case .overLimit(let limit, let most, let at)? = reason as? RouteReason else { return nil }
    return URLRefusal(limit, most, at: at)
  }

  /// How near the URL came to a pattern, if the code is ``Code/noRoute``.
  public var nearMiss: NearMiss? {
    switch coreReason {
    case .noRoute(let nearMiss, _, _)?, .noPage(let nearMiss, _)?, .noOwnScreen(_, let nearMiss)?:
      nearMiss
    default: nil
    }
  }

  /// The same error, for a bare name that the caller gave instead of a URL: it suggests names near that one.
  func forName(_ nearMiss: NearMiss) -> RoutingError {
    guard case .noRoute(_, let asked, nil)? = coreReason else { return self }
    return RoutingError(
      CoreReason.noPage(nearMiss, asked: asked), pattern: pattern, underlying: underlyingError,
      urlText: urlText, origin: origin, chain: chain)
  }
}

extension RoutingError.Code {
  // MARK: The URL

  /// The URL is of a scheme or an origin that the wireframe does not declare.
  public static let foreign = Self(rawValue: "foreign")
  /// The route is not open to links from outside the app, or to those of this origin.
  public static let notExposed = Self(rawValue: "notExposed")
  /// No pattern matches, and no provider that was added knows the URL.
  public static let noRoute = Self(rawValue: "noRoute")
  /// The route is switched off, and no fallback can be shown instead.
  public static let disabled = Self(rawValue: "disabled")

  // MARK: The pipeline

  /// Observers redirected the routing in a loop, or more than ten times.
  public static let redirectLoop = Self(rawValue: "redirectLoop")
  /// Neither the call nor the route nor an option provider nor the wireframe named an option.
  public static let noOption = Self(rawValue: "noOption")
  /// No presenter accepts the option.
  public static let noPresenter = Self(rawValue: "noPresenter")
  /// Every provider that was asked answered nil, or the route shows nothing.
  public static let noController = Self(rawValue: "noController")
  /// An observer stopped a request that has to return something: a controller, an answer, or the value of a name.
  public static let stopped = Self(rawValue: "stopped")
  /// An observer or a leave guard threw: the routing, or the move, is not allowed to go on.
  public static let observerFailed = Self(rawValue: "observerFailed")
  /// An option provider threw.
  public static let optionProviderFailed = Self(rawValue: "optionProviderFailed")
  /// A controller provider threw.
  public static let providerFailed = Self(rawValue: "providerFailed")
  /// A presenter threw.
  public static let presenterFailed = Self(rawValue: "presenterFailed")
  /// The handler of a route threw.
  public static let handlerFailed = Self(rawValue: "handlerFailed")

  // MARK: Order in time

  /// A stage took longer than its limit.
  public static let timedOut = Self(rawValue: "timedOut")
  /// The calling task was cancelled, a later routing replaced this one, or its placeholder, stack or window is gone.
  public static let cancelled = Self(rawValue: "cancelled")
  /// A role awaited its own wireframe, which waits for that role.
  public static let reentrant = Self(rawValue: "reentrant")
  /// Another routing runs, or too many wait, and this one does not.
  public static let busy = Self(rawValue: "busy")

  // MARK: Registration

  /// Two patterns would match the same URLs.
  public static let conflictingPattern = Self(rawValue: "conflictingPattern")
  /// The parent of a route needs a name that the route does not have, is not registered, or leads back to the route.
  public static let invalidParent = Self(rawValue: "invalidParent")
  /// A pattern cannot be an old name of another one.
  public static let invalidAlias = Self(rawValue: "invalidAlias")
  /// A file of switches is malformed, or too large.
  public static let invalidSwitches = Self(rawValue: "invalidSwitches")
  /// A gate cannot be the wireframe's lock, or a wireframe that has a lock cannot be mounted.
  public static let invalidLock = Self(rawValue: "invalidLock")
  /// A wireframe cannot be mounted in this way.
  public static let invalidMount = Self(rawValue: "invalidMount")

  // MARK: Navigation

  /// There is no stack to push onto.
  public static let noStack = Self(rawValue: "noStack")
  /// A modal is above the stack, and the option does not allow dismissing it.
  public static let modalInTheWay = Self(rawValue: "modalInTheWay")
  /// No screen is shown over which a modal could be presented, or that could be replaced.
  public static let nothingOnScreen = Self(rawValue: "nothingOnScreen")
  /// The screen to go back to is not on screen.
  public static let notOnScreen = Self(rawValue: "notOnScreen")
  /// There is nothing to pop or to dismiss.
  public static let nothingToLeave = Self(rawValue: "nothingToLeave")
  /// The controller or coordinator is on screen already, and cannot be shown twice.
  public static let alreadyOnScreen = Self(rawValue: "alreadyOnScreen")
  /// A leave guard keeps a screen that would have left.
  public static let leaveRefused = Self(rawValue: "leaveRefused")
  /// There is no such tab.
  public static let noTab = Self(rawValue: "noTab")
  /// A lock covers the screens: they do not move until it is open.
  public static let covered = Self(rawValue: "covered")
  /// No gate was added for the tag, or the gate or lock was not added to this wireframe.
  public static let noGate = Self(rawValue: "noGate")
  /// The wireframe has no host: ``Wireframe/addStandardPresenters(on:)`` was not called.
  public static let noHost = Self(rawValue: "noHost")
}
