/// Who waits for what becomes of a request, however many gates it has to pass.
@MainActor
package protocol RequestWaiter: AnyObject, Sendable {
  /// A gate keeps the request.
  func keep()
  /// The wanted screen is there.
  ///
  /// - Parameters:
  ///   - entry: The screen's stay; nil if a presenter of the app's own gave the host no route.
  ///   - close: Takes the screen away.
  func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void)
  /// The screen has left, or the gate that kept the request.
  func leave()
  /// The request failed behind a gate.
  func fail(_ error: RoutingError)
}

extension Wireframe {
  /// Tells who waits for a request that its screen is there, and later that it has left.
  func tell(_ waiter: any RequestWaiter, thatShown route: Route) {
    guard let host,
      let entry = host.state.entries.first(where: { $0.route?.isIdentical(to: route) == true })
    else { return waiter.show(nil, close: {}) }
    let id = entry.id
    waiter.show(id) { [weak self] in try? await self?.takeAway(id) }
    var watch: Registration?
    watch = host.onChange { [weak waiter] change in
      guard change.left.contains(where: { $0.id == id }) else { return }
      waiter?.leave()
      watch?.remove()
    } whenGone: { [weak waiter] in
      Task { @MainActor in waiter?.leave() }
    }
  }
}
