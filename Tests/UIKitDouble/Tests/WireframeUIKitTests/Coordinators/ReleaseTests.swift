import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// Ways by which a screen leaves, and what becomes of coordinators and results.
@MainActor
@Suite(.hangsNever)
struct ReleaseTests {
  @Test(
    "3.22 A child is retained until its screen leaves by any way, then nothing of it is alive; 3.17",
    arguments: Exit.all)
  func released(exit: Exit) async throws {
    let town = try await Town()
    let (links, result) = try await show(in: town, isModal: exit.isModal)
    #expect(links.allSatisfy { $0.object != nil })
    #expect(town.friends.node.children.count == 1)
    try await exit.leave(town)
    await town.stage.rest()
    #expect(town.stage.titles == (exit.leavesFriends ? ["friends"] : ["new"]))
    #expect(links.compactMap { $0.object.map { "\(type(of: $0))" } } == [])
    try #require(town.friends.node.children.isEmpty)
    #expect(try await result.value == nil)
    #expect(town.stage.window.faults.isEmpty)
  }

  private func show(
    in town: Town, isModal: Bool
  ) async throws -> (links: [Weak], result: Task<Int?, any Error>) {
    let picker = PickerCoordinator("picker")
    let detail = named("detail")
    let links = [
      Weak(picker), Weak(try picker.controller), Weak(detail), Weak(try detail.controller),
    ]
    if isModal {
      try await town.run {
        try await town.friends.present(
          NavigationCoordinator(root: picker), option: .modal(.sheet))
      }
    } else {
      try await town.run { try await town.friends.push(picker) }
    }
    try await town.run { try await picker.push(detail) }
    // Whoever waits for the result does not keep the screen.
    let result = Task { @MainActor [weak picker] in try await picker?.result() }
    return (links, result)
  }

  @Test("3.17 A result ends once, also after a swipe back that is cancelled half-way")
  func cancelledSwipeBack() async throws {
    let town = try await Town()
    let picker = PickerCoordinator("picker")
    try await town.run { try await town.friends.push(picker) }
    let results = Results(of: picker)
    await town.stage.rest()
    let stack = try town.stage.stack
    stack.beginSwipeBack()
    await town.stage.rest()
    #expect(results.all.isEmpty)
    stack.endSwipeBack(isCancelled: true)
    await town.stage.rest()
    #expect(results.all.isEmpty)
    #expect(try picker.controller.go === picker)
    try await town.run { try await picker.finish(with: 7) }
    await town.stage.rest()
    #expect(results.all == [7])
    #expect(await code { try await picker.finish(with: 8) } == .notOnScreen)
    #expect(try await picker.result() == 7)
  }

  @Test("3.17 A result ends once, also after a swipe down that is cancelled half-way")
  func cancelledSwipeDown() async throws {
    let town = try await Town()
    let picker = PickerCoordinator("picker")
    try await town.run { try await town.friends.present(picker, option: .modal(.sheet)) }
    let results = Results(of: picker)
    await town.stage.rest()
    #expect(try picker.controller.beginSwipeDown())
    await town.stage.rest()
    try picker.controller.endSwipeDown(isCancelled: true)
    await town.stage.rest()
    #expect(results.all.isEmpty)
    #expect(town.friends.node.children.count == 1)
    try picker.controller.swipeDown()
    await town.stage.rest()
    #expect(results.all == [nil])
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("3.17 A finish during the user's swipe back ends once, whoever is faster")
  func finishInSwipe()
    async throws
  {
    for isCancelled in [true, false] {
      let town = try await Town()
      let picker = PickerCoordinator("picker")
      try await town.run { try await town.friends.push(picker) }
      let results = Results(of: picker)
      await town.stage.rest()
      let stack = try town.stage.stack
      stack.beginSwipeBack()
      let finish = Task { @MainActor in try await picker.finish(with: 7) }
      for _ in 0..<50 { await Task.yield() }
      stack.endSwipeBack(isCancelled: isCancelled)
      await town.stage.rest()
      try await finish.value
      #expect(results.all == [7])
      #expect(town.stage.titles == ["friends"])
      #expect(town.friends.node.children.isEmpty)
    }
  }

  @Test(
    "3.22 A child whose screen comes too late for its move is retained as any other",
    arguments: [false, true])
  func late(isModal: Bool) async throws {
    let town = try await Town()
    let picker = PickerCoordinator("picker")
    let move = Task { @MainActor in
      if isModal {
        try await town.friends.present(picker)
      } else {
        try await town.friends.push(picker)
      }
    }
    while town.stage.titles.last != "picker" { await Task.yield() }
    town.stage.window.enterBackground()
    let error = await #expect(throws: UIKitError.self) {
      try await town.run { try await move.value }
    }
    #expect(error?.code == .unfinished)
    town.stage.window.enterForeground()
    await town.stage.rest()
    #expect(town.stage.titles == ["friends", "picker"])
    #expect(town.friends.node.children.count == 1)
    try await town.run { try await picker.finish(with: 7) }
    #expect(try await picker.result() == 7)
    #expect(town.friends.node.children.isEmpty)
  }

  enum Haste: CaseIterable { case itself, swipedBack, sheetSwipedDown }

  @Test(
    "3.22 A screen that leaves while it comes, or at once, is released; 3.17 its result ends",
    arguments: Haste.allCases)
  func hasty(haste: Haste) async throws {
    let town = try await Town()
    let picker =
      haste == .itself ? PickerCoordinator(ShyScreen("picker")) : PickerCoordinator("picker")
    let below: ManualCoordinator<UIViewController> =
      haste == .sheetSwipedDown ? named("form") : town.friends
    if haste == .sheetSwipedDown {
      try await town.run {
        try await town.friends.present(
          NavigationCoordinator(root: below), option: .modal(.sheet))
      }
    }
    let news = News(of: town.stage.host)
    let push = Task { @MainActor in try await below.push(picker) }
    while town.stage.titles.last != "picker" { await Task.yield() }
    switch haste {
    case .itself: break
    case .swipedBack: try town.stage.stack.swipeBack(fromEdge: false)
    case .sheetSwipedDown: try below.controller.navigationController?.swipeDown()
    }
    await town.stage.rest()
    try await push.value
    let results = Results(of: picker)
    await town.stage.rest()
    #expect(results.all == [nil])
    #expect(town.friends.node.children.isEmpty)
    #expect(town.stage.titles == ["friends"])
    let left = haste == .sheetSwipedDown ? "-picker -form user" : "-picker user"
    #expect(news.take() == ["+picker app", left])
  }

  @Test("3.22 A tab change by the user keeps the coordinators of the tab that is hidden")
  func tabs() async throws {
    let (one, two) = (named("one"), named("two"))
    let tabs = UITabBarController()
    tabs.viewControllers = try [one, two].map {
      UINavigationController(rootViewController: try $0.controller)
    }
    let stage = Stage()
    try await stage.run { try await stage.host.setRoot(tabs, hasStack: false) }
    try one.connect(to: stage.host)
    try two.connect(to: stage.host)
    try await stage.run { try await one.push(named("a")) }
    tabs.tap(tab: 1)
    await stage.rest()
    #expect(stage.titles == ["two"])
    #expect(one.node.children.count == 1)
    tabs.tap(tab: 0)
    await stage.rest()
    try await stage.run { try await stage.host.pop() }
    #expect(one.node.children.isEmpty)
  }
}

/// Waits for a coordinator's result, and keeps each that comes.
@MainActor
private final class Results {
  var all: [Int?] = []

  init(of picker: PickerCoordinator) {
    Task { all.append(try await picker.result()) }
  }
}

/// A way by which the friend picker, and what it shows, leaves.
struct Exit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var isModal = false
  var leavesFriends = true
  let leave: @MainActor @Sendable (Town) async throws -> Void

  static let all: [Exit] = [
    Exit(testDescription: "swiped back twice") { town in
      for _ in 1...2 {
        try town.stage.stack.swipeBack()
        await town.stage.rest()
      }
    },
    Exit(testDescription: "back button twice") { town in
      for _ in 1...2 {
        try town.stage.stack.tapBackButton()
        await town.stage.rest()
      }
    },
    Exit(testDescription: "popped by the app past the framework, animated") { town in
      try town.stage.stack.popToRootViewController(animated: true)
    },
    Exit(testDescription: "popped by the app past the framework, not animated") { town in
      try town.stage.stack.popToRootViewController(animated: false)
    },
    Exit(testDescription: "other controllers set by the app") { town in
      let stack = try town.stage.stack
      stack.setViewControllers([stack.viewControllers[0]], animated: true)
    },
    Exit(testDescription: "popped by its coordinator") { town in
      try await town.run { try await town.friends.node.children.first?.pop() }
    },
    Exit(testDescription: "popped in one line") { town in
      let root = try town.friends.controller
      try await town.run { try await town.top.wireframeHost.back(to: root) }
    },
    Exit(testDescription: "swiped down", isModal: true) { town in
      try town.top.navigationController?.swipeDown()
    },
    Exit(testDescription: "dismissed by the app's own dismiss(animated: true)", isModal: true) {
      try $0.top.dismiss(animated: true)
    },
    Exit(testDescription: "dismissed by its presenter's dismiss(animated: true)", isModal: true) {
      try $0.friends.controller.dismiss(animated: true)
    },
    Exit(testDescription: "dismissed without animation, and the host told", isModal: true) { town in
      try town.top.dismiss(animated: false)
      await town.stage.rest()
      town.stage.host.refresh()
    },
    Exit(testDescription: "dismissed by its coordinator", isModal: true) { town in
      try await town.run { try await town.friends.node.children.first?.dismiss() }
    },
    Exit(testDescription: "dismissed by a push of its presenter", isModal: true) { town in
      try await town.run { try await town.friends.push(named("next")) }
      try await town.run { try await town.stage.host.pop() }
    },
    Exit(testDescription: "a route with a new root", isModal: true, leavesFriends: false) { town in
      try town.stage.wireframe.register("/new", option: .root) { _ in Screen("new") }
      try await town.run { try await town.stage.wireframe.route(to: "/new") }
    },
  ]
}
