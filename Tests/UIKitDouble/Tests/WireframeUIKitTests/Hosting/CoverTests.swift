import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// What a lock needs of the host of a window: a screen over everything, at once, and nothing below it moves.
@MainActor
@Suite(.hangsNever)
struct CoverTests {
  private let stage = Stage()
  private let lock = Screen("lock")
  private var host: UIKitNavigationHost { stage.host }

  /// The window of the cover.
  private var front: UIWindow? { stage.scene.windows.first { $0 !== stage.window && !$0.isHidden } }

  // MARK: Where it is

  enum Over: CaseIterable { case stack, sheet, fullScreen, alert, tabs }

  private func show(_ over: Over) async throws {
    guard over != .tabs else {
      return try await stage.run { [host] in
        try await host.setRoot(makeTabs("one", "two"))
        try await host.push(Screen("list"))
      }
    }
    try await stage.show("home", "list")
    try await stage.run { [host] in
      switch over {
      case .sheet: try await host.present(Screen("modal"), option: .modal(.sheet, hasStack: true))
      case .fullScreen: try await host.present(Screen("modal"), option: .modal(.fullScreen))
      case .alert:
        let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        host.topController?.present(alert, animated: false)
      case .stack, .tabs: break
      }
    }
    await stage.rest()
  }

  @Test(
    "A cover is in front at once, in a window of its own above everything, and has the keys",
    arguments: Over.allCases)
  func front(over: Over) async throws {
    try await show(over)
    let (state, news) = (host.state, News(of: host))
    host.cover = lock
    #expect(front?.rootViewController === lock)
    #expect(front?.windowScene === stage.scene)
    #expect(lock.viewIfLoaded?.window === front)
    #expect(lock.isVisible)
    #expect(try #require(front).windowLevel.rawValue > UIWindow.Level.alert.rawValue)
    #expect(front?.isReachable == true)
    #expect(!stage.window.isReachable)
    // Nor does the focus of a keyboard or a remote find anything there.
    #expect(!stage.window.isUserInteractionEnabled)
    #expect(front?.isKeyWindow == true)
    #expect(host.cover === lock)
    #expect(host.state == state)

    host.cover = nil
    #expect(front == nil)
    #expect(stage.scene.windows == [stage.window])
    #expect(stage.window.isReachable)
    #expect(stage.window.isKeyWindow)
    #expect(!lock.isVisible)
    await stage.rest()
    #expect(host.state == state)
    #expect(news.take() == [])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("The same screen covers many times, and another one takes its place in the same window")
  func again() async throws {
    try await stage.show("home")
    for _ in 0..<3 {
      host.cover = lock
      host.cover = lock
      #expect(stage.scene.windows.count == 2)
      #expect(front?.rootViewController === lock)
      host.cover = nil
      host.cover = nil
      #expect(stage.scene.windows.count == 1)
    }
    host.cover = lock
    let window = front
    let other = Screen("another lock")
    host.cover = other
    #expect(front === window)
    #expect(other.isVisible)
    #expect(!lock.isVisible)
    host.cover = nil
    #expect(stage.window.faults.isEmpty)
    #expect(window?.faults.isEmpty == true)
  }

  @Test("What is over a cover leaves with it, and is not there at the next one")
  func modalOverCover() async throws {
    try await stage.show("home")
    host.cover = lock
    lock.present(Screen("why"), animated: false)
    await stage.rest()
    host.cover = nil
    await stage.rest()
    #expect(lock.presentedViewController == nil)
    host.cover = lock
    #expect(lock.presentedViewController == nil)
    #expect(lock.isVisible)
  }

  @Test("An app that starts locked shows the cover first, and its window gets the keys afterwards")
  func coldStart() async throws {
    #expect(stage.window.isHidden)
    host.cover = lock
    #expect(lock.isVisible)
    host.showPlaceholder(Screen("launch"))
    #expect(front?.isKeyWindow == true)
    try await stage.show("home")
    stage.window.makeKeyAndVisible()
    #expect(stage.titles == ["home"])
    #expect(front?.isKeyWindow == true)
    #expect(!stage.window.isReachable)
    host.cover = nil
    #expect(stage.window.isKeyWindow)
    #expect(stage.window.isReachable)
  }

  @Test("A cover that leaves before the window is shown does not show it")
  func neverShown() {
    host.cover = lock
    host.cover = nil
    #expect(stage.window.isHidden)
    #expect(!stage.window.isKeyWindow)
  }

  @Test("A window that gets its scene late takes the cover there")
  func lateScene() async throws {
    let window = UIWindow()
    let host = UIKitNavigationHost(window: window)
    host.cover = lock
    let own = try #require(lock.viewIfLoaded?.window)
    #expect(own.windowScene == nil)
    window.windowScene = stage.scene
    window.makeKeyAndVisible()
    #expect(own.windowScene === stage.scene)
    #expect(own.isKeyWindow)
    #expect(!window.isReachable)
    host.cover = nil
    #expect(window.isReachable)
    #expect(window.isKeyWindow)
  }

  @Test("Without scenes the cover has a second window of the same size")
  func noScene() async throws {
    try await on(.iOS16) {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
      let host = UIKitNavigationHost(window: window)
      window.rootViewController = Screen("home")
      window.makeKeyAndVisible()
      host.cover = lock
      let own = try #require(lock.viewIfLoaded?.window)
      #expect(own !== window)
      #expect(own.frame.width == 320)
      #expect(own.isKeyWindow)
      #expect(!window.isReachable)
      host.cover = nil
      #expect(window.isReachable)
      #expect(window.isKeyWindow)
    }
  }

  @Test("The keys return to the window that had them, if that was another one")
  func otherKeyWindow() async throws {
    try await stage.show("home")
    let other = UIWindow(windowScene: stage.scene)
    other.makeKeyAndVisible()
    host.cover = lock
    #expect(!other.isKeyWindow)
    host.cover = nil
    #expect(other.isKeyWindow)
  }

  @Test("Each window of an app has its own cover")
  func twoWindows() async throws {
    let (second, other) = (Stage(), Screen("lock"))
    for stage in [stage, second] { try await stage.show("home") }
    host.cover = lock
    #expect(second.window.isReachable)
    second.host.cover = other
    #expect(!second.window.isReachable)
    host.cover = nil
    #expect(stage.window.isReachable)
    #expect(!second.window.isReachable)
  }

  @Test("A cover is as dark as the window below, in its colour, and does not take an alert's grey")
  func looks() async throws {
    try await stage.show("home")
    let colour = UIColor()
    stage.window.tintColor = colour
    stage.window.overrideUserInterfaceStyle = .dark
    host.cover = lock
    #expect(front?.overrideUserInterfaceStyle == .dark)
    #expect(front?.tintColor === colour)
    host.cover = nil
    stage.window.tintAdjustmentMode = .dimmed
    stage.window.tintColor = UIColor()
    host.cover = lock
    #expect(front?.tintColor === UIColor.systemBlue)
  }

  @Test("A host, and a window, that go take their cover along")
  func gone() async throws {
    var host: UIKitNavigationHost? = UIKitNavigationHost(window: stage.window)
    host?.cover = lock
    #expect(!stage.window.isReachable)
    host = nil
    await stage.rest()
    #expect(stage.window.isReachable)

    var window: UIWindow? = UIWindow(windowScene: stage.scene)
    let rest = UIKitNavigationHost(window: try #require(window))
    rest.cover = lock
    #expect(stage.scene.windows.count == 3)
    window = nil
    await stage.rest()
    #expect(stage.scene.windows == [stage.window])
    #expect(rest.cover === lock)
    rest.cover = nil
  }

  // MARK: What is below

  @Test("What is below does not hear the user", arguments: Over.allCases)
  func unreachable(over: Over) async throws {
    try await show(over)
    let (state, news) = (host.state, News(of: host))
    host.cover = lock
    try useEverything()
    await stage.rest()
    #expect(host.state == state)
    #expect(news.take() == [])
    host.cover = nil
    await stage.rest()
    #expect(host.state == state)
    // The same acts are heard then.
    try useEverything()
    await stage.rest()
    let isAlert = over == .alert
    let changed =
      isAlert
      ? stage.window.rootViewController?.presentedViewController == nil : host.state != state
    #expect(changed)
  }

  private func useEverything() throws {
    let top = host.state.top?.controller
    (top?.presentedViewController as? UIAlertController)?.tap("OK")
    let stack = top?.navigationController
    stack?.swipeBack(fromEdge: false)
    stack?.tapBackButton()
    if let home = stack?.viewControllers.first { stack?.chooseInBackMenu(home) }
    (stack ?? top)?.swipeDown()
    (stage.window.rootViewController as? UITabBarController)?.tap(tab: 1)
  }

  @Test("A swipe that the finger has begun is taken back", arguments: UIKitSystem.allCases)
  func swipes(system: UIKitSystem) async throws {
    try await on(system) {
      var random = SplitMix64(seed: 281)
      for number in 0..<Load.scaled(50) {
        let timing = number == 0 ? UIKitTiming(of: system) : UIKitTiming(using: &random)
        try await checkSwipes(timing, "\(number) \(timing)")
      }
    }
  }

  private func checkSwipes(_ timing: UIKitTiming, _ place: Comment) async throws {
    let stage = Stage()
    stage.window.timing = timing
    try await stage.show("home", "list")
    let state = stage.host.state
    for fromEdge in [true, false] {
      let stack = try stage.stack
      stack.beginSwipeBack(fromEdge: fromEdge)
      stage.host.cover = lock
      // The finger lifts from the glass, and nobody hears it any more.
      stack.endSwipeBack(isCancelled: false)
      await stage.rest()
      #expect(stage.host.state == state, place)
      stage.host.cover = nil
      await stage.rest()
      #expect(stage.titles == ["home", "list"], place)
    }
    try await stage.run { [host = stage.host] in
      try await host.present(Screen("modal"), option: .modal(.sheet, hasStack: false))
    }
    await stage.rest()
    let modal = try #require(stage.host.topController)
    modal.beginSwipeDown()
    stage.host.cover = lock
    modal.endSwipeDown(isCancelled: false)
    await stage.rest()
    #expect(stage.titles == ["home", "list", "modal"], place)
    stage.host.cover = nil
    #expect(modal.presentingViewController != nil, place)
    modal.swipeDown()
    await stage.rest()
    #expect(stage.titles == ["home", "list"], place)
    #expect(stage.window.faults.isEmpty, place)
  }

  @Test(
    "A draft stays, the keyboard goes, and it is back afterwards, whatever the field says",
    arguments: [true, false], [Over.stack, .sheet, .fullScreen])
  func drafts(keepsKeyboard: Bool, over: Over) async throws {
    try await show(over)
    let field = UITextField()
    host.topController?.view.addSubview(field)
    field.becomeFirstResponder()
    #expect(field.type("12"))
    field.keepsKeyboard = keepsKeyboard
    host.cover = lock
    #expect(!field.isFirstResponder)
    #expect(!field.type("99"))
    let pin = UITextField()
    lock.view.addSubview(pin)
    pin.becomeFirstResponder()
    #expect(pin.type("1234"))
    host.cover = nil
    #expect(field.isFirstResponder)
    #expect(!pin.type("5"))
    #expect(field.type(".50"))
    #expect(field.text == "12.50")
  }

  @Test("A controller's bar above the keyboard goes, too; a field that has left gets no keyboard")
  func responders() async throws {
    try await stage.show("home", "chat")
    let chat = try #require(host.topController)
    chat.becomeFirstResponder()
    host.cover = lock
    #expect(!chat.isFirstResponder)
    host.cover = nil
    #expect(chat.isFirstResponder)

    chat.resignFirstResponder()
    let field = UITextField()
    chat.view.addSubview(field)
    field.becomeFirstResponder()
    host.cover = lock
    field.removeFromSuperview()
    host.cover = nil
    #expect(!field.isFirstResponder)
  }

  @Test("A field that the app has chosen below a cover keeps the keyboard afterwards")
  func otherField() async throws {
    try await stage.show("home")
    let (field, other) = (UITextField(), UITextField())
    for view in [field, other] { host.topController?.view.addSubview(view) }
    field.becomeFirstResponder()
    host.cover = lock
    other.becomeFirstResponder()
    host.cover = nil
    #expect(!field.isFirstResponder)
    #expect(other.isFirstResponder)
  }

  @Test("Assistive technologies find the cover alone, and are told when it comes and goes")
  func accessibility() async throws {
    try await on(.iOS18) {
      let stage = Stage()
      try await stage.show("home")
      UIKitDevice.current.announced = []
      stage.host.cover = lock
      #expect(stage.window.accessibilityElementsHidden)
      #expect(lock.viewIfLoaded?.window?.accessibilityViewIsModal == true)
      stage.host.cover = nil
      #expect(!stage.window.accessibilityElementsHidden)
      #expect(UIKitDevice.current.announced.map(\.0) == [.screenChanged, .screenChanged])
    }
  }

  @Test("What the app has switched off itself stays so")
  func switchedOff() async throws {
    try await stage.show("home")
    stage.window.isUserInteractionEnabled = false
    stage.window.accessibilityElementsHidden = true
    host.cover = lock
    host.cover = nil
    #expect(!stage.window.isUserInteractionEnabled)
    #expect(stage.window.accessibilityElementsHidden)
  }

  @Test("What the app switches on again below a cover is on afterwards")
  func switchedOn() async throws {
    try await stage.show("home")
    stage.window.isUserInteractionEnabled = false
    stage.window.accessibilityElementsHidden = true
    host.cover = lock
    stage.window.isUserInteractionEnabled = true
    stage.window.accessibilityElementsHidden = false
    host.cover = nil
    #expect(stage.window.isUserInteractionEnabled)
    #expect(!stage.window.accessibilityElementsHidden)
  }

  // MARK: Moves

  @Test(
    "In the middle of any move the cover is there at once, and the move ends below it",
    arguments: UIKitSystem.allCases)
  func moves(system: UIKitSystem) async throws {
    try await on(system) {
      var random = SplitMix64(seed: 28)
      for number in 0..<Load.scaled(200) {
        let stage = Stage()
        stage.window.timing = number == 0 ? UIKitTiming(of: system) : UIKitTiming(using: &random)
        let host = stage.host
        try await stage.show("home", "list")
        let expected = try await begin(number % 5, on: host)
        for _ in 0..<Int.random(in: 0..<4, using: &random) { stage.passTime() }
        let cover = Screen("lock")
        host.cover = cover
        #expect(cover.viewIfLoaded?.window?.isReachable == true)
        for _ in 0..<40 { await stage.rest() }
        #expect(stage.titles == expected, "\(number) \(stage.window.timing)")
        host.cover = nil
        await stage.rest()
        #expect(stage.titles == expected)
        #expect(stage.window.isKeyWindow)
        #expect(stage.window.faults.isEmpty)
      }
    }
  }

  private func begin(_ kind: Int, on host: UIKitNavigationHost) async throws -> [String] {
    Task {
      switch kind {
      case 0: try await host.push(Screen("new"))
      case 1: try await host.present(Screen("new"), option: .modal(.sheet))
      case 2: try await host.present(Screen("new"), option: .modal(.fullScreen))
      case 3: try await host.pop()
      default: try await host.setRoot(Screen("new"))
      }
    }
    for _ in 0..<20 { await Task.yield() }
    return switch kind {
    case 0...2: ["home", "list", "new"]
    case 3: ["home"]
    default: ["new"]
    }
  }
}
