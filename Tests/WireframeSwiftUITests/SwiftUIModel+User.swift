import TestSupport
import WireframeCore
import WireframeSwiftUI

// What the user does, and what SwiftUI writes then.
extension SwiftUIModel {
  /// The room changes: columns are side by side, or one over the other.
  func toggleColumns() {
    isCompact.toggle()
    reportRoom()
  }

  private func reportRoom() {
    guard let root, root.kind == .columns else { return }
    host.drawn(inCompactWidth: isCompact, isActive: host.isActive, layer: root.id)
    followRoom()
  }

  /// The app goes to the background, where the system draws it in several size classes, and comes back.
  func flipInBackground() {
    isActive = false
    for _ in 0..<3 {
      isCompact.toggle()
      reportRoom()
    }
    isCompact.toggle()
    isActive = true
    reportRoom()
  }

  /// The user begins to swipe back, and lets go: the screen below has begun to appear, and nothing is written.
  @discardableResult
  func cancelSwipeBack() -> Bool {
    guard isInReach, let layer = modals.last?.content ?? root, !isMoving,
      modals.last?.isLeaving != true
    else {
      return false
    }
    let entries = path(of: layer, layer.kind == .columns && isCollapsed ? nil : layer.selected)
    guard entries.count > 1 else { return false }
    busyUntil = max(busyUntil, now + habits.transition)
    if !habits.hasSilentScreens { host.willAppear(entries[entries.count - 2].id) }
    appear(entries[entries.count - 1].id, after: habits.transition)
    return true
  }

  /// The user taps the tab that is shown: its path is emptied.
  @discardableResult
  func tapAgain() -> Bool {
    guard isInReach, let layer = modals.last?.content ?? root, layer.kind == .tabs else {
      return false
    }
    return goBack(by: layer.stacks[layer.selected].entries.count - 1)
  }

  /// The user shows or hides columns; false if there are none side by side, or something covers them.
  @discardableResult
  func show(_ columns: ColumnVisibility) -> Bool {
    guard isInReach, let root, root.kind == .columns, !isCollapsed, modals.isEmpty,
      columns != self.columns
    else { return false }
    changeColumns { self.columns = columns }
    pendingColumns += 1
    write({ [weak self] in
      self?.host.columnsChanged(to: columns, ofLayer: root.id)
    }) { [weak self] in
      self?.pendingColumns -= 1
      self?.drawSoon()
    }
    return true
  }

  private func write(
    _ body: @escaping @MainActor () -> Void, then done: @escaping @MainActor () -> Void = {}
  ) {
    let delay: Duration =
      switch habits.write {
      case .atOnce: .zero
      case .atTheEnd: habits.transition
      case .late: .milliseconds([400, 700, 1000].pick(&random))
      }
    func write() {
      body()
      if habits.repeatsWrites { body() }
      done()
    }
    if delay == .zero { write() } else { after(delay) { write() } }
  }

  func path(of layer: State.Layer, _ stack: Int?) -> [NavigationEntry<ViewScreen>] {
    if let stack { return layer.stacks[stack].entries }
    guard layer.kind == .columns else { return layer.stacks[layer.selected].entries }
    return layer.stacks[...layer.selected].flatMap(\.entries)
  }

  private func changeTop(_ body: (inout State.Layer) -> Void) {
    if modals.isEmpty {
      if var layer = root {
        body(&layer)
        root = layer
      }
    } else {
      body(&modals[modals.count - 1].content)
    }
  }

  /// The user goes back by some screens, also while one is being pushed; false if there is nothing to go back to.
  ///
  /// A long press on the back button offers several screens, and columns that are side by side have a button each.
  @discardableResult
  func goBack(by count: Int = 1, inColumn column: Int? = nil) -> Bool {
    guard isInReach, let layer = modals.last?.content ?? root, modals.last?.isLeaving != true
    else { return false }
    let isOne = layer.kind == .columns && isCollapsed
    let stack = isOne ? nil : layer.kind == .columns ? column ?? layer.selected : layer.selected
    if layer.kind == .columns, let stack, !shows(stack, of: layer) { return false }
    var entries = path(of: layer, stack)
    guard count > 0, entries.count > count else { return false }
    let kept = entries.count - count
    entries.removeLast(count)
    let place = StackPlace(layer: layer.id, stack: stack)
    changeTop { layer in
      if isOne {
        // What is shown is the last column that has a screen left. The columns behind it are left one after the other,
        // each with its first screen, which is shown again once there is room.
        var rest = kept
        var shown = layer.selected
        for index in layer.stacks.indices.prefix(layer.selected + 1) {
          let left = min(rest, layer.stacks[index].entries.count)
          rest -= left
          if left > 0 { shown = index }
          layer.stacks[index].entries = Array(layer.stacks[index].entries.prefix(max(left, 1)))
        }
        layer.selected = shown
      } else {
        layer.stacks[stack ?? layer.selected].entries.removeLast(count)
      }
    }
    busyUntil = max(busyUntil, now + habits.transition)
    if let top = entries.last { appear(top.id, after: habits.transition) }
    pendingWrites.insert(place)
    let path = Array(entries.dropFirst())
    write { [weak self] in
      self?.pendingWrites.remove(place)
      self?.lastWritten[place] = path.map(\.id)
      self?.host.pathChanged(to: path, of: place)
      self?.drawSoon()
    }
    return true
  }

  /// The user swipes the uppermost modal away; false if there is none, or it holds on.
  @discardableResult
  func swipeDown(isForced: Bool = false) -> Bool {
    guard isInReach, let modal = modals.last, !modal.isLeaving, !isMoving else { return false }
    guard isForced || !host.isGuarded(modal.content.id) else { return false }
    leave(modals.count - 1)
    if habits.losesWrites { return true }
    // SwiftUI has the old item in hand.
    write { [weak self] in
      self?.host.modalChanged(modal.shown)
      self?.drawSoon()
    }
    // Once more when another modal may be there.
    if habits.repeatsWrites {
      after(.milliseconds([500, 1500, 2500].pick(&random))) { [weak self] in
        self?.host.modalChanged(modal.shown)
      }
    }
    return true
  }

  /// The user chooses a tab.
  @discardableResult
  func choose(_ tab: Int) -> Bool {
    guard isInReach, let layer = modals.last?.content ?? root, layer.kind == .tabs,
      layer.selected != tab,
      layer.stacks.indices.contains(tab), modals.last?.isLeaving != true
    else { return false }
    changeTop { $0.selected = tab }
    if let top = (modals.last?.content ?? root)?.top { appear(top.id, after: .zero) }
    host.tabChanged(to: tab, ofLayer: layer.id)
    if habits.repeatsWrites { host.tabChanged(to: tab, ofLayer: layer.id) }
    drawSoon()
    return true
  }

  /// SwiftUI writes a path that it has had before.
  func write(_ path: [NavigationEntry<ViewScreen>], of place: StackPlace) {
    lastWritten[place] = path.map(\.id)
    host.pathChanged(to: path, of: place)
    drawSoon()
  }
}
