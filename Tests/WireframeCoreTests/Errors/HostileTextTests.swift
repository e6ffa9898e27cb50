import Foundation
import Testing
import WireframeCore

/// Nothing that an app, a file or a link names can break a line of a log, or turn it around.
@MainActor
struct HostileTextTests {
  private func expectOneLine(
    _ text: String, _ comment: Comment, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(Hostile.scalars(in: text).isEmpty, comment, sourceLocation: location)
    #expect(Hostile.isShown(in: text), comment, sourceLocation: location)
  }

  @Test("A text writes each scalar that is invisible or ends a line as an escape")
  func escapes() {
    #expect("a\nb\rc\td\u{0}e".escaped == #"a\nb\rc\td\u{0}e"#)
    #expect("\u{202E}\u{2028}\u{E0041}\u{FEFF}".escaped == #"\u{202E}\u{2028}\u{E0041}\u{FEFF}"#)
    for scalar in Hostile.scalars {
      let text = "x\(scalar)y".escaped
      #expect(Hostile.scalars(in: text).isEmpty && text.hasPrefix("x\\") && text.hasSuffix("y"))
    }
  }

  @Test(
    "A text that can be read stays as it is, and so does an escaped one",
    arguments: ["", "plain", "Größe: 5 €, 日本, 👍, é", #"C:\new \u{202E}"#, "a\u{A0}b\u{3000}c"])
  func readable(text: String) {
    #expect(text.escaped == text)
    #expect(Hostile.text.escaped.escaped == Hostile.text.escaped)
  }

  @Test("Every sentence of an error is one line, whatever its parts hold", arguments: FactRow.all)
  func facts(row: FactRow) {
    let error = RoutingError(row.fact)
    let text = error.description
    #expect(Hostile.scalars(in: text).isEmpty, "\(text)")
    #expect(Hostile.isShown(in: text) == row.showsParts, "\(text)")
    #expect(error.localizedDescription == text)
    for other in ["\(error)", String(describing: error as any Error)] { #expect(other == text) }
    var dumped = ""
    dump(error, to: &dumped)
    #expect(Hostile.scalars(in: dumped.replacing("\n", with: "")).isEmpty)
  }

  @Test("Every fact of an error has its row, and every code")
  func completeFacts() throws {
    #expect(Set(FactRow.all.map { FactName($0.fact) }) == Set(FactName.allCases))
    #expect(
      Set(FactRow.all.compactMap { StepFactName($0.fact) }) == Set(StepFactName.allCases))
    let source = try DocumentationTests.text(of: "Sources/WireframeCore/Errors/RoutingError.swift")
    let codes = source.matches(of: /static let (\w+) = Self\(rawValue:/).map { String($0.1) }
    #expect(Set(FactRow.all.map(\.fact.code.rawValue)) == Set(codes))
  }

  @Test("A pattern prints what is invisible in it as percent-escapes, and stays the same pattern")
  func patterns() throws {
    let text = "/\(Hostile.literal)/:x<\(Hostile.literal)|b>/:y"
    let pattern = try RoutePattern(text)
    #expect(pattern.text == text)
    let printed = pattern.description
    expectOneLine(printed, "pattern")
    #expect(try RoutePattern(printed).description == printed)
    #expect(try RoutePattern(printed).segments == pattern.segments)
    let url = try pattern.urlText(with: ["x": "b", "y": "1"])
    #expect(try RouteTable([printed]).match(url).matched != nil)
    #expect(Hostile.scalars(in: "\(pattern.segments)").isEmpty)
    let plain: RoutePattern = "/café/:id"
    #expect(plain.description == "/café/:id")
  }

  @Test("What is printed of requests, results and routes is one line each")
  func values() async throws {
    let shop = try await Shop()
    let pattern = try RoutePattern("/a/\(Hostile.literal)")
    let origin = RoutingOrigin(rawValue: Hostile.text)
    try shop.wireframe.register(pattern, exposure: .external) { _ in nil }
    try shop.register("/stops", exposure: .external)
    shop.wireframe.observe { route in
      route.path.first == "stops" ? .stop(Hostile.text) : .redirect(to: "/stops", resuming: .newest)
    }
    var request = RoutingRequest(
      try pattern.urlText(with: [:]), payload: [Hostile.text: 1], option: OptionOf<Int>())
    let stopped = try await shop.wireframe.route(request)
    request.origin = origin
    let parked = try forged(try #require(shop.wireframe.parked))
    let match = try #require(
      RouteTable([pattern.text]).match(try pattern.urlText(with: [:])).matched)
    let things: [(Comment, Any)] = [
      ("route", stopped.redirects[0]), ("stopped", stopped), ("request", request),
      ("payload", request.payload), ("parked", parked), ("origin", origin), ("match", match),
      ("tag", RouteTag(rawValue: Hostile.text)),
      ("exposure", RouteExposure.only(origin, .notification)),
      ("code", RoutingError.Code(rawValue: Hostile.text)),
    ]
    for (name, thing) in things {
      expectOneLine("\(thing)", name)
      expectOneLine(String(describing: thing), name)
    }
  }

  /// A stored request whose origin somebody has changed.
  private func forged(_ parked: ParkedRequest) throws -> ParkedRequest {
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(parked))
    var object = try #require(json as? [String: Any])
    object["origin"] = Hostile.text
    return try JSONDecoder().decode(
      ParkedRequest.self, from: try JSONSerialization.data(withJSONObject: object))
  }

  @Test("What is printed of a configuration is one line for each fault and route")
  func configurations() async throws {
    let shop = try await ConfiguredShop()
    let name = Hostile.text
    shop.configuration.register(builder: name, options: [name: .oneOf(name)]) { _ in nil }
    shop.configuration.register(navigator: name) { _ in }
    shop.configuration.register(storyboard: name, ids: [name]) { _, _ in nil }
    func json(_ entries: [[String: Any]]) throws -> Data {
      try JSONSerialization.data(withJSONObject: ["routes": entries, name: 1])
    }
    let bad = try json([
      [
        "pattern": "/\(name)", "builder": name + "?", "navigator": name + "?", name: name,
        "tags": [name], "exposure": [name], "transition": name, "title": 1,
      ],
      [
        "pattern": "/:b<x|\(Hostile.literal)|\(Hostile.literal)>", "builder": name,
        "navigator": name,
      ],
      [
        "pattern": "/c", "builder": name, "navigator": name,
        "options": [name: name + "?", name + "?": 1],
      ],
      ["pattern": "/d", "storyboard": name, "id": name + "?", "navigator": name],
      ["pattern": "/\(Hostile.literal)", "builder": name, "navigator": name],
      ["pattern": "/\(Hostile.literal)", "builder": name, "navigator": name],
    ])
    let faults = shop.configuration.faults(of: bad, named: name)
    #expect(faults.count == 14)
    for fault in faults {
      expectOneLine(fault.description, "\(fault.found)")
      #expect(Hostile.scalars(in: fault.found + fault.allowed).isEmpty)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try shop.configuration.check(bad, named: name)
    }
    #expect(error?.description.split(separator: "\n").count == faults.count)
    #expect((error as (any Error)?)?.localizedDescription == error?.description)

    let good = try json([])
    #expect(throws: ConfigurationError.self) { try shop.configuration.check(good, named: "a") }
    let entries = try JSONSerialization.data(withJSONObject: [
      "routes": [
        [
          "pattern": "/\(Hostile.literal)", "builder": name, "navigator": name,
          "options": [name: name],
        ], ["pattern": "/d", "storyboard": name, "id": name, "navigator": name],
      ]
    ])
    for route in try shop.configuration.check(entries, named: name) {
      expectOneLine("\(route)", "route")
      expectOneLine("\(route.destination)", "destination")
      if !route.options.keys.isEmpty { expectOneLine("\(route.options)", "options") }
    }
    expectOneLine("\(OptionValues.Value.string(name))", "value")
  }

  @Test("A screen and a tab stay on their line of the tree that a state draws")
  func states() async throws {
    let tree = NavigationTree<String>(tabs: [Hostile.text, "b"])
    try await tree.push(Hostile.text)
    try await tree.present(Hostile.text)
    let lines = tree.state.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5)
    for line in lines { #expect(Hostile.scalars(in: String(line)).isEmpty) }
    expectOneLine(String(lines[1]), "tab")
    expectOneLine(String(lines[2]), "screen")
    expectOneLine(String(lines[4]), "modal")
  }

  @Test("What a flow says of a stop is one line")
  func outcomes() {
    expectOneLine("\(StepOutcome<Colour>.stopped(.red, reason: Hostile.text))", "outcome")
  }
}

private struct OptionOf<Value: Sendable>: RoutingOption {}

/// A fact of an error with hostile texts wherever it takes one.
struct FactRow: Sendable, CustomTestStringConvertible {
  let fact: RoutingError.Fact
  /// Whether the fact takes a text at all.
  let showsParts: Bool
  var testDescription: String { "\(FactName(fact)) \(StepFactName(fact).map { "\($0)" } ?? "")" }

  init(_ fact: RoutingError.Fact, showsParts: Bool = true) {
    self.fact = fact
    self.showsParts = showsParts
  }

  static let text = Hostile.text

  static let all: [FactRow] = {
    do {
      return try texts() + plain() + steps() + faults()
    } catch {
      return []
    }
  }()

  private static func texts() throws -> [FactRow] {
    let pattern = try RoutePattern("/\(Hostile.literal)")
    let nearMiss = try nearMiss()
    let source: URLSource = "myapp:"
    return [
      FactRow(
        .notExposed(
          pattern: pattern, origin: RoutingOrigin(rawValue: text),
          exposure: .only(RoutingOrigin(rawValue: text)))),
      FactRow(.noRoute(nearMiss, asked: [text])),
      FactRow(.noPage(nearMiss, asked: [text])),
      FactRow(.redirectLoop(patterns: [text, text])),
      FactRow(.tooManyRedirects(patterns: [text])),
      FactRow(.noPresenter(option: text, presenters: [text])),
      FactRow(.noPresenter(option: text, presenters: [])),
      FactRow(.noController(asked: [text])),
      FactRow(.unregistered(part: "No builder '\(text)'", .noController)),
      FactRow(.stopped(reason: text)),
      FactRow(.openingStopped(reason: text)),
      FactRow(.leaveRefused(reason: text)),
      FactRow(.missingValue(.path, name: text, type: text, names: [text])),
      FactRow(.missingValue(.path, name: text, type: text, names: ["a"])),
      FactRow(.missingValue(.query, name: text, type: text, names: [])),
      FactRow(.missingValue(.payload, name: text, type: text, names: [text])),
      FactRow(.unfitValue(.path, name: text, type: text)),
      FactRow(.unfitValue(.payload, name: text, type: text)),
      FactRow(.unknownNamesForURL(pattern: pattern, unknown: [text])),
      FactRow(.noValueForURL(pattern: pattern, name: text)),
      FactRow(.unfitForURL(pattern: pattern, segment: pattern.segments[0], name: text)),
      FactRow(.invalidType(name: text, isTaken: true)),
      FactRow(.invalidType(name: text, isTaken: false)),
      FactRow(.prefixIsNoPath(pattern: pattern)),
      FactRow(.sameShape(pattern: pattern, other: pattern)),
      FactRow(.sharedWord(pattern: pattern, other: pattern, word: text)),
      FactRow(.optionalWords(pattern: pattern, other: pattern)),
      FactRow(.mountPrefix(pattern: pattern)),
      FactRow(.mountType(name: text)),
      FactRow(.undeclaredSource(pattern: pattern, source: source, declared: [source])),
      FactRow(.noTab(tabs: [text])),
      FactRow(.noCoordinator(controller: text, wanted: text, found: [text])),
      FactRow(.noCoordinator(controller: text, wanted: text, found: [])),
      FactRow(.noRouter(coordinator: text)),
      FactRow(.coordinatorOnScreen(coordinator: text)),
      FactRow(.coordinatorNotOnScreen(coordinator: text)),
      FactRow(.noStackAround(coordinator: text)),
      FactRow(.stackInStack(coordinator: text)),
      FactRow(.dismissalRejected(coordinator: text)),
    ]
      + RoutingStage.allCases.flatMap { stage in
        [
          FactRow(.roleFailed(stage, role: text, error: Broken())),
          FactRow(.roleFailed(stage, role: "a", error: RoutingError(.stopped(reason: text)))),
          FactRow(.timedOut(stage, limit: .seconds(1)), showsParts: false),
          FactRow(.cancelled(stage), showsParts: false),
          FactRow(.reentrant(stage), showsParts: false),
        ]
      }
  }

  /// What takes no text.
  private static func plain() throws -> [FactRow] {
    let refusal = try #require(RouteTable<Void>(["/"]).match("//a").refusal)
    return [
      .rejected(refusal), .foreign(declared: ["myapp:"]), .noOption,
      .handlerHasNoController, .superseded, .busy, .tooManyWaiting(limit: 1), .mountedAlready,
      .mountedOnItself, .mountedWhileRouting, .noStack, .modalInTheWay, .nothingOnScreen,
      .notOnScreen, .nothingToPop, .nothingToDismiss, .nothingToLeave, .firstScreenStays,
      .alreadyOnScreen, .rootCoordinatorGone, .coordinatorEmbedded,
    ].map { FactRow($0, showsParts: false) }
  }

  private static func steps() -> [FactRow] {
    let fault = StepListFault(0, text, found: text, allowed: text)
    let parts = StepPart.allCases.flatMap { part in
      [
        FactRow(.step(.failed(part, step: text, error: Broken()))),
        FactRow(.step(.failed(part, step: "a", error: RoutingError(.stopped(reason: text))))),
        FactRow(.step(.timedOut(part, step: text, limit: .seconds(1)))),
      ]
    }
    let texts: [StepFact] = [
      .loop(steps: [text, text]), .endlessChain(from: text, limit: 1),
      .unknownStep(text, known: [text]), .unknownStep(text, known: []),
      .invalidList([fault]), .invalidList(Array(repeating: fault, count: 30)),
    ]
    let plain: [StepFact] = [.cancelled, .waitCancelled, .reentrant, .noStepBefore, .wireframeGone]
    return parts + texts.map { FactRow(.step($0)) }
      + plain.map { FactRow(.step($0), showsParts: false) }
  }

  /// Patterns and sources whose text cannot be read.
  private static func faults() -> [FactRow] {
    let reasons: [PatternFault.Reason] = [
      .noSlash, .badSource(text), .badHost, .rawCharacter, .query, .emptySegment, .dotSegment,
      .badEscape, .encodedControl, .encodedSlash, .reservedCharacter(text), .emptyName, .badName,
      .repeatedName(text), .unclosedType, .emptyType, .emptyWord, .repeatedWord(text),
      .textBehindType, .notLast(text), .unknownType(text, known: [text]),
    ]
    return reasons.map {
      FactRow(.invalidPattern(text: text, fault: PatternFault(reason: $0, column: 1)))
    }
      + SourceFault.allCases.map { FactRow(.invalidSource(text: text, fault: $0)) }
  }

  private static func nearMiss() throws -> NearMiss {
    let table = try RouteTable<Void>(["/\(Hostile.literal)/*?", "/:x<\(Hostile.literal)|b>/x"])
    return try #require(table.match("/\(Hostile.literal)z/y/z").nearMiss)
  }
}

/// The facts by name; a new one does not compile until it has a name here, and fails until it has a row.
enum FactName: CaseIterable {
  case rejected, foreign, notExposed, noRoute, noPage, redirectLoop, tooManyRedirects, noOption,
    noPresenter, noController, unregistered, handlerHasNoController, stopped, openingStopped,
    roleFailed, timedOut, cancelled, superseded, reentrant, busy, tooManyWaiting, missingValue,
    unfitValue, unknownNamesForURL, noValueForURL, unfitForURL, invalidPattern, invalidType,
    prefixIsNoPath, sameShape, sharedWord, optionalWords, mountPrefix, mountedAlready,
    mountedOnItself, mountedWhileRouting, mountType, invalidSource, undeclaredSource, noStack,
    modalInTheWay, nothingOnScreen, notOnScreen, nothingToPop, nothingToDismiss, nothingToLeave,
    firstScreenStays, alreadyOnScreen, leaveRefused, noTab, noCoordinator, rootCoordinatorGone,
    coordinatorEmbedded, noRouter, coordinatorOnScreen, coordinatorNotOnScreen, noStackAround,
    stackInStack, dismissalRejected, flow

  init(_ fact: RoutingError.Fact) {
    self =
      switch fact {
      case .rejected: .rejected
      case .foreign: .foreign
      case .notExposed: .notExposed
      case .noRoute: .noRoute
      case .noPage: .noPage
      case .redirectLoop: .redirectLoop
      case .tooManyRedirects: .tooManyRedirects
      case .noOption: .noOption
      case .noPresenter: .noPresenter
      case .noController: .noController
      case .unregistered: .unregistered
      case .handlerHasNoController: .handlerHasNoController
      case .stopped: .stopped
      case .openingStopped: .openingStopped
      case .roleFailed: .roleFailed
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .superseded: .superseded
      case .reentrant: .reentrant
      case .busy: .busy
      case .tooManyWaiting: .tooManyWaiting
      case .missingValue: .missingValue
      case .unfitValue: .unfitValue
      case .unknownNamesForURL: .unknownNamesForURL
      case .noValueForURL: .noValueForURL
      case .unfitForURL: .unfitForURL
      case .invalidPattern: .invalidPattern
      case .invalidType: .invalidType
      case .prefixIsNoPath: .prefixIsNoPath
      case .sameShape: .sameShape
      case .sharedWord: .sharedWord
      case .optionalWords: .optionalWords
      case .mountPrefix: .mountPrefix
      case .mountedAlready: .mountedAlready
      case .mountedOnItself: .mountedOnItself
      case .mountedWhileRouting: .mountedWhileRouting
      case .mountType: .mountType
      case .invalidSource: .invalidSource
      case .undeclaredSource: .undeclaredSource
      case .noStack: .noStack
      case .modalInTheWay: .modalInTheWay
      case .nothingOnScreen: .nothingOnScreen
      case .notOnScreen: .notOnScreen
      case .nothingToPop: .nothingToPop
      case .nothingToDismiss: .nothingToDismiss
      case .nothingToLeave: .nothingToLeave
      case .firstScreenStays: .firstScreenStays
      case .alreadyOnScreen: .alreadyOnScreen
      case .leaveRefused: .leaveRefused
      case .noTab: .noTab
      case .noCoordinator: .noCoordinator
      case .rootCoordinatorGone: .rootCoordinatorGone
      case .coordinatorEmbedded: .coordinatorEmbedded
      case .noRouter: .noRouter
      case .coordinatorOnScreen: .coordinatorOnScreen
      case .coordinatorNotOnScreen: .coordinatorNotOnScreen
      case .noStackAround: .noStackAround
      case .stackInStack: .stackInStack
      case .dismissalRejected: .dismissalRejected
      case .flow: .flow
      }
  }
}

/// The facts of flows by name.
enum StepFactName: CaseIterable {
  case failed, timedOut, cancelled, waitCancelled, reentrant, loop, endlessChain, unknownStep,
    noStepBefore, wireframeGone, invalidList

  init?(_ fact: RoutingError.Fact) {
    guard case .flow(let reason) = fact, let fact = reason as? StepFact else { return nil }
    self =
      switch fact {
      case .failed: .failed
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .waitCancelled: .waitCancelled
      case .reentrant: .reentrant
      case .loop: .loop
      case .endlessChain: .endlessChain
      case .unknownStep: .unknownStep
      case .noStepBefore: .noStepBefore
      case .wireframeGone: .wireframeGone
      case .invalidList: .invalidList
      }
  }
}
