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
      guard let asking = self?.outermost else { return }
      let (questions, limit, clock) = (
        asking.questions(about: asking.unasked(departures)), asking.limits.decide, asking.clock
      )
      try await questions.ask(limit: limit, clock: clock)
    }
  }

  /// The departures about which the routing that makes this move has not asked before.
  private func unasked(_ departures: [Departure]) -> [Departure] {
    guard let run = queue.current, run.isAwaitedHere else { return departures }
    return departures.filter { $0.entry == nil || !run.asked.contains($0.entry) }
  }

  /// Whom to ask about which screens.
  func questions(about departures: [Departure]) -> LeaveQuestions {
    LeaveQuestions(departures.map { ($0, observers(of: $0.from)) })
  }
}

/// Departures with the observers to ask about each; apart from the wireframe, which an observer that
/// hangs for ever does not keep.
@MainActor
struct LeaveQuestions {
  private let questions: [(departure: Departure, observers: [any ObserverObject])]

  init(_ questions: [(Departure, [any ObserverObject])]) { self.questions = questions }

  /// The reason of the first observer that keeps a screen, or nil.
  func reasonToStay() async throws -> String? {
    for (departure, observers) in questions {
      for observer in observers {
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

  /// Asks on behalf of a move of the host.
  ///
  /// - Throws: ``RoutingError`` if a screen stays.
  func ask(limit: Duration?, clock: any Clock<Duration>) async throws {
    do {
      let reason =
        if let limit {
          try await withTimeLimit(
            limit, on: clock, isCancellable: true, tasks: RoutingTasks(), reasonToStay)
        } else {
          try await reasonToStay()
        }
      if let reason { throw RoutingError(.leaveRefused(reason: reason)) }
    } catch is LimitPassed {
      throw RoutingError(.timedOut(.leave, limit: limit ?? .zero))
    } catch let failed as RoleFailure {
      throw RoutingError(
        .roleFailed(.leave, role: failed.role, error: failed.error), underlying: failed.error)
    }
  }
}
