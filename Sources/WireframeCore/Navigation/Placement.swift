/// How a standard option puts a screen onto a host: what it clears away first, and where the screen comes.
package enum Placement {
  case push(any PushOption)
  case modal(any ModalOption)
  case replaceTop(ReplaceTop)
  case root(Root)
  case show(Show)
  case back(Back)
  case tab(SelectTab)

  package var isAnimated: Bool {
    switch self {
    case .push(let option): option.isAnimated
    case .modal(let option): option.isAnimated
    case .replaceTop(let option): option.isAnimated
    case .root(let option): option.isAnimated
    case .show(let option): option.isAnimated
    case .back(let option): option.isAnimated
    case .tab: false
    }
  }

  package var option: any RoutingOption {
    switch self {
    case .push(let option): option
    case .modal(let option): option
    case .replaceTop(let option): option
    case .root(let option): option
    case .show(let option): option
    case .back(let option): option
    case .tab(let option): option
    }
  }

  /// Whether a screen is added; if not, the user goes back to one that is already shown.
  var bringsScreen: Bool {
    switch self {
    case .back, .tab: false
    case .push, .modal, .replaceTop, .root, .show: true
    }
  }

  var replacesTop: Bool { if case .replaceTop = self { true } else { false } }
  var comesIntoStack: Bool {
    switch self {
    case .push, .replaceTop, .show: true
    case .modal, .root, .back, .tab: false
    }
  }

  /// The entry to show again; nil if a screen has to be made.
  func standing<Controller>(
    for route: Route, in state: NavigationState<Controller>
  ) throws(RoutingError) -> NavigationEntry<Controller>? {
    switch self {
    case .back(let option):
      let entry =
        if let id = option.entry { state.nearest { $0.id == id } } else { state.nearest(of: route) }
      guard let entry else { throw RoutingError(.notOnScreen) }
      return entry
    case .tab(let option):
      let place = try state.stack(named: option.name)
      return state.layers[place.layer].stacks[place.stack].top
    case .push, .modal, .replaceTop, .root, .show:
      return nil
    }
  }
}

extension NavigationHost {
  /// The screens that a placement would take away, the uppermost first.
  package func leavingScreens(by placement: Placement, for route: Route?) -> [LeavingScreen] {
    state.leavingScreens(
      with: { state throws(RoutingError) in try state.clear(by: placement, for: route) },
      showing: placement.bringsScreen ? route : nil)
  }

  /// Presents a controller by a standard option, in one operation; one that is not new is already on screen. `asked`
  /// are the screens about which leave guards were asked; nil if others may leave, too.
  package func place(
    _ controller: Controller, route: Route?, by placement: Placement, isNew: Bool = true,
    besides asked: Set<NavigationEntryID?>? = nil
  ) async throws {
    let entry = NavigationEntry(controller, route: route, option: placement.option)
    let operation = NavigationOperation<Controller> { [self] state throws(RoutingError) in
      if let asked { try events.check(leavingScreens(by: placement, for: route), besides: asked) }
      try state.place(entry, by: placement, isNew: isNew)
    }
    try await perform(operation, animated: placement.isAnimated)
  }
}

extension NavigationState {
  /// Puts an entry onto the state by a standard option; one that is not new is already on screen.
  @MainActor
  package mutating func place(
    _ entry: NavigationEntry<Controller>, by placement: Placement, isNew: Bool
  ) throws(RoutingError) {
    if case .replaceTop = placement { try checkIsNew(entry) }
    try clear(by: placement, for: entry.route)
    // Another role may have removed the tab's screens.
    let comes = if case .tab = placement { isNew || top == nil } else { isNew }
    guard comes else { return }
    try checkIsNew(entry)
    try add(entry, by: placement)
  }

  // Methods of the state: one of a placement would look up the state's type, which only the app knows.
  /// Takes away the screens that leave before the new one comes; `.back` and `.tab` also select their stack.
  package mutating func clear(by placement: Placement, for route: Route?) throws(RoutingError) {
    switch placement {
    case .push(let option): try dismissModals(allowed: option.dismissesModals)
    case .modal, .show: break
    case .replaceTop: try removeTop()
    case .root: uppermost = nil
    case .back:
      guard let route, let entry = try placement.standing(for: route, in: self) else { break }
      try goBack(to: entry.id)
    case .tab(let option): try selectStack(named: option.name)
    }
  }

  @MainActor
  mutating func add(
    _ entry: NavigationEntry<Controller>, by placement: Placement
  ) throws(RoutingError) {
    switch placement {
    case .push, .tab: try push(entry)
    case .modal(let option): try present(entry, option)
    case .replaceTop:
      // A parent comes without anything being cleared before.
      guard uppermost != nil else { throw RoutingError(.nothingOnScreen) }
      add(entry)
    case .root(let option): setRoot(entry, hasStack: option.hasStack)
    case .show(let option):
      if canPush {
        try push(entry)
      } else {
        try present(entry, .modal(animated: option.isAnimated))
      }
    case .back: throw RoutingError(.notOnScreen)
    }
  }

  /// Refuses an object that is on screen already: toolkits trap on that, or ignore it. A value may be shown twice.
  /// And a screen for somebody who has gone by now: a handler, or the host, may have taken its time.
  @MainActor func checkIsNew(_ new: NavigationEntry<Controller>) throws(RoutingError) {
    if new.route?.ownerHasGone == true {
      throw RoutingError(.stopped(reason: Route.reasonOfOwners))
    }
    // Its routing has failed before the host was free.
    if new.route?.loading?.failure != nil { throw RoutingError(.placeholderLeft) }
    guard let identity = new.identity, uppermost?.holds(identity) == true else { return }
    throw RoutingError(.alreadyOnScreen)
  }
}
