#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIViewController {
    /// Whether UIKit refuses it in a stack.
    var isRefusedByStacks: Bool {
      self is UINavigationController || self is UISplitViewController || self is UIAlertController
    }

    /// Whether it is no screen of a stack, but comes with stacks of its own, or alone.
    var comesAsContainer: Bool {
      isRefusedByStacks || self is UITabBarController || self is any ScreenContainer
    }

    /// The stack at the top of a container: itself, or that of its selected child.
    var shownStack: UINavigationController? {
      content().map { $0.selected?.asStack } ?? asStack
    }

    /// Whether its view is in the window, or below a full screen that it has presented itself.
    var isSeen: Bool {
      sequence(first: self, next: \.presentedViewController)
        .contains { $0.viewIfLoaded?.window != nil }
    }

    /// Whether the controller, or the system, has chosen how it is presented: any style but those that are the
    /// default. UIKit resolves `automatic` when it is read: to a page sheet up to iOS 17, to a form sheet from iOS 18
    /// on. A controller that has set just that style cannot be told from one that has set none.
    var choosesPresentation: Bool {
      #if !os(tvOS)
        // It resolves `automatic` in its own way.
        if self is UIImagePickerController, modalPresentationStyle != .fullScreen { return true }
      #endif
      if leavesByItself { return true }
      // Not `pageSheet`: iOS 18 does not resolve to it any more, and tvOS has none.
      let usual = [UIViewController().modalPresentationStyle, .fullScreen, .defaultSheet]
      return !usual.contains(modalPresentationStyle)
    }

    /// Points a popover to its source as it is now, and one without a source in the window to the middle of what it is
    /// shown over: UIKit traps without one.
    func anchorPopover(over presenter: UIViewController) {
      #if !os(tvOS)
        guard let popover = popoverPresentationController else { return }
        let window = presenter.viewIfLoaded?.window
        notes.popoverSource?.anchor(popover, in: window)
        // On a phone, too: a wide one shows popovers, any other adapts them to sheets.
        guard !popover.isAnchored(in: window), let view = presenter.viewIfLoaded else { return }
        notes.popoverSource = .middle(of: view)
        notes.popoverSource?.anchor(popover, in: window)
        popover.permittedArrowDirections = []
      #endif
    }
  }

  extension UIModalPresentationStyle {
    /// The style of the core's sheets; tvOS has none.
    static var defaultSheet: UIModalPresentationStyle {
      #if os(tvOS)
        .fullScreen
      #else
        .pageSheet
      #endif
    }
  }

  #if !os(tvOS)
    extension UIPopoverPresentationController {
      /// Whether it points to something that the window shows.
      fileprivate func isAnchored(in window: UIWindow?) -> Bool {
        let anchor: AnyObject? = sourceItem ?? barButtonItem ?? sourceView
        return switch anchor {
        case let view as UIView: view.window != nil && view.window === window
        case let item as UIBarButtonItem: window?.shows(item) == true
        // Of anything else, such as a tab, nothing is known.
        default: anchor != nil
        }
      }
    }
  #endif
#endif
