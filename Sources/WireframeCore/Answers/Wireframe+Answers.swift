extension Wireframe {
  /// Tells who waits for a request that its screen is there, and later that it has left.
  func tell(_ waiter: any RequestWaiter, thatShown route: Route, _ routing: Routing) {
    let own = host?.state.entries.first { $0.route?.isIdentical(to: route) == true }?.id
    guard let host, let id = own ?? routing.presence?.standing(in: host.state) else {
      waiter.show(nil, close: {})
      // The user may have been faster than its presenter.
      if routing.presence?.hasLeft == true { waiter.leave() }
      return
    }
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

/// The screens that come and leave while a routing presents.
@MainActor
final class Presence {
  private var entered: [NavigationEntryID] = []
  // A listener that moves the host at once has what leaves reported before what has come.
  private var left: Set<NavigationEntryID> = []
  private var registration: Registration?

  /// Whether one of the screens that have come has left already.
  var hasLeft: Bool { entered.contains(where: left.contains) }

  init<Controller>(on host: any NavigationHost<Controller>) {
    registration = host.onChange { [weak self] change in
      guard let self else { return }
      entered += change.entered.map(\.id)
      left.formUnion(change.left.map(\.id))
    }
  }

  /// The last screen that has come and stands: a presenter of the app's own may give the host no route.
  func standing<Controller>(in state: NavigationState<Controller>) -> NavigationEntryID? {
    entered.last { state.layer(of: $0) != nil }
  }

  func end() { registration?.remove() }
}
