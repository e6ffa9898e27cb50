#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  /// A wireframe whose screens are view controllers.
  public typealias UIWireframe = Wireframe<UIViewController>

  /// The host of a window: its root, stacks, tabs and modals, as UIKit has them now.
  ///
  /// The host keeps no hierarchy of its own: it reads ``state`` from the window's view controllers. It reports what the
  /// user does, such as a swipe back, and what your code does by UIKit's own methods. Delegates that you have set keep
  /// working.
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
    typealias State = NavigationState<UIViewController>

    /// The listeners to changes, and the guards that are asked before a screen leaves.
    public let events = NavigationEvents<UIViewController>()

    /// The screen that covers everything; nil for none.
    ///
    /// It has a window of its own, above the host's with its modals and alerts, at once and without animation. What is
    /// below keeps its texts and gets neither touches nor keys. The cover decides on orientations and the status bar.
    public var cover: UIViewController? {
      didSet { if cover !== oldValue { layCover() } }
    }
    var coverWindow: CoverWindow?

    weak var window: UIWindow?
    let makeStack: @MainActor (UIViewController) -> UINavigationController

    /// What the listeners know of.
    private(set) var known = State()
    /// The containers to which layers have been given.
    private var marked: [WeakController] = []
    /// Whether an operation changes the screens; what it does is reported when it has ended.
    var isMoving = false
    private var isToLook = false
    /// The root that the last move has found, or set.
    weak var movedRoot: UIViewController?
    /// The modals that the user has tried to swipe away, and about which guards are being asked.
    var asked: Set<NavigationEntryID> = []
    /// Marks the actions of back buttons that are this host's.
    let backIdentifier = UIAction.Identifier("\(UIKitNavigationHost.backPrefix)\(UUID())")
    static let backPrefix = "dev.wireframe.back."
    let moves = MoveQueue()
    let lookout: Lookout
    let watches = Watches()
    /// What the window shows until the first root comes; no screen.
    weak var placeholder: UIViewController?

    /// Makes the host of a window, with the screens that it shows already.
    ///
    /// - Parameters:
    ///   - window: The window; not retained.
    ///   - makeStack: Makes the navigation controller around the first screen of a stack.
    ///   - limit: How long a move waits for UIKit to finish; then it throws ``UIKitError/Code/unfinished``, and
    ///     the next move begins.
    ///   - clock: The clock that measures it.
    public init(
      window: UIWindow,
      makeStack: @escaping @MainActor (UIViewController) -> UINavigationController = {
        UINavigationController(rootViewController: $0)
      },
      limit: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.window = window
      self.makeStack = makeStack
      lookout = Lookout(limit: limit, clock: clock)
      window.wireframeHost = self
      refresh()
    }

    deinit {
      Task { @MainActor [watches, coverWindow] in
        watches.keep([])
        coverWindow?.remove()
      }
    }

    /// What is on screen now. It does not change during a swipe, which the user may still cancel.
    ///
    /// It does not include an alert that your code has presented by UIKit's `present`. If it differs from the last
    /// report, the host reports the change soon after.
    public var state: NavigationState<UIViewController> {
      if transitionCoordinator?.initiallyInteractive == true { return known }
      let state = read()
      if !isMoving, state != known { refreshLater() }
      return state
    }

    /// The controller at the top, without alerts and without what is being dismissed.
    public var topController: UIViewController? {
      state.layers.last { !($0.top?.controller is UIAlertController) }?.top?.controller
    }

    /// Reads the window's screens again, and reports the changes.
    ///
    /// Call it to report a change at once that your code has made by UIKit's own methods: a root, a presentation, the
    /// selected tab, a stack that is not shown, or the delegate of a stack. The ``state`` is always that of the window.
    public func refresh() {
      lookout.look()
      if window == nil { layCover() }
      update(by: .user)
    }

    /// Reads the screens a little later: a modal that UIKit dismisses itself reports first how it was left.
    func refreshLater() {
      guard !isToLook else { return }
      isToLook = true
      Task { @MainActor [weak self] in
        self?.isToLook = false
        await Task.yield()
        self?.refresh()
      }
    }

    /// Shows a controller until the first root comes, such as the launch screen: the window is visible at once, while
    /// the first routing still runs.
    ///
    /// It is not a screen, and not in ``state``. If there is a root already, nothing happens.
    ///
    /// - Parameter controller: The controller.
    public func showPlaceholder(_ controller: UIViewController) {
      guard let window, window.rootViewController == nil else { return }
      placeholder = controller
      window.rootViewController = controller
      window.makeKeyAndVisible()
    }
  }

  // MARK: - Reading

  extension UIKitNavigationHost {
    /// The root and the modals over it: what is presented, not what is contained.
    var containers: [UIViewController] {
      var containers: [UIViewController] = []
      var next = window?.rootViewController
      if let placeholder, next === placeholder { next = nil }
      while let container = next, !containers.contains(container) {
        containers.append(container)
        next = container.shownPresenter.presentedViewController
        // An alert of the app's own, or an open menu, holds no screens.
        if let modal = next, modal.isLeaving || modal.isMenu || isForeignAlert(modal) {
          next = nil
        }
      }
      return containers
    }

    private func isForeignAlert(_ controller: UIViewController) -> Bool {
      controller is UIAlertController && controller.stay(on: self) == nil
    }

    /// The alert of the app's own that is over the screens.
    var foreignAlert: UIViewController? {
      let modal = containers.last?.shownPresenter.presentedViewController
      return modal.map(isForeignAlert) == true ? modal : nil
    }

    func read() -> State {
      State(
        layers: containers.enumerated().map { index, container in
          let screens = container.content()?.screens
          let children = screens?.children ?? [("", container)]
          return .init(
            id: layerID(of: container), kind: screens?.kind ?? .stack,
            stacks: children.map { name, child in
              State.Stack(
                name: name, entries: child.map { $0.ownScreens.map(entry) } ?? [],
                canPush: child.map { $0.asStack != nil } ?? true)
            },
            selected: screens?.selected ?? 0, style: index == 0 ? nil : container.modalStyle)
        })
    }

    private func layerID(of container: UIViewController) -> NavigationEntryID {
      if let id = container.layerID(on: self) { return id }
      let id = NavigationEntryID()
      give(id, to: container)
      return id
    }

    /// Makes a container that of a layer.
    func give(_ layer: NavigationEntryID, to container: UIViewController) {
      container.setLayerID(layer, on: self)
      marked.append(WeakController(controller: container))
    }

    private func entry(of controller: UIViewController) -> NavigationEntry<UIViewController> {
      if let stay = controller.stay(on: self) { return stay.entry(of: controller) }
      let entry = NavigationEntry(controller)
      controller.setStay(Stay(entry), on: self)
      return entry
    }

    /// Begins the stays of a target's new screens, and makes them look as their options say. A screen that takes the
    /// place of its placeholder goes on with the stay of that.
    func enter(_ target: State, from state: State) {
      for entry in target.newEntries(since: state) {
        let controller = entry.controller
        // It may have been here with another option. On a stack it marks the bar that the host has hidden.
        if !(controller is UINavigationController) { controller.notes.hidesNavigationBar = false }
        // A container is a screen itself on a stack of a tab, and below another one.
        for one in [controller, controller.shownLeaf] { one.setStay(Stay(entry), on: self) }
        (entry.option as? UIKitPush)?.prepare(controller)
      }
    }

    /// Ends the stays of a target's new screens that have not come: what UIKit shows later is none of the routing's.
    func forget(_ target: State, from state: State) {
      let onScreen = Set(state.entries.map(\.controller) + read().entries.map(\.controller))
      for entry in target.newEntries(since: state) {
        for one in [entry.controller, entry.controller.shownLeaf] where !onScreen.contains(one) {
          endStay(entry.id, of: one)
        }
      }
    }

    /// Ends a stay of a controller, unless it has begun another one since.
    private func endStay(_ stay: NavigationEntryID, of controller: UIViewController) {
      if controller.stay(on: self)?.id == stay { controller.setStay(nil, on: self) }
    }

    /// Reports what has changed since the last report. What a move has reached is reported by itself if it is over
    /// already: somebody may wait for its screen.
    func update(by cause: NavigationChange<UIViewController>.Cause, at target: State? = nil) {
      guard !isMoving else { return }
      if let target, isOver(target) {
        report(target, by: cause)
        return update(by: .user)
      }
      // What a swipe does is settled when it has ended.
      if let coordinator = transitionCoordinator, coordinator.initiallyInteractive {
        let isQueued = coordinator.animate(alongsideTransition: nil) { [weak self] _ in
          Task { @MainActor in self?.update(by: cause) }
        }
        if isQueued { return }
      }
      report(read(), by: cause)
    }

    private func report(_ state: State, by cause: NavigationChange<UIViewController>.Cause) {
      let (before, left) = (known, known.newEntries(since: state))
      known = state
      // A controller that comes back later begins a new stay, but not one behind the compact column of a split view.
      var behind: [NavigationEntryID] = []
      for (old, new) in zip(before.layers, known.layers)
      where old.id == new.id && (old.kind == .columns) != (new.kind == .columns) {
        behind += old.entries.map(\.id)
      }
      for entry in left where !behind.contains(entry.id) { endStay(entry.id, of: entry.controller) }
      marked.removeAll { [containers = Set(containers)] container in
        guard let controller = container.controller else { return true }
        guard !containers.contains(controller) else { return false }
        controller.setLayerID(nil, on: self)
        for entry in left { endStay(entry.id, of: controller) }
        return true
      }
      watch()
      if known != before { events.send(from: before, to: known, by: cause) }
    }
  }

  extension NavigationState<UIViewController> {
    /// The entries that another state does not have, or has with another controller: that of a placeholder.
    func newEntries(since other: Self) -> [NavigationEntry<UIViewController>] {
      let controllers = Dictionary(
        other.entries.map { ($0.id, $0.controller) }, uniquingKeysWith: { first, _ in first })
      return entries.filter { controllers[$0.id] !== $0.controller }
    }
  }

  extension UIViewController {
    /// The stack that it is, unless it is one that the system keeps to itself.
    var asStack: UINavigationController? {
      guard let stack = self as? UINavigationController, !isOfSystem else { return nil }
      // Its first screen may come with its view only.
      if stack.viewControllers.isEmpty { stack.loadViewIfNeeded() }
      return stack
    }

    /// The screens that a child of a container holds: those of its stack, or itself. In a collapsed split view the
    /// stack of one column holds the next one.
    var ownScreens: [UIViewController] {
      asStack.map { $0.viewControllers.filter { !($0 is UINavigationController) } } ?? [self]
    }

    /// A ready-made controller such as the image picker is one screen, whatever it is inside.
    private var isOfSystem: Bool {
      #if !os(tvOS)
        if self is UIImagePickerController { return true }
      #endif
      guard type(of: self) != UINavigationController.self,
        Bundle(for: type(of: self)).bundleIdentifier?.hasPrefix("com.apple.") == true
      else { return false }
      #if os(tvOS) || os(visionOS)
        return true
      #else
        // Asked for last: UIKit makes the stack of more tabs then.
        return tabBarController?.moreNavigationController !== self
      #endif
    }

    /// The screen that is shown in it: the top of a stack, that of the selected tab, or itself.
    var shownLeaf: UIViewController {
      if let content = content() { return content.selected?.shownLeaf ?? self }
      return asStack?.topViewController?.shownLeaf ?? self
    }

    /// The controller that presents over it: the screen that is shown, or its search, which UIKit presents over it.
    var shownPresenter: UIViewController {
      let leaf = shownLeaf
      // A column may be hidden, the split view is not.
      let isHidden =
        leaf.viewIfLoaded?.window == nil && leaf.presentedViewController == nil
        && content()?.owners.contains { $0 is UISplitViewController } == true
      let presenter = isHidden ? self : leaf
      return presenter.presentedViewController as? UISearchController ?? presenter
    }

    var modalStyle: ModalStyle { modalPresentationStyle.modalStyle }

    /// What presents it, if that is out of the window because of it: a full screen and a current context take the view
    /// of their presenter away until their dismissal begins.
    var coveredPresenter: UIViewController? {
      guard let presenter = presentingViewController, let view = presenter.viewIfLoaded,
        view.window == nil
      else { return nil }
      return presenter
    }

    /// Whether UIKit has presented it for an open menu: a class of its own that is not for apps.
    var isMenu: Bool { NSStringFromClass(type(of: self)).hasPrefix("_UI") }

    /// Whether it is being dismissed, and the user cannot change that any more.
    fileprivate var isLeaving: Bool {
      #if !os(tvOS)
        // It dismisses itself and tells its delegate meanwhile.
        if self is UIDocumentPickerViewController { return false }
      #endif
      // A modal that UIKit dismisses itself reports how it was left only after it has left. Without a coordinator it is
      // not known whether the user can still cancel the dismissal.
      return isBeingDismissed && !leavesByItself
        && transitionCoordinator?.initiallyInteractive == false
    }

    /// Whether UIKit shows it in its own way, and takes it away itself: an alert, or a share sheet.
    var leavesByItself: Bool {
      #if !os(tvOS)
        if self is UIActivityViewController { return true }
      #endif
      return self is UIAlertController
    }
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
#endif
