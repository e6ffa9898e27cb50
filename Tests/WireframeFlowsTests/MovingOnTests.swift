import TestSupport
import Testing
import WireframeCore
import WireframeFlows

/// How a flow finds the next step.
@MainActor
@Suite(.hangsNever)
struct MovingOnTests {
  @Test("1.12 Moving on finds the entry of the wanted step, and routes there if it is valid")
  func wantedStep() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step(.blue), Step(.orange), Step(Colour.red)])
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(shop.shown == ["root", "2"])
  }

  @Test(
    "1.12 A step that is not valid, or not in the list, gives way to its own next, to the end",
    arguments: [
      Case(["blue": StepStatus.completed, "orange": .inProgress, "green": .pending], "4"),
      Case(["blue": .completed, "green": .pending], "4"),
      Case(["green": .pending, "yellow": .pending], "4"),
      Case(["blue": .completed, "orange": .pending, "green": .pending], "2 4"),
      Case(["blue": .completed, "orange": .completed, "green": .completed], ""),
      Case(["yellow": .pending], ""),
    ])
  func skipping(row: Case<[String: StepStatus], String>) async throws {
    // The guiders' way is not the order of the list, and nothing leads to yellow.
    let ways = ["red": "blue", "blue": "orange", "orange": "green"]
    let shop = try await ColourShop()
    let list = row.given.sorted { $0.key > $1.key }
    let flow = shop.flow(list.map { Step(Waypoint($0.key, ways), status: $0.value) })
    var outcome = try await flow.advance(from: Waypoint("red", ways))
    while case .shown(let step) = outcome { outcome = try await flow.advance(from: step) }
    #expect(outcome == .finished)
    #expect(shop.shown.dropFirst().joined(separator: " ") == row.expected)
  }

  @Test("1.12 A chain that returns to a step already tried is reported, not followed for ever")
  func loop() async throws {
    let ways: [Colour: Colour] = [
      .red: .orange, .orange: .yellow, .yellow: .green, .green: .orange,
    ]
    let shop = try await ColourShop()
    let flow = shop.flow(
      [Colour.red, .orange, .green].map { Step($0, status: .completed) },
      order: StepOrder { step, _ in ways[step] })
    let error = try await failure { try await flow.advance(from: .red) }
    #expect(error.code == .stepLoop)
    #expect(error.description.contains("'orange' → 'yellow' → 'green' → 'orange'"))
    #expect(shop.shown == ["root"])
  }

  @Test("1.12 A chain that makes up new steps for ever is reported")
  func endlessChain() async throws {
    struct Number: Guider {
      let number: Int
      var destination: StepDestination<Screen> { .screen { Screen("") } }
      var next: Number? { Number(number: number + 1) }
    }
    let shop = try await ColourShop()
    let error = try await failure {
      try await shop.flow([Step<Number>]()).advance(from: Number(number: 1))
    }
    #expect(error.code == .stepLoop)
    // One that ends does not count as endless, however long it is.
    let far = shop.flow([Step(Number(number: 1002))])
    #expect(try await far.advance(from: Number(number: 1)) == .shown(Number(number: 1002)))
    let long = shop.flow(
      (1...1100).map { Step(Number(number: $0), status: $0 < 1100 ? .completed : .pending) })
    #expect(try await long.advance(from: Number(number: 1)) == .shown(Number(number: 1100)))
  }

  @Test("1.12 A valid step may come again later in the same flow")
  func repeatedSteps() async throws {
    let ways = ["red": "orange", "orange": "red"]
    let shop = try await ColourShop()
    let flow = shop.flow(["red", "orange"].map { Step(Waypoint($0, ways)) })
    try await flow.start()
    for step in ["red", "orange", "red"] { try await flow.advance(from: Waypoint(step, ways)) }
    #expect(shop.shown == ["root", "1", "2", "1", "2"])
    #expect(flow.shownSteps.map(\.description) == ["red", "orange", "red", "orange"])
  }

  @Test(
    "A step that has taken the place of the one before gives it back", arguments: [false, true])
  func backInPlace(isURL: Bool) async throws {
    let shop = try await ColourShop()
    let first = OwnStep(1, isURL ? .url("/steps/red") : .screen { Screen("1") })
    let second = OwnStep(2, .url("/steps/orange", option: .replaceTop))
    let flow = shop.flow([Step(first), Step(second)], order: .listed)
    try await flow.start()
    try await flow.advance(from: first)
    #expect(shop.shown == ["root", "2"])
    #expect(try await flow.back() == .shown(first))
    #expect(shop.shown == ["root", "1"])
    try await flow.advance(from: first)
    #expect(shop.shown == ["root", "2"])
    #expect(flow.shownSteps == [first, second])
  }

  @Test("A step in whose place a new root has come is pushed onto that on the way back")
  func backOntoRoot() async throws {
    let shop = try await ColourShop()
    let first = OwnStep(1, .url("/steps/red"))
    let second = OwnStep(2, .url("/steps/orange", option: .root))
    let flow = shop.flow([Step(first), Step(second)], order: .listed)
    try await flow.start()
    try await flow.advance(from: first)
    #expect(shop.shown == ["2"])
    #expect(try await flow.back() == .shown(first))
    #expect(shop.shown == ["2", "1"])
  }

  @Test("back takes the current step away, though that had dismissed the one before")
  func backToADismissedStep() async throws {
    let shop = try await ColourShop()
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/orange", option: .modal)),
      OwnStep(3, .url("/steps/yellow")),
    ]
    let flow = shop.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    #expect(shop.shown == ["root", "1", "3"])
    var (moves, questions) = (0, 0)
    shop.navigation.onChange { _ in moves += 1 }
    shop.wireframe.observeLeaving { _ in
      questions += 1
      return .leave
    }
    #expect(try await flow.back() == .shown(steps[1]))
    #expect(shop.shown == ["root", "1", "2"])
    #expect([moves, questions] == [1, 1])
    #expect(flow.shownSteps == [steps[0], steps[1]])
    try shop.navigation.performAsUser(.dismiss(1))
    #expect(flow.shownSteps == [steps[0]])
  }

  @Test("back to a screen without a URL takes away the step that had replaced it")
  func backToAScreenUnderParents() async throws {
    let shop = try await ColourShop()
    try shop.wireframe.register("/steps/red/x", place: .under("/steps/red")) { _ in Screen("end") }
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .screen { Screen("made") }),
      OwnStep(3, .request(RoutingRequest("/steps/red/x", option: .push, landing: .underParents))),
    ]
    let flow = shop.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    #expect(shop.shown == ["root", "1", "end"])
    #expect(try await flow.back() == .shown(steps[1]))
    #expect(shop.shown == ["root", "1", "made"])
    #expect(flow.shownSteps == [steps[0], steps[1]])
  }

  @Test("back takes no screen away that is also an earlier step's")
  func backFromASharedScreen() async throws {
    let shop = try await ColourShop()
    let again = RoutingRequest("/steps/red", option: .push, ifPresented: .bringToFront)
    let steps = [
      OwnStep(1, .url("/steps/red")), OwnStep(2, .url("/steps/orange")),
      OwnStep(3, .request(again)),
    ]
    let flow = shop.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    #expect(shop.shown == ["root", "1"])
    #expect(try await flow.back() == .shown(steps[1]))
    #expect(shop.shown == ["root", "1", "2"])
    #expect(flow.shownSteps == [steps[0], steps[1]])
  }

  @Test("back from a step that has the screen of the one before leaves that screen, not the step")
  func backOnASharedScreen() async throws {
    let shop = try await ColourShop()
    let again = RoutingRequest("/steps/red", option: .push, ifPresented: .bringToFront)
    let steps = [OwnStep(1, .url("/steps/red")), OwnStep(2, .request(again))]
    let flow = shop.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    try await flow.advance(from: steps[0])
    #expect(flow.shownSteps == steps)
    #expect(try await flow.back() == .shown(steps[0]))
    #expect(flow.shownSteps == [steps[0]])
    #expect(shop.shown == ["root", "1"])
  }

  @Test("back to a step in another tab takes the current step away")
  func backToAnotherTab() async throws {
    let (shop, tree) = (try await ColourShop(), NavigationTree<Screen>(tabs: ["A", "B"]))
    let steps = ["1", "2"].map { name in OwnStep(Int(name) ?? 0, .screen { Screen(name) }) }
    let flow = StepFlow(
      StepQueue(steps.map { Step($0) }), wireframe: shop.wireframe, host: tree, order: .listed,
      limit: nil)
    for tab in ["B", "A"] {
      try await tree.selectTab(tab)
      try await tree.push(Screen(tab))
    }
    try await flow.start()
    try tree.performAsUser(.selectTab(1))
    try await flow.advance(from: steps[0])
    #expect(tree.state.shown.map { "\($0.controller)" } == ["B", "2"])
    #expect(try await flow.back() == .shown(steps[0]))
    #expect(tree.state.shown.map { "\($0.controller)" } == ["A", "1"])
    try tree.performAsUser(.selectTab(1))
    #expect(tree.state.shown.map { "\($0.controller)" } == ["B"])
    #expect(flow.shownSteps == [steps[0]])
  }

  @Test("back replaces no other screen than the current step's, which is in another tab")
  func backInPlaceInAnotherTab() async throws {
    let (wireframe, tree) = (Wireframe<Screen>(), NavigationTree<Screen>(tabs: ["A", "B"]))
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/:name") { Screen(try $0["name"]) }
    for tab in ["B", "A"] {
      try await tree.selectTab(tab)
      try await tree.push(Screen(tab))
    }
    let steps = (0...2).map { number in
      OwnStep(number, .url("/\(number)", option: number == 0 ? .push : .replaceTop))
    }
    let flow = StepFlow(
      StepQueue(steps.map { Step($0) }), wireframe: wireframe, host: tree, order: .listed,
      limit: nil)
    try await flow.start()
    for step in steps.dropLast() { try await flow.advance(from: step) }
    try tree.performAsUser(.selectTab(1))
    #expect(tree.state.entries.map { "\($0.controller)" } == ["A", "2", "B"])
    #expect(try await flow.back() == .shown(steps[1]))
    #expect(tree.state.entries.map { "\($0.controller)" } == ["A", "B", "1"])
    #expect(flow.shownSteps == [steps[0], steps[1]])
  }

  @Test("1.13 advance(from:) starts at the step behind the current one, which is not asked again")
  func advanceStartsBehind() async throws {
    let shop = try await ColourShop()
    var asked: [Colour] = []
    let flow = shop.flow(
      Colour.allCases.map { colour in
        Step(
          colour,
          validator: StepValidator {
            asked.append(colour)
            return true
          })
      })
    #expect(try await flow.advance(from: .yellow) == .shown(.green))
    #expect(asked == [.green])
    #expect(shop.shown == ["root", "4"])
  }
}
