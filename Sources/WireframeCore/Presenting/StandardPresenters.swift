/// The priority of the presenters that ship: an app's own come before them.
private let standardPriority = -1000

/// Presents every ``PushOption`` by a push onto a host.
public final class PushPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  private let host: Host

  /// Makes the presenter.
  ///
  /// - Parameter host: Where screens stand.
  public init(on host: Host) { self.host = host }

  /// −1000.
  public var defaultPriority: Int { standardPriority }

  /// The modals above the stack.
  public func leavingScreens(for route: Route, option: any PushOption) -> [LeavingScreen] {
    host.leavingScreens(forPush: option, of: route)
  }

  /// Pushes the controller.
  public func present(
    _ controller: Host.Controller, option: any PushOption, event: RoutingEvent
  ) async throws {
    try await host.performPush(controller, route: event.route, option: option)
  }
}

/// Presents every ``ModalOption`` over the top of a host.
public final class ModalPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  private let host: Host

  /// Makes the presenter.
  ///
  /// - Parameter host: Where screens stand.
  public init(on host: Host) { self.host = host }

  /// −1000.
  public var defaultPriority: Int { standardPriority }

  /// Presents the controller as a modal.
  public func present(
    _ controller: Host.Controller, option: any ModalOption, event: RoutingEvent
  ) async throws {
    try await host.present(controller, route: event.route, option: option)
  }
}

/// Presents ``ReplaceTop`` by putting the controller in the place of a host's top.
public final class ReplaceTopPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  private let host: Host

  /// Makes the presenter.
  ///
  /// - Parameter host: Where screens stand.
  public init(on host: Host) { self.host = host }

  /// −1000.
  public var defaultPriority: Int { standardPriority }

  /// The top.
  public func leavingScreens(for route: Route, option: ReplaceTop) -> [LeavingScreen] {
    host.leavingScreensForReplacement(by: route)
  }

  /// Replaces the top by the controller.
  public func present(
    _ controller: Host.Controller, option: ReplaceTop, event: RoutingEvent
  ) async throws {
    try await host.performReplaceTop(
      controller, route: event.route, animated: option.isAnimated)
  }
}

/// Presents ``Root`` by clearing a host and beginning anew.
public final class RootPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  private let host: Host

  /// Makes the presenter.
  ///
  /// - Parameter host: Where screens stand.
  public init(on host: Host) { self.host = host }

  /// −1000.
  public var defaultPriority: Int { standardPriority }

  /// Everything.
  public func leavingScreens(for route: Route, option: Root) -> [LeavingScreen] {
    host.leavingScreensForRoot(of: route)
  }

  /// Makes the controller the root.
  public func present(
    _ controller: Host.Controller, option: Root, event: RoutingEvent
  ) async throws {
    try await host.perform(
      .setRoot(controller, route: event.route, hasStack: option.hasStack),
      animated: option.isAnimated)
  }
}

/// Presents ``Show`` by a push or a modal, as a host's top allows.
public final class ShowPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  private let host: Host

  /// Makes the presenter.
  ///
  /// - Parameter host: Where screens stand.
  public init(on host: Host) { self.host = host }

  /// −1000.
  public var defaultPriority: Int { standardPriority }

  /// Shows the controller.
  public func present(
    _ controller: Host.Controller, option: Show, event: RoutingEvent
  ) async throws {
    try await host.show(controller, route: event.route, animated: option.isAnimated)
  }
}

/// Presents ``Back`` by going back to what stands on a host; no provider is asked.
public final class BackPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  private let host: Host

  /// Makes the presenter.
  ///
  /// - Parameter host: Where screens stand.
  public init(on host: Host) { self.host = host }

  /// −1000.
  public var defaultPriority: Int { standardPriority }

  /// The controller to go back to.
  ///
  /// - Throws: ``RoutingError/Code/notOnScreen`` if it is not there.
  public func existingController(for route: Route, option: Back) throws -> Host.Controller? {
    try entry(for: route, option).controller
  }

  /// What stands above the entry.
  public func leavingScreens(for route: Route, option: Back) -> [LeavingScreen] {
    guard let entry = try? entry(for: route, option) else { return [] }
    return host.leavingScreens(forBackTo: entry.id)
  }

  /// Goes back to the entry.
  public func present(
    _ controller: Host.Controller, option: Back, event: RoutingEvent
  ) async throws {
    let entry = try entry(for: event.route, option)
    try await host.performBack(to: entry.id, animated: option.isAnimated)
  }

  private func entry(
    for route: Route, _ option: Back
  ) throws(RoutingError) -> NavigationEntry<Host.Controller> {
    let entry = host.state.nearest { entry in
      guard let wanted = option.entry else {
        return entry.route?.leadsToSamePlace(as: route) == true
      }
      return entry.id == wanted
    }
    guard let entry else { throw RoutingError(.notOnScreen) }
    return entry
  }
}

/// Presents ``SelectTab`` by changing to a host's tab; only for an empty tab a controller is made.
public final class TabPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  private let host: Host

  /// Makes the presenter.
  ///
  /// - Parameter host: Where screens stand.
  public init(on host: Host) { self.host = host }

  /// −1000.
  public var defaultPriority: Int { standardPriority }

  /// The controller at the top of the tab, or nil if the tab is empty.
  ///
  /// - Throws: ``RoutingError/Code/noTab`` if there is no such tab.
  public func existingController(for route: Route, option: SelectTab) throws -> Host.Controller? {
    try topEntry(of: option)?.controller
  }

  /// The modals above the tabs.
  public func leavingScreens(for route: Route, option: SelectTab) -> [LeavingScreen] {
    host.leavingScreens(forTab: option.name)
  }

  /// Changes to the tab, and puts the controller there if it was made for it.
  public func present(
    _ controller: Host.Controller, option: SelectTab, event: RoutingEvent
  ) async throws {
    let isEmpty = try topEntry(of: option) == nil
    try await host.performSelectTab(option.name, animated: false)
    // Somebody may have filled the tab while the controller was made.
    if isEmpty || event.isNew {
      try await host.performPush(controller, route: event.route, option: .push)
    }
  }

  private func topEntry(
    of option: SelectTab
  ) throws(RoutingError) -> NavigationEntry<Host.Controller>? {
    let place = try host.place(ofTab: option.name)
    guard case .tabs(let tabs, _) = host.state.layers[place.layer].content else { return nil }
    return tabs[place.tab].entries.last
  }
}
