extension Wireframe {
  var ownActivity: Activity { outermost.queue.activity }

  func giveUp(_ close: @escaping @MainActor () async -> Void) async {
    if outermost.isCovered { ownActivity.handOver(close) } else { await close() }
  }

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

  /// Waits for the host's moves that run or wait. Says whether they have changed what is on screen: more may follow
  /// from it.
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
