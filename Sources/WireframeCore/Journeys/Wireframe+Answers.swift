extension Wireframe {
  /// Tells who waits for a request that its screen is there, and later that it has left.
  func tell(_ waiter: any RequestWaiter, thatShown route: Route, _ arrivals: Arrivals?) {
    if outermost.queue.isClosed {
      waiter.show(nil, close: {})
      return waiter.leave()
    }
    let own = host?.state.nearest { $0.route?.isIdentical(to: route) == true }?.id
    if own == nil, let top = host?.state.top?.route, top.leadsToSamePlace(as: route),
      let other = top.waiter, other.canShare(with: waiter)
    {
      return other.share(with: waiter)
    }
    guard let host, let id = own ?? arrivals?.last(in: host.state) else {
      waiter.show(nil, close: {})
      // The user may have been faster than its presenter.
      if arrivals?.haveLeft == true { waiter.leave() }
      return outermost.queue.note(offHost: { [weak waiter] in waiter })
    }
    waiter.show(id) { [weak self] in try? await self?.takeAway(id) }
    var watch: Registration?
    watch = host.events.onLeave(of: id) { [weak waiter] in
      waiter?.leave()
      watch?.remove()
    } whenGone: { [weak waiter] in
      Task { @MainActor in waiter?.leave() }
    }
  }
}
