/// What is under way, and who waits for it to change: tests wait until nothing is.
@MainActor
package final class Activity {
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Lets a routing skip the list, whose reading needs an exclusivity check.
  private(set) var isAwaited = false

  init() {}

  var isUnderWay: Bool { count > 0 }

  func begin() { count += 1 }

  func end() {
    count -= 1
    if isAwaited { wake() }
  }

  /// Resumes the tasks that wait for a change. They look again in a later turn: what has just ended may start
  /// something new before.
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

/// What an answer needs of its wireframe: to count the answer until its caller continues.
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
    // A host runs an operation after its transition has ended. This one throws, and changes nothing.
    let refusal = NavigationOperation<Controller> { _ throws(RoutingError) in
      throw RoutingError(.nothingToLeave)
    }
    try? await host.perform(refusal, animated: false)
    return hasChanged
  }
}
