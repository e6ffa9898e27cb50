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
