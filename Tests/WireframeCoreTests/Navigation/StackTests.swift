import TestSupport
import Testing
import WireframeCore

private typealias State = NavigationState<String>

/// Stacks share what is below; to those who read them they are arrays.
@MainActor
@Suite(.hangsNever)
struct StackTests {
  private func entry(_ number: Int) -> NavigationEntry<String> {
    NavigationEntry(id: NavigationEntryID(number), controller: "\(number)", route: nil)
  }

  private func state(_ layers: [(id: Int, stacks: [[Int]])]) -> State {
    State(
      layers: layers.map { layer in
        State.Layer(
          id: NavigationEntryID(-layer.id), kind: .tabs,
          stacks: layer.stacks.map { State.Stack(entries: $0.map(entry)) })
      })
  }

  @Test("After random moves a stack is as an array with the same moves", arguments: 0..<20)
  func stacksBehaveAsArrays(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let tree = NavigationTree<String>()
    tree.onChange { _ in }
    try await tree.setRoot("root")
    var model = tree.state.entries
    var kept: [(State, [NavigationEntry<String>])] = []
    for number in 0..<100 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where model.count > 1:
        let left = Int.random(in: 0..<model.count, using: &random)
        try tree.perform(.pop(to: model[left].id), animated: false)
        model.removeSubrange((left + 1)...)
      case 1:
        try await tree.replaceTop("\(number)")
        model.removeLast()
        model += tree.state.top.map { [$0] } ?? []
      default:
        try tree.perform(.push("\(number)", route: nil, option: .push), animated: false)
        model += tree.state.top.map { [$0] } ?? []
      }
      #expect(tree.state.entries == model)
      #expect(tree.state.layers[0].selectedStack.entries == model)
      #expect(tree.state.top == model.last)
      kept.append((tree.state, model))
    }
    // What was read before has not changed with the moves that came after.
    for (state, model) in kept {
      #expect(state.entries == model)
      #expect(state.layers[0].stacks == [State.Stack(entries: model)])
      #expect((state == tree.state) == (model == tree.state.entries))
    }
  }

  @Test("Entries can be set, changed and taken out as those of an array")
  func entriesAreSettable() {
    var stack = State.Stack(name: "a", entries: [1, 2, 3].map(entry))
    stack.entries.append(entry(4))
    stack.entries.remove(at: 1)
    #expect(stack.entries == [1, 3, 4].map(entry))
    #expect(stack == State.Stack(name: "a", entries: [1, 3, 4].map(entry)))
    #expect(stack != State.Stack(name: "b", entries: stack.entries))
    #expect(stack != State.Stack(name: "a", entries: stack.entries, canPush: false))
    #expect(stack != State.Stack(name: "a", entries: [1, 2, 4].map(entry)))
    stack.entries = []
    #expect(stack == State.Stack(name: "a"))
  }

  @Test("Layers are set in place, step by step")
  func layersAreSettable() {
    var state = state([(1, [[1], [2, 3]]), (2, [[4]])])
    #expect(state.layers.map(\.id) == [NavigationEntryID(-1), NavigationEntryID(-2)])
    state.layers[0].selected = 1
    state.layers[0].stacks.removeFirst()
    // No stack is selected now.
    state.layers[0].selected = 0
    #expect(state == self.state([(1, [[2, 3]]), (2, [[4]])]))
    state.layers.removeLast()
    #expect(state.top == entry(3))
    state.layers[0].stacks.append(State.Stack(entries: [entry(5)]))
    state.layers[0].selected = 1
    #expect(state.top == entry(5))
    #expect(state.entries == [2, 3, 5].map(entry))
    #expect(state.layer(of: NavigationEntryID(3)) == 0)
    state.layers = []
    #expect(state == State())
  }

  @Test("What has left a tab, or the only stack, is not retained", arguments: [1, 2])
  func lostScreensAreReleased(tabs: Int) async throws {
    let tree = NavigationTree<Screen>(tabs: (1...tabs).map { "\($0)" })
    try await tree.push(Screen())
    weak var lost: Screen?
    do {
      let screen = Screen()
      lost = screen
      try await tree.push(screen)
    }
    try tree.perform(
      NavigationOperation { state in
        let layers = state.layers
        state.layers = layers
      }, animated: false)
    #expect(lost != nil)
    try await tree.pop()
    #expect(lost == nil)
    #expect(tree.state.entries.count == 1)
  }

  @Test("A mirror shows a stack's entries as a list, not as a chain")
  func mirrorsShowEntries() {
    let mirror = Mirror(reflecting: State.Stack(name: "a", entries: [1, 2].map(entry)))
    #expect(mirror.children.map(\.label) == ["name", "canPush", "uppermost"])
    let controller = mirror.descendant("uppermost", "some", 1, "stay", "controller")
    #expect(controller as? String == "2")
  }

  @Test("A mirror shows a state as it is printed")
  func mirrorsShowTrees() {
    let state = state([(1, [[1, 2]]), (2, [[3], []])])
    #expect(Mirror(reflecting: state).children.map { "\($0.value)" } == ["\(state)"])
  }

  @Test("A change names what is there only before or only after", arguments: 0..<200)
  func changesAgreeWithSets(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func someState() -> State {
      // Few numbers, so that entries stay, go, and move to another stack or layer.
      var numbers = (1...12).shuffled(using: &random)
      let layers = [1, 2, 3].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      return state(
        layers.map { id in
          let stacks = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let count = Int.random(in: 0...min(4, numbers.count), using: &random)
            defer { numbers.removeLast(count) }
            return numbers.suffix(count).sorted()
          }
          return (id, stacks)
        })
    }
    let (before, after) = (someState(), someState())
    let change = NavigationChange(from: before, to: after, by: .app)
    let (old, new) = (Set(before.entries.map(\.id)), Set(after.entries.map(\.id)))
    #expect(change.entered == after.entries.filter { !old.contains($0.id) })
    let gone = before.layers.reversed().flatMap { layer in
      layer.entries.filter { !new.contains($0.id) }.reversed()
    }
    #expect(change.left == gone)
  }

  @Test("A screen that changes its tab neither comes nor leaves")
  func movedScreensStay() {
    let change = NavigationChange(
      from: state([(1, [[1, 2], [3]])]), to: state([(1, [[1], [3, 2, 4]])]), by: .app)
    #expect(change.entered == [entry(4)])
    #expect(change.left.isEmpty)
  }

  @Test("Of a modal that stays while one below it leaves, only what is gone is asked about")
  func lowerModalLeaves() {
    func modal(_ id: Int, _ numbers: [Int]) -> State.Layer {
      State.Layer(
        id: NavigationEntryID(-id), stacks: [.init(entries: numbers.map(entry))], style: .sheet)
    }
    let root = state([(1, [[1]])]).layers
    let before = State(layers: root + [modal(2, [2]), modal(3, [3, 4])])
    let leaving = before.leavingScreens(to: State(layers: root + [modal(3, [3])]))
    #expect(leaving.map { "\($0.controller)" } == ["4", "2"])
  }

  @Test("An object is found at every depth, and not shown twice")
  func deepObjectsAreFound() async throws {
    let screens = (0..<450).map { _ in Screen() }
    let tree = NavigationTree<Screen>()
    try await tree.setRoot(screens[0])
    for screen in screens.dropFirst() { try await tree.push(screen) }
    #expect(tree.state.entries.count == screens.count)
    for screen in screens {
      let error = await #expect(throws: RoutingError.self) { try await tree.push(screen) }
      #expect(error?.code == .alreadyOnScreen)
    }
    #expect(tree.state.entries.count == screens.count)
  }

  @Test(
    "A stack of 100,000 screens is searched, and released once nobody holds it, without deep recursion"
  )
  func deepStacksAreReleased() async throws {
    typealias Deep = NavigationState<Screen>
    var state: Deep? = Deep(layers: [
      .init(
        id: NavigationEntryID(),
        stacks: [.init(entries: (0..<100_000).map { _ in NavigationEntry(Screen()) })])
    ])
    weak var lowest: Screen?
    lowest = state?.entries.first?.controller
    weak var highest: Screen?
    highest = state?.top?.controller
    var kept = state
    state = nil
    #expect(kept?.layers[0].stacks[0].entries.count == 100_000)
    #expect(lowest != nil && highest != nil)
    let tree = NavigationTree<Screen>()
    try tree.perform(
      NavigationOperation { [kept] in if let kept { $0 = kept } }, animated: false)
    if let lowest {
      let error = await #expect(throws: RoutingError.self) { try await tree.push(lowest) }
      #expect(error?.code == .alreadyOnScreen)
    }
    try tree.perform(NavigationOperation { $0.layers = [] }, animated: false)
    kept = nil
    #expect(lowest == nil && highest == nil)
  }
}

private final class Screen {}
