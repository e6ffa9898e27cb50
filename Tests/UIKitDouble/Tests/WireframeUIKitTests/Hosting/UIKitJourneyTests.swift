import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// Random journeys of app and user over all that UIKit leaves open: whatever happens, the state is that of the window's
/// own containers, nothing hangs, what has left is free, and every routing ends once.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UIKitJourneyTests {
  enum Move: CaseIterable {
    case route, routeTwice, link, pop, dismiss, back, selectTab
    case swipeBack, swipeDown, tap, backButton, backMenu, hideColumn
    case ownPush, ownPop, ownPresent, ownDismiss, ownTab, resize, background, pause
  }

  private nonisolated static let count = 100

  @Test("Random journeys over every timing and system of UIKit's", arguments: 1...Self.count)
  func journeys(seed: Int) async throws {
    // The seed chooses the system, too.
    try await on(UIKitSystem.allCases[seed % UIKitSystem.allCases.count]) {
      try await journeys(SplitMix64(seed: UInt64(seed)), seed)
    }
  }

  private func journeys(_ random: SplitMix64, _ seed: Int) async throws {
    var random = random
    for sequence in 0..<Load.scaled(10_000 / Self.count) {
      var screens: [Weak] = []
      let place = Comment(rawValue: "seed \(seed), sequence \(sequence)")
      do {
        let journey = try await Journey(using: &random)
        for _ in 0..<8 {
          await journey.make(Move.allCases.pick(&random), using: &random)
        }
        await journey.end()
        journey.check(place)
        screens = journey.screens + journey.rest
      }
      _ = await eventually { screens.allSatisfy { $0.object == nil } }
      let alive = screens.compactMap { $0.object.map { "\(type(of: $0))" } }
      #expect(alive.isEmpty, place)
    }
  }
}

/// One app with its window, which is used at random.
@MainActor
private final class Journey {
  /// What is at the bottom: a stack, tabs, or tabs of which one is a split view.
  enum Root: CaseIterable { case stack, tabs, splitInTab }

  let stage = Stage()
  let timing: UIKitTiming
  private let root: Root
  private(set) var screens: [Weak] = []
  private var trace: [String] = []
  private var known: Set<NavigationEntryID> = []
  private var eventFaults: [String] = []
  /// How many routings have begun, and how often each has ended.
  private var ends: [Int] = []
  private var tasks: [Task<Void, Never>] = []
  /// Whether the app has called UIKit in the middle of something: then UIKit complains, rightly.
  private var hasMeddled = false
  /// How often the leave guard was asked.
  private var questions = 0

  init(using random: inout SplitMix64) async throws {
    timing = UIKitTiming(using: &random)
    root = Root.allCases.randomElement(using: &random) ?? .stack
    stage.window.timing = timing
    let wireframe = stage.wireframe
    func add(_ pattern: RoutePattern, _ option: any RoutingOption, parent: RoutePattern? = nil)
      throws
    {
      try wireframe.register(
        pattern, option: option, exposure: .external, place: .init(under: parent)
      ) {
        [unowned self] route in make(route.path.joined(separator: "/"))
      }
    }
    try add("/list", .push)
    try add("/list/:id", .push, parent: "/list")
    try add("/sheet", .modal(.sheet, hasStack: true))
    try add("/alone", .modal(.fullScreen))
    try add("/detents", .sheet([.medium, .large]))
    try add("/context", .uiModal(.currentContext))
    try wireframe.register("/guarded", option: .push, tags: ["guarded"]) { [unowned self] _ in
      make("guarded")
    }
    wireframe.observeLeaving(tag: "guarded") { [unowned self] _ in
      await Task.yield()
      questions += 1
      return questions.isMultiple(of: 2) ? .leave : .stay("every other time")
    }
    try add("/instead", .replaceTop)
    try add("/root", .root)
    try wireframe.register("/picker", option: .modal(.sheet)) { [unowned self] _ in
      let picker = UIImagePickerController()
      picker.title = "picker"
      screens.append(Weak(picker))
      return picker
    }
    stage.host.onChange { [unowned self] change in
      for entry in change.entered where !known.insert(entry.id).inserted {
        eventFaults.append("entered twice")
      }
      for entry in change.left where known.remove(entry.id) == nil {
        eventFaults.append("left twice")
      }
    }
    let (host, home) = (stage.host, make("home"))
    if root != .stack {
      let tabs = makeTabs("Home", "Cart")
      if root == .splitInTab { tabs.viewControllers?[1] = makeSplit() }
      try await stage.run { try await host.setRoot(tabs) }
    } else {
      try await stage.run { try await host.setRoot(home) }
    }
  }

  /// What the journey leaves with.
  var rest: [Weak] {
    [Weak(stage), Weak(stage.window), Weak(stage.host), Weak(stage.wireframe), Weak(stage.clock)]
  }

  private func makeSplit() -> UISplitViewController {
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(make("list"), for: .primary)
    split.setViewController(make("detail"), for: .secondary)
    split.tabBarItem.title = "Cart"
    return split
  }

  private var split: UISplitViewController? {
    (stage.window.rootViewController as? UITabBarController)?.viewControllers?
      .compactMap { $0 as? UISplitViewController }.first
  }

  private func make(_ title: String) -> Screen {
    let screen = Screen(title)
    screens.append(Weak(screen))
    return screen
  }

  private var top: UIViewController? { stage.host.state.top?.controller }
  private var topStack: UINavigationController? { top?.navigationController }
  private var topModal: UIViewController? {
    stage.host.state.layers.count > 1 ? topStack ?? top : nil
  }
  /// Whether the window stands still.
  private var isAtRest: Bool { stage.window.clock.isIdle && !stage.window.clock.isInBackground }

  /// Begins something that ends by itself, and passes a little time.
  private func begin(_ body: @escaping @MainActor () async throws -> Void) {
    let number = ends.count
    ends.append(0)
    tasks.append(
      Task { @MainActor [weak self] in
        try? await body()
        self?.ends[number] += 1
      })
  }

  func make(_ move: UIKitJourneyTests.Move, using random: inout SplitMix64) async {
    let (host, wireframe) = (stage.host, stage.wireframe)
    trace.append("\(move)")
    if [.swipeBack, .swipeDown, .tap, .backButton, .backMenu].contains(move) {
      // The finger touches what is committed.
      stage.window.clock.turn()
      stage.window.clock.commit()
    }
    let isAnimated = Bool.random(using: &random)
    switch move {
    case .route, .routeTwice, .link:
      for _ in 0..<(move == .routeTwice ? 2 : 1) {
        let paths = [
          "/list", "/list/1", "/sheet", "/alone", "/detents", "/instead", "/root", "/picker",
          "/context", "/guarded",
        ]
        let path = paths.pick(&random)
        trace.append(path)
        let request =
          move == .link
          ? RoutingRequest(untrusted: "https://shop.example" + path, origin: .universalLink)
          : RoutingRequest(path)
        begin { try await wireframe.route(request) }
      }
    case .pop: begin { try await host.pop(animated: isAnimated) }
    case .dismiss: begin { try await host.dismiss(animated: isAnimated) }
    case .back:
      guard let entry = host.state.shown.map(\.id).randomElement(using: &random) else { break }
      begin { try await host.back(to: entry, animated: isAnimated) }
    case .selectTab: begin { try await host.selectTab(isAnimated ? "Home" : "Cart") }
    case .swipeBack:
      let stack = topStack
      stack?.beginSwipeBack(fromEdge: Bool.random(using: &random))
      if Bool.random(using: &random) { await stage.rest() }
      stack?.endSwipeBack(isCancelled: isAnimated)
    case .swipeDown:
      guard let modal = topModal, modal.beginSwipeDown() else { break }
      if Bool.random(using: &random) { await stage.rest() }
      modal.endSwipeDown(isCancelled: isAnimated)
    case .backButton: topStack?.tapBackButton()
    case .backMenu:
      guard let below = topStack?.viewControllers.dropLast().randomElement(using: &random) else {
        break
      }
      topStack?.chooseInBackMenu(below)
    case .hideColumn:
      guard let split, isAtRest, !ends.contains(0) else { break }
      if isAnimated { split.hide(.primary) } else { split.show(.primary) }
    case .tap:
      guard host.state.layers.count == 1 else { break }
      if !isAtRest { hasMeddled = true }
      (stage.window.rootViewController as? UITabBarController)?.tap(tab: isAnimated ? 0 : 1)
    case .ownPush, .ownPop, .ownPresent, .ownDismiss, .ownTab:
      if !isAtRest || tasks.count > ends.filter({ $0 > 0 }).count { hasMeddled = true }
      meddle(move, isAnimated)
    case .resize:
      // A window is resized while nothing moves in it.
      guard let split, isAtRest, !ends.contains(0) else { break }
      if split.isCollapsed {
        split.expand()
      } else {
        split.collapse(onto: isAnimated ? .primary : .secondary)
      }
    case .background:
      stage.window.enterBackground()
      if Bool.random(using: &random) { await stage.rest() }
      stage.window.enterForeground()
    case .pause: await stage.rest()
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      // No call of the app's comes in the same turn as the user's finger; one that does is the app's own mistake.
      guard ![.route, .routeTwice, .link, .pop, .dismiss, .back, .selectTab].contains(move) else {
        break
      }
      stage.window.clock.turn()
      stage.window.clock.commit()
    case 1:
      if isHeld(move) { hasMeddled = true }
      for _ in 0..<10 { await Task.yield() }
      stage.window.clock.turn()
    default:
      if isHeld(move), ends.contains(0) { hasMeddled = true }
      await stage.rest()
    }
  }

  /// Whether a push or a pop past the host is still held: it cannot be known of, and collides with the next move.
  private func isHeld(_ move: UIKitJourneyTests.Move) -> Bool {
    [.ownPush, .ownPop, .backButton, .backMenu, .tap].contains(move)
      && timing.stackChange == .afterCommit
  }

  /// The app calls UIKit itself.
  private func meddle(_ move: UIKitJourneyTests.Move, _ isAnimated: Bool) {
    switch move {
    case .ownPush: topStack?.pushViewController(make("own push"), animated: isAnimated)
    case .ownPop: topStack?.popViewController(animated: isAnimated)
    case .ownPresent: top?.present(make("own modal"), animated: isAnimated)
    case .ownDismiss: topModal?.dismiss(animated: isAnimated)
    default:
      (stage.window.rootViewController as? UITabBarController)?.selectedIndex = isAnimated ? 0 : 1
    }
  }

  /// Lets everything come to its end.
  func end() async {
    var rests = 0
    while ends.contains(0), rests < 400 {
      await stage.rest()
      rests += 1
    }
    // What the app did past the host is noticed when somebody looks.
    for _ in 0..<3 {
      await stage.rest()
      _ = stage.host.state
    }
    await stage.rest()
  }

  func check(_ place: Comment) {
    let place = Comment(rawValue: "\(place), \(timing), \(root), \(trace)")
    #expect(ends.allSatisfy { $0 == 1 }, place)
    #expect(titles(of: stage.host.state) == titlesInWindow, place)
    #expect(known == Set(stage.host.state.entries.map(\.id)), place)
    #expect(eventFaults.isEmpty, place)
    if !hasMeddled { #expect(stage.window.faults.isEmpty, place) }
    if let top = stage.host.topController as? Screen { #expect(top.isVisible, place) }
    let alive = screens.compactMap { $0.object as? UIViewController }
    #expect(alive.allSatisfy { isInWindow($0) }, "\(alive.map(\.title)), \(place)")
  }

  private func titles(of state: NavigationState<UIViewController>) -> [[String]] {
    state.layers.map { $0.entries.map { $0.controller.title ?? "?" } }
  }

  /// What the window's containers hold, read without the host.
  private var titlesInWindow: [[String]] {
    var layers: [[String]] = []
    var next = stage.window.rootViewController
    while let container = next {
      let children = (container as? UITabBarController)?.viewControllers ?? [container]
      let columns = children.flatMap { child -> [UIViewController] in
        guard let split = child as? UISplitViewController else { return [child] }
        return [.primary, .secondary].compactMap { split.shownContent(of: $0) }
      }
      layers.append(
        columns.flatMap { child in
          guard !(child is UIImagePickerController), let stack = child as? UINavigationController
          else { return [child.title ?? "?"] }
          return stack.viewControllers.filter { !($0 is UINavigationController) }
            .map { $0.title ?? "?" }
        })
      next = container.presentedViewController
    }
    return layers
  }

  private func isInWindow(_ controller: UIViewController) -> Bool {
    let root = sequence(first: controller, next: \.parent).reduce(controller) { $1 }
    // A narrow split view keeps the column that it does not show.
    if let split, root === split.shownContent(of: .secondary) { return true }
    return root === stage.window.rootViewController || root.presentingViewController != nil
  }
}
