import TestSupport
import Testing
import WireframeCore

/// The rules of pushing, presenting and leaving, over the headless host.
@MainActor
@Suite(.hangsNever)
struct NavigationTests {
  let tree = NavigationTree<String>()

  var shown: [String] { tree.state.shown.map(\.controller) }

  @Test("A push goes to the innermost stack at the top")
  func pushesGoToTheInnermostStack() async throws {
    try await tree.setRoot("root")
    try await tree.push("a")
    try await tree.present("modal", option: .modal(hasStack: true))
    try await tree.push("b")
    #expect(
      tree.state.layers.map { $0.shown.map(\.controller) } == [["root", "a"], ["modal", "b"]])
  }

  @Test("A push dismisses modals without a stack that are above the stack")
  func pushesDismissModals() async throws {
    try await tree.setRoot("root")
    try await tree.present("one")
    try await tree.present("two", option: .modal(.sheet))
    try await tree.push("a")
    #expect(shown == ["root", "a"])
  }

  @Test("A push may ask for an error instead of dismissing; then nothing changes")
  func pushesMayRefuseToDismiss() async throws {
    try await tree.setRoot("root")
    try await tree.present("modal")
    let error = await #expect(throws: RoutingError.self) {
      try await tree.push("a", option: .push(dismissesModals: false))
    }
    #expect(error?.code == .modalInTheWay)
    #expect(shown == ["root", "modal"])
  }

  @Test("Pushing without any stack is an error", arguments: [true, false])
  func pushesNeedAStack(isEmpty: Bool) async throws {
    if !isEmpty { try await tree.setRoot("root", hasStack: false) }
    let error = await #expect(throws: RoutingError.self) { try await tree.push("a") }
    #expect(error?.code == .noStack)
    #expect(shown == (isEmpty ? [] : ["root"]))
  }

  @Test("A modal opens over the top, a root clears everything")
  func rootsClearEverything() async throws {
    try await tree.setRoot("root")
    try await tree.push("a")
    try await tree.present("one")
    try await tree.present("two")
    #expect(shown == ["root", "a", "one", "two"])
    try await tree.setRoot("new", hasStack: false)
    #expect(shown == ["new"])
    #expect(tree.state.layers.count == 1)
  }

  @Test("Show pushes where there is a stack at the top, and presents where there is none")
  func showChooses() async throws {
    try await tree.setRoot("root")
    try await tree.show("pushed")
    try await tree.present("modal")
    try await tree.show("presented")
    #expect(
      tree.state.layers.map { $0.shown.map(\.controller) } == [
        ["root", "pushed"], ["modal"], ["presented"],
      ])
  }

  @Test("Show presents over a modal that has come before its turn, and does not take it away")
  func showChoosesInItsTurn() async throws {
    let host = MeanwhileHost()
    try await host.setRoot("root")
    host.meanwhile = { tree in
      try tree.perform(.present("modal", route: nil, option: .modal), animated: false)
    }
    try await host.show("shown")
    #expect(
      host.state.layers.map { $0.shown.map(\.controller) } == [["root"], ["modal"], ["shown"]])
  }

  @Test("Replacing the top keeps what is below it")
  func replacing() async throws {
    try await tree.setRoot("root")
    try await tree.push("a")
    try await tree.replaceTop("b")
    #expect(shown == ["root", "b"])
    try await tree.present("modal", option: .modal(.sheet))
    try await tree.replaceTop("other")
    #expect(shown == ["root", "b", "other"])
    #expect(tree.state.layers.last?.style == .sheet)
  }

  @Test("Nothing can be presented over nothing, or replaced")
  func nothingOnScreen() async throws {
    let tabs = NavigationTree<String>(tabs: ["home"])
    for attempt in [
      tree.presentSomething, tree.showSomething, tree.replaceSomething, tabs.replaceSomething,
    ] {
      let error = await #expect(throws: RoutingError.self) { try await attempt() }
      #expect(error?.code == .nothingOnScreen)
    }
    #expect(tree.state.top == nil && tabs.state.top == nil)
  }

  @Test("Going back to the root is no error where nothing is on screen")
  func noRoot() async throws {
    try await tree.backToRoot()
    #expect(tree.state.layers.isEmpty)
  }

  @Test("Pop takes the top off its stack, and never the first")
  func popping() async throws {
    try await tree.setRoot("root")
    try await tree.push("a")
    try await tree.pop()
    #expect(shown == ["root"])
    let error = await #expect(throws: RoutingError.self) { try await tree.pop() }
    #expect(error?.code == .nothingToLeave)
  }

  @Test("Dismiss takes the uppermost modal away with its stack, and never the root")
  func dismissing() async throws {
    try await tree.setRoot("root")
    try await tree.present("modal", option: .modal(hasStack: true))
    try await tree.push("a")
    try await tree.dismiss()
    #expect(shown == ["root"])
    let error = await #expect(throws: RoutingError.self) { try await tree.dismiss() }
    #expect(error?.code == .nothingToLeave)
  }

  @Test("Dismissing all modals where there is none, or going back to the root from it, is no move")
  func dismissingNothing() async throws {
    try await tree.setRoot("root")
    var count = 0
    tree.onChange { _ in count += 1 }
    try await tree.dismissAll()
    try await tree.backToRoot()
    #expect(count == 0)
    try await tree.present("modal")
    try await tree.dismissAll()
    #expect(count == 2)
  }

  @Test("Pop-or-dismiss leaves the top as it came")
  func leaving() async throws {
    try await tree.setRoot("root")
    try await tree.push("a")
    try await tree.present("modal", option: .modal(hasStack: true))
    try await tree.push("b")
    for expected in [["root", "a", "modal"], ["root", "a"], ["root"]] {
      try await tree.popOrDismiss()
      #expect(shown == expected)
    }
    await #expect(throws: RoutingError.self) { try await tree.popOrDismiss() }
  }

  @Test("Going back to an entry pops and dismisses all above it")
  func goingBack() async throws {
    try await tree.setRoot("root")
    try await tree.push("a")
    let entry = try #require(tree.state.top)
    try await tree.push("b")
    try await tree.present("modal")
    try await tree.back(to: entry.id)
    #expect(shown == ["root", "a"])
    try await tree.back(to: entry.id)
    #expect(shown == ["root", "a"])
    let error = await #expect(throws: RoutingError.self) {
      try await tree.back(to: NavigationEntryID(77))
    }
    #expect(error?.code == .notOnScreen)
  }

  @Test("Going back to a controller finds its entry")
  func goingBackToAController() async throws {
    let tree = NavigationTree<Screen>()
    let first = Screen("first")
    try await tree.setRoot(first)
    try await tree.push(Screen("second"))
    try await tree.back(to: first)
    #expect(tree.state.top?.controller === first)
    let error = await #expect(throws: RoutingError.self) { try await tree.back(to: Screen("x")) }
    #expect(error?.code == .notOnScreen)
  }

  @Test("Each tab keeps its stack; going back to another tab's entry shows that tab")
  func tabsKeepTheirStacks() async throws {
    let tree = NavigationTree<String>(tabs: ["home", "search"])
    #expect(tree.state.top == nil)
    try await tree.push("h1")
    let entry = try #require(tree.state.top?.id)
    try await tree.push("h2")
    try await tree.selectTab("search")
    #expect(tree.state.shown.isEmpty)
    try await tree.push("s1")
    try await tree.present("modal")
    #expect(tree.state.entries.map(\.controller) == ["h1", "h2", "s1", "modal"])
    try await tree.back(to: entry)
    #expect(tree.state.shown.map(\.controller) == ["h1"])
    try await tree.selectTab("search")
    #expect(tree.state.shown.map(\.controller) == ["s1"])
    let error = await #expect(throws: RoutingError.self) { try await tree.selectTab("cart") }
    #expect(error?.description == "There is no tab 'cart'. The tabs are: 'home', 'search'.")
  }

  @Test("Selecting the tab that is shown is no move; the modals above it are dismissed")
  func shownTab() async throws {
    let tree = NavigationTree<String>(tabs: ["home", "search"])
    try await tree.push("h1")
    var count = 0
    tree.onChange { _ in count += 1 }
    try await tree.selectTab("home")
    #expect(count == 0)
    try await tree.present("modal")
    try await tree.selectTab("home")
    #expect(tree.state.shown.map(\.controller) == ["h1"])
    #expect(count == 2)
  }

  @Test("Every change tells what came, what left, and whether the user did it")
  func changesAreTold() async throws {
    var changes: [String] = []
    let registration = tree.onChange { change in
      let came = change.entered.map(\.controller)
      let left = change.left.map(\.controller)
      changes.append("\(change.cause) +\(came) -\(left)")
    }
    try await tree.setRoot("root")
    try await tree.push("a")
    let entry = try #require(tree.state.layers.first?.shown.first?.id)
    try await tree.push("b")
    try tree.performAsUser(.pop(to: entry))
    try await tree.present("one")
    try await tree.present("two")
    try await tree.push("c")
    try await tree.setRoot("new")
    registration.remove()
    try await tree.push("unheard")
    #expect(
      changes == [
        "app +[\"root\"] -[]", "app +[\"a\"] -[]", "app +[\"b\"] -[]", "user +[] -[\"b\", \"a\"]",
        "app +[\"one\"] -[]", "app +[\"two\"] -[]", "app +[\"c\"] -[\"two\", \"one\"]",
        "app +[\"new\"] -[\"c\", \"root\"]",
      ])
  }

  @Test("A screen that has left is not held")
  func whatLeftIsNotHeld() async throws {
    let tree = NavigationTree<Screen>()
    try await tree.setRoot(Screen("root"))
    weak var popped: Screen?
    weak var dismissed: Screen?
    do {
      let screens = (Screen("a"), Screen("b"))
      (popped, dismissed) = screens
      try await tree.push(screens.0)
      try await tree.present(screens.1)
    }
    #expect(popped != nil && dismissed != nil)
    try await tree.dismiss()
    #expect(dismissed == nil)
    try await tree.pop()
    #expect(popped == nil)
  }

  @Test("An entry knows the route that brought it, and each stay has its own identifier")
  func entries() async throws {
    let wireframe = Wireframe<String>()
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/a/:n", option: .push) { _ in "a" }
    try await tree.setRoot("root")
    try await wireframe.route(to: "/a/1")
    try await wireframe.route(to: "/a/1")
    let entries = tree.state.entries
    #expect(entries.map { $0.route?.pattern?.text } == [nil, "/a/:n", "/a/:n"])
    #expect(Set(entries.map(\.id)).count == 3)
  }

  @Test("A state is a value: equal where its controllers are, and printed as a tree")
  func states() async throws {
    try await tree.setRoot("Home")
    try await tree.push("Products")
    let before = tree.state
    #expect(before == tree.state)
    try await tree.present("Log in", option: .modal(.sheet))
    try await tree.present("Help")
    #expect(before != tree.state)
    #expect(
      "\(tree.state)" == """
        root, stack
        ├─ Home
        └─ Products
        modal (sheet): Log in
        modal (full screen): Help
        """)
    let tabs = NavigationTree<String>(tabs: ["home", "search"])
    try await tabs.push("Home")
    try await tabs.push("Lamp")
    try await tabs.selectTab("search")
    try await tabs.push("Search")
    #expect(
      "\(tabs.state)" == """
        root, tabs
        ├─ home
        │  ├─ Home
        │  └─ Lamp
        └─ search (shown)
           └─ Search
        """)
    #expect("\(NavigationTree<String>().state)" == "(nothing on screen)")
  }

  @Test("An operation that does not fit the state is an error and changes nothing")
  func operationsHaveToFit() async throws {
    try await tree.setRoot("root", hasStack: false)
    let before = tree.state
    let unfit: [(NavigationOperation<String>, RoutingError.Code)] = [
      (.push("a", route: nil, option: .push), .noStack),
      (.pop(to: NavigationEntryID(1)), .notOnScreen),
      (.dismiss(1), .nothingToLeave), (.dismiss(0), .nothingToLeave),
      (.dismiss(-1), .nothingToLeave), (.selectTab(0), .noTab),
    ]
    for (operation, code) in unfit {
      let error = #expect(throws: RoutingError.self) {
        try tree.perform(operation, animated: false)
      }
      #expect(error?.code == code)
    }
    #expect(tree.state == before)
    let empty = NavigationTree<String>()
    let unfitForNothing: [(NavigationOperation<String>, RoutingError.Code)] = [
      (.present("a", route: nil, option: .modal(.sheet)), .nothingOnScreen),
      (.push("a", route: nil, option: .push), .noStack),
      (.pop(to: NavigationEntryID(1)), .notOnScreen), (.dismiss(1), .nothingToLeave),
      (.selectTab(0), .noTab),
    ]
    for (operation, code) in unfitForNothing {
      let error = #expect(throws: RoutingError.self) {
        try empty.perform(operation, animated: false)
      }
      #expect(error?.code == code)
    }
  }

  @Test func `A tab may hold one screen without a stack`() {
    let entry = NavigationEntry(id: NavigationEntryID(1), controller: "alone", route: nil)
    let layer = NavigationState<String>.Layer(
      id: NavigationEntryID(2), kind: .tabs,
      stacks: [.init(name: "Alone", entries: [entry], canPush: false)])
    #expect(layer.shown == [entry])
    let state = NavigationState(layers: [layer])
    #expect(state.top == entry && !state.canPush)
  }

  @Test func `A host gets the whole option of a push and of a modal`() async throws {
    let host = OptionHost()
    try await host.push("a", option: HiddenBarPush())
    try await host.present("b", option: CardModal())
    #expect(host.options.count == 2)
    #expect(host.options.first is HiddenBarPush)
    #expect(host.options.last is CardModal)
  }

  @Test(
    "A thousand random moves agree with a model of plain arrays", arguments: 1...Load.scaled(20))
  func randomMoves(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    var model: [[Int]] = []
    let tree = NavigationTree<Int>()
    var left = 0
    var entered = 0
    tree.onChange { change in
      entered += change.entered.count
      left += change.left.count
    }
    for number in 1...1000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where Int.random(in: 0..<20, using: &random) == 0 || model.isEmpty:
        try await tree.setRoot(number)
        model = [[number]]
      case 1 where !model.isEmpty:
        try await tree.push(number)
        model[model.count - 1].append(number)
      case 2 where !model.isEmpty:
        try await tree.present(number, option: .modal(hasStack: true))
        model.append([number])
      case 3 where (model.last?.count ?? 0) > 1:
        try await tree.pop()
        model[model.count - 1].removeLast()
      case 4 where model.count > 1:
        try await tree.dismiss()
        model.removeLast()
      case 5 where !model.isEmpty:
        let entries = tree.state.entries
        let entry = entries[Int.random(in: 0..<entries.count, using: &random)]
        try await tree.back(to: entry.id)
        while model.last?.contains(entry.controller) == false { model.removeLast() }
        while model.last?.last != entry.controller { model[model.count - 1].removeLast() }
      default: continue
      }
      #expect(tree.state.layers.map { $0.shown.map(\.controller) } == model, "seed \(seed)")
      #expect(entered - left == tree.state.entries.count, "seed \(seed)")
    }
  }
}

extension NavigationTree<String> {
  fileprivate func presentSomething() async throws { try await present("a") }
  fileprivate func showSomething() async throws { try await show("a") }
  fileprivate func replaceSomething() async throws { try await replaceTop("a") }
}

private struct CardModal: ModalOption {}

/// A host on which something happens while a move waits for its turn.
@MainActor
private final class MeanwhileHost: NavigationHost {
  let tree = NavigationTree<String>()
  var meanwhile: @MainActor (NavigationTree<String>) throws -> Void = { _ in }
  var state: NavigationState<String> { tree.state }
  var events: NavigationEvents<String> { tree.events }

  func perform(_ operation: NavigationOperation<String>, animated: Bool) throws {
    try meanwhile(tree)
    try tree.perform(operation, animated: animated)
  }
}

/// A host that keeps the options of what it is asked to do.
private final class OptionHost: NavigationHost {
  var state = NavigationState<String>(layers: [.init(id: NavigationEntryID(1), stacks: [.init()])])
  let events = NavigationEvents<String>()
  var options: [any RoutingOption] { state.entries.compactMap(\.option) }

  func perform(_ operation: NavigationOperation<String>, animated: Bool) throws {
    state = try operation.target(from: state)
  }
}
