/// The screens that come and leave while a routing presents.
@MainActor
final class Arrivals {
  private var entered: [NavigationEntryID] = []
  // A listener that moves the host at once has what leaves reported before what has come.
  private var left: Set<NavigationEntryID> = []
  private var registration: Registration?

  var haveLeft: Bool { entered.contains(where: left.contains) }

  /// Begins to listen; `shared` is a screen that is there already, and answers this caller, too.
  init<Controller>(on host: any NavigationHost<Controller>, sharing shared: NavigationEntryID?) {
    entered = [shared].compactMap(\.self)
    registration = host.onChange { [weak self] change in
      guard let self else { return }
      entered += change.entered.map(\.id)
      left.formUnion(change.left.map(\.id))
    }
  }

  /// The last screen that has come and is there: a presenter of the app's own may give the host no route.
  func last<Controller>(in state: NavigationState<Controller>) -> NavigationEntryID? {
    entered.last { state.layer(of: $0) != nil }
  }

  func end() { registration?.remove() }
}
