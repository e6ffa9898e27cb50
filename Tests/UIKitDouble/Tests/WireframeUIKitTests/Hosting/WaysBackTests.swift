import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// U18: the user's own ways back ask the leave guards, as far as UIKit lets them.
@MainActor
@Suite(.hangsNever)
struct WaysBackTests {
  enum Way: CaseIterable { case button, edge, anywhere, trackpad, secondTap }

  let stage = Stage()

  @MainActor
  private final class Answer {
    var mayLeave = false
    var count = 0
  }

  private func guardEditors(_ answer: Answer) throws {
    let wireframe = stage.wireframe
    try wireframe.register("/list", option: .push) { _ in Screen("list") }
    try wireframe.register("/edit", option: .push, tags: ["editor"]) { _ in Screen("edit") }
    wireframe.observeLeaving(tag: "editor") { _ in
      answer.count += 1
      return answer.mayLeave ? .leave : .stay("changes")
    }
  }

  @Test("U18 A guarded controller that comes back on another stack asks there, too")
  func otherStack() async throws {
    let (stage, host, answer, edit) = (stage, stage.host, Answer(), Screen("edit"))
    try stage.wireframe.register("/edit", option: .push, tags: ["editor"]) { _ in edit }
    stage.wireframe.observeLeaving(tag: "editor") { _ in
      answer.count += 1
      return .leave
    }
    let tabs = makeTabs("Home", "Cart")
    try await stage.run { try await host.setRoot(tabs) }
    for (index, name) in ["Home", "Cart"].enumerated() {
      tabs.tap(tab: index)
      try await stage.run { try await stage.wireframe.route(to: "/edit") }
      #expect(stage.titles == [name, "edit"])
      try stage.stack.tapBackButton()
      await stage.rest()
      #expect(stage.titles == [name])
      #expect(answer.count == index + 1)
    }
  }

  @Test("U18 A guarded controller that comes back on another host asks there, too")
  func otherHost() async throws {
    let (answer, edit) = (Answer(), Screen("edit"))
    for count in 1...2 {
      let stage = Stage()
      try stage.wireframe.register("/edit", option: .push, tags: ["editor"]) { _ in edit }
      stage.wireframe.observeLeaving(tag: "editor") { _ in
        answer.count += 1
        return .leave
      }
      try await stage.show("home")
      try await stage.run { try await stage.wireframe.route(to: "/edit").route }
      try stage.stack.tapBackButton()
      await stage.rest()
      #expect(stage.titles == ["home"])
      #expect(answer.count == count)
    }
  }

  @Test("U18 The guard of a window's next host is asked when the earlier one has let go")
  func nextHost() async throws {
    let (stage, answer) = (stage, Answer())
    try guardEditors(answer)
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    let stack = try stage.stack
    let swipes = stack.view.gestureRecognizers?.count
    let next = UIKitNavigationHost(window: stage.window, clock: stage.clock)
    let wireframe = UIWireframe(sources: ["shop:"], clock: ManualClock())
    wireframe.addStandardPresenters(on: next)
    wireframe.observeLeaving { _ in
      answer.count += 1
      return .stay("changes")
    }
    next.refresh()
    // The earlier one takes away what is its own.
    #expect(await eventually { stack.view.gestureRecognizers?.count == swipes })
    stack.tapBackButton()
    await wireframe.settled()
    await stage.rest()
    #expect(stack.viewControllers.map(\.title) == ["home", "edit"])
    #expect(answer.count == 1)
  }

  @Test("U18 A guarded screen below a sheet that does not dim it leaves without the sheet")
  func belowSheet() async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try guardEditors(answer)
    answer.mayLeave = true
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    let stack = try stage.stack
    try await stage.run {
      try await host.present(
        Screen("map"), option: .sheet([.medium], largestUndimmed: .medium))
    }
    stack.tapBackButton()
    await stage.rest()
    #expect(stage.titles == ["home", "map"])
    #expect(answer.count == 1)
  }

  @Test(
    "U18 What comes above a screen, or in its place, while its guard is asked stays",
    arguments: [false, true])
  func comesWhileAsked(isAbove: Bool) async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try await stage.show("home", "edit")
    stage.wireframe.observeLeaving { _ in
      answer.count += 1
      if answer.count == 1, isAbove {
        try await host.push(Screen("note"), option: .push(animated: false))
      } else if answer.count == 1 {
        try await host.replaceTop(Screen("note"))
      }
      return .leave
    }
    host.refresh()
    let news = News(of: host)
    try stage.stack.tapBackButton()
    try await stage.run { [wireframe = stage.wireframe] in await wireframe.settled() }
    #expect(stage.titles == ["home", "note"])
    #expect(news.take() == (isAbove ? ["+note app", "-edit user"] : ["+note -edit app"]))
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U18 A guarded screen leaves a column that is not selected, and the selected one stays so")
  func column() async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try guardEditors(answer)
    answer.mayLeave = true
    let split = UISplitViewController(style: .doubleColumn)
    let menu = UINavigationController(rootViewController: Screen("menu"))
    split.setViewController(menu, for: .primary)
    split.setViewController(Screen("detail"), for: .secondary)
    try await stage.run { try await host.setRoot(split) }
    try await stage.run { try await host.selectTab("primary") }
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    try await stage.run { try await host.selectTab("secondary") }
    menu.tapBackButton()
    await stage.rest()
    #expect(stage.titles == ["menu", "detail"])
    #expect(host.state.top?.controller.title == "detail")
    #expect(answer.count == 1)
  }

  @Test("U18 'settled()' waits for the guard of a tap on the back button, and for what leaves then")
  func settled() async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try guardEditors(answer)
    answer.mayLeave = true
    try await stage.run { try await host.setRoot(Screen("Home")) }
    try await stage.run { try await stage.wireframe.route(to: "/edit") }
    try stage.stack.tapBackButton()
    let time = Task { await stage.rest() }
    await stage.wireframe.settled()
    #expect(answer.count == 1)
    #expect(stage.titles == ["Home"])
    await time.value
  }

  @Test("U18 What a guard lets leave has left by the user, as what no guard is asked about")
  func cause() async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try guardEditors(answer)
    answer.mayLeave = true
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    let news = News(of: host)
    try stage.stack.tapBackButton()
    await stage.rest()
    #expect(news.take() == ["-edit user"])
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    try await stage.run { try await stage.wireframe.back() }
    #expect(news.take() == ["+edit app", "-edit app"])
  }

  @Test("U18 What loads for a sheet that the user closes past its guard is shown nowhere else")
  func leftStack() async throws {
    let (stage, host, answer, server) = (stage, stage.host, Answer(), SlowServer())
    try guardEditors(answer)
    answer.mayLeave = true
    try stage.wireframe.register("/slow", option: .push) { _ in
      try await server.load("/slow")
      return Screen("slow")
    }
    try await stage.show("home")
    try await stage.run {
      try await stage.wireframe.route(to: "/edit", option: .modal(.sheet, hasStack: true)).route
    }
    let loading = Task { try await stage.wireframe.route(to: "/slow").route }
    #expect(await eventually { server.asked == ["/slow"] })
    try #require(host.topController?.navigationController).swipeDown()
    await stage.rest()
    #expect(answer.count == 1)
    #expect(stage.titles == ["home"])
    server.answer("/slow")
    let error = await #expect(throws: RoutingError.self) {
      try await stage.run { try await loading.value }
    }
    #expect(error?.code == .cancelled)
    #expect(stage.titles == ["home"])
  }

  private func goBack(_ way: Way) throws {
    switch way {
    case .button: try stage.stack.tapBackButton()
    case .edge: try stage.stack.swipeBack()
    case .anywhere: try stage.stack.swipeBack(fromEdge: false)
    case .trackpad: try stage.stack.swipeBack(onTrackpad: true)
    case .secondTap: (stage.window.rootViewController as? UITabBarController)?.tap(tab: 0)
    }
  }

  @Test(
    "U18 A guarded screen leaves by the user's ways back only if its guard lets it",
    arguments: Way.allCases)
  func guarded(way: Way) async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try guardEditors(answer)
    try await stage.run { try await host.setRoot(makeTabs("Home", "Cart")) }
    try await stage.run {
      for url in ["/list", "/edit"] { try await stage.wireframe.route(to: url) }
    }
    try goBack(way)
    // A user who tries again while being asked is not asked twice.
    try goBack(way)
    await stage.rest()
    #expect(stage.titles == ["Home", "list", "edit"])
    #expect(answer.count == 1)
    answer.mayLeave = true
    try goBack(way)
    await stage.rest()
    #expect(stage.titles == (way == .secondTap ? ["Home"] : ["Home", "list"]))
    #expect(answer.count == 2)
    // Nothing is left that anybody would ask about.
    #expect(host.topController?.navigationItem.backAction == nil)
    if way != .secondTap { try goBack(way) }
    await stage.rest()
    #expect(stage.titles == ["Home"])
    #expect(answer.count == 2)
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "U18 Tabs on a login's stack leave by its ways back only if the guards of their screens agree",
    arguments: [Way.button, .edge])
  func tabsOnLogin(way: Way) async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try guardEditors(answer)
    try await stage.show("login")
    let stack = try stage.stack
    stack.pushViewController(makeTabs("Home", "Cart"), animated: true)
    await stage.rest()
    func goBack() async {
      if way == .edge { stack.swipeBack() } else { stack.tapBackButton() }
      await stage.rest()
    }
    try await stage.run { try await stage.wireframe.route(to: "/edit", option: .replaceTop).route }
    #expect(stage.titles == ["edit"])
    await goBack()
    #expect(stage.titles == ["edit"])
    #expect(answer.count == 1)
    answer.mayLeave = true
    await goBack()
    #expect(stage.titles == ["login"])
    #expect(answer.count == 2)
    #expect(host.topController?.navigationItem.backAction == nil)
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "U18 What comes into tabs on a login's stack while a guard is asked is asked about, too",
    arguments: [false, true])
  func tabsWhileAsked(areGone: Bool) async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try await stage.show("welcome", "login")
    let stack = try stage.stack
    stack.pushViewController(makeTabs("Home", "Cart"), animated: true)
    await stage.rest()
    stage.wireframe.observeLeaving { leaving in
      answer.count += 1
      if answer.count == 1, areGone {
        stack.popViewController(animated: false)
      } else if answer.count == 1 {
        try await host.push(Screen("note"), option: .push(animated: false))
      }
      let title = (leaving.controller as? Screen)?.title
      return title == "note" ? .stay("changes") : .leave
    }
    host.refresh()
    stack.tapBackButton()
    try await stage.run { [wireframe = stage.wireframe] in await wireframe.settled() }
    #expect(answer.count > 0)
    // If the tabs have left meanwhile, nothing else does.
    #expect(stage.titles == (areGone ? ["welcome", "login"] : ["Home", "note"]))
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U18 What another move brings into tabs on a login's stack before they leave keeps them")
  func tabsWithMore() async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try await stage.show("login")
    let stack = try stage.stack
    stack.pushViewController(makeTabs("Home", "Cart"), animated: true)
    await stage.rest()
    stage.wireframe.observeLeaving { _ in
      answer.count += 1
      return .leave
    }
    host.refresh()
    // The move waits for a transition of the app's own, and the way back for that move.
    try stage.stack.pushViewController(Screen("list"), animated: true)
    let pushing = Task { try await host.push(Screen("note"), option: .push(animated: false)) }
    await tasksHaveBegun()
    stack.tapBackButton()
    try await stage.run { try await pushing.value }
    await stage.rest()
    #expect(answer.count > 0)
    #expect(stage.titles == ["Home", "list", "note"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U18 A back button of the app's own stays the app's")
  func ownAction() async throws {
    let (stage, answer) = (stage, Answer())
    try guardEditors(answer)
    var taps = 0
    try stage.wireframe.register("/own", option: .push, tags: ["editor"]) { _ in
      let screen = Screen("own")
      screen.navigationItem.backAction = UIAction { _ in taps += 1 }
      return screen
    }
    try stage.wireframe.register("/hidden", option: .push, tags: ["editor"]) { _ in
      let screen = Screen("hidden")
      screen.navigationItem.hidesBackButton = true
      return screen
    }
    try stage.wireframe.register("/groups", option: .push, tags: ["editor"]) { _ in
      let screen = Screen("groups")
      screen.navigationItem.leadingItemGroups = [
        UIBarButtonItemGroup(barButtonItems: [UIBarButtonItem()], representativeItem: nil)
      ]
      return screen
    }
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/own").route }
    try stage.stack.tapBackButton()
    await stage.rest()
    #expect(taps == 1)
    #expect(answer.count == 0)
    try await stage.run { try await stage.wireframe.route(to: "/hidden").route }
    // An action would bring the button back.
    #expect(stage.host.topController?.navigationItem.backAction == nil)
    #expect(stage.titles == ["home", "own", "hidden"])
    try await stage.run { try await stage.wireframe.route(to: "/groups").route }
    #expect(stage.host.topController?.navigationItem.backAction == nil)
  }

  enum Missing: CaseIterable { case bar, button, room }

  @Test(
    "U18 A swipe that UIKit has switched off asks nobody; one that the app has brought back does",
    arguments: Missing.allCases)
  func switchedOff(missing: Missing) async throws {
    let (stage, answer) = (stage, Answer())
    try guardEditors(answer)
    answer.mayLeave = true
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    let (stack, item) = (try stage.stack, stage.host.topController?.navigationItem)
    switch missing {
    case .bar: stack.setNavigationBarHidden(true, animated: false)
    case .button: item?.hidesBackButton = true
    case .room: item?.leftBarButtonItems = [UIBarButtonItem()]
    }
    stack.swipeBack()
    await stage.rest()
    #expect(stage.titles == ["home", "edit"])
    #expect(answer.count == 0)
    stack.interactivePopGestureRecognizer?.delegate = nil
    stack.swipeBack()
    await stage.rest()
    #expect(stage.titles == ["home"])
    #expect(answer.count == 1)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U18 iOS 26: an app switches each of the two swipes off by itself")
  func eachSwipe() async throws {
    let (stage, answer) = (stage, Answer())
    try guardEditors(answer)
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    let stack = try stage.stack
    stack.interactivePopGestureRecognizer?.isEnabled = false
    stack.swipeBack()
    await stage.rest()
    #expect(answer.count == 0)
    stack.swipeBack(fromEdge: false)
    await stage.rest()
    #expect(answer.count == 1)
    stack.interactivePopGestureRecognizer?.isEnabled = true
    stack.interactiveContentPopGestureRecognizer?.isEnabled = false
    stack.swipeBack(fromEdge: false)
    await stage.rest()
    #expect(answer.count == 1)
    stack.swipeBack()
    await stage.rest()
    #expect(answer.count == 2)
    #expect(stage.titles == ["home", "edit"])
  }

  @Test("U18 What scrolls sideways under the finger asks nobody; the edge does")
  func scroller() async throws {
    let (stage, answer) = (stage, Answer())
    try guardEditors(answer)
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/edit").route }
    let scroller = UIScrollView()
    scroller.contentSize = CGSize(width: 2_000, height: 10)
    try #require(stage.host.topController).view.addSubview(scroller)
    let content = try #require(
      try stage.stack.viewIfLoaded?.gestureRecognizers?.last as? UIPanGestureRecognizer)
    #expect(content.delegate?.gestureRecognizerShouldBegin(content) == false)
    #expect(answer.count == 0)
    try stage.stack.swipeBack()
    await stage.rest()
    #expect(answer.count == 1)
    #expect(stage.titles == ["home", "edit"])
  }

  @Test("U18 Only the screen at the top has an action, and none is left when the host is gone")
  func cleanedUp() async throws {
    let answer = Answer()
    let edit = Screen("edit")
    do {
      let stage = Stage()
      try stage.wireframe.register("/edit", option: .push, tags: ["editor"]) { _ in edit }
      try stage.wireframe.register("/list", option: .push) { _ in Screen("list") }
      stage.wireframe.observeLeaving(tag: "editor") { _ in
        answer.count += 1
        return .leave
      }
      try await stage.show("home")
      try await stage.run { try await stage.wireframe.route(to: "/edit").route }
      #expect(edit.navigationItem.backAction != nil)
      try await stage.run { try await stage.wireframe.route(to: "/list").route }
      #expect(edit.navigationItem.backAction == nil)
      try stage.stack.swipeBack()
      await stage.rest()
      #expect(edit.navigationItem.backAction != nil)
      stage.window.rootViewController = nil
      await stage.rest()
    }
    #expect(await eventually { edit.navigationItem.backAction == nil })
    #expect(edit.navigationController?.viewIfLoaded?.gestureRecognizers?.isEmpty != false)
  }

  @Test("The back button's menu pops several screens, which no guard hears of")
  func backMenu() async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try guardEditors(answer)
    try await stage.show("home")
    try await stage.run {
      for url in ["/list", "/edit"] { try await stage.wireframe.route(to: url) }
    }
    let news = News(of: host)
    try stage.stack.chooseInBackMenu(host.state.entries[0].controller)
    await stage.rest()
    #expect(stage.titles == ["home"])
    #expect(news.take().count == 1)
    #expect(answer.count == 0)
  }

  @Test("iOS 26: a finger that takes a screen back while it comes leaves the move done")
  func grabbed() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let stack = try stage.stack
    let task = Task { try await host.push(Screen("list")) }
    for _ in 0..<20 { await Task.yield() }
    stage.window.clock.advance(by: 0.1)
    stack.beginSwipeBack(fromEdge: false)
    stack.endSwipeBack(isCancelled: false)
    try await stage.run { _ = await task.result }
    await stage.rest()
    #expect(stage.titles == ["home"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "'answer(to:)' ends though its screen leaves while it comes, or takes itself away",
    arguments: [false, true])
  func hastyAnswer(isItself: Bool) async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    try wireframe.register("/pick", option: .push) { _ -> UIViewController in
      isItself ? ShyScreen("pick") : Screen("pick")
    }
    try await stage.show("home")
    var answers: [Int?] = []
    let question = Task { @MainActor in
      answers.append(try await wireframe.answer(to: "/pick", as: Int.self))
    }
    while stage.titles.last != "pick" { await Task.yield() }
    if !isItself { try stage.stack.swipeBack(fromEdge: false) }
    await stage.rest()
    #expect(answers == [nil])
    question.cancel()
  }

  @Test(
    "A sheet that UIKit asks about without a swipe asks no guard, and none later by mistake",
    arguments: [false, true])
  func askedWithoutSwipe(hasStack: Bool) async throws {
    let (stage, host, answer) = (stage, stage.host, Answer())
    try stage.wireframe.register(
      "/form", option: .sheet(hasStack: hasStack), tags: ["editor"]
    ) { _ in
      Screen("form")
    }
    try guardEditors(answer)
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/form").route }
    let form = try #require(host.topController)
    let presentation = try #require(form.presentationController)
    #expect(presentation.delegate?.presentationControllerShouldDismiss(presentation) == false)
    await stage.rest()
    #expect(answer.count == 0)
    // Now it refuses by itself.
    form.isModalInPresentation = true
    (form.navigationController ?? form).swipeDown()
    await stage.rest()
    #expect(answer.count == 0)
    #expect(stage.titles == ["home", "form"])
  }

  @Test("A sheet that the app's delegate keeps asks no guard, though UIKit has asked before")
  func keptByApp() async throws {
    let (stage, host, answer, keeper) = (stage, stage.host, Answer(), SheetKeeper())
    answer.mayLeave = true
    try guardEditors(answer)
    try stage.wireframe.register("/form", option: .sheet(), tags: ["editor"]) { _ in
      Screen("form")
    }
    try await stage.show("home")
    try await stage.run { try await stage.wireframe.route(to: "/form").route }
    let form = try #require(host.topController)
    let presentation = try #require(form.presentationController)
    presentation.delegate = keeper
    host.refresh()
    #expect(presentation.delegate?.presentationControllerShouldDismiss(presentation) == false)
    keeper.allows = false
    form.swipeDown()
    await stage.rest()
    #expect(answer.count == 0)
    #expect(stage.titles == ["home", "form"])
  }
}

/// An app's own delegate of a sheet.
private final class SheetKeeper: NSObject, UIAdaptivePresentationControllerDelegate {
  var allows = true
  func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool { allows }
}
