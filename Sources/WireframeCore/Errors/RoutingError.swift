/// The one error of the framework: what failed, for which URL and pattern, and how to fix it.
///
/// ``description`` is safe to log: it is one line, and names patterns, keys and matched literals, never a value
/// or a whole URL. Those are in the properties. `localizedDescription` is the same text.
///
/// ```swift
/// do {
///   try await wireframe.route(to: link)
/// } catch {
///   if error.code == .noRoute { showNotFound() }
/// }
/// ```
public struct RoutingError: Error, Sendable {
  /// What kind of failure it is; more codes may come.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code's name, for logs and machines.
    public let rawValue: String

    /// Makes a code.
    ///
    /// - Parameter rawValue: A name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's name.
    public var description: String { rawValue.escaped }
  }

  // One reference: an error goes through many functions.
  private let facts: Facts

  private final class Facts: Sendable {
    let reason: any Reason
    let pattern: RoutePattern?
    let underlyingError: (any Error)?
    let urlText: String?
    let origin: RoutingOrigin?
    let chain: [String]

    init(
      _ reason: any Reason, _ pattern: RoutePattern?, _ underlyingError: (any Error)?,
      _ urlText: String?, _ origin: RoutingOrigin?, _ chain: [String]
    ) {
      self.reason = reason
      self.pattern = pattern
      self.underlyingError = underlyingError
      self.urlText = urlText
      self.origin = origin
      self.chain = chain
    }
  }

  /// What kind of failure it is.
  public var code: Code { facts.reason.code }
  /// The text of the URL that failed last, or nil if the error belongs to no routing.
  public var urlText: String? { facts.urlText }
  /// Where the request began, or nil if the error belongs to no routing.
  public var origin: RoutingOrigin? { facts.origin }
  /// The pattern that the failure is about, if there is one.
  public var pattern: RoutePattern? { facts.pattern }
  /// The URL texts of the whole chain: those that were left by redirect, then ``urlText``.
  public var chain: [String] { facts.chain }
  /// What the app's own code threw, if that is why.
  public var underlyingError: (any Error)? { facts.underlyingError }

  /// What happened, in the words of the module that found it.
  package var reason: any Reason { facts.reason }

  /// An error that belongs to no routing unless it is given a URL.
  @inline(never)  // Inlined, it would stand in sixty places.
  package init(
    _ reason: any Reason, pattern: RoutePattern? = nil, underlying: (any Error)? = nil,
    urlText: String? = nil, origin: RoutingOrigin? = nil, chain: [String] = []
  ) {
    facts = Facts(reason, pattern ?? reason.pattern, underlying, urlText, origin, chain)
  }

  package init(
    _ reason: CoreReason, pattern: RoutePattern? = nil, underlying: (any Error)? = nil
  ) {
    self.init(reason as any Reason, pattern: pattern, underlying: underlying)
  }

  /// The core's own reason; nil for that of another module.
  package var coreReason: CoreReason? { reason as? CoreReason }

  /// Why the URL was refused, if the code is ``Code/rejected``.
  public var refusal: URLRefusal? {
    if case .rejected(let refusal) = coreReason { refusal } else { nil }
  }

  /// How near the URL came to a pattern, if the code is ``Code/noRoute``.
  public var nearMiss: NearMiss? {
    switch coreReason {
    case .noRoute(let nearMiss, _)?, .noPage(let nearMiss, _)?: nearMiss
    default: nil
    }
  }

  /// The same error, for a bare name that the caller gave instead of a URL: it suggests names.
  func forName() -> RoutingError {
    guard case .noRoute(let nearMiss, let asked)? = coreReason else { return self }
    return RoutingError(
      CoreReason.noPage(nearMiss, asked: asked), pattern: pattern, underlying: underlyingError,
      urlText: urlText, origin: origin, chain: chain)
  }
}

extension RoutingError.Code {
  // MARK: The URL

  /// The URL has a fault, or two readings; nothing was asked.
  public static let rejected = Self(rawValue: "rejected")
  /// The URL is of a scheme or an origin that the wireframe does not declare.
  public static let foreign = Self(rawValue: "foreign")
  /// The route is closed to links from outside the app, or to those of this origin.
  public static let notExposed = Self(rawValue: "notExposed")
  /// No pattern matches, and no unbound provider knew the URL.
  public static let noRoute = Self(rawValue: "noRoute")

  // MARK: The pipeline

  /// Observers sent the routing in a circle, or on too many hops.
  public static let redirectLoop = Self(rawValue: "redirectLoop")
  /// Neither the call nor the route nor an option provider nor the wireframe named an option.
  public static let noOption = Self(rawValue: "noOption")
  /// No presenter accepts the option.
  public static let noPresenter = Self(rawValue: "noPresenter")
  /// Every provider that was asked answered nil, or the route shows nothing.
  public static let noController = Self(rawValue: "noController")
  /// An observer stopped a request that has to return something: a controller, or the value of a named page.
  public static let stopped = Self(rawValue: "stopped")
  /// An observer threw: the routing is not allowed to go on.
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
  /// The calling task was cancelled, or a later routing replaced this one, before anything was
  /// presented.
  public static let cancelled = Self(rawValue: "cancelled")
  /// A role awaited its own wireframe, which waits for that role.
  public static let reentrant = Self(rawValue: "reentrant")
  /// Another routing runs, or too many wait, and this one does not.
  public static let busy = Self(rawValue: "busy")

  // MARK: Values

  /// A path value, query value or payload object is not there.
  public static let missingValue = Self(rawValue: "missingValue")
  /// A path value, query value or payload object is of another type than wanted.
  public static let unfitValue = Self(rawValue: "unfitValue")
  /// A value is given for a name that the pattern does not have.
  public static let unknownValue = Self(rawValue: "unknownValue")

  // MARK: Registration

  /// A pattern's text has a fault, or names a type that the table does not know.
  public static let invalidPattern = Self(rawValue: "invalidPattern")
  /// Two patterns would match the same URLs.
  public static let conflictingPattern = Self(rawValue: "conflictingPattern")
  /// The parent of a route lacks, is not registered, or leads back to the route.
  public static let invalidParent = Self(rawValue: "invalidParent")
  /// A wireframe cannot be mounted so.
  public static let invalidMount = Self(rawValue: "invalidMount")
  /// A source is malformed, or not declared by the table.
  public static let invalidSource = Self(rawValue: "invalidSource")

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
  /// An observer keeps a screen that would have left.
  public static let leaveRefused = Self(rawValue: "leaveRefused")
  /// There is no such tab.
  public static let noTab = Self(rawValue: "noTab")
  /// There is no gate for the tag.
  public static let noGate = Self(rawValue: "noGate")
  /// The wireframe has no host: ``Wireframe/addStandardPresenters(on:except:)`` was not called.
  public static let noHost = Self(rawValue: "noHost")
}

extension RoutingError {
  /// What happened; each module has reasons of its own, with their sentences.
  package protocol Reason: Sendable {
    /// The kind of failure.
    var code: Code { get }
    /// The pattern that it is about, if the reason knows one.
    var pattern: RoutePattern? { get }
    /// What happened and how to fix it, for one line of a log; free of values.
    ///
    /// - Parameter route: The route in words, by its pattern.
    /// - Returns: One or more sentences.
    func sentence(about route: String) -> String
  }
}

extension RoutingError.Reason {
  package var pattern: RoutePattern? { nil }
}

/// The stages of the pipeline, as errors name them.
package enum RoutingStage: String, CaseIterable, Sendable {
  case queue = "waiting in the queue"
  case observe = "observing"
  case handle = "handling"
  case option = "settling the option"
  case leave = "asking the screens that would leave"
  case provide = "providing the controller"
  case present = "presenting"

  /// Whether a later routing can replace one in this stage: what is about to be shown is
  /// shown, and what a handler has done is done.
  var canBeSuperseded: Bool { self != .handle && self != .present }

  /// What is about to be shown is shown: cancellation comes too late then.
  var isCancellable: Bool { self != .present }

  var failureCode: RoutingError.Code {
    switch self {
    case .queue: .cancelled
    case .observe: .observerFailed
    case .handle: .handlerFailed
    case .option: .optionProviderFailed
    case .leave: .observerFailed
    case .provide: .providerFailed
    case .present: .presenterFailed
    }
  }
}

extension RoutingError: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingError.Code: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}
