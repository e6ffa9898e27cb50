extension Wireframe {
  /// Ends all that waits, since the wireframe's window goes away: call it when the scene is disconnected.
  ///
  /// Callers of ``Router/answer(to:as:payload:option:)`` get nil, what gates keep is forgotten, and requests that wait
  /// fail with ``RoutingError/Code/cancelled``, as do those that come later. Without the call, a caller that waits for
  /// an answer keeps wireframe, host and screens. A lock stays closed. The wireframe of a module has no window: there
  /// the call does nothing.
  public func close() {
    guard mount == nil else { return }
    queue.close()
    parkedRequest = nil
    for gate in allGates { gate.discard() }
    lock?.endWaiting()
    for load in loads { cancel(load) }
    for entry in host?.state.entries ?? [] { entry.route?.waiter?.leave() }
  }
}
