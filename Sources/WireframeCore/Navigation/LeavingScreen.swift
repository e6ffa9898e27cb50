/// A screen that is about to leave, by a routing or by another move of the framework.
public struct LeavingScreen {
  /// How a screen leaves.
  public enum Cause: Hashable, Sendable {
    /// It is popped off its stack.
    case pop
    /// It is dismissed with its modal.
    case dismiss
    /// Another screen replaces it.
    case replace
  }

  /// The route that brought the screen; nil if code put it there without one.
  public let from: Route?
  /// The route that the user sees instead; nil if there is none.
  public let to: Route?
  /// How the screen leaves.
  public let cause: Cause
  /// The screen's controller.
  public let controller: Any
  /// The screen's entry; nil if a presenter of the app's own made the value.
  var entry: NavigationEntryID?

  /// Makes the value; for presenters that take screens away in a way of their own.
  ///
  /// - Parameters:
  ///   - controller: The screen's controller.
  ///   - from: The route that brought it; nil if code put it there without one.
  ///   - to: The route that the user sees instead; nil if there is none.
  ///   - cause: How the screen leaves.
  public init(of controller: Any, from: Route?, to: Route?, by cause: Cause) {
    self.controller = controller
    self.from = from
    self.to = to
    self.cause = cause
  }
}

@available(*, unavailable)
extension LeavingScreen: Sendable {}

// MARK: - What moves would take away

extension NavigationState {
  /// The screens that leave when the uppermost layers are dismissed, and the entries above one of the
  /// layer below them is popped; the uppermost first.
  func leavingScreens(
    dismissing count: Int, poppingTo entry: NavigationEntryID? = nil, for route: Route? = nil
  ) -> [LeavingScreen] {
    let kept = layers.dropLast(count)
    let dismissed = layers.suffix(count).flatMap(\.entries)
    let popped = entry.map { kept.last?.entries(above: $0) ?? [] } ?? []
    let top = entry.flatMap { id in entries.first { $0.id == id } } ?? kept.last?.shown.last
    let to = route ?? top?.route
    return dismissed.reversed().map { $0.leaving(to: to, by: .dismiss) }
      + popped.reversed().map { $0.leaving(to: to, by: .pop) }
  }

  /// The screens that leave when others replace them.
  func leavingScreens(
    replacing entries: [NavigationEntry<Controller>], by route: Route?
  ) -> [LeavingScreen] {
    entries.reversed().map { $0.leaving(to: route, by: .replace) }
  }

  /// The number of modals above the innermost stack; nil without a stack.
  var modalsAboveStack: Int? {
    layers.lastIndex { $0.stack != nil }.map { layers.count - 1 - $0 }
  }

  /// The layer of an entry.
  package func layer(of entry: NavigationEntryID) -> Int? {
    layers.lastIndex { $0.entries.contains { $0.id == entry } }
  }
}

extension NavigationState.Layer {
  /// All its stacks, those of tabs that are not shown included; a screen alone counts as one.
  package var stacks: [[NavigationEntry<Controller>]] {
    if case .tabs(let tabs, _) = content { tabs.map(\.entries) } else { [shown] }
  }

  /// The entries above one in its stack.
  fileprivate func entries(above entry: NavigationEntryID) -> [NavigationEntry<Controller>] {
    for stack in stacks {
      if let place = stack.firstIndex(where: { $0.id == entry }) {
        return Array(stack[(place + 1)...])
      }
    }
    return []
  }
}

extension NavigationEntry {
  fileprivate func leaving(to: Route?, by cause: LeavingScreen.Cause) -> LeavingScreen {
    var leaving = LeavingScreen(of: controller, from: route, to: to, by: cause)
    leaving.entry = id
    return leaving
  }
}
