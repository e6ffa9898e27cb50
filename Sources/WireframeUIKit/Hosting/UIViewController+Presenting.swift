#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIViewController {
    /// Whether it is no screen of a stack, but comes with stacks of its own, or alone.
    var comesAsContainer: Bool {
      isRefusedByStacks || self is UITabBarController || self is any ScreenContainer
    }

    /// The stack at the top of a container: itself, or that of its selected child.
    var shownStack: UINavigationController? {
      content().map { $0.selected?.asStack } ?? asStack
    }

    /// Whether the controller, or the system, has chosen how it is presented: any style but the two that stand for the
    /// default. UIKit resolves `automatic` when it is read.
    var choosesPresentation: Bool {
      leavesByItself || ![.pageSheet, .fullScreen].contains(modalPresentationStyle)
    }

    /// Looks and behaves as another modal, in whose place it comes.
    func takeOverLooks(of other: UIViewController) {
      if !choosesPresentation { modalPresentationStyle = other.modalPresentationStyle }
      if other.isModalInPresentation { isModalInPresentation = true }
      if transitioningDelegate == nil, !(other.transitioningDelegate is TransitionWatch) {
        transitioningDelegate = other.transitioningDelegate
      }
      #if !os(tvOS)
        #if !os(visionOS)
          if let sheet = sheetPresentationController, let old = other.sheetPresentationController {
            sheet.detents = old.detents
            sheet.selectedDetentIdentifier = old.selectedDetentIdentifier
            sheet.largestUndimmedDetentIdentifier = old.largestUndimmedDetentIdentifier
            sheet.prefersGrabberVisible = old.prefersGrabberVisible
          }
        #endif
        popoverSource = popoverSource ?? other.popoverSource
        if let popover = popoverPresentationController,
          let old = other.popoverPresentationController
        {
          popover.sourceItem = old.sourceItem
          popover.sourceView = old.sourceView
          popover.sourceRect = old.sourceRect
          popover.permittedArrowDirections = old.permittedArrowDirections
        }
      #endif
    }

    /// Points a popover to its source as it is now, and one without a source in the window to the middle of what it is
    /// shown over: UIKit traps without one.
    func anchorPopover(over presenter: UIViewController) {
      #if !os(tvOS)
        guard let popover = popoverPresentationController else { return }
        let window = presenter.viewIfLoaded?.window
        popoverSource?.anchor(popover, in: window)
        if let view = popover.sourceItem as? UIView, view.window !== window {
          popover.sourceItem = nil
        }
        // On a phone, too: a wide one shows popovers, any other adapts them to sheets.
        guard popover.sourceItem == nil, popover.barButtonItem == nil,
          popover.sourceView?.window !== window || window == nil,
          let view = presenter.viewIfLoaded
        else { return }
        popover.sourceView = view
        popover.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
        popover.permittedArrowDirections = []
      #endif
    }
  }
#endif
