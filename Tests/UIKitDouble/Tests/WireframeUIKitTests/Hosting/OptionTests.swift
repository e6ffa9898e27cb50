import Testing
import UIKit
import WireframeCore
import WireframeUIKit

@MainActor
struct OptionTests {
  let stage = Stage()

  @Test("2.11 A push with hidden bars hides them for its screen only, whichever way the user goes")
  func hiddenBars() async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register(
      "/movie", option: .uiPush(hidesNavigationBar: true, hidesBottomBar: true)
    ) { _ in Screen("movie") }
    try wireframe.register("/detail", option: .push) { _ in Screen("detail") }
    try await stage.run {
      for url in ["/", "/movie"] { try await wireframe.route(to: url) }
    }
    let stack = try stage.stack
    #expect(stack.isNavigationBarHidden)
    #expect(stack.topViewController?.hidesBottomBarWhenPushed == true)
    try await stage.run { try await wireframe.route(to: "/detail").route }
    #expect(!stack.isNavigationBarHidden)
    stack.swipeBack()
    await stage.rest()
    #expect(stack.isNavigationBarHidden)
    try await stage.run { try await wireframe.route(to: "/detail").route }
    stack.beginSwipeBack()
    #expect(stack.isNavigationBarHidden)
    stack.endSwipeBack(isCancelled: true)
    await stage.rest()
    #expect(!stack.isNavigationBarHidden)
    stack.tapBackButton()
    await stage.rest()
    #expect(stack.isNavigationBarHidden)
    stack.tapBackButton()
    await stage.rest()
    #expect(!stack.isNavigationBarHidden)
  }

  @Test func `A bar that the app has hidden stays hidden`() async throws {
    try await stage.show("home")
    let (host, stack) = (stage.host, try stage.stack)
    stack.isNavigationBarHidden = true
    try await stage.run {
      try await host.push(Screen("movie"), option: .uiPush(hidesNavigationBar: true))
    }
    try await stage.run { try await host.pop() }
    #expect(stack.isNavigationBarHidden)
  }

  @Test(
    "Modal styles are UIKit's own; the core's two are a full screen and a page sheet",
    arguments: [
      (UIModalPresentationStyle.fullScreen, ModalStyle.fullScreen), (.overFullScreen, .fullScreen),
      (.currentContext, .fullScreen), (.overCurrentContext, .fullScreen), (.formSheet, .sheet),
      (.pageSheet, .sheet), (.automatic, .sheet),
    ])
  func styles(style: UIModalPresentationStyle, inCore: ModalStyle) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let option = UIKitModal.uiModal(style)
    #expect(option.style == inCore)
    try await stage.run { try await host.present(Screen("modal"), option: option) }
    // UIKit resolves `automatic` when it is read.
    let resolved = style == .automatic ? .pageSheet : style
    #expect(host.topController?.modalPresentationStyle == resolved)
    #expect(host.state.layers.last?.style == inCore)
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(Screen("modal"), option: .modal(inCore)) }
    #expect(
      host.topController?.modalPresentationStyle == (inCore == .sheet ? .pageSheet : .fullScreen))
  }

  @Test func `A sheet rests at its detents, on the stack that it gets`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let detents: [SheetDetent] = [.medium, .large, .height(200), .height(9_000), .fraction(0.25)]
    try await stage.run {
      try await host.present(
        Screen("sheet"),
        option: .sheet(detents, showsGrabber: true, hasStack: true, isSwipeable: false))
    }
    let stack = try stage.stack
    let sheet = try #require(stack.sheetPresentationController)
    #expect(sheet.prefersGrabberVisible)
    #expect(sheet.detents.map { $0.resolvedValue(in: Height()) } == [400, 800, 200, 800, 200])
    #expect(stack.isModalInPresentation)
    stack.swipeDown()
    await stage.rest()
    #expect(stage.titles == ["home", "sheet"])
  }

  @Test func `A popover points to its source; without one, to the middle`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (button, item) = (UIView(), UIBarButtonItem())
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    try await stage.run {
      try await host.present(Screen("a"), option: .popover(from: .view(button, rect: rect)))
    }
    let first = try #require(host.topController?.popoverPresentationController)
    #expect(first.sourceView === button)
    #expect(first.sourceRect == rect)
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(Screen("b"), option: .popover(from: .item(item))) }
    #expect(host.topController?.popoverPresentationController?.sourceItem === item)
    try await stage.run { try await host.dismiss() }
    let home = try #require(host.topController)
    try await stage.run { try await host.present(Screen("c"), option: .uiModal(.popover)) }
    let third = try #require(host.topController?.popoverPresentationController)
    #expect(third.sourceView === home.view)
    #expect(third.sourceRect.origin == CGPoint(x: 195, y: 422))
    #expect(third.permittedArrowDirections == [])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A controller that comes with a presentation of its own keeps it`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (screen, own) = (Screen("card"), OwnTransitions())
    screen.modalPresentationStyle = .custom
    screen.transitioningDelegate = own
    try await stage.run { try await host.present(screen) }
    #expect(screen.modalPresentationStyle == .custom)
    #expect(screen.transitioningDelegate === own)
    try await stage.run { try await host.dismiss() }
    #expect(own.asked == ["presented", "dismissed"])
    #expect(screen.transitioningDelegate === own)
  }

  @Test func `A transition of the app's serves a push, its pop, a modal and its dismissal`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (arriving, leaving) = (Animator(), Animator())
    let transition = ScreenTransition {
      arriving
    } leaving: {
      leaving
    }
    try await stage.run {
      try await host.push(Screen("list"), option: .uiPush(transition: transition))
    }
    #expect((arriving.count, leaving.count) == (1, 0))
    try await stage.run { try await host.pop() }
    #expect((arriving.count, leaving.count) == (1, 1))
    try await stage.run {
      try await host.present(
        Screen("modal"), option: .uiModal(.overFullScreen, hasStack: true, transition: transition))
    }
    #expect((arriving.count, leaving.count) == (2, 1))
    try await stage.run { try await host.dismiss() }
    #expect((arriving.count, leaving.count) == (2, 2))
    let screen = Screen("own")
    transition.attach(to: screen)
    try await stage.run { try await host.present(screen, option: .modal(hasStack: true)) }
    #expect((arriving.count, leaving.count) == (3, 2))
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `The user can swipe back, except while a screen brings its own animation`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    let transition = ScreenTransition({ Animator() }, leaving: { Animator() })
    try await stage.run {
      try await host.push(Screen("movie"), option: .uiPush(transition: transition))
    }
    let stack = try stage.stack
    stack.swipeBack()
    await stage.rest()
    #expect(stage.titles == ["home", "list", "movie"])
    try await stage.run { try await host.pop() }
    stack.swipeBack()
    await stage.rest()
    #expect(stage.titles == ["home"])
  }

  @Test func `A phone needs no source for a popover`() async throws {
    let (stage, host) = (stage, stage.host)
    stage.window.idiom = .phone
    try await stage.show("home")
    try await stage.run { try await host.present(Screen("a"), option: .uiModal(.popover)) }
    #expect(host.topController?.popoverPresentationController?.sourceView == nil)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `The app's own delegate animates where no transition is set`() async throws {
    try await stage.show("home")
    let (host, stack, delegate) = (stage.host, try stage.stack, AnimatingDelegate())
    stack.delegate = delegate
    try await stage.run { try await host.push(Screen("list")) }
    #expect(delegate.animator.count == 1)
  }
}

@MainActor
private final class Height: UISheetPresentationControllerDetentResolutionContext {
  let maximumDetentValue: CGFloat = 800
  nonisolated func responds(to aSelector: Selector!) -> Bool { false }
}

private final class Animator: NSObject, UIViewControllerAnimatedTransitioning {
  var count = 0
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0 }
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    count += 1
    Task { @MainActor in transitionContext.completeTransition(true) }
  }
}

private final class AnimatingDelegate: NSObject, UINavigationControllerDelegate {
  let animator = Animator()
  override func responds(to aSelector: Selector!) -> Bool {
    aSelector.name.hasPrefix("navigationController:animationControllerForOperation:")
  }
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
}

private final class OwnTransitions: NSObject, UIViewControllerTransitioningDelegate {
  var asked: [String] = []
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    asked.append("presented")
    return nil
  }
  func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    asked.append("dismissed")
    return nil
  }
}
