extension Wireframe {
  /// Asks a closure before a screen is popped, dismissed or replaced through the framework.
  ///
  /// ```swift
  /// wireframe.observeLeaving(tag: .editor) { departure in
  ///   await drafts.mayDiscard() ? .leave : .stay("unsaved changes")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tag: The tag of the screens' routes; nil for all screens.
  ///   - priority: Higher is asked first; equal in order of registration.
  ///   - decide: Decides whether the screen leaves; throwing keeps it.
  /// - Returns: The registration, for removing the observer.
  @discardableResult
  public func observeLeaving(
    tag: RouteTag? = nil, priority: Int = 0,
    decide: @escaping @MainActor (Departure) async throws -> LeaveDecision
  ) -> Registration {
    add(observer: ClosureLeaveObserver(tag: tag, decide: decide), priority: priority)
  }

  /// Asks the observers before a host's screens leave by a move of the framework, as a coordinator makes it.
  ///
  /// ``addStandardPresenters(on:)`` does so, too.
  ///
  /// - Parameter host: Where screens stand.
  /// - Returns: The registration, for asking no more.
  @discardableResult
  public func guardLeaving<Host: NavigationHost>(on host: Host) -> Registration
  where Host.Controller == Controller {
    // Mounted, it is the outermost that asks, the observers of its modules among its own.
    host.events.guardLeaving(by: { [weak self] in self?.outermost }) { [weak self] departures in
      do {
        guard let reason = try await self?.outermost.reasonToStay(departures) else { return }
        throw RoutingError(.leaveRefused(reason: reason))
      } catch let failed as RoleFailure {
        throw RoutingError(
          .roleFailed(.leave, role: failed.role, error: failed.error), underlying: failed.error)
      }
    }
  }

  /// The reason of the first observer that keeps a screen, or nil.
  func reasonToStay(_ departures: [Departure]) async throws -> String? {
    for departure in departures {
      for observer in observers(of: departure.from) {
        do {
          let decision = try await observer.decision(onLeaving: departure)
          if case .stay(let reason) = decision { return reason }
        } catch {
          throw RoleFailure(of: observer, error)
        }
      }
    }
    return nil
  }
}
