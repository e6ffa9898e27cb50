import Testing
import UIKit

// Assertions about UIKit alone. On Linux they run against the double, for each system that it imitates; on a simulator
// against UIKit itself. Where one fails there, the double is wrong: the name of the fact says where.
//
// Facts about stacks, tabs and columns are in UIKitContainerFacts.swift.
//
// Numbers such as U16 are those of the table in Tests/UIKitDouble/README.md.

/// Counts its own appearances.
final class Watched: UIViewController {
  var (appearances, disappearances) = (0, 0)

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    appearances += 1
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    disappearances += 1
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)), .serialized)
struct UIKitFacts {
  // MARK: Presentations

  // Sources: UIViewController.h (UIModalPresentationStyle), UIPresentationController.h (`shouldRemovePresentersView`).
  @Test(
    "U16 A full screen and a current context take their presenter's view out of the window",
    arguments: Bench.systems,
    [UIModalPresentationStyle.fullScreen, .currentContext, .overFullScreen, .pageSheet])
  func coveredPresenter(system: Int, style: UIModalPresentationStyle) async {
    await Bench.run(on: system) { bench in
      let (home, modal) = (Watched(), Watched())
      await bench.show(home)
      modal.modalPresentationStyle = style
      home.present(modal, animated: true)
      await bench.settle()
      let isCovered = style == .fullScreen || style == .currentContext
      #expect((home.viewIfLoaded?.window == nil) == isCovered)
      // Source: the appearance callbacks of UIViewController, "Displaying and managing view controllers".
      #expect(home.disappearances == (isCovered ? 1 : 0))
      home.dismiss(animated: true)
      await bench.begin()
      #expect(home.viewIfLoaded?.window != nil)
      await bench.settle()
      #expect(home.appearances == (isCovered ? 2 : 1))
    }
  }

  // Source: UIKit's warning "Attempt to present … whose view is not in the window hierarchy".
  @Test("U16 What is out of the window presents nothing", arguments: Bench.systems)
  func noPresenter(system: Int) async {
    await Bench.run(on: system) { bench in
      let (outside, modal) = (UIViewController(), UIViewController())
      outside.loadViewIfNeeded()
      outside.present(modal, animated: false)
      await bench.settle()
      #expect(outside.presentedViewController == nil)
      #expect(modal.viewIfLoaded?.window == nil)
    }
  }

  // Source: `modalPresentationStyle` in UIViewController.h, and UIKit's release notes of iOS 18.
  @Test(
    "U17 What automatic reads as: a page sheet, and a form sheet from iOS 18 on",
    arguments: Bench.systems)
  func automatic(system: Int) async {
    await Bench.run(on: system) { _ in
      let fresh = UIViewController().modalPresentationStyle
      #expect(fresh == (system < 18 ? .pageSheet : .formSheet))
      let same = UIViewController()
      same.modalPresentationStyle = .automatic
      #expect(same.modalPresentationStyle == fresh)
      #expect(UINavigationController().modalPresentationStyle == fresh)
    }
  }

  // Source: `presentationController` in Apple's documentation: "Always set the value of that property before accessing
  // any presentation controllers."
  @Test(
    "U10 A style that is set later takes another presentation controller", arguments: Bench.systems)
  func lateStyle(system: Int) async {
    await Bench.run(on: system) { _ in
      let modal = UIViewController()
      let sheet = modal.sheetPresentationController
      sheet?.prefersGrabberVisible = true
      #expect(modal.sheetPresentationController === sheet)
      modal.modalPresentationStyle = .popover
      #expect(modal.popoverPresentationController != nil)
      #expect(modal.presentationController !== sheet)
    }
  }

  // Source: "Presenting a view controller": the presenter knows what it presents as soon as the call returns.
  @Test(
    "U4 A presenter knows its modal at once, and its completion comes", arguments: Bench.systems)
  func presentation(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, modal) = (Watched(), Watched())
      await bench.show(home)
      var completions = 0
      home.present(modal, animated: true) { completions += 1 }
      #expect(home.presentedViewController === modal)
      await bench.settle()
      #expect(modal.presentingViewController != nil)
      #expect(!modal.isBeingPresented)
      #expect(modal.appearances == 1)
      // U6: the completions come, if the app stays in the foreground.
      home.dismiss(animated: true) { completions += 1 }
      await bench.settle()
      #expect(completions == 2)
      #expect(home.presentedViewController == nil)
    }
  }

  // Source: reports of others, who saw it begin late; when it does is left open.
  @Test(
    "U5 A picker of the system's is presented in the end, as any other controller",
    arguments: Bench.systems)
  func systemController(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, picker) = (UIViewController(), UIImagePickerController())
      await bench.show(home)
      home.present(picker, animated: true)
      await bench.settle()
      #expect(home.presentedViewController === picker)
      #expect(picker.presentingViewController === home)
      #expect(picker.viewIfLoaded?.window === bench.window)
      home.dismiss(animated: true)
      await bench.settle()
      #expect(home.presentedViewController == nil)
    }
  }

  private final class Dismissals: NSObject, UIAdaptivePresentationControllerDelegate {
    var count = 0
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      count += 1
    }
  }

  // Source: `presentationControllerDidDismiss` in UIPresentationController.h: not called for dismissals by code.
  @Test(
    "U7 U14 A dismissal by code tells no delegate, and is not held by isModalInPresentation",
    arguments: Bench.systems)
  func dismissalByCode(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, modal, delegate) = (UIViewController(), UIViewController(), Dismissals())
      await bench.show(home)
      #expect(!modal.isModalInPresentation)
      modal.isModalInPresentation = true
      modal.presentationController?.delegate = delegate
      home.present(modal, animated: true)
      await bench.settle()
      home.dismiss(animated: true)
      await bench.settle()
      #expect(home.presentedViewController == nil)
      #expect(delegate.count == 0)
    }
  }

  @Test("U8 Nobody keeps a modal that was dismissed", arguments: Bench.systems)
  func released(system: Int) async {
    await Bench.run(on: system) { bench in
      let home = UIViewController()
      await bench.show(home)
      weak var gone: UIViewController?
      do {
        let modal = UIViewController()
        gone = modal
        home.present(modal, animated: false)
      }
      await bench.settle()
      home.dismiss(animated: false)
      await bench.settle()
      #expect(gone == nil)
    }
  }

  // Source: documentation of `definesPresentationContext`: a navigation controller defines one by itself. One of the
  // double's does not: the host does not support a modal over one tab only.
  @Test(
    "A modal over the current context is presented by the nearest that defines it",
    arguments: Bench.systems)
  func currentContext(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, modal) = (UIViewController(), UIViewController())
      let stack = UINavigationController(rootViewController: home)
      let tabs = UITabBarController()
      tabs.viewControllers = [stack]
      #expect(!home.definesPresentationContext)
      stack.definesPresentationContext = true
      await bench.show(tabs)
      modal.modalPresentationStyle = .overCurrentContext
      home.present(modal, animated: true)
      await bench.settle()
      #expect(modal.presentingViewController === stack)
      #expect(home.presentedViewController === modal)
      #expect(tabs.presentedViewController !== modal)
    }
  }

  // Source: UIPopoverPresentationController's documentation; the style stays what was set when it adapts.
  @Test("A popover that adapts to a sheet still reads as a popover", arguments: Bench.systems)
  func popover(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, popover) = (UIViewController(), UIViewController())
      await bench.show(home)
      popover.modalPresentationStyle = .popover
      popover.popoverPresentationController?.sourceView = home.view
      home.present(popover, animated: true)
      await bench.settle()
      #expect(popover.modalPresentationStyle == .popover)
      #expect(home.viewIfLoaded?.window != nil)
    }
  }

  // Source: memory; only a popover that has not adapted counts.
  @Test(
    "A popover does not appear once more when what it presented has left", arguments: Bench.systems)
  func popoverPresenter(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, popover, modal) = (UIViewController(), Watched(), UIViewController())
      await bench.show(home)
      guard home.traitCollection.userInterfaceIdiom == .pad else { return }
      popover.modalPresentationStyle = .popover
      popover.popoverPresentationController?.sourceView = home.view
      home.present(popover, animated: true)
      await bench.settle()
      modal.modalPresentationStyle = .fullScreen
      popover.present(modal, animated: true)
      await bench.settle()
      popover.dismiss(animated: true)
      await bench.settle()
      #expect(popover.appearances == 1)
    }
  }
}
