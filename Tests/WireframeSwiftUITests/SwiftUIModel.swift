import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// A model of what SwiftUI makes of a host: it draws what it is told, moves for a while, and writes into its bindings.
@MainActor
final class SwiftUIModel {
  typealias State = NavigationState<ViewScreen>

  /// A modal as SwiftUI has it.
  struct Modal {
    let shown: ShownModal
    var content: State.Layer
    var isLeaving = false
  }

  let host: SwiftUINavigationHost
  let clock: ManualClock
  var habits: Habits
  var random: SplitMix64
  private var drawing: HostDrawing?
  /// What the views of screens keep.
  var views: [NavigationEntryID: ShownScreen] = [:]

  /// What the user sees: the root, and the modals over it.
  var root: State.Layer?
  var modals: [Modal] = []
  private var dropped: Set<ShownModal> = []
  /// Until when something moves.
  var busyUntil = Duration.zero
  var now = Duration.zero
  private var isToDraw = false
  var pendingWrites: Set<StackPlace> = []
  private var lastDrawn: [StackPlace: [NavigationEntryID]] = [:]
  /// Which columns of the root are shown.
  var columns = ColumnVisibility.automatic
  private var lastColumns = ColumnVisibility.automatic
  var pendingColumns = 0
  /// Whether the root's columns are one stack.
  var isCollapsed = false
  /// Whether the window has room for one column only.
  var isCompact = false
  /// Whether the window is active.
  var isActive = true { didSet { host.isActive = isActive } }
  /// How often the root's columns were made anew: their views have lost their state each time.
  private(set) var remakes = 0
  /// The paths that are ignored, until they change.
  private var ignored: [StackPlace: [NavigationEntryID]] = [:]
  /// How many paths SwiftUI takes for sure after one that it ignored once: the host sends two.
  private var sure: [StackPlace: Int] = [:]
  private var lastIgnored: [StackPlace: (path: [NavigationEntryID], times: Int)] = [:]
  /// What SwiftUI has written last: that it does not ignore.
  var lastWritten: [StackPlace: [NavigationEntryID]] = [:]
  /// Whether what the user touches is above a cover that views draw, as the bar of a Mac's window is.
  var isBarInReach = false
  /// Whether the user reaches what is drawn.
  var isInReach: Bool { host.cover == nil || isBarInReach }
  /// How many modals were presented.
  private(set) var presentationCount = 0
  private var events: [(at: Duration, order: Int, body: @MainActor () -> Void)] = []
  private var lastOrder = 0
  /// How many modals SwiftUI has dropped.
  private(set) var dropCount = 0
  /// All that has begun to appear, and what was below it.
  private(set) var everSeen: Set<NavigationEntryID> = []

  init(
    of host: SwiftUINavigationHost, clock: ManualClock, habits: Habits = Habits(), seed: UInt64 = 1
  ) {
    self.host = host
    self.clock = clock
    self.habits = habits
    random = SplitMix64(seed: seed)
    host.redraws = { [weak self] in self?.drawSoon() }
    drawing = HostDrawing(of: host)
  }

  /// Lets the view go that draws the host.
  func close() {
    drawing = nil
    events = []
    host.redraws = {}
  }

  // MARK: - Time

  func after(_ duration: Duration, _ body: @escaping @MainActor () -> Void) {
    lastOrder += 1
    events.append((now + duration, lastOrder, body))
  }

  var isMoving: Bool { now < busyUntil }

  var isIdle: Bool { events.isEmpty && !isToDraw }

  /// Lets what is under way go on for some turns of the main actor.
  private func turn() async {
    for _ in 0..<Int.random(in: habits.turns, using: &random) { await Task.yield() }
  }

  /// Lets time pass until something is so, and everything rests; false if that takes too long. The limit is far away,
  /// since a busy machine brings timers back late.
  func run(limit: Duration = .seconds(600), until isDone: () -> Bool = { true }) async -> Bool {
    let end = now + limit
    while now < end {
      await turn()
      if isIdle, isDone() {
        await turn()
        if isIdle, isDone() { return true }
      }
      await pass(.milliseconds(100))
    }
    return false
  }

  /// Lets some time pass.
  func pass(_ duration: Duration) async {
    let end = now + duration
    await turn()
    while let next = events.map(\.at).min(), next <= end {
      if next > now {
        clock.advance(by: next - now)
        now = next
        await turn()
      }
      let due = events.filter { $0.at <= now }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
      events.removeAll { $0.at <= now }
      for event in due { event.body() }
      await turn()
    }
    if end > now {
      clock.advance(by: end - now)
      now = end
      await turn()
    }
  }

  // MARK: - Drawing

  func drawSoon() {
    guard !isToDraw else { return }
    isToDraw = true
    after(habits.drawsLate ? .milliseconds(16) : .zero) { [weak self] in
      self?.isToDraw = false
      self?.draw()
    }
  }

  private func shown(_ index: Int) -> ShownModal? {
    guard index + 1 < host.drawn.layers.count else { return nil }
    return host.modal(over: host.drawn.layers[index].id)
  }

  private func draw() {
    let drawn = host.drawn
    followColumns()
    if root?.id != drawn.layers.first?.id {
      root = drawn.layers.first
      // Modals go with the view that presents them.
      for modal in modals { finish(modal.shown) }
      modals = []
      (columns, lastColumns) = (.automatic, .automatic)
      followColumns()
      appear(root)
    } else if let layer = drawn.layers.first, let old = root {
      root = follow(old, layer)
    }
    for (index, layer) in drawn.layers.enumerated().dropFirst() {
      guard let modal = shown(index - 1),
        let place = modals.firstIndex(where: { $0.shown == modal && !$0.isLeaving })
      else { continue }
      modals[place].content = follow(modals[place].content, layer)
    }
    let wanted = (0..<max(drawn.layers.count - 1, 0)).compactMap(shown)
    // The lowest that is not wanted takes those above with it.
    if let index = modals.firstIndex(where: { !wanted.contains($0.shown) && !$0.isLeaving }) {
      leave(index)
    }
    dropped.formIntersection(wanted)
    for (index, modal) in wanted.enumerated()
    where !modals.contains(where: { $0.shown == modal }) && !dropped.contains(modal) {
      present(modal, drawn.layers[index + 1], at: index)
    }
    drawScreens()
  }

  private func present(_ modal: ShownModal, _ layer: State.Layer, at index: Int) {
    guard !isMoving, modals.count == index, !modals.contains(where: \.isLeaving) else {
      dropCount += 1
      switch habits.drop {
      case .isForgotten: dropped.insert(modal)
      case .isWrittenNil:
        dropped.insert(modal)
        after(.milliseconds(20)) { [weak self] in self?.host.modalChanged(modal) }
      case .isPresentedLater: after(.milliseconds(100)) { [weak self] in self?.drawSoon() }
      }
      return
    }
    modals.append(Modal(shown: modal, content: layer))
    presentationCount += 1
    host.modalAppeared(modal)
    appear(layer)
  }

  /// A layer comes: the entry at its top appears, at the start and at the end.
  private func appear(_ layer: State.Layer?) {
    guard let layer else { return }
    busyUntil = max(busyUntil, now + habits.transition)
    for id in tops(layer) { appear(id, after: habits.transition) }
  }

  /// Whether the user sees a column of the root.
  func shows(_ column: Int, of layer: State.Layer) -> Bool {
    columns.shows(column, of: layer.stacks.count) ?? !habits.hidesColumns
  }

  private func tops(_ layer: State.Layer) -> [NavigationEntryID] {
    if layer.kind == .columns, !isCollapsed {
      return layer.stacks.indices.filter { shows($0, of: layer) }
        .compactMap { layer.stacks[$0].entries.last?.id }
    }
    return path(of: layer, nil).last.map { [$0.id] } ?? []
  }

  /// Shows the columns that it is told, unless the user has just changed them and SwiftUI has not written it yet.
  private func followColumns() {
    guard let root = host.drawn.layers.first, root.kind == .columns else { return }
    let told = host.columnVisibility(ofLayer: root.id)
    defer { lastColumns = told }
    guard told != columns, pendingColumns == 0 || told != lastColumns else { return }
    changeColumns { columns = told }
  }

  /// What can be seen then, and not before, appears.
  func changeColumns(_ change: () -> Void) {
    let before = Set(root.map(tops) ?? [])
    change()
    guard modals.isEmpty else { return }
    for id in root.map(tops) ?? [] where !before.contains(id) {
      appear(id, after: habits.transition)
    }
  }

  func appear(_ id: NavigationEntryID, after duration: Duration) {
    // With a screen the user takes those below it away, seen or not.
    for stack in host.drawn.layers.flatMap(\.stacks) {
      guard let index = stack.entries.firstIndex(where: { $0.id == id }) else { continue }
      everSeen.formUnion(stack.entries[...index].map(\.id))
    }
    if habits.hasSilentScreens { return }
    host.willAppear(id)
    if habits.losesAppearance > 0, random.oneIn(habits.losesAppearance) { return }
    after(duration) { [weak self] in
      guard let self, isVisible(id) else { return }
      host.didAppear(id)
      if habits.repeatsWrites { host.didAppear(id) }
    }
  }

  private func isVisible(_ id: NavigationEntryID) -> Bool {
    let layer = modals.last?.content ?? root
    return layer.map(tops)?.contains(id) ?? false
  }

  /// A layer that is shown takes over what it is told, unless the user has just changed a stack and SwiftUI has not
  /// written it yet.
  private func follow(_ old: State.Layer, _ new: State.Layer) -> State.Layer {
    guard old != new else {
      // What it shows is what it is told now: the next path is another one again.
      for index in new.stacks.indices {
        let place = StackPlace(layer: new.id, stack: index)
        guard ignored.removeValue(forKey: place) != nil else { continue }
        lastDrawn[place] = new.stacks[index].entries.map(\.id)
      }
      return old
    }
    var layer = new
    for index in new.stacks.indices {
      let place = StackPlace(layer: new.id, stack: index)
      let ids = new.stacks[index].entries.map(\.id)
      if pendingWrites.contains(place), lastDrawn[place] == ids {
        layer.stacks[index].entries = old.stacks[index].entries
      } else if ignores(ids, of: place, insteadOf: old, new) {
        layer.stacks[index].entries = old.stacks[index].entries
      }
      lastDrawn[place] = ids
    }
    if isCollapsed, new.kind == .columns {
      let place = StackPlace(layer: new.id, stack: nil)
      let ids = path(of: new, nil).map(\.id)
      if pendingWrites.contains(place), lastDrawn[place] == ids {
        (layer.stacks, layer.selected) = (old.stacks, old.selected)
      }
      lastDrawn[place] = ids
    }
    let (before, after) = (Set(tops(old)), tops(layer))
    if isTop(new.id), after.contains(where: { !before.contains($0) }) {
      busyUntil = max(busyUntil, now + habits.transition)
      for id in after where !before.contains(id) { appear(id, after: habits.transition) }
    }
    layer.keepValues(of: old)
    return layer
  }

  /// Whether SwiftUI ignores a path: it compares with what it was told last, not with what it shows.
  private func ignores(
    _ ids: [NavigationEntryID], of place: StackPlace, insteadOf old: State.Layer,
    _ new: State.Layer
  ) -> Bool {
    if ignored[place] == ids { return true }
    ignored[place] = nil
    let index = place.stack ?? 0
    let shown = old.stacks[index].entries.map(\.id)
    // The first screen is no part of the path. Behind a tab nobody would notice.
    guard lastDrawn[place] != ids, shown != ids, shown.first == ids.first, !ids.isEmpty,
      lastWritten[place] != Array(ids.dropFirst()), isTop(new.id), modals.last?.isLeaving != true,
      old.selected == index, new.selected == index,
      !isCollapsed, new.kind != .columns || shows(index, of: new)
    else { return false }
    if let left = sure[place], left > 0 {
      sure[place] = left - 1
      return false
    }
    let times = lastIgnored[place]?.path == ids ? lastIgnored[place]?.times ?? 0 : 0
    guard times < habits.ignoresPaths.times, random.oneIn(habits.ignoresPaths.onceIn) else {
      return false
    }
    lastIgnored[place] = (ids, times + 1)
    if habits.ignoresPaths.times == 1 { sure[place] = 2 }
    ignored[place] = ids
    return true
  }

  /// The columns are drawn as the host says.
  func followRoom() {
    guard let root, let isCollapsed = host.isCollapsed(layer: root.id),
      isCollapsed != self.isCollapsed
    else { return }
    remakes += 1
    changeColumns { self.isCollapsed = isCollapsed }
  }

  private func isTop(_ layer: NavigationEntryID) -> Bool {
    (modals.last?.content.id ?? root?.id) == layer
  }

  /// A modal begins to leave, with those over it.
  func leave(_ index: Int) {
    for place in modals.indices where place >= index { modals[place].isLeaving = true }
    busyUntil = max(busyUntil, now + habits.transition)
    let leaving = modals[index...].map(\.shown)
    after(habits.transition) { [weak self] in
      guard let self else { return }
      modals.removeAll { leaving.contains($0.shown) }
      finish(leaving[0])
      drawSoon()
    }
  }

  private func finish(_ modal: ShownModal) {
    if habits.losesDismissal > 0, random.oneIn(habits.losesDismissal) { return }
    host.didDismiss(modal)
  }
}
