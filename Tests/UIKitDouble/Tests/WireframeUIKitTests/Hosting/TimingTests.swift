import Testing
import UIKit

/// What the double of UIKit leaves open is a choice: each of them does what it says.
@MainActor
@Suite(.hangsNever)
struct TimingTests {
  private let window = UIWindow()
  private let home = Screen("home")
  private let stack: UINavigationController

  init() {
    stack = UINavigationController(rootViewController: home)
    window.rootViewController = stack
    window.clock.advance(by: 0)
  }

  @Test(arguments: UIKitTiming.Beginning.allCases, [true, false])
  func `A presentation begins at once, a turn later or with the commit`(
    beginning: UIKitTiming.Beginning, isBeingPresentedBefore: Bool
  ) {
    window.timing.presentationBegins = beginning
    window.timing.isBeingPresentedBefore = isBeingPresentedBefore
    let screen = Screen("modal")
    home.present(screen, animated: true)
    #expect(home.presentedViewController === screen)
    #expect((screen.viewIfLoaded?.window != nil) == (beginning == .now))
    #expect(screen.isBeingPresented == (beginning == .now || isBeingPresentedBefore))
    window.clock.turn()
    #expect((screen.viewIfLoaded?.window != nil) == (beginning != .afterCommit))
    window.clock.commit()
    #expect(screen.viewIfLoaded?.window != nil)
    #expect(!screen.isVisible)
    window.clock.advance(by: 1)
    #expect(screen.isVisible)
    #expect(window.faults.isEmpty)
  }

  @Test(arguments: UIKitTiming.Moment.allCases)
  func `A completion comes with the end, later or never`(moment: UIKitTiming.Moment) {
    window.timing.presentationCompletion = moment
    window.timing.dismissalCompletion = moment
    var count = 0
    home.present(Screen("modal"), animated: true) { count += 1 }
    window.clock.advance(by: 1)
    home.dismiss(animated: true) { count += 1 }
    window.clock.advance(by: 1)
    #expect(count == (moment == .never ? 0 : 2))
    #expect(home.isVisible)
  }

  @Test(arguments: UIKitTiming.StackChange.allCases)
  func `An animated push is held until the commit, or begins at once`(
    change: UIKitTiming.StackChange
  ) {
    window.timing.stackChange = change
    stack.pushViewController(Screen("list"), animated: true)
    #expect(stack.viewControllers.count == (change == .afterCommit ? 1 : 2))
    #expect((stack.transitionCoordinator == nil) == (change == .afterCommit))
    window.clock.commit()
    #expect(stack.viewControllers.count == 2)
    window.clock.advance(by: 1)
    #expect((stack.topViewController as? Screen)?.isVisible == true)
    stack.popViewController(animated: true)
    window.clock.advance(by: 1)
    #expect(home.isVisible)
    #expect(window.faults.isEmpty)
  }

  @Test(arguments: UIKitTiming.Moment.allCases)
  func `A transition has its coordinator at once, later or never`(moment: UIKitTiming.Moment) {
    window.timing.coordinator = moment
    stack.pushViewController(Screen("list"), animated: true)
    #expect((stack.transitionCoordinator != nil) == (moment == .now))
    window.clock.turn()
    window.clock.commit()
    #expect((stack.transitionCoordinator != nil) == (moment != .never))
    window.clock.advance(by: 1)
    #expect(stack.transitionCoordinator == nil)
  }

  @Test(arguments: UIKitTiming.Moment.allCases)
  func `A sheet under the finger has its coordinator at once, later or never`(
    moment: UIKitTiming.Moment
  ) {
    window.timing.interactiveCoordinator = moment
    let sheet = Screen("sheet")
    home.present(sheet, animated: false)
    window.clock.advance(by: 1)
    #expect(sheet.beginSwipeDown())
    #expect((sheet.transitionCoordinator != nil) == (moment == .now))
    window.clock.turn()
    window.clock.commit()
    #expect((sheet.transitionCoordinator != nil) == (moment != .never))
    #expect(sheet.isBeingDismissed)
    sheet.endSwipeDown(isCancelled: true)
    window.clock.advance(by: 1)
    #expect(!sheet.isBeingDismissed)
    #expect(sheet.isVisible)
  }

  @Test(arguments: [true, false])
  func `A modal has its presentation controller for good, or for one presentation`(isKept: Bool) {
    window.timing.keepsPresentationController = isKept
    let sheet = Screen("sheet")
    let first = sheet.presentationController
    home.present(sheet, animated: false)
    window.clock.advance(by: 1)
    #expect(sheet.presentationController === first)
    home.dismiss(animated: false)
    window.clock.advance(by: 1)
    #expect((sheet.presentationController === first) == isKept)
  }

  @Test func `A popover that points to a button in no bar is a fault`() {
    for isInBar in [true, false] {
      let (item, popover) = (UIBarButtonItem(), Screen("popover"))
      home.navigationItem.rightBarButtonItems = isInBar ? [item] : []
      popover.modalPresentationStyle = .popover
      popover.popoverPresentationController?.sourceItem = item
      home.present(popover, animated: false)
      window.clock.advance(by: 1)
      #expect(window.faults.isEmpty == isInBar)
      home.dismiss(animated: false)
      window.clock.advance(by: 1)
    }
  }

  @Test(arguments: UIKitTiming.Cancellation.allCases)
  func `A swipe is cancelled when the finger is lifted, or at the last moment`(
    cancellation: UIKitTiming.Cancellation
  ) {
    window.timing.swipeCancellation = cancellation
    stack.pushViewController(Screen("list"), animated: false)
    stack.beginSwipeBack()
    stack.endSwipeBack(isCancelled: true)
    #expect(stack.transitionCoordinator?.isCancelled == (cancellation == .whenReleased))
    window.clock.advance(by: 1)
    #expect(stack.topViewController?.title == "list")
    #expect((stack.topViewController as? Screen)?.isVisible == true)
  }

  @Test(arguments: UIKitTiming.SystemPresentation.allCases)
  func `A controller of the system's may be presented late`(
    presentation: UIKitTiming.SystemPresentation
  ) {
    window.timing.systemPresentation = presentation
    let picker = UIImagePickerController()
    home.present(picker, animated: true)
    #expect((home.presentedViewController === picker) == (presentation != .late))
    #expect((picker.presentingViewController != nil) == (presentation == .now))
    window.clock.turn()
    #expect(home.presentedViewController === picker)
    #expect(picker.presentingViewController != nil)
    #expect(window.faults.isEmpty)
  }

  @Test(arguments: UIKitTiming.Background.allCases)
  func `In the background nothing is called back, and transitions wait or have ended`(
    background: UIKitTiming.Background
  ) {
    window.timing.background = background
    window.timing.presentationCompletion = .nextTurn
    var isCompleted = false
    let screen = Screen("modal")
    home.present(screen, animated: true) { isCompleted = true }
    window.enterBackground()
    window.clock.advance(by: 10)
    #expect(screen.isVisible == (background == .endsTransitions))
    #expect(!isCompleted)
    window.enterForeground()
    window.clock.advance(by: 1)
    #expect(screen.isVisible)
    #expect(isCompleted)
  }

  @Test(arguments: UIKitTiming.RootAppearance.allCases)
  func `A root appears with its layout, or with the commit after it`(
    appearance: UIKitTiming.RootAppearance
  ) {
    window.timing.rootAppearance = appearance
    let root = Screen("root")
    window.rootViewController = root
    window.layoutIfNeeded()
    #expect(root.isVisible == (appearance == .withLayout))
    window.clock.commit()
    #expect(root.isVisible)
  }
}
