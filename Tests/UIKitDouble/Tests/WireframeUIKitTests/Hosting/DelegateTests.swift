import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// The host listens without taking the app's delegates away.
@MainActor
@Suite(.hangsNever)
struct DelegateTests {
  let stage = Stage()

  @Test func `A stack's delegate of the app's goes on hearing everything`() async throws {
    try await stage.show("home")
    let (host, stack) = (stage.host, try stage.stack)
    let delegate = StackDelegate()
    stack.delegate = delegate
    let news = News(of: host)
    try await stage.run { try await host.push(Screen("list")) }
    #expect(delegate.heard == ["will list", "did list"])
    delegate.heard = []
    stack.swipeBack()
    await stage.rest()
    #expect(delegate.heard == ["will home", "did home"])
    #expect(news.take() == ["+list app", "-list user"])
    #expect(stack.delegate !== delegate)
  }

  @Test(arguments: UIKitTiming.StackChange.allCases, [false, true])
  func `A screen that sets its stack's delegate as it appears is there once it has come`(
    change: UIKitTiming.StackChange, isLate: Bool
  ) async throws {
    try await stage.show("home")
    stage.window.timing.stackChange = change
    let (host, screen, start) = (stage.host, Claimant(isLate), stage.window.clock.now)
    try await stage.run { try await host.push(screen) }
    #expect(stage.window.clock.now - start < 2)
    #expect(screen.delegate.heard == ["did own"])
    #expect(screen.hasAppeared)
  }

  @Test func `Without animations it is there at once`() async throws {
    try await on(.iOS18) {
      UIView.setAnimationsEnabled(false)
      let stage = Stage()
      try await stage.show("home")
      let (host, start) = (stage.host, stage.window.clock.now)
      try await stage.run { try await host.push(Claimant(false)) }
      #expect(stage.titles == ["home", "own"])
      #expect(stage.window.clock.now - start < 2)
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `The way back to a screen that sets its stack's delegate as it appears is noticed`(
    isLate: Bool, isAnimated: Bool
  ) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.run {
      try await host.setRoot(Claimant(isLate))
      try await host.push(Screen("list"))
    }
    let (stack, news) = (try stage.stack, News(of: host))
    if isAnimated { stack.swipeBack() } else { stack.popViewController(animated: false) }
    await stage.rest()
    #expect(news.take() == ["-list user"])
  }

  @Test func `A screen that puts back the delegate it has found takes none with it`() async throws {
    let (stage, host) = (stage, stage.host)
    var screen: UIViewController? = Borrower()
    screen?.title = "own"
    try await stage.run { [screen] in
      try await host.setRoot(Screen("home"))
      try await host.push(Screen("list"))
      if let screen { try await host.push(screen) }
    }
    let (stack, news) = (try stage.stack, News(of: host))
    stack.swipeBack()
    await stage.rest()
    screen = nil
    stack.swipeBack()
    await stage.rest()
    #expect(news.take() == ["-own user", "-list user"])
  }

  @Test func `A pop from a screen that puts back what it has found ends with its transition`()
    async throws
  {
    try await stage.show("home")
    let (stage, host) = (stage, stage.host)
    try await stage.run {
      try await host.push(Borrower())
      try await host.pop()
    }
    #expect((host.topController as? Screen)?.isVisible == true)
  }

  @Test func `What the app's delegate does not implement is not answered for it`() async throws {
    try await stage.show("home")
    let (stack, delegate) = (try stage.stack, StackDelegate())
    stack.delegate = delegate
    stage.host.refresh()
    let proxy = try #require(stack.delegate)
    #expect(proxy.responds(to: StackDelegate.orientations))
    #expect(!proxy.responds(to: Selector("unknown")))
    #expect(proxy !== delegate)
  }

  @Test func `A delegate that goes is forgotten, and the host still listens`() async throws {
    try await stage.show("home")
    let (host, stack) = (stage.host, try stage.stack)
    weak var gone: StackDelegate?
    do {
      let delegate = StackDelegate()
      gone = delegate
      stack.delegate = delegate
      host.refresh()
      #expect(stack.delegateKnowsOrientations)
    }
    #expect(gone == nil)
    #expect(await eventually { !stack.delegateKnowsOrientations })
    let news = News(of: host)
    stack.pushViewController(Screen("list"), animated: true)
    await stage.rest()
    stack.swipeBack()
    await stage.rest()
    #expect(news.take() == ["+list user", "-list user"])
  }

  @Test(arguments: [false, true])
  func `A delegate that another one has replaced takes nothing with it when it goes`(
    isSeen: Bool
  ) async throws {
    try await stage.show("home", "list")
    let (host, stack) = (stage.host, try stage.stack)
    let second = StackDelegate()
    weak var gone: StackDelegate?
    do {
      let first = StackDelegate()
      gone = first
      stack.delegate = first
      host.refresh()
      stack.delegate = second
      if isSeen { host.refresh() }
    }
    #expect(gone == nil)
    for _ in 0..<10 { await Task.yield() }
    host.refresh()
    let news = News(of: host)
    stack.swipeBack()
    await stage.rest()
    #expect(news.take() == ["-list user"])
    #expect(second.heard == ["will home", "did home"])
  }

  @Test(arguments: [false, true])
  func `A delegate that the app sets anew for each screen leaves no watch behind`(
    isSame: Bool
  ) async throws {
    try await stage.show("home")
    let (host, stack) = (stage.host, try stage.stack)
    var delegate = StackDelegate()
    weak var former: AnyObject?
    stack.delegate = delegate
    host.refresh()
    former = stack.delegate
    #expect(former != nil)
    if !isSame { delegate = StackDelegate() }
    stack.delegate = delegate
    host.refresh()
    #expect(await eventually { former == nil })
    try await stage.run { try await host.push(Screen("list")) }
    #expect(delegate.heard == ["will list", "did list"])
  }

  @Test func `A host that goes gives the delegates back`() async throws {
    let window = UIWindow()
    let (stack, delegate) = (
      UINavigationController(rootViewController: Screen("a")), StackDelegate()
    )
    stack.delegate = delegate
    window.rootViewController = stack
    var host: UIKitNavigationHost? = UIKitNavigationHost(window: window)
    #expect(stack.delegate !== delegate)
    #expect(window.wireframeHost === host)
    host = nil
    #expect(window.wireframeHost == nil)
    #expect(await eventually { stack.delegate === delegate })
  }

  enum Earlier: CaseIterable { case goesBefore, goesAfter, stays }

  @Test(arguments: Earlier.allCases)
  func `A window's next host listens in the place of the earlier one`(
    earlier: Earlier
  ) async throws {
    let window = UIWindow()
    let (stack, delegate) = (
      UINavigationController(rootViewController: Screen("a")), StackDelegate()
    )
    stack.delegate = delegate
    window.rootViewController = stack
    var first: UIKitNavigationHost? = UIKitNavigationHost(window: window)
    #expect(window.wireframeHost === first)
    if earlier == .goesBefore { first = nil }
    let second = UIKitNavigationHost(window: window)
    let layer = second.state.layers[0].id
    if earlier == .goesAfter { first = nil }
    for _ in 0..<20 { await Task.yield() }
    #expect(first?.state.layers.isEmpty != false)
    #expect(second.state.layers.map(\.id) == [layer])
    stack.delegate?.navigationController(stack, didShow: Screen("b"), animated: false)
    #expect(delegate.heard == ["did b"])
  }

  @Test func `A container that moves to another window keeps its delegate, and is one layer there`()
    async throws
  {
    let (other, delegate, tabs) = (Stage(), TabDelegate(), makeTabs("home", "cart"))
    tabs.delegate = delegate
    stage.window.rootViewController = tabs
    stage.host.refresh()
    stage.window.rootViewController = nil
    other.window.rootViewController = tabs
    other.host.refresh()
    let layer = other.host.state.layers[0].id
    // The former host notices it only now.
    stage.host.refresh()
    #expect(other.host.state.layers.map(\.id) == [layer])
    tabs.tap(tab: 1)
    #expect(delegate.heard == ["should cart", "did cart"])
    #expect(other.titles == ["cart"])
  }

  @Test func `A stack that leaves the window gets its delegate back`() async throws {
    try await stage.show("home")
    let (host, stack, delegate) = (stage.host, try stage.stack, StackDelegate())
    stack.delegate = delegate
    host.refresh()
    try await stage.run { try await host.setRoot(Screen("other")) }
    #expect(stack.delegate === delegate)
  }

  @Test func `Tabs: the app's delegate decides, and the user's choice is noticed`() async throws {
    let (stage, host) = (stage, stage.host)
    let delegate = TabDelegate()
    let tabs = makeTabs("home", "cart")
    tabs.delegate = delegate
    stage.window.rootViewController = tabs
    host.refresh()
    let news = News(of: host)
    tabs.tap(tab: 1)
    #expect(delegate.heard == ["should cart", "did cart"])
    #expect(news.take() == ["user"])
    #expect(stage.titles == ["cart"])
    delegate.allows = false
    tabs.tap(tab: 0)
    #expect(stage.titles == ["cart"])
    #expect(news.take().isEmpty)
  }

  @Test func `Sheets: the app's delegate may keep one, and hears how it is left`() async throws {
    try await stage.show("home")
    let (host, sheet, delegate) = (stage.host, Screen("sheet"), SheetDelegate())
    sheet.modalPresentationStyle = .pageSheet
    sheet.presentationController?.delegate = delegate
    try await stage.run { try await host.present(sheet, option: .modal(.sheet)) }
    let news = News(of: host)
    delegate.allows = false
    sheet.swipeDown()
    await stage.rest()
    #expect(delegate.heard == ["should", "did attempt"])
    #expect(news.take().isEmpty)
    delegate.allows = true
    delegate.heard = []
    sheet.swipeDown()
    await stage.rest()
    #expect(delegate.heard == ["should", "will", "did"])
    #expect(news.take() == ["-sheet user"])
  }
}

@MainActor
func makeTabs(_ titles: String...) -> UITabBarController {
  let tabs = UITabBarController()
  tabs.viewControllers = titles.map { title in
    let stack = UINavigationController(rootViewController: Screen(title))
    stack.title = title
    stack.tabBarItem.title = title
    return stack
  }
  return tabs
}

private final class StackDelegate: NSObject, UINavigationControllerDelegate {
  var heard: [String] = []
  nonisolated static let orientations = Selector(
    "navigationControllerSupportedInterfaceOrientations:")
  override func responds(to aSelector: Selector!) -> Bool { aSelector == Self.orientations }

  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) { heard.append("will " + (viewController.title ?? "")) }

  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) { heard.append("did " + (viewController.title ?? "")) }
}

/// A screen that hears what its stack does while it is shown.
private final class Claimant: UIViewController {
  let delegate = StackDelegate()
  private var isLate = false
  private(set) var hasAppeared = false

  convenience init(_ isLate: Bool) {
    self.init()
    title = "own"
    self.isLate = isLate
  }

  override func viewWillAppear(_ animated: Bool) {
    if !isLate { navigationController?.delegate = delegate }
  }

  override func viewDidAppear(_ animated: Bool) {
    hasAppeared = true
    if isLate { navigationController?.delegate = delegate }
  }
}

/// A screen that hears what its stack does while it is shown, and puts the delegate back that it has found.
private final class Borrower: UIViewController {
  private let delegate = StackDelegate()
  private var found: (any UINavigationControllerDelegate)?

  override func viewWillAppear(_ animated: Bool) {
    found = navigationController?.delegate
    navigationController?.delegate = delegate
  }

  override func viewWillDisappear(_ animated: Bool) { navigationController?.delegate = found }
}

private final class TabDelegate: NSObject, UITabBarControllerDelegate {
  var heard: [String] = []
  var allows = true

  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool {
    heard.append("should " + (viewController.title ?? ""))
    return allows
  }

  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) { heard.append("did " + (viewController.title ?? "")) }
}

private final class SheetDelegate: NSObject, UIAdaptivePresentationControllerDelegate {
  var heard: [String] = []
  var allows = true

  func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool {
    heard.append("should")
    return allows
  }
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    heard.append("will")
  }
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    heard.append("did")
  }
  func presentationControllerDidAttemptToDismiss(
    _ presentationController: UIPresentationController
  ) { heard.append("did attempt") }
}
