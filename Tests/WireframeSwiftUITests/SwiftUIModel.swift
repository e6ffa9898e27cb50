import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// How SwiftUI behaves where nothing binds it, as others have measured it: each a choice.
struct Habits {
  /// When SwiftUI writes a binding after something that the user does.
  enum Write: CaseIterable { case atOnce, atTheEnd, late }
  /// What becomes of a modal that comes while another one moves.
  enum Drop: CaseIterable { case isForgotten, isWrittenNil, isPresentedLater }

  var write = Write.atOnce
  /// Whether each write comes once more.
  var repeatsWrites = false
  var drop = Drop.isForgotten
  /// Whether the controller that reports appearance is never asked, once in so many times; 0 for always asked.
  var losesAppearance = 0
  /// Whether `onDismiss` is not called, once in so many times; 0 for always called.
  var losesDismissal = 0
  /// Whether views are drawn a turn after the change, or later.
  var drawsLate = false
  /// Whether the user's dismissal is reported, but never written.
  var losesWrites = false
  var transition = Duration.milliseconds(350)

  static func random(_ random: inout SplitMix64) -> Habits {
    Habits(
      write: Write.allCases.pick(&random), repeatsWrites: random.oneIn(2),
      drop: Drop.allCases.pick(&random), losesAppearance: random.oneIn(3) ? 4 : 0,
      losesDismissal: random.oneIn(3) ? 4 : 0, drawsLate: random.oneIn(2),
      losesWrites: random.oneIn(6),
      transition: .milliseconds([0, 100, 350, 600].pick(&random)))
  }
}

/// A model of what SwiftUI makes of a host: it draws what it is told, moves for a while, and writes into its bindings.
@MainActor
final class SwiftUIModel {
  typealias State = NavigationState<ViewScreen>

  /// A modal as SwiftUI has it.
  private struct Modal {
    let shown: ShownModal
    var content: State.Layer
    var isLeaving = false
  }

  let host: SwiftUINavigationHost
  let clock: ManualClock
  var habits: Habits
  private var random: SplitMix64
  private var drawing: HostDrawing?

  /// What the user sees: the root, and the modals over it.
  private var root: State.Layer?
  private var modals: [Modal] = []
  private var dropped: Set<ShownModal> = []
  /// Until when something moves.
  private var busyUntil = Duration.zero
  private var now = Duration.zero
  private var isToDraw = false
  private var pendingWrites: Set<StackPlace> = []
  private var lastDrawn: [StackPlace: [NavigationEntryID]] = [:]
  private var events: [(at: Duration, order: Int, body: @MainActor () -> Void)] = []
  private var lastOrder = 0
  /// How many modals SwiftUI has dropped.
  private(set) var dropCount = 0
  /// All that has begun to appear, and what stood below it.
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

  private func after(_ duration: Duration, _ body: @escaping @MainActor () -> Void) {
    lastOrder += 1
    events.append((now + duration, lastOrder, body))
  }

  private var isMoving: Bool { now < busyUntil }

  var isIdle: Bool { events.isEmpty && !isToDraw }

  /// Lets what is under way go on for a turn.
  private func turn() async { for _ in 0..<4 { await Task.yield() } }

  /// Lets time pass until something is so, and everything rests; false if that takes too long.
  func run(limit: Duration = .seconds(60), until isDone: () -> Bool = { true }) async -> Bool {
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

  private func drawSoon() {
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
    if root?.id != drawn.layers.first?.id {
      root = drawn.layers.first
      // Modals go with the view that presents them.
      for modal in modals { finish(modal.shown) }
      modals = []
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
      leave(index, isUsers: false)
    }
    dropped.formIntersection(wanted)
    for (index, modal) in wanted.enumerated()
    where !modals.contains(where: { $0.shown == modal }) && !dropped.contains(modal) {
      present(modal, drawn.layers[index + 1], at: index)
    }
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
    appear(layer)
  }

  /// A layer comes: the entry at its top appears, at the start and at the end.
  private func appear(_ layer: State.Layer?) {
    guard let layer else { return }
    busyUntil = max(busyUntil, now + habits.transition)
    for id in tops(layer) { appear(id, after: habits.transition) }
  }

  private func tops(_ layer: State.Layer) -> [NavigationEntryID] {
    if layer.kind == .columns, !isCollapsed {
      return layer.stacks.compactMap { $0.entries.last?.id }
    }
    return path(of: layer, nil).last.map { [$0.id] } ?? []
  }

  private func appear(_ id: NavigationEntryID, after duration: Duration) {
    // With a screen the user takes those below it away, seen or not.
    for stack in host.drawn.layers.flatMap(\.stacks) {
      guard let index = stack.entries.firstIndex(where: { $0.id == id }) else { continue }
      everSeen.formUnion(stack.entries[...index].map(\.id))
    }
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

  /// A layer that stands takes over what it is told, unless the user has just changed a stack and SwiftUI has not
  /// written it yet.
  private func follow(_ old: State.Layer, _ new: State.Layer) -> State.Layer {
    guard old != new else { return old }
    var layer = new
    for index in new.stacks.indices {
      let place = StackPlace(layer: new.id, stack: index)
      let ids = new.stacks[index].entries.map(\.id)
      if pendingWrites.contains(place), lastDrawn[place] == ids {
        layer.stacks[index].entries = old.stacks[index].entries
      }
      lastDrawn[place] = ids
    }
    let (before, after) = (Set(tops(old)), tops(layer))
    if isTop(new.id), after.contains(where: { !before.contains($0) }) {
      busyUntil = max(busyUntil, now + habits.transition)
      for id in after where !before.contains(id) { appear(id, after: habits.transition) }
    }
    return layer
  }

  private func isTop(_ layer: NavigationEntryID) -> Bool {
    (modals.last?.content.id ?? root?.id) == layer
  }

  /// A modal begins to leave, with those over it.
  private func leave(_ index: Int, isUsers: Bool) {
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

  // MARK: - The user

  var isCollapsed = false

  /// The room changes: columns stand side by side, or one over the other.
  func toggleColumns() {
    guard let root, root.kind == .columns else { return }
    isCollapsed.toggle()
    host.setCollapsed(isCollapsed, layer: root.id)
  }

  private func write(_ body: @escaping @MainActor () -> Void) {
    let delay: Duration =
      switch habits.write {
      case .atOnce: .zero
      case .atTheEnd: habits.transition
      case .late: .milliseconds([400, 700, 1000].pick(&random))
      }
    func write() {
      body()
      if habits.repeatsWrites { body() }
    }
    if delay == .zero { write() } else { after(delay) { write() } }
  }

  private func path(of layer: State.Layer, _ stack: Int?) -> [NavigationEntry<ViewScreen>] {
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
  @discardableResult
  func goBack(by count: Int = 1) -> Bool {
    guard let layer = modals.last?.content ?? root, modals.last?.isLeaving != true else {
      return false
    }
    let isOne = layer.kind == .columns && isCollapsed
    let stack = isOne ? nil : layer.selected
    var entries = path(of: layer, stack)
    guard entries.count > count else { return false }
    let kept = entries.count - count
    entries.removeLast(count)
    let place = StackPlace(layer: layer.id, stack: stack)
    changeTop { layer in
      if isOne {
        // What is shown is the last column that has a screen left.
        var rest = kept
        for index in layer.stacks.indices {
          let standing = min(rest, layer.stacks[index].entries.count)
          rest -= standing
          if standing > 0 {
            layer.selected = index
          } else if rest == 0 {
            break
          }
        }
      } else {
        layer.stacks[layer.selected].entries.removeLast(count)
      }
    }
    busyUntil = max(busyUntil, now + habits.transition)
    if let top = entries.last { appear(top.id, after: habits.transition) }
    pendingWrites.insert(place)
    let path = Array(entries.dropFirst())
    write { [weak self] in
      self?.pendingWrites.remove(place)
      self?.host.pathChanged(to: path, of: place)
      self?.drawSoon()
    }
    return true
  }

  /// The user swipes the uppermost modal away; false if there is none, or it holds on.
  @discardableResult
  func swipeDown(isForced: Bool = false) -> Bool {
    guard let modal = modals.last, !modal.isLeaving, !isMoving else { return false }
    guard isForced || !host.isGuarded(modal.content.id) else { return false }
    leave(modals.count - 1, isUsers: true)
    if habits.losesWrites { return true }
    // SwiftUI has the old item in hand.
    write { [weak self] in
      self?.host.modalChanged(modal.shown)
      self?.drawSoon()
    }
    return true
  }

  /// The user chooses a tab.
  @discardableResult
  func choose(_ tab: Int) -> Bool {
    guard let layer = modals.last?.content ?? root, layer.kind == .tabs, layer.selected != tab,
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
    host.pathChanged(to: path, of: place)
    drawSoon()
  }

  // MARK: - Comparing

  /// What the user sees, as a state.
  var picture: State { State(layers: (root.map { [$0] } ?? []) + modals.map(\.content)) }
}
