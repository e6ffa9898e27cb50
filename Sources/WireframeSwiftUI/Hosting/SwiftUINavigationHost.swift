public import WireframeCore

#if canImport(Combine)
  public import Combine
#endif

/// The host of a SwiftUI window: a tree of screens that a `WireframeView` draws.
///
/// The state is the truth, and SwiftUI follows it. What the user does (swipe back, swipe down, back button, tabs)
/// becomes a move of the user's. If a leave guard has to be asked, the screen comes back first.
///
/// ```swift
/// let host = SwiftUINavigationHost()
/// wireframe.addStandardPresenters(on: host)
/// try await wireframe.route(to: "/")  // a route with the option .root
/// ```
///
/// One host for one window. Nothing of it needs SwiftUI: on Linux, and in tests without a view, moves end at once.
@MainActor
public final class SwiftUINavigationHost: NavigationHost {
  package typealias State = NavigationState<ViewScreen>

  /// What is on screen, or about to be: a move has changed it when it begins, and returns when SwiftUI has followed.
  public internal(set) var state = NavigationState<ViewScreen>() { willSet { publish() } }

  /// The listeners to changes, and the guards that are asked before a screen leaves.
  public let events = NavigationEvents<ViewScreen>()

  /// The screen that covers everything; nil for none.
  ///
  /// On UIKit it has a window of its own, above sheets and alerts, at once and without animation. On a Mac, the views
  /// draw it over the screens and in each sheet, but not over alerts that a view of the app's shows.
  public var cover: ViewScreen? {
    willSet { publish() }
    didSet { coverPlace?.show(cover) }
  }
  /// Where the cover is shown above everything; nil as long as views draw it.
  weak var coverPlace: (any CoverPlace)?

  /// Called when SwiftUI has not shown a screen within the limit, though it was told to twice: what the user sees
  /// differs from the state then.
  ///
  /// SwiftUI ignores the path of a stack now and then. The app may log it.
  public var notShown: @MainActor (ViewScreen) -> Void = { _ in }

  #if canImport(Combine)
    /// Publishes that SwiftUI has something to draw.
    public let objectWillChange = ObservableObjectPublisher()
  #endif

  /// How long SwiftUI gets to see that something was put back.
  nonisolated static let pause = Duration.milliseconds(50)
  /// How often SwiftUI may drop the same entry or modal until the host gives in.
  nonisolated static let maximumDrops = 3

  /// Where links wait for the screens that a scene shows first.
  let links = LinkWait()
  let turns = MoveQueue()
  let lookout: Lookout
  let limit: Duration

  /// What SwiftUI is told to draw: on the way from what it drew before to the state.
  package internal(set) var drawn = State() {
    willSet { publish() }
    didSet { drawingChanged(from: oldValue) }
  }
  /// Changes the drawing, animated or not; set by the view.
  package var transact: @MainActor (_ isAnimated: Bool, _ change: () -> Void) -> Void = { $1() }
  /// Tells assistive technologies that a move in the foreground has brought another screen to the top; set by the view.
  package var tellOfScreen: @MainActor () -> Void = {}
  /// Called when the drawing has changed, or is to be read again; for tests.
  package var redraws: @MainActor () -> Void = {}
  /// How many views draw the host.
  var attachments = 0
  /// How the columns of a layer are drawn, as far as anything is known of it.
  var drawnColumns: [NavigationEntryID: DrawnColumns] = [:]
  /// Whether the window is in the foreground, where SwiftUI tells of what it shows.
  package var isInForeground = true
  /// Whether the window is active; outside a scene it always is.
  package var isActive = true { willSet { publish() } }

  /// What the user has done, and nobody has decided about.
  var intents: [Intent] = []
  /// Whether SwiftUI has changed the drawing, and has to see it so before it is changed again.
  var mustPause = false
  /// What guards are asked about.
  var asking: [Intent] = []

  /// The entries that have begun to appear during their stay in the drawing: the user can have taken them away.
  var seen: Set<NavigationEntryID> = []
  /// The entries that are shown, or covered only by modals.
  var visible: Set<NavigationEntryID> = []
  /// The entries that are fully there.
  var appeared: Set<NavigationEntryID> = []
  /// The entries that are to appear.
  var arriving: Set<NavigationEntryID> = []
  /// The entries that have begun to appear since the last step.
  var begun: Set<NavigationEntryID> = []
  /// What was drawn before the last step.
  var drawnBefore = State()
  /// Whether the last step was told to SwiftUI once more.
  var isToldAgain = false
  /// The modals that SwiftUI shows, or is dismissing.
  var presented: Set<ShownModal> = []
  /// The number of each modal's presentation: one that comes again is another one for SwiftUI.
  var presentations: [NavigationEntryID: Int] = [:]
  var lastPresentation = 0
  /// How often SwiftUI has dropped an entry, or a modal's layer.
  var drops: [NavigationEntryID: Int] = [:]

  /// Makes a host with tabs, all of them empty, the first one shown. Without names nothing is on screen, and the first
  /// routing has to set a root.
  ///
  /// - Parameters:
  ///   - names: The tabs' names.
  ///   - limit: How long each step of a move waits to be seen; then the move goes on without. SwiftUI does not tell of
  ///     everything, and of nothing in the background.
  ///   - clock: The clock that measures it.
  public init(
    tabs names: [String] = [], limit: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.limit = limit
    lookout = Lookout(clock: clock)
    begin(.tabs, names)
  }

  /// Makes a host with the columns of a split view, all of them empty, the first one selected.
  ///
  /// - Parameters:
  ///   - names: The names of two or three columns, from the sidebar on; a fourth is never drawn.
  ///   - limit: How long each step of a move waits to be seen.
  ///   - clock: The clock that measures it.
  public convenience init(
    columns names: [String], limit: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(limit: limit, clock: clock)
    begin(.columns, names)
  }

  private func begin(_ kind: LayerKind, _ names: [String]) {
    guard !names.isEmpty else { return }
    state.layers = [
      .init(id: NavigationEntryID(), kind: kind, stacks: names.map { .init(name: $0) })
    ]
  }

  /// Brings the screens to the operation's target, and returns when SwiftUI shows it, or after the limit.
  ///
  /// Moves run one after the other. Where one takes several steps, such as two modals that leave, the last is animated.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Whether the last step is animated.
  /// - Throws: A navigation code of `RoutingError` if the operation does not fit the state; `CancellationError` if the
  ///   calling task is cancelled while the move waits for its turn.
  public func perform(
    _ operation: NavigationOperation<ViewScreen>, animated: Bool
  ) async throws {
    do {
      try await turns.enter()
    } catch {
      // It may have had the turn, and the user has done something meanwhile.
      catchUp()
      throw error
    }
    defer { endTurn() }
    // What the user did while the turn was passed on came before this move.
    decide()
    let before = state
    state = try operation.target(from: before)
    events.send(from: before, to: state, by: .app)
    await settle(animated: animated)
    if cover == nil, isInForeground, state.top?.controller != before.top?.controller {
      tellOfScreen()
    }
  }

  func publish() {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
  }
}

#if canImport(Combine)
  extension SwiftUINavigationHost: ObservableObject {}
#endif

/// One presentation of a modal, as SwiftUI tells modals apart.
package struct ShownModal: Hashable, Sendable {
  package let layer: NavigationEntryID
  package let number: Int
}

/// A stack of a layer, or all columns of one as a single stack, where they have no room side by side.
package struct StackPlace: Hashable, Sendable {
  package let layer: NavigationEntryID
  package let stack: Int?

  package init(layer: NavigationEntryID, stack: Int?) {
    self.layer = layer
    self.stack = stack
  }
}
