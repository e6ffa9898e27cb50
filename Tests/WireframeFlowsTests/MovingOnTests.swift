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
