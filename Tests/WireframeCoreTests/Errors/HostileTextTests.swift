import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCoordinators
import WireframeCore
import WireframeFlows

/// Nothing that an app, a file or a link names can break a line of a log, or turn it around.
@MainActor
@Suite(.hangsNever)
struct HostileTextTests {
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

  @Test("Every sentence of an error is one line, whatever its parts hold", arguments: ReasonRow.all)
  func reasons(row: ReasonRow) {
    let error = RoutingError(row.reason)
    let text = error.description
    #expect(Hostile.scalars(in: text).isEmpty, "\(text)")
    #expect(Hostile.isShown(in: text) == row.showsParts, "\(text)")
    #expect(error.localizedDescription == text)
    for other in ["\(error)", String(describing: error as any Error)] { #expect(other == text) }
    var dumped = ""
    dump(error, to: &dumped)
    #expect(Hostile.scalars(in: dumped.replacing("\n", with: "")).isEmpty)
  }

  @Test("Every reason of an error has its row, and every code")
  func completeReasons() throws {
    var declared: Set<String> = []
    var codes: Set<String> = []
    for (type, folder) in [
      ("RouteReason", "WireframeRoutes/Errors"), ("CoreReason", "WireframeCore/Errors"),
      ("StepFlowReason", "WireframeFlows"),
      ("CoordinatorReason", "WireframeCoordinators"),
      ("TypeCheckReason", "WireframeCore/TypedRoutes"),
    ] {
      let source = try DocumentationTests.text(of: "Sources/\(folder)/\(type).swift")
      let cases = try #require(source.split(separator: "var code:").first)
      for match in cases.matches(of: /\n  case (\w+)/) { declared.insert("\(type).\(match.1)") }
    }
    for file in [
      "WireframeRoutes/Errors/RoutingError", "WireframeCore/Errors/RoutingError+Pipeline",
      "WireframeFlows/StepFlowReason",
      "WireframeCoordinators/CoordinatorReason", "WireframeCore/TypedRoutes/TypeCheckReason",
    ] {
      let source = try DocumentationTests.text(of: "Sources/\(file).swift")
      for match in source.matches(of: /static let (\w+) = Self\(rawValue:/) {
        codes.insert(String(match.1))
      }
    }
    #expect(declared.count > 60)
    #expect(Set(ReasonRow.all.map { name(of: $0.reason) }) == declared)
    #expect(Set(ReasonRow.all.map(\.reason.code.rawValue)) == codes)
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
      ("stop", RoutingDecision.stop(Hostile.text)), ("stay", LeaveDecision.stay(Hostile.text)),
      ("tab", SelectTab.tab(Hostile.text)),
    ]
    for (name, thing) in things {
      expectOneLine("\(thing)", name)
      expectOneLine(String(reflecting: thing), name)
      var dumped = ""
      dump(thing, to: &dumped)
      expectOneLine(dumped.replacing("\n", with: ""), name)
    }
  }

  @Test("A decision and a tab print what they are, and the app's own text escaped")
  func decisions() {
    let redirect = RoutingDecision.redirect(to: "/a/7", resuming: .newest)
    let things: [any CustomStringConvertible] = [
      RoutingDecision.proceed, redirect, RoutingDecision.redirect(toUntrusted: "/a/7"),
      RoutingDecision.stop("a\nb"), LeaveDecision.leave, LeaveDecision.stay("a\nb"),
      SelectTab.tab("a\nb"),
    ]
    #expect(
      things.map(\.description) == [
        "proceed", "redirect to a request of the app", "redirect to a request of the app",
        #"stop: a\nb"#, "leave", #"stay: a\nb"#, #"tab 'a\nb'"#,
      ])
  }

  /// A stored request whose origin somebody has changed.
  private func forged(_ parked: ParkedRequest) throws -> ParkedRequest {
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(parked))
    var object = try #require(json as? [String: Any])
    object["origin"] = Hostile.text
    return try JSONDecoder().decode(
      ParkedRequest.self, from: try JSONSerialization.data(withJSONObject: object))
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
}

private struct OptionOf<Value: Sendable>: RoutingOption {}

/// A reason of an error with hostile texts wherever it takes one.
struct ReasonRow: Sendable, CustomTestStringConvertible {
  let reason: any RoutingError.Reason
  /// Whether the reason takes a text at all.
  let showsParts: Bool
  var testDescription: String { name(of: reason) }

  init(_ reason: CoreReason, showsParts: Bool = true) {
    self.init(of: reason, showsParts: showsParts)
  }

  init(_ reason: RouteReason, showsParts: Bool = true) {
    self.init(of: reason, showsParts: showsParts)
  }

  init(of reason: any RoutingError.Reason, showsParts: Bool = true) {
    self.reason = reason
    self.showsParts = showsParts
  }

  static let text = Hostile.text

  static let all: [ReasonRow] = {
    do {
      return try texts() + plain() + steps() + faults() + typedRoutes()
    } catch {
      return []
    }
  }()

  private static func texts() throws -> [ReasonRow] {
    let pattern = try RoutePattern("/\(Hostile.literal)")
    let nearMiss = try nearMiss()
    let source: URLSource = "myapp:"
    return [
      ReasonRow(
        .notExposed(
          pattern: pattern, origin: RoutingOrigin(rawValue: text), isByScheme: false,
          exposure: .only(RoutingOrigin(rawValue: text)))),
      ReasonRow(.disabled(by: text, fallback: nil)),
      ReasonRow(
        .disabled(by: text, fallback: RoutingError.Code(rawValue: text))),
      ReasonRow(.invalidSwitches(SwitchesFault(text, text, text))),
      ReasonRow(.alias(pattern, of: pattern, .ofAlias(pattern))),
      ReasonRow(.alias(pattern, of: pattern, .itself)),
      ReasonRow(.alias(pattern, of: pattern, .noSource(source))),
      ReasonRow(.alias(pattern, of: pattern, .otherParameters)),
      ReasonRow(.noRoute(nearMiss, asked: [text])),
      ReasonRow(.noPage(nearMiss, asked: [text])),
      ReasonRow(.noOwnScreen(.gate(tag: text, text), nearMiss)),
      ReasonRow(.unregisteredType(name: text, pattern: pattern)),
      ReasonRow(.unregisteredType(name: text, pattern: nil)),
      ReasonRow(.redirectLoop(patterns: [text, text])),
      ReasonRow(.tooManyRedirects(patterns: [text])),
      ReasonRow(.noPresenter(option: text, presenters: [text])),
      ReasonRow(.noPresenter(option: text, presenters: [])),
      ReasonRow(.noController(asked: [text])),
      ReasonRow(.unregistered(part: "No builder '\(text)'", .noController)),
      ReasonRow(.unfitOption(text, navigator: text, allowed: text)),
      ReasonRow(.stopped(reason: text)),
      ReasonRow(.openingStopped(reason: text)),
      ReasonRow(.leaveRefused(reason: text)),
      ReasonRow(.missingValue(.path, name: text, type: text, names: [text])),
      ReasonRow(.missingValue(.path, name: text, type: text, names: ["a"])),
      ReasonRow(.missingValue(.query, name: text, type: text, names: [])),
      ReasonRow(.missingValue(.payload, name: text, type: text, names: [text])),
      ReasonRow(.unfitValue(.path, name: text, type: text)),
      ReasonRow(.unfitValue(.payload, name: text, type: text)),
      ReasonRow(.unknownNamesForURL(pattern: pattern, unknown: [text])),
      ReasonRow(.noValueForURL(pattern: pattern, name: text)),
      ReasonRow(.unfitForURL(pattern: pattern, segment: pattern.segments[0], name: text)),
      ReasonRow(.invalidType(name: text, isTaken: true)),
      ReasonRow(.invalidType(name: text, isTaken: false)),
      ReasonRow(.prefixIsNoPath(pattern: pattern)),
      ReasonRow(.sameShape(pattern: pattern, other: pattern)),
      ReasonRow(.sharedWord(pattern: pattern, other: pattern, word: text)),
      ReasonRow(.optionalWords(pattern: pattern, other: pattern)),
      ReasonRow(.mountPrefix(pattern: pattern)),
      ReasonRow(.mountType(name: text)),
      ReasonRow(.undeclaredSource(pattern: pattern, source: source, declared: [source])),
      ReasonRow(.noTab(name: text, tabs: [text])),
      ReasonRow(.mountParent(parent: pattern)),
      ReasonRow(.parentNames(pattern: pattern, parent: pattern, missing: [text])),
      ReasonRow(.parentCircle(pattern: pattern, parent: pattern)),
      ReasonRow(.noParent(pattern: pattern, parent: pattern)),
      ReasonRow(.noParent(pattern: pattern, parent: pattern, nearest: pattern)),
      ReasonRow(.ambiguousMount(type: text, mounts: [text])),
      ReasonRow(.lock(.hostCannotCover), showsParts: false),
      ReasonRow(.noGate(tag: text)),
      ReasonRow(.noAnswer(route: text)),
      ReasonRow(.otherAnswer(type: text, wanted: text)),
      ReasonRow(.tooManyLinks(limit: 5), showsParts: false),
      ReasonRow(of: CoordinatorReason.noCoordinator(controller: text, wanted: text, found: [text])),
      ReasonRow(of: CoordinatorReason.noCoordinator(controller: text, wanted: text, found: [])),
      ReasonRow(of: CoordinatorReason.noRouter(coordinator: text)),
      ReasonRow(of: CoordinatorReason.coordinatorOnScreen(coordinator: text)),
      ReasonRow(of: CoordinatorReason.coordinatorNotOnScreen(coordinator: text)),
      ReasonRow(of: CoordinatorReason.noStackAround(coordinator: text)),
      ReasonRow(of: CoordinatorReason.stackInStack(coordinator: text)),
      ReasonRow(of: CoordinatorReason.dismissalRejected(coordinator: text)),
      ReasonRow(of: CoordinatorReason.noOwnPresenter(option: text)),
      ReasonRow(.placeholderLeft, showsParts: false),
    ]
      + RoutingStage.allCases.flatMap { stage in
        [
          ReasonRow(.roleFailed(stage, role: text, error: Broken())),
          ReasonRow(.roleFailed(stage, role: "a", error: RoutingError(.stopped(reason: text)))),
          ReasonRow(.timedOut(stage, limit: .seconds(1)), showsParts: false),
          ReasonRow(.cancelled(stage), showsParts: false),
          ReasonRow(.reentrant(stage), showsParts: false),
        ]
      }
  }

  /// What takes no text.
  private static func plain() throws -> [ReasonRow] {
    let refusal = try #require(RouteTable<Void>(["/"]).match("//a").refusal)
    return [
      .rejected(refusal), .foreign(declared: ["myapp:"]), .noOption,
      .handlerHasNoController, .notRestored, .superseded, .busy, .tooManyWaiting(limit: 1),
      .mountedAlready,
      .mountedOnItself, .mountedWhileRouting, .noStack, .modalInTheWay, .nothingOnScreen,
      .notOnScreen, .nothingToPop, .nothingToDismiss, .nothingToLeave, .firstScreenStays,
      .alreadyOnScreen, .noHost, .answerCancelled, .covered, .stackLeft, .closed, .noHome,
    ].map { ReasonRow($0, showsParts: false) }
      + [CoordinatorReason.rootCoordinatorGone, .coordinatorEmbedded].map {
        ReasonRow(of: $0, showsParts: false)
      }
  }

  private static func steps() -> [ReasonRow] {
    let fault = StepListFault(0, text, found: text, allowed: text)
    let parts = StepPart.allCases.flatMap { part in
      [
        ReasonRow(of: StepFlowReason.failed(part, step: text, error: Broken())),
        ReasonRow(
          of: StepFlowReason.failed(part, step: "a", error: RoutingError(.stopped(reason: text)))),
        ReasonRow(of: StepFlowReason.timedOut(part, step: text, limit: .seconds(1))),
      ]
    }
    let texts: [StepFlowReason] = [
      .loop(steps: [text, text]), .endlessChain(from: text, limit: 1),
      .unknownStep(text, known: [text]), .unknownStep(text, known: []),
      .invalidList([fault]), .invalidList(Array(repeating: fault, count: 30)),
    ]
    let plain: [StepFlowReason] = [
      .cancelled, .waitCancelled, .reentrant, .noStepBefore, .wireframeGone,
    ]
    return parts + texts.map { ReasonRow(of: $0) }
      + plain.map { ReasonRow(of: $0, showsParts: false) }
  }

  private static func typedRoutes() -> [ReasonRow] {
    let pattern: RoutePattern = "/:a/*b"
    let segment = pattern.segments[0]
    let findings: [TypedRouteFinding] = [
      .noProperty(text), .unfit(text, type: text, segment),
      .missingWords(text, type: text, segment, [text]), .list(text, type: text, segment),
      .notAList(text, type: text, segment), .optionalProperty(text, segment, isLast: true),
      .optionalSegment(text, segment), .optionalList(text), .requiredInQuery(text),
      .noSingleText(text, type: text), .noSingleText(text, type: nil), .unchecked(text, type: text),
      .uncheckedType, .example(1, .noProperty(text)), .notTheSame, .failed(text),
    ]
    let values: [RouteReason] = [
      .repeatedItem(type: text, property: text), .unfitProperty(type: text, property: text),
      .noSingleText(type: text, property: text), .optionalList(type: text, property: text),
      .notRead(type: text), .notWritten(type: text), .notTheSame(type: text),
      .otherSource(type: text, pattern, source: text),
    ]
    let limits = URLLimit.allCases.map { RouteReason.overLimit($0, 8, offset: 1) }
    return findings.map { ReasonRow(of: TypeCheckReason.invalidType(text, [$0])) }
      + values.map { ReasonRow(of: $0) }
      + (limits + [.noMountPath(pattern)]).map { ReasonRow(of: $0, showsParts: false) }
  }

  /// Patterns and sources whose text cannot be read.
  private static func faults() -> [ReasonRow] {
    let reasons: [PatternFault.Reason] = [
      .noSlash, .badSource(text), .badHost, .rawCharacter, .query, .emptySegment, .dotSegment,
      .badEscape, .encodedControl, .encodedSlash, .reservedCharacter(text), .emptyName, .badName,
      .repeatedName(text), .unclosedType, .emptyType, .emptyWord, .repeatedWord(text),
      .textBehindType, .notLast(text), .unknownType(text, known: [text]),
    ]
    return reasons.map {
      ReasonRow(.invalidPattern(text: text, fault: PatternFault(reason: $0, column: 1)))
    }
      + SourceFault.allCases.map { ReasonRow(.invalidSource(text: text, fault: $0)) }
  }

  private static func nearMiss() throws -> NearMiss {
    let table = try RouteTable<Void>(["/\(Hostile.literal)/*?", "/:x<\(Hostile.literal)|b>/x"])
    return try #require(table.match("/\(Hostile.literal)z/y/z").nearMiss)
  }
}

/// The name of a reason: its type and its case.
private func name(of reason: any RoutingError.Reason) -> String {
  let name = Mirror(reflecting: reason).children.first?.label ?? "\(reason)"
  return "\(type(of: reason)).\(name)"
}
