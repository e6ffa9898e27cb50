// What the other modules of the package ask of a wireframe.
extension Wireframe {
  /// The routing that waits for the calling task, or the load whose screen it makes; nil if none does.
  package var runningInCurrentTask: AnyObject? {
    let (outermost, current) = (outermost, RoutingTasks.current)
    return (outermost.queue.runningInCurrentTask as AnyObject?)
      ?? outermost.loads.first { current != nil && $0.taskOfProviders == current }
  }

  /// Whether a screen was made that is still to take its placeholder's place.
  package func isToCome(_ screen: AnyObject?) -> Bool {
    outermost.loads.contains { load in
      if case .success(let made)? = load.made { made as AnyObject === screen } else { false }
    }
  }

  /// Whether the calling task asks for a routing whether screens may leave.
  package var isAskingToLeave: Bool { outermost.queue.innermostInCurrentTask?.stage == .leave }

  /// Sets the wireframe's host, unless it has another one, until nobody has set it any more.
  package func adopt(_ host: some NavigationHost<Controller>) -> Registration {
    guard ownHost == nil || ownHost === host else { return Registration {} }
    lastAdoption += 1
    let id = lastAdoption
    (ownHost, adoptions) = (host, adoptions.union([id]))
    rightsVersion.host = ObjectIdentifier(host)
    if lock?.host !== host, let host = host as? any CoveringHost<Controller> { lock?.host = host }
    // What loads on another host has left.
    for load in loads where !isOnHost(load.wanted.route) { cancel(load) }
    host.events.hasTabs = host.state.layers.first?.kind == .tabs
    (outermost.ownHost === host ? outermost : self).followHost()
    return Registration { [weak self] in
      guard let self, adoptions.remove(id) != nil, adoptions.isEmpty else { return }
      ownHost = nil
    }
  }

  /// Has the host tell this wireframe, and no module on it, what its user does, and ask it who moves below a lock.
  func followHost() {
    ownHost?.events.follow = { [weak self, weak host = ownHost] in
      guard let outermost = self?.outermost, outermost.ownHost === host else { return }
      outermost.follow($0)
    }
    ownHost?.events.mayMove = { [weak self] in
      guard let outermost = self?.outermost, !outermost.isCovered else { return false }
      return outermost.queue.runningInCurrentTask != nil
    }
  }

  /// Notes what the user has changed, and fills a tab that is selected and has no screen.
  private func follow(_ change: NavigationChange<Controller>) {
    let (before, after) = (change.before, change.state)
    if change.cause == .user { note(before, after) }
    guard let root = after.layers.first, after.layers.count == 1, root.top == nil,
      root.kind == .tabs || after.isBlank && !before.isBlank
    else { return }
    // Chosen, or tapped once more.
    let wasEmpty = before.layers.count == 1 && before.top == nil
    if root.kind == .tabs, wasEmpty || root.selected != before.layers.first?.selected {
      return fill(.tab(root.selectedStack.name))
    }
    // What was over an empty tab, or over empty columns, has left.
    ownActivity.handOver { [weak self] in await self?.leaveEmptyTab() }
  }

  /// Notes what the user has changed while a screen loads.
  private func note(_ before: NavigationState<Controller>, _ after: NavigationState<Controller>) {
    let now = Dictionary(after.layers.map { ($0.id, $0.selected) }) { first, _ in first }
    for layer in before.layers where (now[layer.id] ?? layer.selected) != layer.selected {
      queue.note { if $0.stacks[layer.id] == nil { $0.stacks[layer.id] = layer.selected } }
    }
    let left = before.layers.filter { now[$0.id] == nil }.map { layer in
      let isStack = layer.selectedStack.canPush
      // A host may learn late of a stack that code has presented past it.
      let isOld = isStack && layer.entries.first?.option == nil
      return (isStack: isStack, number: isOld ? 0 : layer.id.number)
    }
    if !left.isEmpty { queue.note { $0.left += left } }
  }

  /// Whether the routing of a caller that waits has begun to present.
  package func isPresenting(for waiter: any RequestWaiter) -> Bool {
    let routing = outermost.queue.current
    return routing?.stage == .present && routing?.request.waiter === waiter
  }

  /// Whether a request leads to a handler, as long as no guard redirects it.
  package func runsHandler(for request: RoutingRequest) -> Bool {
    if let (_, parent, request) = forwarded(request) { return parent.runsHandler(for: request) }
    return if case .handler? = (try? find(request))?.1?.target { true } else { false }
  }

  /// Whether a link has no declared source: then the system opens it.
  package func isForeign(_ urlText: String) -> Bool {
    if case .foreign = outermost.table.index.read(urlText, isTrusted: false) { true } else { false }
  }

  /// Adds a check of the parts that configured routes need by name, for audits: it finds what is missing.
  package func add(partCheck: @escaping @MainActor () -> [MissingPart]) -> Registration {
    partChecks.add(partCheck, priority: 0)
  }

  // MARK: What is under way

  var ownActivity: Activity { outermost.queue.activity }

  func giveUp(_ close: @escaping @MainActor () async -> Void) async {
    if outermost.isCovered { ownActivity.handOver(close) } else { await close() }
  }

  /// What is under way, of all that the wireframe knows of; nil if nothing is.
  /// Routings that wait for ``activate()`` wait for the app, and are not under way.
  package var activity: Activity? {
    let queue = outermost.queue
    if !queue.isAtRest || queue.activity.isUnderWay { return queue.activity }
    let asking = host?.events.activity
    return asking?.isUnderWay == true ? asking : nil
  }

  package var waitingCount: Int { outermost.queue.waitingCount }

  /// Waits for the host's moves. Says whether they have changed what is on screen: more may follow from it.
  package func finishMoves() async -> Bool {
    guard let host else { return false }
    var hasChanged = false
    let watch = host.onChange { _ in hasChanged = true }
    defer { watch.remove() }
    // A host runs an operation after its transition has ended. This one throws, and changes nothing.
    let refusal = NavigationOperation<Controller> { _ throws(RoutingError) in
      throw RoutingError(.nothingToLeave)
    }
    try? await host.perform(refusal, animated: false)
    return hasChanged
  }

  /// Presents a controller that code brings without a URL, by a presenter of the app's own; false if none takes the
  /// option. The leave guards are asked about what leaves. The event's route has no pattern, and its URL is empty.
  /// Throws `leaveRefused`, `covered`, `presenterFailed`, or the presenter's own ``RoutingError``.
  package func present(
    _ controller: Controller, byOwnPresenterOf option: any RoutingOption
  ) async throws -> Bool {
    guard let found = presentation(with: option, by: ownAndOuterPresenters), found.placement == nil
    else { return false }
    let route = Route(
      request: RoutingRequest("", option: option), url: AdmittedURL(text: "", parts: .init()),
      rules: table.rules)
    let leaving = found.leavingScreens(for: route)
    try await host?.events.ask(leaving)
    try host?.events.checkUncovered()
    found.take(controller, isNew: true)
    // Otherwise the host would ask again about the screens that it takes away for the presenter.
    let asked = Set(leaving.map { $0.entry ?? $0.from.flatMap { entry(of: $0)?.id } })
    do {
      let event = RoutingEvent(route: route, redirects: [], router: self, presentation: found)
      try await AskedToLeave.$entries.withValue(asked) { try await found.show(event) }
    } catch let failed as RoleError {
      throw failed.error as? RoutingError
        ?? RoutingError(
          .roleFailed(.present, role: failed.role, error: failed.error), underlying: failed.error)
    }
    return true
  }

  private var ownAndOuterPresenters: [any PresenterEntry] {
    presenters.elements + (mount?.parent?.ownAndOuterPresenters ?? [])
  }
}

/// A part of a configured route that is not registered under its name, in words such as `builder 'cart'`.
package typealias MissingPart = (pattern: RoutePattern, part: String)

/// What typed routes, and callers that wait for an answer, ask of the wireframe behind a router.
@MainActor
protocol OwnRouter {
  /// Counts an answer until its caller continues.
  var ownActivity: Activity { get }
  /// Takes away what nobody waits for any more. Below a lock that waits, and the caller does not.
  func giveUp(_ close: @escaping @MainActor () async -> Void) async
  /// The URL of a request as the outermost wireframe reads it; a path gets the source, if any. Throws if it is refused
  /// there, or does not lead to a route of the request's type.
  func urlText(of request: RoutingRequest, at source: URLSource?) throws(RoutingError) -> String
}

extension Wireframe: OwnRouter {
  package func urlText(
    of request: RoutingRequest, at source: URLSource?
  ) throws(RoutingError) -> String {
    if let (_, parent, request) = forwarded(request) {
      return try parent.urlText(of: request, at: source)
    }
    guard let source else { return try find(request).0.urlText }
    var whole = request
    whole.urlText = source.urlText(at: request.urlText)
    whole.routeType = request.routeType
    if table.sources.contains(source) { return try find(whole).0.urlText }
    // A source that is not declared, such as that of a web page, is foreign here: path and length are checked.
    whole.urlText = try source.urlText(at: find(request).0.urlText)
    let most = table.rules.maximumLength
    guard whole.urlText.utf8.count > most else { return whole.urlText }
    throw RoutingError(.rejected(URLRefusal(.length, most, at: most)), request: whole)
  }
}
