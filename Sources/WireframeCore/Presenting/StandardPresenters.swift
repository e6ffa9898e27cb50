/// The presenters of the standard options: what ``Wireframe/addStandardPresenters(on:except:)`` adds or leaves out.
public struct StandardPresenters: OptionSet, Sendable {
  /// A bit for each presenter.
  public let rawValue: Int

  /// Makes a set of presenters.
  ///
  /// - Parameter rawValue: A bit for each presenter.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Presents every ``PushOption`` by a push.
  public static let push = Self(rawValue: 1 << 0)
  /// Presents every ``ModalOption`` over the top.
  public static let modal = Self(rawValue: 1 << 1)
  /// Presents ``ReplaceTop`` by replacing the top by the controller.
  public static let replaceTop = Self(rawValue: 1 << 2)
  /// Presents ``Root`` by clearing the host.
  public static let root = Self(rawValue: 1 << 3)
  /// Presents ``Show`` by a push or a modal, as the top allows.
  public static let show = Self(rawValue: 1 << 4)
  /// Presents ``Back`` by going back to a screen; no provider is asked.
  public static let back = Self(rawValue: 1 << 5)
  /// Presents ``SelectTab`` by changing to a tab; a provider is asked only if the tab is empty.
  public static let tab = Self(rawValue: 1 << 6)
}

struct PushPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  let host: Host

  func leavingScreens(for route: Route, option: any PushOption) -> [LeavingScreen] {
    host.leavingScreens(forPush: option, of: route)
  }

  func present(
    _ controller: Host.Controller, option: any PushOption, event: RoutingEvent
  ) async throws {
    try await host.performPush(controller, route: event.route, option: option)
  }
}

struct ModalPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  let host: Host

  func present(
    _ controller: Host.Controller, option: any ModalOption, event: RoutingEvent
  ) async throws {
    try await host.present(controller, route: event.route, option: option)
  }
}

struct ReplaceTopPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  let host: Host

  func leavingScreens(for route: Route, option: ReplaceTop) -> [LeavingScreen] {
    host.leavingScreensForReplacement(by: route)
  }

  func present(
    _ controller: Host.Controller, option: ReplaceTop, event: RoutingEvent
  ) async throws {
    try await host.performReplaceTop(
      controller, route: event.route, animated: option.isAnimated)
  }
}

struct RootPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  let host: Host

  func leavingScreens(for route: Route, option: Root) -> [LeavingScreen] {
    host.leavingScreensForRoot(of: route)
  }

  func present(
    _ controller: Host.Controller, option: Root, event: RoutingEvent
  ) async throws {
    try await host.perform(
      .setRoot(controller, route: event.route, hasStack: option.hasStack),
      animated: option.isAnimated)
  }
}

struct ShowPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  let host: Host

  func present(
    _ controller: Host.Controller, option: Show, event: RoutingEvent
  ) async throws {
    try await host.show(controller, route: event.route, animated: option.isAnimated)
  }
}

struct BackPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  let host: Host

  func existingController(for route: Route, option: Back) throws -> Host.Controller? {
    try entry(for: route, option).controller
  }

  func leavingScreens(for route: Route, option: Back) -> [LeavingScreen] {
    guard let entry = try? entry(for: route, option) else { return [] }
    return host.leavingScreens(forBackTo: entry.id)
  }

  func present(
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

struct TabPresenter<Host: NavigationHost>: ControllerRoutingPresenter {
  let host: Host

  func existingController(for route: Route, option: SelectTab) throws -> Host.Controller? {
    try topEntry(of: option)?.controller
  }

  func leavingScreens(for route: Route, option: SelectTab) -> [LeavingScreen] {
    host.leavingScreens(forTab: option.name)
  }

  func present(
    _ controller: Host.Controller, option: SelectTab, event: RoutingEvent
  ) async throws {
    let isEmpty = try topEntry(of: option) == nil
    try await host.performSelectTab(option.name, animated: false)
    // Another role may have filled the tab while the controller was made.
    if isEmpty || event.isNew {
      try await host.performPush(controller, route: event.route, option: .push)
    }
  }

  private func topEntry(
    of option: SelectTab
  ) throws(RoutingError) -> NavigationEntry<Host.Controller>? {
    let index = try host.index(ofTab: option.name)
    guard case .tabs(let tabs, _) = host.state.layers[index.layer].content else { return nil }
    return tabs[index.tab].entries.last
  }
}
