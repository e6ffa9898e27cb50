package import WireframeCore

/// What the user has done, by the identifiers of what it concerns: it may be decided after other moves.
enum Intent: Hashable {
  /// Takes screens off their stacks.
  case leave(Set<NavigationEntryID>)
  /// Takes screens off their stacks, on the way back to another column.
  case back(Set<NavigationEntryID>, column: Int, layer: NavigationEntryID)
  /// Takes modals away, by their layers. What was pushed in one after it had left is pushed below it, if there is a
  /// stack.
  case dismiss(Set<NavigationEntryID>, unseen: Set<NavigationEntryID>)
  /// Chooses a tab or a column.
  case select(Int, layer: NavigationEntryID)

  func apply(to state: inout NavigationState<ViewScreen>) {
    switch self {
    case .leave(let entries):
      for layer in state.layers.indices {
        for stack in state.layers[layer].stacks.indices {
          state.layers[layer].stacks[stack].entries.removeAll { entries.contains($0.id) }
        }
      }
    case .back(let entries, let column, let layer):
      Intent.leave(entries).apply(to: &state)
      Intent.select(column, layer: layer).apply(to: &state)
    case .dismiss(let layers, let unseen):
      let gone = state.layers.filter { $0.style != nil && layers.contains($0.id) }
      state.layers.removeAll { layer in gone.contains { $0.id == layer.id } }
      let pushed = gone.flatMap { layer in
        let entries = layer.stacks[layer.selected].entries
        return entries.lastIndex { !unseen.contains($0.id) }.map { entries[($0 + 1)...] } ?? []
      }
      guard !pushed.isEmpty, let top = state.layers.last, top.selectedStack.canPush else { return }
      state.layers[state.layers.count - 1].stacks[top.selected].entries += pushed
    case .select(let stack, let layer):
      guard let layer = state.index(ofLayer: layer) else { return }
      state.layers[layer].selected = stack
    }
  }
}

// What SwiftUI writes into its bindings, and what it reports. SwiftUI writes late, several times, and sometimes what
// nobody has done. A write is drawn at once. Then the host decides whether it is the user's, also in the middle of a
// move, and brings the drawing to the state again.
extension SwiftUINavigationHost {
  /// SwiftUI has changed the path of a stack: its screens without the first one.
  ///
  /// A shorter path is a pop by the user, as far as the screens have been seen: what had not come yet, the user did not
  /// take away. Any other path is put back.
  package func pathChanged(to path: [NavigationEntry<ViewScreen>], of place: StackPlace) {
    guard let index = drawn.index(ofLayer: place.layer) else { return }
    let old = entries(of: place, in: drawn.layers[index])
    let new = Array(old.prefix(1)) + path
    guard new.map(\.id) != old.map(\.id) else { return }
    guard new.count < old.count, zip(new, old).allSatisfy({ $0.id == $1.id }) else {
      // SwiftUI is to read the drawing once more.
      publish()
      return redraws()
    }
    let removed = old[new.count...].map(\.id)
    let gone = taken(removed, isSeen: seen.contains)
    let layer = drawn.layers[index]
    guard place.stack == nil, layer.kind == .columns,
      let column = columnBack(in: layer, removing: removed)
    else {
      Intent.leave(Set(removed)).apply(to: &drawn)
      return received(gone.isEmpty ? nil : .leave(gone))
    }
    // The first screen of a column stays in it, for when there is room again.
    let first = Set(layer.stacks[(column + 1)...].compactMap { $0.entries.first?.id })
    func back(_ entries: Set<NavigationEntryID>) -> Intent {
      .back(entries.subtracting(first), column: column, layer: layer.id)
    }
    back(Set(removed)).apply(to: &drawn)
    // Written late, it may come when there is room again.
    showSelectedColumn(of: drawn.layers[index])
    if gone.count == removed.count { return received(back(gone)) }
    let left = gone.subtracting(first)
    received(left.isEmpty ? nil : .leave(left))
  }

  /// SwiftUI has taken the modal out of its binding: the user has dismissed it, or it was dropped.
  package func modalChanged(_ modal: ShownModal) {
    guard let index = drawn.index(ofLayer: modal.layer), index > 0,
      shown(drawn.layers[index]) == modal
    else { return }
    let removed = drawn.layers[index...]
    let gone = taken(removed.map(\.id)) { id in
      guard let layer = removed.first(where: { $0.id == id }) else { return false }
      return presented.contains(shown(layer))
    }
    // Also what a move has not drawn yet.
    let content = state.layers.filter { gone.contains($0.id) }.flatMap(\.entries)
    let unseen = Set(content.map(\.id)).subtracting(seen)
    // With the one below, SwiftUI dismisses all above, and does not always say so.
    for layer in removed.dropFirst() { presented.remove(shown(layer)) }
    drawn.layers.removeSubrange(index...)
    received(gone.isEmpty ? nil : .dismiss(gone, unseen: unseen))
  }

  /// The user has chosen a tab, with screens or without.
  package func tabChanged(to stack: Int, ofLayer layer: NavigationEntryID) {
    guard let index = drawn.index(ofLayer: layer), drawn.layers[index].kind == .tabs,
      drawn.layers[index].stacks.indices.contains(stack), drawn.layers[index].selected != stack
    else { return }
    drawn.layers[index].selected = stack
    received(.select(stack, layer: layer))
  }

  /// SwiftUI has begun to show an entry: its `onAppear`.
  package func willAppear(_ entry: NavigationEntryID) {
    guard let place = drawn.place(of: entry) else { return }
    seen.insert(entry)
    begun.insert(entry)
    if place.layer > 0 { presented.insert(shown(drawn.layers[place.layer])) }
  }

  /// An entry is fully there: the `viewDidAppear` of an invisible controller in it.
  package func didAppear(_ entry: NavigationEntryID) {
    guard drawn.place(of: entry) != nil else { return }
    willAppear(entry)
    appeared.insert(entry)
    arriving.remove(entry)
    lookout.look()
  }

  /// SwiftUI has begun to show a modal, whatever its screen tells.
  package func modalAppeared(_ modal: ShownModal) {
    if draws(modal) { presented.insert(modal) }
  }

  /// A modal has left: its `onDismiss`.
  package func didDismiss(_ modal: ShownModal) {
    // Some dismissals are not written before.
    modalChanged(modal)
    presented.remove(modal)
    lookout.look()
  }

  /// Whether a modal holds on to the user's swipe: a leave guard would be asked, or it is covered.
  package func isGuarded(_ layer: NavigationEntryID) -> Bool {
    if cover != nil { return true }
    guard let index = state.index(ofLayer: layer) else { return false }
    return events.mayBeKept(
      state.leavingScreens(to: State(layers: Array(state.layers[..<index]))))
  }

  /// A view begins to draw the host.
  package func attach() {
    // The other one may be gone by the time that this one is drawn.
    let isSecond = attachments > 0
    attachments += 1
    // Not at once: SwiftUI is reading the view.
    Task {
      // A view in the place of another one: it draws everything anew, and what the other one reports is void.
      if isSecond { forgetDrawing() }
      guard turns.enterIfFree() else { return }
      await settle(animated: false)
      endTurn()
    }
  }

  /// A view that drew the host is gone.
  package func detach() {
    attachments -= 1
    if attachments == 0 { forgetDrawing() }
  }

  private func forgetDrawing() {
    (drawn, drawnBefore) = (State(), State())
    (presented, seen, appeared, arriving) = ([], [], [], [])
    lookout.interrupt()
  }

  /// What the user has taken away of what SwiftUI has removed: all up to the last one that was seen. The rest comes
  /// back, unless SwiftUI drops it again and again.
  private func taken(
    _ removed: [NavigationEntryID], isSeen: (NavigationEntryID) -> Bool
  ) -> Set<NavigationEntryID> {
    guard let last = removed.last, !isSeen(last) else { return Set(removed) }
    drops[last, default: 0] += 1
    if drops[last, default: 0] > Self.maximumDrops { return Set(removed) }
    guard let lastSeen = removed.lastIndex(where: isSeen) else { return [] }
    return Set(removed[...lastSeen])
  }

  func received(_ intent: Intent?) {
    if let intent { intents.append(intent) }
    mustPause = true
    lookout.interrupt()
    guard turns.enterIfFree() else { return }
    decide()
    Task {
      await settle(animated: true)
      endTurn()
    }
  }

  /// Ends a turn. What the user has done while nobody could decide on it is decided now.
  func endTurn() {
    turns.leave()
    catchUp()
  }

  /// Decides on what the user has done, and draws the state, if nothing moves.
  func catchUp() {
    if turns.isFree, attachments > 0, !intents.isEmpty || drawn != state { received(nil) }
  }
}

// MARK: - Deciding

extension SwiftUINavigationHost {
  /// Decides on what the user has done: it is done, unless a guard has to be asked, or something covers the screens.
  func decide() {
    if refusesUser { intents = [] }
    while !intents.isEmpty {
      let intent = intents.removeFirst()
      let before = state
      var target = before
      intent.apply(to: &target)
      let leaving = before.leavingScreens(to: target)
      if !leaving.isEmpty, events.mayBeKept(leaving) { ask(intent) } else { change(to: target) }
    }
  }

  private func change(to target: State) {
    let before = state
    guard target != before else { return }
    state = target
    events.send(from: before, to: target, by: .user)
  }

  /// Asks the leave guards, with the screens back in their places, and does what the user wanted if they allow it. What
  /// has come while they were asked is asked about, too.
  private func ask(_ intent: Intent) {
    // A user who swipes again while being asked is not asked twice.
    guard !asking.contains(intent) else { return }
    asking.append(intent)
    events.activity.begin()
    Task {
      defer {
        asking.removeAll { $0 == intent }
        events.activity.end()
      }
      var asked: Set<NavigationEntryID?> = []
      while true {
        // With the turn nothing can come between the last question and the move. And a guard may ask the user on the
        // very screen, which is back by then.
        try? await turns.enter()
        let before = state
        var target = before
        intent.apply(to: &target)
        let new = before.leavingScreens(to: target).filter { !asked.contains($0.entry) }
        if new.isEmpty {
          // A cover may have come while they were asked.
          if !refusesUser { change(to: target) }
          await settle(animated: true)
          return endTurn()
        }
        endTurn()
        // What a guard keeps stays.
        guard (try? await events.ask(new)) != nil else { return }
        asked.formUnion(new.map(\.entry))
      }
    }
  }
}

// MARK: - For views and tests

extension SwiftUINavigationHost {
  /// Whether SwiftUI is told to draw the state, no move runs or waits, and no guard is asked.
  package var isSettled: Bool {
    turns.isFree && intents.isEmpty && asking.isEmpty && (attachments == 0 || drawn == state)
  }

  /// Whether a presentation of a modal is drawn.
  func draws(_ modal: ShownModal) -> Bool {
    drawn.layers.dropFirst().contains { shown($0) == modal }
  }

  /// The modal over a layer, as it is presented now.
  package func modal(over layer: NavigationEntryID) -> ShownModal? {
    let above = drawn.index(ofLayer: layer).map { drawn.layers[($0 + 1)...] }
    return above?.first.map(shown)
  }

  /// A layer as it is drawn now, or as it was while it leaves.
  func asDrawn(_ layer: State.Layer) -> State.Layer {
    drawn.layers.first { $0.id == layer.id } ?? layer
  }
}
