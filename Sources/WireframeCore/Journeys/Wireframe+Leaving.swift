extension Wireframe {
  /// Asks a closure before a screen is popped, dismissed or replaced through the framework.
  ///
  /// ```swift
  /// wireframe.observeLeaving(tag: .editor) { leaving in
  ///   await drafts.mayDiscard() ? .leave : .stay("unsaved changes")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tag: The tag of the screens' routes; nil for all screens.
  ///   - priority: Higher is asked first; equal in order of registration.
  ///   - decide: Decides whether the screen leaves; throwing keeps it.
  /// - Returns: The registration, for removing the guard.
  @discardableResult
  public func observeLeaving(
    tag: RouteTag? = nil, priority: Int = 0,
    decide: @escaping @MainActor (LeavingScreen) async throws -> LeaveDecision
  ) -> Registration {
    add(leaveGuard: ClosureLeaveGuard(tag: tag, decide: decide), priority: priority)
  }

  /// Asks the leave guards before a host's screens leave by a move of the framework, as a coordinator makes it.
  ///
  /// ``addStandardPresenters(on:)`` does so, too.
  ///
  /// - Parameter host: The host of the screens.
  /// - Returns: The registration, for removing the guard.
  @discardableResult
  public func guardLeaving<Host: NavigationHost>(on host: Host) -> Registration
  where Host.Controller == Controller {
    // If this wireframe is mounted, the outermost one asks: its own observers and those of its modules.
    host.events.guardLeaving { [weak self] in self?.outermost }
  }

  /// What asks the leave guards about screens, and returns the reason of the first that keeps one: a closure that does
  /// not retain the wireframe, since a guard may hang for ever.
  func reasonToStay(of screens: [LeavingScreen]) -> @MainActor () async throws -> String? {
    let questions = screens.map { ($0, leaveGuards(of: $0)) }
    return {
      for (leaving, guards) in questions {
        for observer in guards {
          do {
            let decision = try await observer.decision(onLeaving: leaving)
            if case .stay(let reason) = decision { return reason }
          } catch { throw RoleError(of: observer.watcher, error) }
        }
      }
      return nil
    }
  }

  private func leaveGuards(of screen: LeavingScreen) -> [ObserverEntry] {
    observers(of: screen.from).filter { $0.leaveGuard != nil }
  }

  /// The ways of the host's users about which the app's leave guards are not asked; none if there are no guards.
  package var unaskedWays: [String] {
    guard observers(of: nil).contains(where: { $0.isLeaveGuardOfApp }) else { return [] }
    return (host as? any UnaskedWays)?.unaskedWays ?? []
  }
}

extension Wireframe: LeaveAsker {
  package var mayAskToLeave: Bool { hasLeaveGuards }

  package func mayKeep(_ leavingScreens: [LeavingScreen]) -> Bool {
    leavingScreens.contains { screen in
      leaveGuards(of: screen).contains { observer in
        (observer.leaveGuard as? any SelectiveLeaveGuard)?.concerns(screen) != false
      }
    }
  }

  package func ask(toLeave leavingScreens: [LeavingScreen]) async throws {
    // Not those about which the routing of this move has asked already.
    let routing = queue.innermostInCurrentTask
    let asked = routing?.askedToLeave ?? []
    let unasked = leavingScreens.filter { $0.entry == nil || !asked.contains($0.entry) }
    do {
      let reason = try await withTimeLimit(
        limits[.leave], by: settings.watchdog, isCancellable: true,
        tasks: routing?.tasksOfStages() ?? RoutingTasks(), reasonToStay(of: unasked))
      if let reason { throw RoutingError(.leaveRefused(reason: reason)) }
    } catch is LimitPassed {
      throw RoutingError(.timedOut(.leave, limit: limits[.leave] ?? .zero))
    } catch let failed as RoleError {
      if Task.isCancelled { throw RoutingError(.cancelled(.leave)) }
      throw RoutingError(
        .roleFailed(.leave, role: failed.role, error: failed.error), underlying: failed.error)
    }
  }
}
