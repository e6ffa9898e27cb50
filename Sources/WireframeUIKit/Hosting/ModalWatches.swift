#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  /// Observes that the user has swiped a modal away.
  final class DismissalWatch: DelegateProxy, UIAdaptivePresentationControllerDelegate {
    /// Whether a leave guard is to be asked about the swipe that UIKit has just asked about.
    private var isToAsk = false

    func presentationControllerShouldDismiss(
      _ presentationController: UIPresentationController
    ) -> Bool {
      let app = app as? any UIAdaptivePresentationControllerDelegate
      let isAllowed =
        (app?.presentationControllerShouldDismiss(_:))?(presentationController) ?? true
      // What the app refuses is not asked about.
      isToAsk = isAllowed && host?.mayBeKept(presentationController.presentedViewController) == true
      return isAllowed && !isToAsk
    }

    func presentationControllerDidAttemptToDismiss(
      _ presentationController: UIPresentationController
    ) {
      let app = app as? any UIAdaptivePresentationControllerDelegate
      let modal = presentationController.presentedViewController
      // UIKit may ask whether it should without the user trying it: what a modal refuses itself is not asked about.
      let refuses = [modal, modal.shownLeaf].contains { $0.isModalInPresentation }
      if isToAsk, !refuses { host?.askToDismiss(modal) }
      isToAsk = false
      (app?.presentationControllerDidAttemptToDismiss(_:))?(presentationController)
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      let app = refreshHost() as? any UIAdaptivePresentationControllerDelegate
      (app?.presentationControllerDidDismiss(_:))?(presentationController)
    }
  }

  #if !os(tvOS)
    extension DismissalWatch: UIPopoverPresentationControllerDelegate {
      func popoverPresentationController(
        _ popoverPresentationController: UIPopoverPresentationController,
        willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
        in view: AutoreleasingUnsafeMutablePointer<UIView>
      ) {
        let source = popoverPresentationController.presentedViewController.notes.popoverSource
        // A source that has left says nothing: the popover stays where it is.
        if let place = source?.place(in: host?.window) {
          view.pointee = place.view
          rect.pointee = place.rect
        }
        let app = app as? any UIPopoverPresentationControllerDelegate
        (app?.popoverPresentationController(_:willRepositionPopoverTo:in:))?(
          popoverPresentationController, rect, view)
      }
    }
  #endif

  extension UIKitNavigationHost {
    /// Whether a leave guard would be asked about the screens of a modal and of those over it.
    fileprivate func mayBeKept(_ modal: UIViewController) -> Bool {
      var rest = state
      if let id = modal.layerID(on: self) { rest.removeLayers(from: id) }
      return events.mayBeKept(state.leavingScreens(to: rest))
    }

    /// Asks the leave guards about a modal that the user has tried to swipe away, and dismisses it if it may leave.
    fileprivate func askToDismiss(_ modal: UIViewController) {
      // A user who tries again while being asked is not asked twice.
      guard let id = modal.layerID(on: self), asked.insert(id).inserted else { return }
      events.activity.handOver { [self] in
        defer { asked.remove(id) }
        // Guards that say no have said why themselves.
        try? await leave(true, by: .user) { $0.removeLayers(from: id) }
      }
    }
  }

  /// Gives a modal its own animators, and what drives them.
  final class TransitionWatch: NSObject, UIViewControllerTransitioningDelegate {
    private let transition: ScreenTransition
    private weak var lookout: Lookout?

    init(_ transition: ScreenTransition, _ lookout: Lookout) {
      (self.transition, self.lookout) = (transition, lookout)
    }

    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController,
      source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { transition.arriving() }

    func animationController(
      forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { transition.leaving() }

    func interactionControllerForPresentation(
      using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? {
      // The coordinator is there when the presentation has begun.
      lookout?.look()
      return transition.driver(animator)
    }

    func interactionControllerForDismissal(
      using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { transition.driver(animator) }
  }

  /// An invisible view in a modal, which leaves the window with it, in whatever way the modal leaves.
  final class DepartureWatch: UIView {
    private(set) weak var host: UIKitNavigationHost?

    convenience init(host: UIKitNavigationHost) {
      self.init(frame: .zero)
      self.host = host
      isHidden = true
    }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      if window == nil { host?.refreshLater() }
    }
  }
#endif
