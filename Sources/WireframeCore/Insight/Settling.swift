extension Wireframe {
  /// Returns once nothing runs and nothing waits, and no transition of the host runs.
  package func waitUntilSettled() async {
    if let parent = mount?.parent { return await parent.waitUntilSettled() }
    repeat {
      // What waits for `activate()` waits for the app.
      guard !queue.isSuspended else { return }
      let last = Routing(RoutingRequest(""), for: .plan, settings)
      queue.reserve(last)
      _ = await queue.waitForTurn(last)
      // A host tries an operation once its transition has ended; this one throws, and changes nothing.
      try? await host?.perform(Self.refusal, animated: false)
      queue.leave()
      // What follows a change in a later turn, such as an answer, may route again.
      for _ in 0..<20 { await Task.yield() }
    } while !queue.isIdle
  }

  private static var refusal: NavigationOperation<Controller> {
    NavigationOperation { _ throws(RoutingError) in throw RoutingError(.nothingToLeave) }
  }
}
