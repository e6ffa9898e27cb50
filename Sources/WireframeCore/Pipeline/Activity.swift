/// What is under way, and who waits for it to change: tests wait until nothing is.
@MainActor
package final class Activity {
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Spares a routing the look at the list, whose reading has to be guarded.
  private(set) var isAwaited = false

  init() {}

  var isUnderWay: Bool { count > 0 }

  func begin() { count += 1 }

  func end() {
    count -= 1
    if isAwaited { wake() }
  }

  /// Lets those go on that wait for a change. They look again in a later turn, when what has just ended has said what
  /// follows from it.
  func wake() {
    isAwaited = false
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }

  /// Waits for the next change.
  package func change() async {
    await withCheckedContinuation { continuation in
      isAwaited = true
      waiting.append(continuation)
    }
  }

  /// Runs a closure in a task of its own, which is under way until it begins.
  func handOver(_ body: @escaping @MainActor () async -> Void) {
    begin()
    Task {
      end()
      await body()
    }
  }
}

/// What an answer asks of the wireframe that brings it: to count it until its caller goes on.
@MainActor
protocol ActivityOwner {
  var ownActivity: Activity { get }
}

extension Wireframe: ActivityOwner {
  var ownActivity: Activity { outermost.queue.activity }

  /// What is under way, of all that the wireframe knows of; nil if nothing is.
  ///
  /// Routings that wait for ``activate()`` wait for the app, and are not under way.
  package var activity: Activity? {
    let queue = outermost.queue
    if !queue.isAtRest || queue.activity.isUnderWay { return queue.activity }
    let asking = host?.events.activity
    return asking?.isUnderWay == true ? asking : nil
  }

  /// How many routings wait for their turn.
  package var waitingCount: Int { outermost.queue.waitingCount }

  /// Waits for the host's moves that run or wait.
  ///
  /// - Returns: Whether any of them has changed what is on screen: more may follow from it.
  package func finishMoves() async -> Bool {
    guard let host else { return false }
    var hasChanged = false
    let watch = host.onChange { _ in hasChanged = true }
    defer { watch.remove() }
    // A host tries an operation once its transition has ended; this one throws, and changes nothing.
    let refusal = NavigationOperation<Controller> { _ throws(RoutingError) in
      throw RoutingError(.nothingToLeave)
    }
    try? await host.perform(refusal, animated: false)
    return hasChanged
  }
}
