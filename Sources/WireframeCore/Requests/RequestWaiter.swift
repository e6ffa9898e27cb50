/// The caller that waits for the outcome of a request, however many gates the request has to pass.
@MainActor
package protocol RequestWaiter: AnyObject, Sendable {
  /// Whether its question has ended: it waits no more.
  var isOver: Bool { get }
  /// Whether it also waits for a screen that has left after a sign-out, and is shown again behind the gate.
  var waitsAgain: Bool { get }
  /// A gate keeps the request. `discard` makes the gate forget it, and the gate's screen leaves.
  func keep(discard: @escaping @MainActor () async -> Void)
  /// The wanted screen is there: its stay, or nil if the host knows no route of it. `close` takes it away.
  func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void)
  /// The screen has an answer, which counts once it has left; the first one does.
  func note(_ answer: Any)
  /// The screen is taken away: an answer that has not been given yet does not count.
  func forget()
  /// The screen has left, or the gate that kept the request.
  func leave()
  /// Whether another caller asks for the same, and may wait for the answer of the same screen.
  func canShare(with other: any RequestWaiter) -> Bool
  /// Lets another caller wait for the answer of the same screen.
  func share(with other: any RequestWaiter)
  /// The request failed behind a gate.
  func fail(_ error: RoutingError)
}

extension RequestWaiter {
  package func forget() {}
  package func canShare(with other: any RequestWaiter) -> Bool { false }
  package func share(with other: any RequestWaiter) {}
}
