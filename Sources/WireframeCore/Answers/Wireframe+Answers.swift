extension Wireframe {
  /// Tells who waits for a request that its screen is there, and later that it has left.
  func tell(_ waiter: any RequestWaiter, thatShown route: Route, _ routing: Routing) {
    guard let host,
      let entry = host.state.entries.first(where: { $0.route?.isIdentical(to: route) == true })
    else {
      waiter.show(nil, close: {})
      // The user may have been faster than its presenter.
      if routing.departures?.contain(route) == true { waiter.leave() }
      return
    }
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

/// The routes of the screens that leave while a routing presents.
@MainActor
final class Departures {
  private var routes: [Route] = []
  private var registration: Registration?

  init<Controller>(from host: any NavigationHost<Controller>) {
    registration = host.onChange { [weak self] change in
      self?.routes += change.left.compactMap(\.route)
    }
  }

  func contain(_ route: Route) -> Bool { routes.contains { $0.leadsToSamePlace(as: route) } }

  func end() { registration?.remove() }
}
