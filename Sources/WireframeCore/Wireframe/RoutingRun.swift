/// One routing, from its turn in the queue to its end.
@MainActor
class RoutingRun {
  /// The most hops that observers may redirect one routing.
  nonisolated static let maximumRedirects = 10

  var request: RoutingRequest
  var stage = RoutingStage.queue
  /// The routes that were left by redirect, in order.
  var redirects: [Route] = []
  /// The route of the current hop, once matched.
  var route: Route?
  /// The observers that want to see the current hop's route, in order.
  var observers: [any RoutingObserver] = []
  /// The screens that were asked whether they leave.
  var asked: Set<NavigationEntryID?> = []
  /// Whether screens are asked at all before they leave.
  var asksToLeave = true
  /// Whether a role of the wireframe asked for this routing.
  var isFollowUp = false
  /// The parked request that this routing runs again.
  var resumed: ParkedRequest?
  let tasks = RoutingTasks()

  private(set) var isSuperseded = false
  /// Ends the stage that runs, if it runs in a task of its own.
  var leaveStage: (@MainActor () -> Void)?

  /// Whether a later routing can take the place of this one, as long as it has not begun to present.
  let isReplaceable: Bool

  init(_ request: RoutingRequest, isReplaceable: Bool = false) {
    self.request = request
    self.isReplaceable = isReplaceable
  }

  /// Leaves the routing to those who joined it, since its caller gave it up.
  ///
  /// - Parameter place: Gives the heir its place in the queue.
  func bequeath(_ place: (RoutingRun) -> RoutingQueue.Ticket) {}

  func supersede() {
    guard isReplaceable, stage.canBeSuperseded else { return }
    isSuperseded = true
    leaveStage?()
  }
}

/// A routing to a screen, whose result can be had by whoever asks for the same in the meantime.
final class SharedRun: RoutingRun {
  /// What becomes of one who joined.
  enum Share {
    case end(RoutingEnd)
    /// The routing's caller gave it up: run it in its place, for those who joined as well.
    case takeOver(SharedRun, RoutingQueue.Ticket)
  }

  private var joined: [Race<Share>] = []

  init(_ request: RoutingRequest) { super.init(request, isReplaceable: true) }

  /// Has a share in this routing's end, instead of doing the same once more.
  func join() -> Race<Share> {
    let race = Race<Share>()
    joined.append(race)
    return race
  }

  func end(_ result: @autoclosure () -> Result<RoutingEnd, RoutingError>) {
    guard !joined.isEmpty else { return }
    let result = result()
    for race in joined { race.finish(result.map(Share.end).mapError { $0 }) }
    joined = []
  }

  override func bequeath(_ place: (RoutingRun) -> RoutingQueue.Ticket) {
    let waiting = joined.filter { !$0.isOver }
    joined = []
    guard let first = waiting.first else { return }
    let heir = SharedRun(request)
    heir.isFollowUp = isFollowUp
    heir.joined = Array(waiting.dropFirst())
    first.finish(.success(.takeOver(heir, place(heir))))
  }
}

/// The tasks that run the pipeline for one routing: an `await` of the wireframe from one of them would
/// wait for itself.
///
/// A task is forgotten when it ends, since another may then get its identity.
@MainActor
final class RoutingTasks {
  /// The task that has the routing's turn; the stages' own are apart, so that one needs no room of its own.
  private var main: Int?
  private var stages: [Int] = []

  func begin() { main = current }

  func enter() {
    if let current { stages.append(current) }
  }

  func leave() {
    if let current { stages.removeAll { $0 == current } }
  }

  var holdCurrent: Bool { current.map { $0 == main || stages.contains($0) } ?? false }

  private var current: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
