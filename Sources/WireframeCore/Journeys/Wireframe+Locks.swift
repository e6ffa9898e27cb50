extension Wireframe {
  /// Adds the lock of this wireframe's window: a gate that covers all screens while it is closed, and has no tag.
  ///
  /// ```swift
  /// let lock = Gate(at: "/locked", covers: true) { vault.isOpen }
  /// try await wireframe.add(lock: lock)
  ///
  /// lock.cover()                                      // the app goes to the background
  /// try await router.resume(after: lock)              // in the presenter of the lock's screen
  /// ```
  ///
  /// The lock's screen is made now, by the route of its URL. It comes over everything when ``Gate/cover()`` is called,
  /// or when ``reevaluate(keeping:)``, a request or passing a gate finds it closed. Nothing below leaves or moves until
  /// ``Router/resume(after:)-(Gate)`` finds it open: moves throw ``RoutingError/Code/covered``, the newest request is
  /// kept, and what is asked of the wireframe otherwise is done before anything is seen again.
  ///
  /// - Parameter gate: The gate, made with `covers: true`.
  /// - Returns: The registration, for removing the lock; what it has kept is run, and what it covers is seen then.
  /// - Throws: ``RoutingError/Code/invalidLock`` if the gate cannot be the lock of this wireframe, or if its host
  ///   cannot cover screens; else what making the screen throws.
  @discardableResult
  public func add(lock gate: Gate) async throws(RoutingError) -> Registration {
    if mount?.parent != nil { throw RoutingError(.lock(.ofModule)) }
    guard gate.covers else { throw RoutingError(.lock(.doesNotCover)) }
    guard gate.key != .once else { throw RoutingError(.lock(.isForOnce)) }
    guard lock == nil else { throw RoutingError(.lock(.another)) }
    guard let host = host as? any CoveringHost<Controller> else {
      throw RoutingError(.lock(.hostCannotCover))
    }
    lockRequest = RoutingRequest(gate.urlText)
    defer { if lock == nil { lockRequest = nil } }
    let controller = try await makeScreen(of: gate)
    guard lock == nil else { throw RoutingError(.lock(.another)) }
    let entry = GateEntry(
      gate, for: nil, whenPassed: { [weak self] in self?.passMeanwhile($0) },
      whenCovered: { [weak self] in self?.cover() })
    // Meanwhile the window may have gone, and nobody would open it, or it has another host.
    if queue.isClosed { throw RoutingError(.closed, request: entry.request) }
    let lock = Lock(entry, controller, on: self.host as? any CoveringHost<Controller> ?? host)
    (self.lock, lockRequest) = (lock, RoutingRequest(gate.urlText))
    if gate.owner != nil { haveOwners = true }
    if gate.isCovering { cover() }
    lock.registration = add(observer: entry, priority: .max)
    return Registration { [weak self] in
      gate.remove(entry)
      guard let self else { return lock.uncover() }
      guard entry.isCovering, haveOwners || entry.kept != nil || !lock.deferred.isEmpty else {
        return forget(lock)
      }
      entry.isRemoved = true
      openForGood(lock)
    }
  }

  /// Opens a lock that was removed while it covered: what was asked for meanwhile is done before anything is seen. It
  /// covers on if a former owner's screens may still be there; the next request tries again.
  private func openForGood(_ lock: Lock<Controller>) {
    queue.activity.handOver { [weak self] in
      guard let self else { return }
      let routing = Routing(lock.entry.request, for: .resumedScreen, settings)
      queue.interrupt(by: routing)
      _ = try? await run(routing) {
        lock.entry.isPassing = true
        return try await self.open(lock.entry, routing)
      }
    }
  }

  private func forget(_ lock: Lock<Controller>) {
    // Another one may have come.
    guard self.lock === lock else { return }
    lock.registration?.remove()
    lock.uncover()
    (self.lock, lockRequest) = (nil, nil)
  }

  /// Makes the screen of a lock, beside the queue: the wireframe may be suspended.
  private func makeScreen(of gate: Gate) async throws(RoutingError) -> Controller {
    let request = RoutingRequest(gate.urlText, option: .embedded)
    let routing = Routing(request, for: .controller, settings)
    // As in a plan: a stage that awaits this waits for its roles, too.
    routing.tasks.ofStages = queue.innermostInCurrentTask?.tasksOfStages()
    queue.beside.append(routing)
    defer { queue.beside.removeAll { $0 === routing } }
    defer { leaveQueue(routing) }
    do { return try await embed(routing) } catch { throw end(routing, with: error) }
  }

  /// Covers the screens, unless it was a former lock that was found closed.
  func cover(foundClosed found: GateEntry? = nil) {
    guard let lock, found ?? lock.entry === lock.entry, !isCovered else { return }
    rightsVersion.rights += 1
    lock.cover()
  }

  /// Covers the screens if the lock is found closed; says whether they are covered.
  func coverIfClosed(in routing: Routing) async -> Bool {
    guard let lock, !lock.entry.isPassing else { return false }
    // Who asks before it has its turn is under way, too.
    queue.activity.begin()
    defer { queue.activity.end() }
    let isOpen = try? await withTimeLimit(
      limits[.observe], by: settings.watchdog, isCancellable: true, tasks: routing.tasksOfStages()
    ) { [entry = lock.entry] in try await entry.isOpen() }
    // A closure that was cancelled has found out nothing.
    if isOpen != true, !Task.isCancelled { cover(foundClosed: lock.entry) }
    // Not while it opens: what is deferred now would come too late.
    return isCovered
  }

  /// Waits until no lock covers the screens. What the lock has kept waits for one that is to leave then.
  package func waitUntilUncovered(toLeave leaves: Bool = false) async throws {
    while outermost.isCovered { try await outermost.lock?.waitUntilOpen(toLeave: leaves) }
  }

  /// Whether a route is that of the lock's screen, which no presenter shows.
  package func isScreenOfLock(_ registered: RouteRecord) -> Bool {
    lockRequest.flatMap { try? find($0) }?.1 === registered
  }

  /// Whether a lock covers the screens, and does not open yet.
  var isCovered: Bool { lock?.entry.isCovering == true && lock?.entry.isPassing == false }

  /// Does something when the lock opens, before anything is seen; that may return a summary of what it has shown.
  func whenOpened<Shown>(
    for purpose: Routing.Purpose = .reevaluation,
    _ body: @escaping @MainActor (Wireframe, Routing) async throws -> Shown
  ) {
    let run: @MainActor () async throws -> RoutingSummary? = { [weak self] in
      guard let self else { return nil }
      let routing = Routing(RoutingRequest(""), for: purpose, settings)
      defer { leaveQueue(routing) }
      queue.runningInCurrentTask?.nested = routing
      do { return try await body(self, routing) as? RoutingSummary } catch {
        routing.journal?.note(.failed(routing.error(endedBy: error)))
        throw error
      }
    }
    lock?.deferred.append((purpose == .restoration, run))
  }

  func keep(_ wanted: Resolution, behind closed: ClosedGate, _ routing: Routing) -> Ended {
    if !routing.isDryRun {
      // What fills an empty place replaces nothing: whoever opens the lock fills that, and an empty window with home.
      let isAlone = routing.kept == nil && !closed.kept.isList
      let fills = routing.purpose != .screen && closed.gate.kept != nil && host?.state.top == nil
      let isBlank = host?.state.layers.isEmpty == true
      let isHome = isBlank && homeRequest?.isSame(as: closed.kept.request) == true
      if routing.keepsNothing || isAlone && (fills || isHome) {
        closed.kept.tellWaiters()
        // Home comes even if the lock is removed. While it opens, `deferred` still has what is being done.
        if isHome, let lock, lock.openers > 0 || lock.deferred.isEmpty { whenOpened { _, _ in } }
      } else {
        closed.gate.keep(closed.kept.kept(at: now(), for: limits.parked))
      }
      if let lock, closed.gate.isRemoved { openForGood(lock) }
    }
    return ended(.presented, wanted, routing)
  }

  /// Opens the lock: what was asked for meanwhile is done, the lock's screen leaves, and what it kept is run.
  func open(_ entry: GateEntry, _ routing: Routing) async throws -> GateOutcome {
    // If a routing is opening the lock, that one goes on with what has waited, also if it has closed again since.
    guard let lock, lock.entry === entry else { return .nothingKept }
    lock.openers += 1
    guard lock.openers == 1 else { return .nothingKept }
    // What the lock keeps by now is run in another turn.
    defer { if entry.isRemoved, !entry.isCovering, entry.kept == nil { forget(lock) } }
    var failure: RoutingError?
    var summary: RoutingSummary?
    var opens = false
    defer { if !opens, let failure, !queue.isClosed { announce(failure, routing) } }
    opens = try await finishDeferred(of: lock, &summary, &failure, routing)
    guard opens else { return .stillClosed }
    let kept = entry.take()
    if self.lock === lock { lock.uncover() }
    await lock.letScreensLeave()
    let outcome = try await run(kept, behind: entry, whoseScreenIs: nil, routing, after: failure)
    if case .nothingKept = outcome, let summary { return .passed(summary) }
    return outcome
  }

  /// Does what was asked for meanwhile, and notes its newest screen and its first failure. Says whether the lock may
  /// open: it may have been closed again, or the window goes away.
  private func finishDeferred(
    of lock: Lock<Controller>, _ summary: inout RoutingSummary?, _ failure: inout RoutingError?,
    _ routing: Routing
  ) async throws -> Bool {
    let entry = lock.entry
    // Another routing may open it while what it kept is loading, as it has closed again.
    defer {
      entry.isPassing = false
      // The caller was cancelled, and others were told that the lock opens.
      if lock.openers > 1, Task.isCancelled {
        if entry.isRemoved { openForGood(lock) } else { passMeanwhile(entry) }
      }
      lock.openers = 0
    }
    repeat {
      while entry.isPassing, let next = lock.deferred.first {
        do { summary = try await next.run() ?? summary } catch {
          try note(error, as: &failure, routing)
        }
        lock.deferred = Array(lock.deferred.dropFirst())  // Empty if the window has closed.
      }
      routing.nested = nil
      if haveOwners { try await removeScreensOfOthers(below: entry, &failure, routing) }
      if entry.isPassing {
        do { try await fillEmptyPlace(routing) } catch { try note(error, as: &failure, routing) }
      }
      // What a sign-out that has its turn takes away is not seen.
      try await queue.regainTurn(routing)
    } while entry.isPassing && !lock.deferred.isEmpty
    // What the lock has kept would not be shown in a cancelled task.
    if Task.isCancelled { throw routing.error(.cancelled(routing.stage)) }
    return entry.isPassing && !queue.isClosed
  }

  /// Takes the screens of former owners away. Nobody can ask again for a lock that was removed: then all of them leave,
  /// whether their gates are open or not.
  private func removeScreensOfOthers(
    below entry: GateEntry, _ failure: inout RoutingError?, _ routing: Routing
  ) async throws {
    do { try await removeScreensOfOthers(routing) } catch {
      guard entry.isRemoved, let host else { throw error }
      let gone = host.state.entries.filter { $0.route?.ownerHasGone == true }
      if !gone.isEmpty { _ = try await takeAway(gone, on: host, isReplaced: true, routing) }
      try note(error, as: &failure, routing)
    }
  }

  /// Notes the first failure, which opening throws; watchers are told of the others at once. Throws if cancelled.
  private func note(_ error: any Error, as first: inout RoutingError?, _ routing: Routing) throws {
    if Task.isCancelled { throw error }  // The lock stays closed until everything is done.
    // Made at once, since it names the stage, and another one begins.
    let error = routing.innermost.error(endedBy: error)
    if first == nil { first = error } else { announce(error, routing) }
  }
}
