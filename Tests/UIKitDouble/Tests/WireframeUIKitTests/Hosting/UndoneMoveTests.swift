import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// Moves that the user takes back, or that UIKit ignores, when much has changed already: everything comes back.
@MainActor
@Suite(.hangsNever)
struct UndoneMoveTests {
  @Test(
    "A presentation that is taken back or ignored leaves everything as it was, with every timing",
    arguments: [UIKitError.Code.takenBack, .ignored])
  func presentation(code: UIKitError.Code) async throws {
    var random = SplitMix64(seed: 61)
    for number in 0..<Load.scaled(1_000) {
      try await check(code, number, &random)
    }
  }

  private func check(
    _ code: UIKitError.Code, _ number: Int, _ random: inout SplitMix64
  ) async throws {
    let (stage, drag, gesture) = (Stage(), UIPercentDrivenInteractiveTransition(), Gesture())
    let host = stage.host
    let hasTabs = Bool.random(using: &random)
    try await stage.run {
      let home = Picky("home")
      try await host.setRoot(hasTabs ? tabs(home) : home, hasStack: !hasTabs)
      try await host.push(Picky("list"), option: .push(animated: false))
    }
    let delegate = SwipeDelegate()
    let modals = Int.random(in: 0...2, using: &random)
    let (isPopover, anchor) = (Bool.random(using: &random), UIView())
    for index in 0..<modals {
      // The second one is a sheet, or a popover that points into the first one.
      var option = UIKitModal.sheet([.medium, .large], hasStack: index == 0)
      if index == 1, isPopover {
        host.topController?.view.addSubview(anchor)
        option = .popover(from: .view(anchor))
      }
      let (modal, look) = (Picky("m"), option)
      try await stage.run { try await host.present(modal, option: look) }
      let container = modal.navigationController ?? modal
      container.presentationController?.delegate = delegate
      container.sheetPresentationController?.selectedDetentIdentifier = .large
      host.refresh()
    }
    await stage.rest()
    let timing = UIKitTiming(using: &random)
    stage.window.timing = timing
    let (before, containers, news) = (host.state, containers(of: stage), News(of: host))

    let kept = Int.random(in: 0...before.layers.count, using: &random)
    let (changesBelow, isReplacing) = (Bool.random(using: &random), Bool.random(using: &random))
    let count = Int.random(in: 1...2, using: &random)
    let place: Comment = """
      \(number): tabs \(hasTabs), modals \(modals), kept \(kept), below \(changesBelow), \
      replacing \(isReplacing), new \(count), \(timing)
      """
    let transition = ScreenTransition {
      CountingAnimator(duration: 0.3)
    } driver: { _ in
      gesture.isActive ? drag : nil
    }
    gesture.isActive = code == .takenBack
    let operation = NavigationOperation<UIViewController> { state in
      state.layers = Array(before.layers.prefix(kept))
      if kept == 0 {
        // The home screen moves into the new root, or a new one comes.
        let root = changesBelow ? before.layers[0].entries[0] : entry("new")
        state.layers = [.init(id: NavigationEntryID(), stacks: [.init(entries: [root])])]
      } else if changesBelow {
        let selected = state.layers[0].selected
        state.layers[0].stacks[selected].entries[1] = entry("parent")
        state.layers[0].selected = state.layers[0].stacks.count - 1
      }
      for index in 0..<count {
        let isLast = index == count - 1
        let option: UIKitModal = isLast ? .uiModal(.custom, transition: transition) : .uiModal()
        // A modal with a stack would be kept.
        let old = before.layers.dropFirst(kept + index).prefix(1)
          .first { !$0.stacks[0].canPush && kept > 0 && isReplacing }
        let screen = entry(!isLast ? "between" : code == .ignored ? "ignored" : "modal", option)
        state.layers.append(
          .init(
            id: old?.id ?? NavigationEntryID(), stacks: [.init(entries: [screen], canPush: false)],
            style: option.style))
      }
    }
    let task = Task { try await host.perform(operation, animated: true) }
    if code == .takenBack {
      for _ in 0..<1_000 {
        if drag.isDriving { break }
        for _ in 0..<10 { await Task.yield() }
        stage.passTime()
      }
      #expect(drag.isDriving, place)
      drag.cancel()
      gesture.isActive = false
    }
    let error = await #expect(throws: UIKitError.self, place) { () async throws -> Void in
      try await stage.run { try await task.value }
    }
    #expect(error?.code == code, place)
    await stage.rest()
    #expect(host.state == before, place)
    #expect(self.containers(of: stage) == containers, place)
    #expect(news.take().isEmpty, place)
    #expect((host.topController as? Picky)?.isVisible == true, place)
    for (index, container) in containers.dropFirst().enumerated() {
      let presentation = try #require(container.presentationController)
      if index == 1, isPopover {
        let popover = try #require(container.popoverPresentationController)
        #expect(popover.sourceView === anchor, place)
      } else {
        let sheet = try #require(container.sheetPresentationController)
        #expect(sheet.detents.map(\.identifier) == [.medium, .large], place)
        #expect(sheet.selectedDetentIdentifier == .large, place)
      }
      let asked = delegate.asked
      presentation.delegate?.presentationControllerWillDismiss(presentation)
      #expect(delegate.asked == asked + 1, place)
    }
    #expect(stage.window.faults.isEmpty, place)
    // Nothing is stuck, and the user's next swipe is noticed.
    try await stage.run { try await host.present(Picky("next")) }
    host.topController?.swipeDown()
    await stage.rest()
    #expect(host.state == before, place)
    if modals > 0 {
      containers.last?.swipeDown()
      await stage.rest()
      #expect(host.state.layers.count == before.layers.count - 1, place)
    }
  }

  @Test func `The first screen stays, though UIKit ignores the modal that was to come over it`()
    async throws
  {
    let stage = Stage()
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run {
        try await stage.host.perform(
          NavigationOperation { state in
            state.layers = [
              .init(
                id: NavigationEntryID(), stacks: [.init(entries: [entry("home")])]),
              .init(
                id: NavigationEntryID(),
                stacks: [.init(entries: [entry("ignored")], canPush: false)],
                style: .sheet),
            ]
          }, animated: true)
      }
    }
    #expect(error?.code == .ignored)
    #expect(stage.titles == ["home"])
  }

  @Test func `A modal that the user swipes away while UIKit ignores the next one stays away`()
    async throws
  {
    let (stage, one) = (Stage(), Picky("one"))
    let host = stage.host
    try await stage.run { try await host.setRoot(Picky("home")) }
    try await stage.run { try await host.present(one, option: .sheet()) }
    one.ignoring = { [weak one] in one?.swipeDown() }
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await host.present(Picky("ignored")) }
    }
    #expect(error?.code == .ignored)
    #expect(stage.titles == ["home"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A root that the app sets while UIKit ignores a modal stays`() async throws {
    let (stage, login) = (Stage(), Picky("login"))
    try await stage.run { try await stage.host.setRoot(Picky("home")) }
    (stage.host.topController as? Picky)?.ignoring = { [window = stage.window] in
      window.rootViewController = login
    }
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await stage.host.present(Picky("ignored")) }
    }
    #expect(error?.code == .ignored)
    #expect(stage.window.rootViewController === login)
    #expect(stage.titles == ["login"])
  }

  @Test func `A root that the app sets while an undone move waits for the user's swipe stays`()
    async throws
  {
    let (stage, top) = (Stage(), Picky("top"))
    let host = stage.host
    try await stage.run { try await host.setRoot(Picky("home")) }
    try await stage.run { try await host.push(top) }
    top.ignoring = { [weak top] in top?.navigationController?.beginSwipeBack() }
    let move = Task { try await host.present(Picky("ignored")) }
    // UIKit says nothing, so the move waits for some time; then it waits for the finger.
    for _ in 0..<6 { await stage.rest() }
    stage.window.rootViewController = Picky("login")
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await move.value }
    }
    #expect(error?.code == .ignored)
    #expect(stage.titles == ["login"])
  }

  @Test func `No modal comes over a root that the app sets while the modal before it leaves`()
    async throws
  {
    let (stage, one, login) = (Stage(), Picky("one"), Picky("login"))
    let host = stage.host
    try await stage.run { try await host.setRoot(Picky("home")) }
    try await stage.run { try await host.present(one) }
    let operation = NavigationOperation<UIViewController> { state in
      let stack = NavigationState<UIViewController>.Stack(entries: [entry("two")], canPush: false)
      state.layers[1] = .init(id: NavigationEntryID(), stacks: [stack], style: .sheet)
    }
    let move = Task { try await host.perform(operation, animated: true) }
    #expect(await eventually { one.isBeingDismissed })
    stage.window.rootViewController = login
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await move.value }
    }
    #expect(error?.code == .notInWindow)
    #expect(stage.titles == ["login"])
  }

  private func tabs(_ home: UIViewController) -> UITabBarController {
    let tabs = UITabBarController()
    tabs.viewControllers = [home, Picky("cart")].map {
      let stack = UINavigationController(rootViewController: $0)
      stack.tabBarItem.title = $0.title
      return stack
    }
    return tabs
  }

  private func containers(of stage: Stage) -> [UIViewController] {
    Array(
      sequence(first: stage.window.rootViewController) { $0?.presentedViewController }
        .compactMap(\.self))
  }
}

@MainActor
private func entry(
  _ title: String, _ option: (any RoutingOption)? = nil
) -> NavigationEntry<UIViewController> { NavigationEntry(Picky(title), option: option) }

/// A screen over which UIKit presents not everything, without a word.
private final class Picky: UIViewController {
  convenience init(_ title: String) {
    self.init()
    self.title = title
  }

  /// Called when it ignores a presentation.
  var ignoring: @MainActor () -> Void = {}
  private(set) var isVisible = false
  override func viewDidAppear(_ animated: Bool) { isVisible = true }
  override func viewDidDisappear(_ animated: Bool) { isVisible = false }

  override func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard viewControllerToPresent.title != "ignored" else { return ignoring() }
    super.present(viewControllerToPresent, animated: flag, completion: completion)
  }
}

@MainActor
private final class Gesture {
  var isActive = false
}

private final class SwipeDelegate: NSObject, UIAdaptivePresentationControllerDelegate {
  var asked = 0
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    asked += 1
  }
}
