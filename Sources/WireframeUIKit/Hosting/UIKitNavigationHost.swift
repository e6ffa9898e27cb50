#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  /// The host of a window: its root, stacks, tabs and modals, as UIKit has them now.
  ///
  /// The host keeps no hierarchy of its own: ``state`` is read from the window's view controllers. What the
  /// user does (swipe back, swipe down, back button, tabs) is noticed, and what the app does past the host, too;
  /// delegates that the app has set keep working.
  ///
  /// ```swift
  /// let window = UIWindow(windowScene: scene)
  /// let host = UIKitNavigationHost(window: window)
  /// wireframe.addStandardPresenters(on: host)
  /// try await wireframe.route(to: "/")  // a route with the option .root; it makes the window visible
  /// ```
  ///
  /// One host for one window. It does not retain the window; presenters retain the host.
  @MainActor
  public final class UIKitNavigationHost: NavigationHost {
    /// A screen is a view controller.
    public typealias Controller = UIViewController
    typealias State = NavigationState<UIViewController>

    /// The listeners to changes, and the guards that are asked before a screen leaves.
    public let events = NavigationEvents<UIViewController>()

    weak var window: UIWindow?
    let makeStack: @MainActor (UIViewController) -> UINavigationController
    private let tabName: @MainActor (UIViewController) -> String

    /// What the listeners know of.
    private var known = State()
    /// The stays of all controllers on screen, and of those that are about to come.
    private var stays: [UIViewController: NavigationEntry<UIViewController>] = [:]
    /// The layers of all containers on screen, and of those that are about to come.
    var layerIDs: [UIViewController: NavigationEntryID] = [:]
    /// Whether an operation changes the screens; what it does is reported when it has ended.
    var isMoving = false
    /// The operations that wait until it has ended.
    var waiting: [CheckedContinuation<Void, Never>] = []
    let watches = Watches()

    /// Makes the host of a window, with the screens that it shows already.
    ///
    /// - Parameters:
    ///   - window: The window; not retained.
    ///   - makeStack: Makes the navigation controller around the first screen of a stack.
    ///   - tabName: The name of a tab by the controller that it holds; by default its restoration
    ///     identifier, else the title of its tab bar item, which differs from language to language.
    public init(
      window: UIWindow,
      makeStack: @escaping @MainActor (UIViewController) -> UINavigationController = {
        UINavigationController(rootViewController: $0)
      },
      tabName: @escaping @MainActor (UIViewController) -> String = {
        $0.restorationIdentifier ?? $0.tabBarItem?.title ?? ""
      }
    ) {
      self.window = window
      self.tabName = tabName
      self.makeStack = makeStack
      window.wireframeHost = self
      refresh()
    }

    deinit {
      Task { @MainActor [watches] in watches.removeAll() }
    }

    /// What is on screen now. Until a swipe has ended it is as before the swipe, since it may be cancelled.
    ///
    /// An alert that the app has presented past the host is not in it.
    public var state: NavigationState<UIViewController> {
      transitionCoordinator?.mayBeUndone == true ? known : read()
    }

    /// The controller at the top, without alerts and without what is being dismissed.
    public var topController: UIViewController? {
      state.shown.last { !($0.controller is UIAlertController) }?.controller
    }

    /// Reads the window's screens again, and reports the changes.
    ///
    /// Call it after code that has set the window's root, or the delegate of a stack, past the host; every
    /// other change is noticed.
    public func refresh() { update(by: .user) }
  }

  // MARK: - Reading

  extension UIKitNavigationHost {
    /// The root and the modals over it: what is presented, not what is contained.
    var containers: [UIViewController] {
      var containers: [UIViewController] = []
      var next = window?.rootViewController
      while let container = next, !containers.contains(container) {
        containers.append(container)
        next = container.shownPresenter.presentedViewController
        // An alert of the app's own, or an open menu, holds no screens.
        if let presented = next,
          presented.isLeaving || presented.isMenu || isForeignAlert(presented)
        {
          next = nil
        }
      }
      return containers
    }

    func isForeignAlert(_ controller: UIViewController) -> Bool {
      controller is UIAlertController && stays[controller] == nil
    }

    func read() -> State {
      State(
        layers: containers.enumerated().map { index, container in
          let tabs = container.asTabs
          let id = layerIDs[container] ?? NavigationEntryID()
          layerIDs[container] = id
          return .init(
            id: id, kind: tabs == nil ? .stack : .tabs,
            stacks: (tabs?.viewControllers ?? [container]).map { child in
              State.Stack(
                name: tabs == nil ? "" : tabName(child),
                entries: (child.asStack?.viewControllers ?? [child]).map(entry),
                canPush: child.asStack != nil)
            },
            selected: tabs?.viewControllers?.firstIndex { $0 === tabs?.selectedViewController }
              ?? 0,
            style: index == 0 ? nil : container.modalStyle)
        })
    }

    private func entry(of controller: UIViewController) -> NavigationEntry<UIViewController> {
      let entry = stays[controller] ?? NavigationEntry(controller)
      stays[controller] = entry
      return entry
    }

    /// Begins the stays of a target's new screens, and makes them look as their options say.
    func enter(_ target: State, from state: State) {
      let standing = Set(state.entries.map(\.id))
      for entry in target.entries where !standing.contains(entry.id) {
        (entry.option as? UIKitPush)?.prepare(entry.controller)
        let leaf = entry.controller.shownLeaf
        stays[leaf] = NavigationEntry(
          id: entry.id, controller: leaf, route: entry.route, option: entry.option)
      }
    }

    /// Reports what has changed since the last report.
    func update(by cause: NavigationChange<UIViewController>.Cause) {
      guard !isMoving else { return }
      // What a swipe does is settled when it has ended.
      if let coordinator = transitionCoordinator, coordinator.initiallyInteractive {
        let isQueued = coordinator.animate(alongsideTransition: nil) { [weak self] _ in
          Task { @MainActor in self?.update(by: cause) }
        }
        if isQueued { return }
      }
      let before = known
      known = read()
      let standing = Set(known.entries.map(\.id))
      stays = stays.filter { standing.contains($0.value.id) }
      let containers = Set(containers)
      layerIDs = layerIDs.filter { containers.contains($0.key) }
      watch()
      guard known != before else { return }
      events.send(from: before, to: known, by: cause)
    }
  }

  extension UIViewController {
    /// The stack that it is, unless it is one that the system keeps to itself.
    var asStack: UINavigationController? {
      guard let stack = self as? UINavigationController, !isOfSystem else { return nil }
      return stack
    }

    /// The tabs that it is, if there are any.
    var asTabs: UITabBarController? {
      guard let tabs = self as? UITabBarController, tabs.viewControllers?.isEmpty == false else {
        return nil
      }
      return tabs
    }

    /// A ready-made controller such as the image picker is one screen, whatever it is inside.
    private var isOfSystem: Bool {
      #if !os(tvOS)
        if self is UIImagePickerController { return true }
      #endif
      return type(of: self) != UINavigationController.self
        && Bundle(for: type(of: self)).bundleIdentifier?.hasPrefix("com.apple.") == true
    }

    /// The screen that is shown in it: the top of a stack, that of the selected tab, or itself.
    var shownLeaf: UIViewController {
      if let stack = asStack { return stack.topViewController?.shownLeaf ?? self }
      if let tabs = asTabs { return tabs.selectedViewController?.shownLeaf ?? self }
      return self
    }

    /// The controller that presents over it: the screen that is shown, or its search, which UIKit presents over it.
    var shownPresenter: UIViewController {
      let leaf = shownLeaf
      return leaf.presentedViewController as? UISearchController ?? leaf
    }

    var modalStyle: ModalStyle { modalPresentationStyle.modalStyle }

    /// Whether UIKit has presented it for an open menu: a class of its own that is not for apps.
    var isMenu: Bool { NSStringFromClass(type(of: self)).hasPrefix("_UI") }

    /// Whether UIKit refuses it in a stack.
    var isRefusedByStacks: Bool {
      self is UINavigationController || self is UISplitViewController || self is UIAlertController
    }

    /// Whether it is being dismissed, and the user cannot change that any more.
    fileprivate var isLeaving: Bool {
      // A modal that UIKit dismisses itself reports how it was left only after it has left.
      isBeingDismissed && !leavesByItself && transitionCoordinator?.mayBeUndone != true
    }

    /// Whether UIKit shows it in its own way, and takes it away itself: an alert, or a share sheet.
    var leavesByItself: Bool {
      #if !os(tvOS)
        if self is UIActivityViewController { return true }
      #endif
      return self is UIAlertController
    }
  }

  extension UIViewControllerTransitionCoordinator {
    /// Whether it is a swipe that is not over, or goes back to where it began.
    fileprivate var mayBeUndone: Bool { initiallyInteractive && (isInteractive || isCancelled) }
  }

  extension UIModalPresentationStyle {
    /// What it is in the core's words.
    var modalStyle: ModalStyle {
      let covering: [Self] = [
        .fullScreen, .overFullScreen, .currentContext, .overCurrentContext, .custom,
      ]
      return covering.contains(self) ? .fullScreen : .sheet
    }
  }

  // MARK: - The host of a controller

  extension UIViewController {
    /// The host of the controller's window, for moves in one line.
    ///
    /// ```swift
    /// try await wireframeHost.push(ProductViewController(id: id))
    /// try await wireframeHost.popOrDismiss()
    /// ```
    ///
    /// - Throws: ``UIKitHostError/Code/noHost`` if neither its view nor that of what contains it is in a
    ///   window, or the window has no host.
    public var wireframeHost: UIKitNavigationHost {
      get throws(UIKitHostError) {
        // Below the top of a stack a view is in no window, but that of the stack is.
        for controller in sequence(first: self, next: \.parent) {
          if let host = controller.viewIfLoaded?.window?.wireframeHost { return host }
        }
        throw UIKitHostError(.noHost, about: self)
      }
    }
  }

  extension UIWindow {
    /// The host of the window.
    package var wireframeHost: UIKitNavigationHost? {
      get { (objc_getAssociatedObject(self, &hostKey) as? WeakHost)?.host }
      set {
        objc_setAssociatedObject(
          self, &hostKey, WeakHost(newValue), .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      }
    }
  }

  @MainActor private var hostKey: UInt8 = 0

  @MainActor
  private final class WeakHost {
    weak var host: UIKitNavigationHost?
    init(_ host: UIKitNavigationHost?) { self.host = host }

    // The window is gone, and all its screens have left.
    deinit {
      Task { @MainActor [weak host] in host?.refresh() }
    }
  }
#endif
