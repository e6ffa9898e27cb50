extension Wireframe {
  /// Asks the observers before a host's screens leave by a move of the framework, as a coordinator makes it.
  ///
  /// ``addStandardPresenters(on:)`` does so, too.
  ///
  /// - Parameter host: Where screens stand.
  /// - Returns: The registration, for asking no more.
  @discardableResult
  public func guardLeaving<Host: NavigationHost>(on host: Host) -> Registration
  where Host.Controller == Controller {
    host.events.guardLeaving { [weak self] departures in
      do {
        guard let reason = try await self?.reasonToStay(departures) else { return }
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
      for observer in observers.elements where departure.from.map(observer.observes) ?? true {
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
