internal import WireframeCore

/// The steps that a run has shown and that were not left, in order, with the entries of their screens.
struct StepTrail<Guide: Guider> {
  enum Place: Equatable {
    /// On the host.
    case entry(NavigationEntryID)
    /// Not on the host: a presenter of the app's own has it.
    case elsewhere
    /// Off screen: the flow itself replaced it by a later step.
    case replaced
  }

  /// How a step was reached.
  enum Landing { case anew, onward, back }

  struct Visit: Equatable {
    let guider: Guide
    var place: Place

    fileprivate func isAt(_ entries: Set<NavigationEntryID>) -> Bool {
      if case .entry(let id) = place { entries.contains(id) } else { false }
    }
  }

  private(set) var visits: [Visit] = []

  var before: Visit? { visits.dropLast().last }
  var onHost: Visit? { if case .entry? = visits.last?.place { visits.last } else { nil } }

  /// The step on screen, if a step that has been shown is covered or replaced by it: a second tap on the
  /// screen of that step.
  func step(over guider: Guide, top: NavigationEntryID?) -> Guide? {
    guard let current = visits.last, current.guider != guider,
      let visit = visits.last(where: { $0.guider == guider })
    else { return nil }
    return visit.place == top.map(Place.entry) ? nil : current.guider
  }

  /// How a step comes: a step that took the place of the one before gives it back, any other one is pushed upon.
  func placement(_ landing: Landing, at top: NavigationEntry<Guide.Controller>?) -> Placement {
    guard landing == .back, before?.place == .replaced, let top, top.option is ReplaceTop,
      visits.last?.place == .entry(top.id)
    else { return .push(.push) }
    return .replaceTop(.replaceTop)
  }

  /// The current step's screen, which leaves when the flow goes back; nil if it is the first of the window or of a tab,
  /// or an earlier step's screen, too.
  func left(by way: Landing, in state: NavigationState<Guide.Controller>) -> NavigationEntryID? {
    guard way == .back, case .push = placement(way, at: state.top),
      case .entry(let id)? = visits.last?.place, let place = state.place(of: id)
    else { return nil }
    return place.layer + place.index > 0 && visits.count { $0.isAt([id]) } == 1 ? id : nil
  }

  mutating func land(_ landing: Landing, on guider: Guide, at place: Place) {
    if landing == .anew { visits = [] }
    if landing == .back, let place = visits.dropLast().lastIndex(where: { $0.guider == guider }) {
      visits.removeSubrange(place...)
    }
    visits.append(Visit(guider: guider, place: place))
  }

  mutating func goBack(to visit: Visit) {
    guard let place = visits.lastIndex(of: visit) else { return }
    visits.removeSubrange((place + 1)...)
  }

  /// The flow itself replaced these entries.
  mutating func replace(_ entries: Set<NavigationEntryID>) {
    for place in visits.indices where visits[place].isAt(entries) {
      visits[place].place = .replaced
    }
  }

  /// These entries were left by the user or the app. A step that was replaced is on the way back only while what
  /// replaced it is on screen.
  mutating func leave(_ entries: Set<NavigationEntryID>) {
    visits.removeAll { $0.isAt(entries) }
    while visits.last?.place == .replaced { visits.removeLast() }
  }
}

/// Waits for the screen of a step that a gate keeps.
@MainActor
final class StepWaiter: RequestWaiter {
  var onShow: ((NavigationEntryID?) -> Void)?
  var onLeave: (() -> Void)? { didSet { if hasLeft { onLeave?() } } }
  /// The user may have been faster than the flow.
  private var hasLeft = false { didSet { onLeave?() } }
  private(set) var isKept = false
  var leaving: NavigationEntryID?

  init(leaving: NavigationEntryID?) { self.leaving = leaving }

  var isAhead: Bool { isKept && onLeave != nil && !hasLeft && leaving == nil }
  var waitsAgain: Bool { true }
  var isOver: Bool { false }

  func keep(discard: @escaping @MainActor () async -> Void) { isKept = true }
  func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void) {
    onLeave = nil  // From now on the host tells that it leaves; another run may have begun by then.
    onShow?(entry)
  }
  func note(_ answer: Any) {}
  func leave() { hasLeft = true }
  func fail(_ error: RoutingError) { leave() }
}
