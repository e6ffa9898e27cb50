#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  /// A controller's stay on a host. The controller itself holds it, so that reading the state keeps nothing alive.
  @MainActor
  final class Stay {
    let id: NavigationEntryID
    private let route: Route?
    private let option: (any RoutingOption)?

    init(_ entry: NavigationEntry<UIViewController>) {
      (id, route, option) = (entry.id, entry.route, entry.option)
    }

    func entry(of controller: UIViewController) -> NavigationEntry<UIViewController> {
      NavigationEntry(id: id, controller: controller, route: route, option: option)
    }
  }

  @MainActor
  struct WeakController {
    weak var controller: UIViewController?
  }

  /// What the library keeps with a controller.
  @MainActor
  final class ScreenNotes {
    /// How the screen arrives and leaves; nil for the system's own way.
    var transition: ScreenTransition?
    /// What was set for its stay only: animators, and those before; a delegate; a blocked swipe; a hidden bottom bar.
    fileprivate var given: (new: ScreenTransition, own: ScreenTransition?)?
    weak var givenDelegate: (any UIViewControllerTransitioningDelegate)?
    fileprivate var isBlocked = false
    var hidesBottomBar = false
    /// The style in which it was presented last, and the one that it had before.
    var givenStyle: (new: UIModalPresentationStyle, own: UIModalPresentationStyle)?
    #if !os(tvOS)
      /// Where it comes from as a popover.
      var popoverSource: PopoverSource?
      /// What takes the swipe back of a stack.
      var swipeGuard: SwipeGuard?
    #endif
    /// Whether the navigation bar is hidden while the screen is at the top; of a stack, whether the host has hidden it.
    var hidesNavigationBar = false
    /// Of an empty stack, the tab bar item of the screen that was its first; the tab keeps it.
    var itemWhileEmpty: UITabBarItem?
    /// Its name as a tab; empty if it has none yet.
    var tabName = ""
    /// The column of a split view that was selected last.
    var selectedColumn = UISplitViewController.Column.secondary
    /// The stacks that UIKit has made for the columns of a split view.
    var columnStacks: [UISplitViewController.Column: WeakController] = [:]

    /// The host that has given it the stay and the layer.
    fileprivate weak var host: UIKitNavigationHost?
    fileprivate var stay: Stay?
    fileprivate var layer: NavigationEntryID?

    fileprivate func take(by host: UIKitNavigationHost) {
      if self.host !== host { (self.host, stay, layer) = (host, nil, nil) }
    }
  }

  extension UIViewController {
    /// What the library keeps with it; made when it is first read.
    var notes: ScreenNotes {
      if let notes = objc_getAssociatedObject(self, &notesKey) as? ScreenNotes { return notes }
      let notes = ScreenNotes()
      objc_setAssociatedObject(self, &notesKey, notes, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return notes
    }

    /// Sets what an option, or the modal that it replaces, asks for, until its stay ends.
    func setForStay(_ new: ScreenTransition?, blocksSwipe blocks: Bool = false) {
      if let new { (notes.given, notes.transition) = ((new, notes.transition), new) }
      if blocks, !isModalInPresentation { (isModalInPresentation, notes.isBlocked) = (true, true) }
    }

    /// Takes back what was set for its stay: the controller may come again.
    private func undoStay() {
      #if !os(tvOS)
        if notes.hidesBottomBar { hidesBottomBarWhenPushed = false }
      #endif
      if notes.isBlocked { (isModalInPresentation, notes.isBlocked) = (false, false) }
      if let (new, own) = notes.given, notes.transition === new { notes.transition = own }
      if transitioningDelegate === notes.givenDelegate { transitioningDelegate = nil }
      (notes.hidesBottomBar, notes.given, notes.givenDelegate) = (false, nil, nil)
    }

    func stay(on host: UIKitNavigationHost) -> Stay? { notes.host === host ? notes.stay : nil }

    /// Ends the stay, with all that was set for it, and begins another one, if any.
    func setStay(_ stay: Stay?, on host: UIKitNavigationHost) {
      if self.stay(on: host) != nil { undoStay() }
      notes.take(by: host)
      notes.stay = stay
    }

    func layerID(on host: UIKitNavigationHost) -> NavigationEntryID? {
      notes.host === host ? notes.layer : nil
    }

    func setLayerID(_ id: NavigationEntryID?, on host: UIKitNavigationHost) {
      // The host of another window may have the controller by now.
      guard id != nil || notes.host === host else { return }
      notes.take(by: host)
      notes.layer = id
    }
  }

  @MainActor private var notesKey: UInt8 = 0
#endif
