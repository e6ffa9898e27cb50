extension Wireframe {
  /// Adds an observer, which is asked before routings.
  ///
  /// - Parameters:
  ///   - observer: The observer; if it is also a ``LeaveGuard``, it is asked before screens leave as well.
  ///   - priority: Higher is asked first; equal in order of registration.
  /// - Returns: The registration, for removing it.
  @discardableResult
  public func add(observer: any RoutingObserver, priority: Int = 0) -> Registration {
    add(ObserverEntry(observer), priority)
  }

  /// Adds a watcher, which is informed about routings.
  ///
  /// - Parameters:
  ///   - watcher: The watcher; if it is also a ``RoutingObserver`` or a ``LeaveGuard``, it is asked as well.
  ///   - priority: Higher is called first; equal in order of registration.
  /// - Returns: The registration, for removing it.
  @discardableResult
  public func add(watcher: any RoutingWatcher, priority: Int = 0) -> Registration {
    add(ObserverEntry(watcher), priority)
  }

  /// Adds a guard that is asked before screens leave.
  ///
  /// - Parameters:
  ///   - leaveGuard: The guard; if it is also a ``RoutingObserver``, it is asked before routings as well.
  ///   - priority: Higher is asked first; equal in order of registration.
  /// - Returns: The registration, for removing it.
  @discardableResult
  public func add(leaveGuard: any LeaveGuard, priority: Int = 0) -> Registration {
    add(ObserverEntry(leaveGuard), priority)
  }

  private func add(_ entry: ObserverEntry, _ priority: Int) -> Registration {
    outermost.rightsVersion.roles += 1
    if entry.leaveGuard != nil { hasLeaveGuards = true }
    if entry.progressWatcher != nil { haveProgressWatchers = true }
    return observers.add(entry, priority: priority)
  }

  /// Adds an option provider.
  ///
  /// - Parameters:
  ///   - optionProvider: The option provider.
  ///   - priority: The highest has the last word; equal in order of registration, the first having it.
  /// - Returns: The registration, for removing it.
  @discardableResult
  public func add(optionProvider: any RoutingOptionProvider, priority: Int = 0) -> Registration {
    mount?.parent?.haveModuleOptions = true
    return optionProviders.add(optionProvider, priority: priority)
  }

  /// Adds a controller provider that is asked for every route.
  ///
  /// - Parameters:
  ///   - provider: The provider; it answers nil for routes that are not its own.
  ///   - priority: Higher is asked first; equal in order of registration.
  /// - Returns: The registration, for removing it.
  @discardableResult
  public func add(provider: any ControllerProvider<Controller>, priority: Int = 0) -> Registration {
    providers.add(.role(provider), priority: priority)
  }

  /// Adds a presenter.
  ///
  /// - Parameters:
  ///   - presenter: The presenter.
  ///   - priority: Higher is asked first, an exact option type before all.
  /// - Returns: The registration, for removing it.
  @discardableResult
  public func add(
    presenter: any ControllerRoutingPresenter<Controller>, priority: Int = 0
  ) -> Registration {
    presenters.add(presenter.entry, priority: priority)
  }

  /// Adds the presenters of the standard options: push, modal, replace top, root, show, back and tab.
  ///
  /// Their priority is −1000, so that an app's own presenters come first.
  ///
  /// - Parameter host: What holds the screens.
  /// - Returns: The registration, for removing all of them.
  @discardableResult
  public func addStandardPresenters<Host: NavigationHost>(on host: Host) -> Registration
  where Host.Controller == Controller {
    let standard: [any ControllerRoutingPresenter<Controller>] = [
      StandardPresenter(description: "PushPresenter", host: host, placement: Placement.push) {
        $0 as? Push ?? $0 as? any PushOption  // The first cast costs a quarter of the second.
      },
      StandardPresenter(description: "ModalPresenter", host: host, placement: Placement.modal) {
        $0 as? Modal ?? $0 as? any ModalOption
      },
      StandardPresenter(
        description: "ReplaceTopPresenter", host: host, placement: Placement.replaceTop),
      StandardPresenter(description: "RootPresenter", host: host, placement: Placement.root),
      StandardPresenter(description: "ShowPresenter", host: host, placement: Placement.show),
      StandardPresenter(description: "BackPresenter", host: host, placement: Placement.back),
      StandardPresenter(description: "TabPresenter", host: host, placement: Placement.tab),
    ]
    if ownHost !== host { (ownHost, adoptions) = (nil, []) }
    let adoption = adopt(host)
    let registrations =
      standard.map { add(presenter: $0, priority: -1000) } + [guardLeaving(on: host)]
    return Registration { for registration in registrations + [adoption] { registration.remove() } }
  }

  // MARK: Guards

  /// Asks a closure before every routing, or before every routing to a route with a tag.
  ///
  /// - Parameters:
  ///   - tag: The tag of the routes; nil for all routes.
  ///   - priority: Higher is asked first; equal in order of registration.
  ///   - fileID: The file in which it is added, for manifests.
  ///   - line: The line in it.
  ///   - decide: Decides whether the routing goes on; throwing ends it.
  /// - Returns: The registration, for removing the observer.
  @discardableResult
  public func observe(
    tag: RouteTag? = nil, priority: Int = 0, fileID: StaticString = #fileID, line: UInt = #line,
    decide: @escaping @MainActor (Route) async throws -> RoutingDecision
  ) -> Registration {
    let observer = ClosureObserver(tag: tag, at: "\(fileID):\(line)", decide: decide)
    return add(observer: observer, priority: priority)
  }

  /// Asks a closure before every routing to a path and to all below it.
  ///
  /// `/account` observes `/account`, `/account/orders` and whatever else begins so, registered or not,
  /// of every source; it does not observe `/accounts`.
  ///
  /// - Parameters:
  ///   - prefix: A pattern without source, optional segment and catch-all.
  ///   - priority: Higher is asked first; equal in order of registration.
  ///   - fileID: The file in which it is added, for manifests.
  ///   - line: The line in it.
  ///   - decide: Decides whether the routing goes on; throwing ends it.
  /// - Returns: The registration, for removing the observer.
  /// - Throws: ``RoutingError/Code/invalidPattern`` if the pattern cannot be a prefix.
  @discardableResult
  public func observe(
    under prefix: RoutePattern, priority: Int = 0, fileID: StaticString = #fileID,
    line: UInt = #line,
    decide: @escaping @MainActor (Route) async throws -> RoutingDecision
  ) throws(RoutingError) -> Registration {
    guard prefix.source == nil, !prefix.parts.hasTail else {
      throw RoutingError(.prefixIsNoPath(pattern: prefix))
    }
    // It may name a type that the table does not know.
    _ = try table.index.matchers(for: prefix)
    let path = PathPrefix(prefix, types: table.index.types)
    let observer = ClosureObserver(under: prefix, path, at: "\(fileID):\(line)", decide: decide)
    return add(observer: observer, priority: priority)
  }
}
