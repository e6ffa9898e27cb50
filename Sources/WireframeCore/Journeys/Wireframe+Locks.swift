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
  /// or when ``reevaluate(keeping:)`` or a request finds the lock closed. Nothing below leaves or moves until
  /// ``resume(after:)-(Gate)`` finds it open: moves throw ``RoutingError/Code/covered``, the newest request is kept,
  /// and what is asked of the wireframe otherwise is done before anything is seen again.
  ///
  /// - Parameter gate: The gate, made with `covers: true`.
  /// - Returns: The registration, for removing the lock; what it covers is seen then.
  /// - Throws: ``RoutingError/Code/invalidLock`` if the gate cannot be the lock of this wireframe, or if its host cannot
  ///   cover screens; else what making the screen throws.
  @discardableResult
  public func add(lock gate: Gate) async throws(RoutingError) -> Registration {
    if mount != nil { throw RoutingError(.lock(.ofModule)) }
    guard gate.covers else { throw RoutingError(.lock(.doesNotCover)) }
    guard gate.key != .once else { throw RoutingError(.lock(.isForOnce)) }
    guard lock == nil else { throw RoutingError(.lock(.another)) }
    guard let host = host as? any CoveringHost<Controller> else {
      throw RoutingError(.lock(.hostCannotCover))
    }
    let controller = try await makeScreen(of: gate)
    guard lock == nil else { throw RoutingError(.lock(.another)) }
    let entry = GateEntry(gate, for: nil) { [weak self] in
      self?.passMeanwhile($0)
    } whenCovered: { [weak self] in
      self?.cover()
    }
    let lock = Lock(entry, controller, on: host)
    self.lock = lock
    let registration = add(observer: entry, priority: .max)
    return Registration { [weak self] in
      registration.remove()
      gate.remove(entry)
      entry.discard()
      lock.uncover()
      if let self, self.lock === lock { self.lock = nil }
    }
  }

  /// Makes the screen of a lock, beside the queue: the wireframe may be suspended.
  private func makeScreen(of gate: Gate) async throws(RoutingError) -> Controller {
    let request = RoutingRequest(gate.urlText, option: .embedded)
    let routing = Routing(request, for: .controller, settings)
    routing.markRunning()
    do {
      guard let controller = try await embed(routing) as? Controller else {
        throw routing.error(.noController(asked: []))
      }
      return controller
    } catch {
      throw routing.error(endedBy: error)
    }
  }

  /// Covers all screens at once, whatever moves.
  func cover() {
    guard let lock, !lock.entry.isCovering || lock.entry.isPassing else { return }
    observersVersion += 1
    lock.cover()
  }

  /// - Throws: ``RoutingError/Code/covered`` while the lock covers the screens.
  func checkUncovered() throws(RoutingError) {
    if outermost.lock?.entry.isCovering == true { throw RoutingError(.covered) }
  }

  /// Whether the lock covers the screens now; one that is found closed does so from now on.
  func isCovered() async -> Bool {
    guard let lock, !lock.entry.isPassing else { return false }
    if (try? await lock.entry.isOpen()) != true { cover() }
    return lock.entry.isCovering
  }

  /// Does something once no lock covers the screens.
  func whenUncovered<T>(_ body: () async throws -> T) async rethrows -> T {
    if let lock = outermost.lock, !lock.entry.isPassing { await lock.waitUntilOpen() }
    return try await body()
  }

  /// Waits until no lock covers the screens; it may open meanwhile.
  func waitUntilUncovered(_ routing: Routing) async {
    guard let lock, lock.entry.isCovering, !lock.entry.isPassing else { return }
    routing.note { $0.isCovered = true }
    if queue.activity.isAwaited { queue.activity.wake() }
    await lock.waitUntilOpen()
    routing.note { $0.isCovered = false }
    await queue.regainTurn(routing)
  }

  /// Keeps a request that has found the lock closed.
  func keep(
    _ wanted: Resolution, behind closed: ClosedGate, _ routing: Routing
  ) -> Ended {
    if !routing.isDryRun {
      cover()
      closed.gate.keep(closed.kept.kept(at: now(), for: limits.parked), behind: nil, nil, close: {})
    }
    return ended(.presented, wanted, routing)
  }

  /// Opens the lock: what was asked for meanwhile is done, the lock's screen leaves, and what it kept is run.
  func open(_ entry: GateEntry, _ routing: Routing) async throws -> GateOutcome {
    guard let lock, lock.entry === entry else { return .nothingKept }
    var failure: (any Error)?
    while !lock.deferred.isEmpty {
      let next = lock.deferred.removeFirst()
      do { try await next() } catch { failure = failure ?? error }
    }
    if haveOwners { try await removeScreensOfOthers(routing) }
    if host?.state.top == nil {
      do { try await showHome(routing) } catch { failure = failure ?? error }
    }
    let kept = entry.take()
    // It may close again while what it kept is loading.
    entry.isPassing = false
    lock.uncover()
    let outcome = try await run(kept, behind: entry, whoseScreenIs: nil, routing)
    if host?.state.layers.isEmpty == true { try await showHome(routing) }
    if let failure { throw failure }
    return outcome
  }
}
