import TestSupport
import Testing
import WireframeCoordinators
import WireframeCore

/// Random sequences of pushes, presentations and ways to leave, against a model of plain arrays.
@MainActor
@Suite(.hangsNever)
struct CoordinatorModelTests {
  @Test(
    "3.22 Hundreds of random moves leave nothing alive, and each result ends once: 3.17",
    arguments: 1...Load.scaled(20))
  func randomMoves(seed: Int) async throws {
    var play: Play? = try await Play(seed: UInt64(seed))
    for _ in 1...250 {
      try await play?.move()
      try await play?.check()
    }
    let links = try #require(play).links
    #expect(links.count > 50, "seed \(seed)")
    try await play?.end()
    play = nil
    #expect(await eventually { links.allSatisfy { $0.object == nil } }, "seed \(seed)")
  }
}

/// A host with two tabs, and the numbers of the pickers that it should show.
@MainActor
private final class Play {
  private(set) var links: [Weak] = []
  private let tree = NavigationTree<Page>(tabs: ["one", "two"])
  private let wireframe = Wireframe<Page>(defaultOption: .push, limits: .none)
  /// The root coordinators: one for each tab, later one for all.
  private var roots = [
    NavigationCoordinator(root: named("0")), NavigationCoordinator(root: named("0")),
  ]
  private var random: SplitMix64
  /// The numbers that are shown on each layer, from the root up.
  private var model: [[Int]] = [[0]]
  private var hasStack = [true]
  /// The numbers in the tab that is not shown; nil once the tabs are gone.
  private var hidden: [Int]? = [0]
  private var waiting: [Int: Task<Int?, any Error>] = [:]
  private var gone: [(task: Task<Int?, any Error>, output: Int?)] = []
  private var number = 0
  private var registration: Registration?

  init(seed: UInt64) async throws {
    random = SplitMix64(seed: seed)
    wireframe.addStandardPresenters(on: tree)
    for root in roots {
      try root.connect(to: tree, router: wireframe)
      try await tree.push(root.controller)
      try root.start()
      try tree.performAsUser(.selectTab(root === roots[0] ? 1 : 0))
    }
    registerRoute()
  }

  func move() async throws {
    let top = model.count - 1
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1:
      let (layer, index) = somebody()
      guard hasStack[layer] else { return }
      try await coordinator(layer, index).push(next())
      dropLayers(from: layer + 1)
      enter(number, on: layer)
    case 2:
      let (layer, index) = somebody()
      try await coordinator(layer, index).present(next())
      addLayer(hasStack: false)
    case 3:
      let (layer, index) = somebody()
      try await coordinator(layer, index).present(NavigationCoordinator(root: next()))
      addLayer(hasStack: true)
    case 4:
      number += 1
      guard hasStack[top] else { return }
      try await coordinator(top, 0).route(to: "/n/\(number)")
      enter(number, on: top)
    case 5:
      number += 1
      try await coordinator(0, 0).router.route(to: "/n/\(number)", option: .modal(hasStack: true))
      addLayer(hasStack: true)
    case 6:
      let (layer, index) = somebody()
      guard index > 0 || layer > 0 else { return }
      try await coordinator(layer, index).popOrDismiss()
      drop(layer, index)
    case 7:
      let (layer, index) = somebody()
      guard index > 0 || layer > 0 else { return }
      let output = model[layer][index]
      try await coordinator(layer, index, as: PickerCoordinator.self).finish(with: output)
      drop(layer, index, output: output)
    case 8 where model[top].count > 1:
      let index = Int.random(in: 0..<(model[top].count - 1), using: &random)
      try tree.performAsUser(.pop(to: tree.state.layers[top].shown[index].id))
      drop(top, index + 1)
    case 9 where top > 0:
      try tree.performAsUser(.dismiss(1))
      dropLayers(from: top)
    case 10 where top + model[top].count > 1:
      try await tree.replaceTop(Page("plain"))
      try await tree.popOrDismiss()
      drop(top, model[top].count - 1)
    case 11 where random.oneIn(8):
      dropLayers(from: 0)
      leave(hidden ?? [], nil, nil)
      hidden = nil
      let root = NavigationCoordinator(root: picker(0))
      links.append(Weak(root))
      try await tree.setRoot(root, router: wireframe)
      #expect(roots.allSatisfy { $0.node.children.isEmpty })
      roots = [root]
      registration?.remove()
      registerRoute()
      addLayer(hasStack: true, number: 0)
    case 12:
      guard let other = hidden, let layer = tree.state.layers.first, layer.kind == .tabs else {
        return
      }
      let selected = layer.selected
      if top == 0 {
        try tree.performAsUser(.selectTab(1 - selected))
      } else {
        try await tree.selectTab(selected == 0 ? "two" : "one")
        dropLayers(from: 1)
      }
      hidden = model[0]
      model[0] = other
    default: return
    }
  }

  /// The host shows what the model says. Exactly the pickers on screen are alive.
  func check() async throws {
    #expect(tree.state.layers.map { $0.shown.map { Int("\($0.controller)") } } == model)
    for stay in gone { #expect(try await stay.task.value == stay.output) }
    gone = []
    let standing = tree.state.entries.compactMap {
      try? $0.controller.go(as: PickerCoordinator.self)
    }
    #expect(standing.count == waiting.count)
    let count = model.joined().count + (hidden?.count ?? 0)
    #expect(tree.state.entries.count == count)
  }

  func end() async throws {
    try await tree.setRoot(Page("end"))
    for task in waiting.values { #expect(try await task.value == nil) }
    waiting = [:]
    #expect(roots.allSatisfy { $0.node.children.isEmpty })
  }

  private func registerRoute() {
    registration = try? wireframe.register("/n/:n<int>", under: roots[0]) { [weak self] in
      self?.picker(try $0["n"])
    }
  }

  private func somebody() -> (layer: Int, index: Int) {
    let layer = Int.random(in: 0..<model.count, using: &random)
    return (layer, Int.random(in: 0..<model[layer].count, using: &random))
  }

  private func coordinator(_ layer: Int, _ index: Int) throws -> any Coordinator<Page> {
    try tree.state.layers[layer].shown[index].controller.go
  }

  private func coordinator<T>(_ layer: Int, _ index: Int, as type: T.Type) throws -> T {
    try tree.state.layers[layer].shown[index].controller.go(as: type)
  }

  private func next() -> PickerCoordinator {
    number += 1
    return picker(number)
  }

  private func picker(_ number: Int) -> PickerCoordinator {
    let page = Page("\(number)")
    let picker = PickerCoordinator(page)
    links += [Weak(page), Weak(picker), Weak(picker.node)]
    return picker
  }

  private func enter(_ number: Int, on layer: Int) {
    model[layer].append(number)
    guard let picker = try? coordinator(layer, model[layer].count - 1, as: PickerCoordinator.self)
    else { return }
    waiting[number] = Task { try await picker.result() }
  }

  private func addLayer(hasStack: Bool, number: Int? = nil) {
    model.append([])
    self.hasStack.append(hasStack)
    enter(number ?? self.number, on: model.count - 1)
  }

  /// The screen at a place leaves, with all above it; the first of a layer takes the layer along.
  private func drop(_ layer: Int, _ index: Int, output: Int? = nil) {
    let number = model[layer][index]
    dropLayers(from: layer + 1)
    if index == 0 {
      leave(model[layer], number, output)
      model.remove(at: layer)
      hasStack.remove(at: layer)
    } else {
      leave(Array(model[layer][index...]), number, output)
      model[layer].removeSubrange(index...)
    }
  }

  private func dropLayers(from layer: Int) {
    for numbers in model[layer...] { leave(numbers, nil, nil) }
    model.removeSubrange(layer...)
    hasStack.removeSubrange(layer...)
  }

  private func leave(_ numbers: [Int], _ finisher: Int?, _ output: Int?) {
    for number in numbers {
      guard let task = waiting.removeValue(forKey: number) else { continue }
      gone.append((task, number == finisher ? output : nil))
    }
  }
}
