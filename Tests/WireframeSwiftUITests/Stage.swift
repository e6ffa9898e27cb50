import Testing
import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

extension RouteTag {
  /// A screen that asks before it leaves.
  static let editor: RouteTag = "editor"
}

/// A host with a wireframe, drawn by a model of SwiftUI.
@MainActor
final class Stage {
  let clock = ManualClock()
  let host: SwiftUINavigationHost
  /// Without limits: they would be measured in real time, which a busy machine lets pass.
  let wireframe = Wireframe<ViewScreen>(
    sources: ["shop:", "https://shop.example"], limits: .none)
  let model: SwiftUIModel
  /// The changes that were reported.
  private(set) var changes: [NavigationChange<ViewScreen>] = []
  /// What the user took away when there was no stack left for what had just been pushed.
  private var withoutStack: Set<NavigationEntryID> = []
  /// What a leave guard was asked about.
  private(set) var asked: [ViewScreen] = []
  /// What the leave guard answers, and after which time.
  var mayLeave = true
  var answersAfter = Duration.zero
  private(set) var begun = 0
  private(set) var ended = 0

  init(
    tabs: [String] = [], columns: [String] = [], habits: Habits = Habits(), seed: UInt64 = 1,
    limit: Duration = .seconds(2)
  ) throws {
    host =
      columns.isEmpty
      ? SwiftUINavigationHost(tabs: tabs, limit: limit, clock: clock)
      : SwiftUINavigationHost(columns: columns, limit: limit, clock: clock)
    model = SwiftUIModel(of: host, clock: clock, habits: habits, seed: seed)
    wireframe.addStandardPresenters(on: host)
    host.onChange { [weak self] in self?.note($0) }
    for (pattern, option) in [
      ("/", .root), ("/push/:id<int>", .push), ("/sheet/:id<int>", .modal(.sheet)),
      ("/stack/:id<int>", .modal(.sheet, hasStack: true)), ("/cover/:id<int>", .modal),
      ("/top/:id<int>", .replaceTop),
    ] as [(String, any RoutingOption)] {
      try wireframe.register(RoutePattern(pattern), option: option, exposure: .external) {
        Self.screen($0)
      }
    }
    try wireframe.register(
      "/list", option: .push, exposure: .external, place: .under("/")
    ) { Self.screen($0) }
    try wireframe.register(
      "/list/:id<int>", option: .push, exposure: .external, place: .under("/list")
    ) { Self.screen($0) }
    try wireframe.register("/edit/:id<int>", option: .push, tags: [.editor]) {
      Self.screen($0)
    }
    try wireframe.register("/form/:id<int>", option: .modal(.sheet), tags: [.editor]) {
      Self.screen($0)
    }
    for name in tabs + columns {
      try wireframe.register(
        RoutePattern("/in/\(name)/:id<int>"), option: .push, exposure: .external,
        place: .init(tab: name)
      ) { Self.screen($0) }
    }
    wireframe.observeLeaving(tag: .editor) { [weak self] leaving in
      guard let self else { return .leave }
      if let screen = leaving.controller as? ViewScreen { asked.append(screen) }
      if answersAfter > .zero {
        try await clock.sleep(until: clock.now.advanced(by: answersAfter), tolerance: nil)
      }
      return mayLeave ? .leave : .stay("changes")
    }
  }

  private func note(_ change: NavigationChange<ViewScreen>) {
    changes.append(change)
    if change.cause == .user, !host.state.canPush {
      withoutStack.formUnion(change.left.map(\.id))
    }
  }

  private static func screen(_ route: Route) -> ViewScreen {
    ViewScreen("/" + route.path.joined(separator: "/"))
  }

  /// Begins something that is to end.
  @discardableResult
  func start(_ body: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
    begun += 1
    return Task {
      try? await body()
      ended += 1
    }
  }

  /// Whether all that was begun has ended.
  var isDone: Bool { begun == ended && host.isSettled }

  /// Does something, and lets time pass until it has ended and everything rests.
  func run(
    _ body: @escaping @MainActor () async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    start(body)
    await settle(sourceLocation: sourceLocation)
  }

  /// Lets time pass until everything rests; then SwiftUI shows what the state says.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
    #expect(
      await model.run { isDone }, "It hangs: \(begun - ended) moves", sourceLocation: sourceLocation
    )
    #expect(fault == nil, sourceLocation: sourceLocation)
  }

  /// What is wrong where everything rests.
  var fault: String? {
    if begun != ended { return "\(begun - ended) moves have not ended" }
    if host.drawn != host.state { return "drawn:\n\(host.drawn)\nstate:\n\(host.state)" }
    if picture(model.picture) != picture(host.state) {
      return "shown:\n\(model.picture)\nstate:\n\(host.state)"
    }
    if let fault = columnsFault { return fault }
    var onScreen: Set<NavigationEntryID> = []
    for change in changes {
      onScreen.subtract(change.left.map(\.id))
      onScreen.formUnion(change.entered.map(\.id))
    }
    if onScreen != Set(host.state.entries.map(\.id)) { return "changes were not reported" }
    return usersFault
  }

  /// A state as far as anybody could see: a path that SwiftUI ignores in a stack that is hidden before the limit is
  /// noticed when the stack is shown again.
  private func picture(_ state: NavigationState<ViewScreen>) -> NavigationState<ViewScreen> {
    guard model.habits.ignoresPaths.times > 0 else { return state }
    var seen = state
    for layer in seen.layers.indices where seen.layers[layer].kind != .stack {
      for stack in seen.layers[layer].stacks.indices where stack != seen.layers[layer].selected {
        seen.layers[layer].stacks[stack].entries = []
      }
    }
    return seen
  }

  /// What is wrong with the columns that are shown.
  private var columnsFault: String? {
    guard let root = host.state.layers.first, root.kind == .columns, !model.isCollapsed else {
      return nil
    }
    let told = host.columnVisibility(ofLayer: root.id)
    if model.columns != told { return "shown: \(model.columns), told: \(told)" }
    let isAnyShown = root.stacks.indices.contains {
      model.shows($0, of: root) && !root.stacks[$0].entries.isEmpty
    }
    if isAnyShown, root.top != nil, !model.shows(root.selected, of: root) {
      return "the selected column is hidden:\n\(host.state)"
    }
    return nil
  }

  /// What is wrong with the changes that the user has made.
  private var usersFault: String? {
    let asked = Set(asked)
    for change in changes where change.cause == .user {
      for entry in change.left where entry.route?.isGuarded == true {
        if !asked.contains(entry.controller) {
          return "no guard was asked about \(entry.controller)"
        }
      }
      // What SwiftUI drops again and again counts as the user's. A screen that replaces another takes its place.
      let unseen = change.left.filter {
        !model.everSeen.contains($0.id) && !withoutStack.contains($0.id)
          && !($0.option is ReplaceTop)
      }
      if model.habits.drop != .isWrittenNil, !unseen.isEmpty {
        return "the user took away \(unseen.map(\.controller)) before they were seen"
      }
    }
    return nil
  }

  /// Names of what is on screen, layer by layer.
  var shown: [[String]] {
    host.state.layers.map { $0.stacks[$0.selected].entries.map(\.controller.name) }
  }

  /// Routes to URLs, one after the other.
  func show(_ urls: String..., sourceLocation: SourceLocation = #_sourceLocation) async {
    for url in urls {
      await run(
        { [wireframe] in try await wireframe.route(to: url) }, sourceLocation: sourceLocation)
    }
  }
}

extension Route {
  fileprivate var isGuarded: Bool { path.first == "edit" || path.first == "form" }
}
