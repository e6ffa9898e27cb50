/// One routing, from its turn in the queue to its end.
@MainActor
class RoutingRun {
  /// The most hops that observers may redirect one routing.
  nonisolated static let maximumRedirects = 10

  /// Where a routing stands in the queue.
  enum Turn {
    case reserved
    case waiting(CheckedContinuation<Void, Never>)
    case granted
    case lost(RoutingError.Fact)
  }

  private(set) var request: RoutingRequest
  /// What errors are about that come before there is a route; nil for the request.
  var subject: RoutingRequest?
  /// Kept by the queue.
  var turn = Turn.granted
  var stage = RoutingStage.queue
  /// The routes that were left by redirect, in order.
  var redirects: [Route] = []
  /// The route of the current hop, once matched.
  var route: Route?
  /// The observers that want to see the current hop's route, in order.
  var observers: [any ObserverObject] = []
  /// The screens that were asked whether they leave.
  var asked: Set<NavigationEntryID?> = []
  /// Whether screens are asked at all before they leave.
  var asksToLeave = true
  /// Whether a role of the wireframe asked for this routing.
  var isFollowUp = false
  /// The parked request that this routing runs again.
  var resumed: ParkedRequest?

  /// The task that has the routing's turn; the stages' own are apart, since most have none.
  private var task: Int?
  private var stageTasks: RoutingTasks?

  private(set) var isSuperseded = false
  /// Ends the stage that runs, if it runs in a task of its own.
  var leaveStage: (@MainActor () -> Void)?

  /// Whether a later routing can take the place of this one, as long as it has not begun to present.
  let isReplaceable: Bool

  let pace: RoutingPace

  init(_ request: consuming RoutingRequest, _ pace: RoutingPace, isReplaceable: Bool = false) {
    self.request = request
    self.pace = pace
    self.isReplaceable = isReplaceable
  }

  /// Leaves the routing to those who joined it, since its caller gave it up.
  ///
  /// - Parameter reserve: Gives the heir its place in the queue.
  func bequeath(_ reserve: (RoutingRun) -> Void) {}

  /// Hands the end to those who joined.
  func tellJoined(_ result: @autoclosure () -> Result<RoutingEnd, RoutingError>) {}

  /// Lets go of what a stage that hangs would keep with the routing, once it has failed.
  func letGo() {
    observers = []
    redirects = []
    route = nil
    subject = nil
    resumed = nil
    request.payload = [:]
    request.option = nil
  }

  func supersede() {
    guard isReplaceable, stage.canBeSuperseded else { return }
    isSuperseded = true
    leaveStage?()
  }

  /// Says that the calling task has the routing's turn.
  func takeTurn() { task = RoutingTasks.current }

  /// Whether the calling task is one that the routing waits for.
  var isAwaitedHere: Bool {
    guard let current = RoutingTasks.current else { return false }
    return current == task || stageTasks?.hold(current) == true
  }

  /// The tasks of the stages that run in one of their own.
  func tasksOfStages() -> RoutingTasks {
    let tasks = stageTasks ?? RoutingTasks()
    stageTasks = tasks
    return tasks
  }
}

/// A routing to a screen, whose result can be had by whoever asks for the same in the meantime.
final class SharedRun: RoutingRun {
  /// What becomes of one who joined.
  enum Share {
    case end(RoutingEnd)
    /// The routing's caller gave it up: run it in its place, for those who joined as well.
    case takeOver(SharedRun)
  }

  // Apart, since reading an array that is changed in place has to be guarded.
  private var joined: [Race<Share>] = [] { didSet { isJoined = !joined.isEmpty } }
  private var isJoined = false

  init(_ request: consuming RoutingRequest, _ pace: RoutingPace) {
    super.init(request, pace, isReplaceable: true)
  }

  /// Has a share in this routing's end, instead of doing the same once more.
  func join() -> Race<Share> {
    let race = Race<Share>()
    joined.append(race)
    return race
  }

  override func tellJoined(_ result: @autoclosure () -> Result<RoutingEnd, RoutingError>) {
    guard isJoined else { return }
    let result = result()
    for race in joined { race.finish(result.map(Share.end).mapError { $0 }) }
    joined = []
  }

  override func bequeath(_ reserve: (RoutingRun) -> Void) {
    let waiting = joined.filter { !$0.isOver }
    joined = []
    guard let first = waiting.first else { return }
    let heir = SharedRun(request, pace)
    heir.isFollowUp = isFollowUp
    heir.joined = Array(waiting.dropFirst())
    reserve(heir)
    first.finish(.success(.takeOver(heir)))
  }
}

/// The tasks that run the pipeline for one routing: an `await` of the wireframe from one of them would
/// wait for itself.
///
/// A task is forgotten when it ends, since another may then get its identity.
@MainActor
final class RoutingTasks {
  private var tasks: [Int] = []

  func enter() {
    if let current = Self.current { tasks.append(current) }
  }

  func leave() {
    if let current = Self.current { tasks.removeAll { $0 == current } }
  }

  func hold(_ task: Int) -> Bool { tasks.contains(task) }

  var holdCurrent: Bool { Self.current.map(hold) ?? false }

  /// The calling task.
  static var current: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
