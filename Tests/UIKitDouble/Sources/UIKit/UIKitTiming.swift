// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The timings that UIKit leaves open, or that its versions and its documents disagree about. A test chooses; by
/// default everything comes as soon as it can.
public struct UIKitTiming: Hashable, Sendable {
  /// When something happens that could happen at once.
  public enum Moment: CaseIterable, Sendable { case now, nextTurn, afterCommit, never }
  /// When a transition begins that was asked for.
  public enum Beginning: CaseIterable, Sendable { case now, nextTurn, afterCommit }
  /// When an animated push or pop begins: after a layout that is due, with the next commit (iOS 16 and 17), or in
  /// the call itself (iOS 18).
  public enum StackChange: CaseIterable, Sendable { case afterLayout, afterCommit, atOnce }
  /// How a controller of the system's is presented: as any other, a turn late without a trace until then, or a turn
  /// late while only its presenter knows.
  public enum SystemPresentation: CaseIterable, Sendable { case now, late, knownToPresenter }
  /// When a swipe that the user takes back counts as cancelled.
  public enum Cancellation: CaseIterable, Sendable { case whenReleased, atTheEnd }
  /// What becomes of transitions while the app is in the background.
  public enum Background: CaseIterable, Sendable { case waits, endsTransitions }
  /// When the window's root appears: with its layout, or with the commit after it.
  public enum RootAppearance: CaseIterable, Sendable { case withLayout, afterCommit }

  public var presentationBegins = Beginning.now
  /// Whether a presentation that has not begun counts as being presented.
  public var isBeingPresentedBefore = true
  public var presentationCompletion = Moment.now
  public var dismissalCompletion = Moment.now
  public var stackChange = StackChange.afterLayout
  /// When the coordinator of a transition that is no swipe is there.
  public var coordinator = Moment.now
  /// When the coordinator of a modal is there that the user's finger brings or takes away.
  public var interactiveCoordinator = Moment.now
  /// Whether a modal that is presented once more has the presentation controller of the first time.
  public var keepsPresentationController = true
  public var systemPresentation = SystemPresentation.now
  public var swipeCancellation = Cancellation.whenReleased
  public var background = Background.waits
  public var rootAppearance = RootAppearance.withLayout
  /// Whether a stack keeps what should have replaced its top when the user takes the transition back.
  public var keepsTakenBackReplacement = false
  /// Whether the delegate of a stack hears of its top again when the stack comes back into the window.
  public var tellsStacksOfReturn = true

  public init() {}

  /// The timings of a system, as far as they are known.
  public init(of system: UIKitSystem) {
    stackChange = system < .iOS18 ? .afterCommit : .atOnce
    tellsStacksOfReturn = false
  }

  /// A choice of every timing by chance.
  public init<Generator: RandomNumberGenerator>(using generator: inout Generator) {
    func pick<T: CaseIterable>(_ type: T.Type, _ fallback: T) -> T {
      T.allCases.randomElement(using: &generator) ?? fallback
    }
    presentationBegins = pick(Beginning.self, .now)
    isBeingPresentedBefore = Bool.random(using: &generator)
    presentationCompletion = pick(Moment.self, .now)
    dismissalCompletion = pick(Moment.self, .now)
    stackChange = pick(StackChange.self, .atOnce)
    coordinator = pick(Moment.self, .now)
    interactiveCoordinator = pick(Moment.self, .now)
    keepsPresentationController = Bool.random(using: &generator)
    systemPresentation = pick(SystemPresentation.self, .now)
    swipeCancellation = pick(Cancellation.self, .whenReleased)
    background = pick(Background.self, .waits)
    rootAppearance = pick(RootAppearance.self, .withLayout)
    keepsTakenBackReplacement = Bool.random(using: &generator)
    tellsStacksOfReturn = Bool.random(using: &generator)
  }
}

extension UIKitTiming.Beginning {
  var moment: UIKitTiming.Moment {
    switch self {
    case .now: .now
    case .nextTurn: .nextTurn
    case .afterCommit: .afterCommit
    }
  }
}

extension UIWindow {
  /// Does something at a moment of the window's time.
  func run(at moment: UIKitTiming.Moment, _ body: @escaping @MainActor () -> Void) {
    switch moment {
    case .now: body()
    case .nextTurn: clock.onNextTurn(body)
    case .afterCommit: clock.onNextCommit(body)
    case .never: break
    }
  }

  /// The user leaves the app: nothing is called back until it is in the foreground again.
  public func enterBackground() {
    if timing.background == .endsTransitions { clock.endTimers() }
    clock.isInBackground = true
  }

  public func enterForeground() { clock.isInBackground = false }
}
