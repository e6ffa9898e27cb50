// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen = 0
  case pageSheet = 1
  case formSheet = 2
  case currentContext = 3
  case custom = 4
  case overFullScreen = 5
  case overCurrentContext = 6
  case popover = 7
  case none = -1
  case automatic = -2
}

@MainActor
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func animationController(forDismissed dismissed: UIViewController)
    -> (any UIViewControllerAnimatedTransitioning)?
  func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  )
    -> (any UIViewControllerInteractiveTransitioning)?
  func interactionControllerForDismissal(using animator: any UIViewControllerAnimatedTransitioning)
    -> (any UIViewControllerInteractiveTransitioning)?
}

extension UIViewControllerTransitioningDelegate {
  public func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  public func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    forwarded(
      self, "animationControllerForPresentedController:presentingController:sourceController:",
      to: (any UIViewControllerTransitioningDelegate).self)?
      .animationController(forPresented: presented, presenting: presenting, source: source)
  }
  public func animationController(forDismissed dismissed: UIViewController)
    -> (any UIViewControllerAnimatedTransitioning)?
  {
    forwarded(
      self, "animationControllerForDismissedController:",
      to: (any UIViewControllerTransitioningDelegate).self)?
      .animationController(forDismissed: dismissed)
  }
}

open class UIViewController: UIResponder {
  public let nibName: String?
  public let nibBundle: Bundle?

  public required init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    nibName = nibNameOrNil
    nibBundle = nibBundleOrNil
    super.init()
  }

  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  public required init?(coder: NSCoder) {
    (nibName, nibBundle) = (nil, nil)
    super.init()
  }

  open var title: String? {
    didSet {
      // Whichever was set last is that of the tab. A stack has the title of its first screen.
      ownTabBarItem?.title = title
      guard let stack = parent as? UINavigationController, stack.viewControllers.first === self
      else { return }
      stack.title = title
    }
  }
  open var restorationIdentifier: String?
  open var traitCollection: UITraitCollection { UITraitCollection(windowAround?.idiom ?? .pad) }
  open override var next: UIResponder? { viewIfLoaded?.superview ?? parent }

  // MARK: View

  /// What would have been an exception when a view was loaded.
  public private(set) static var nibFaults: [String] = []

  private var loaded: UIView?
  open var viewIfLoaded: UIView? { loaded }
  open var isViewLoaded: Bool { loaded != nil }
  open var view: UIView! {
    get {
      if let loaded { return loaded }
      if let nibName, (nibBundle ?? .main).path(forResource: nibName, ofType: "nib") == nil {
        Self.nibFaults.append("Could not load NIB in bundle with name '\(nibName)'")
      }
      let view = UIView()
      loaded = view
      view.controller = self
      viewDidLoad()
      return view
    }
    set {
      loaded = newValue
      newValue?.controller = self
    }
  }
  open func loadViewIfNeeded() { _ = view }
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  /// The window of which this is the root.
  weak var window: UIWindow?
  var windowAround: UIWindow? {
    if let window { return window }
    if let parent { return parent.isShowing(self) ? parent.windowAround : nil }
    // A presentation that has not begun has no place yet.
    guard ownPresenting != nil, hasBegun else { return nil }
    return ownPresenting?.windowAround
  }
  /// Whether its presentation has begun.
  private var hasBegun = false
  /// Whether a modal that covers the whole screen has taken its view out of the window.
  private var isTakenOut = false
  /// The window in which its view is.
  final var windowInSight: UIWindow? {
    let isOut = sequence(first: self, next: \.parent).contains { $0.isTakenOut }
    return isOut ? nil : windowAround
  }
  /// Whether a child's view is in the view hierarchy.
  func isShowing(_ child: UIViewController) -> Bool { true }

  /// Whether the view has appeared, and not disappeared since.
  final var isUp = false

  func appear(animated: Bool) {
    willShow(animated: animated)
    didShow(animated: animated)
  }

  /// The view comes into the hierarchy, with those of the children that are shown.
  func willShow(animated: Bool) {
    loadViewIfNeeded()
    viewWillAppear(animated)
    for child in children where isShowing(child) { child.willShow(animated: animated) }
  }

  func didShow(animated: Bool) {
    for child in children where isShowing(child) { child.didShow(animated: animated) }
    isUp = true
    viewDidAppear(animated)
  }

  func willHide(animated: Bool) {
    for child in children where isShowing(child) { child.willHide(animated: animated) }
    viewWillDisappear(animated)
  }

  func didHide(animated: Bool) {
    for child in children where isShowing(child) { child.didHide(animated: animated) }
    isUp = false
    viewDidDisappear(animated)
    if viewIfLoaded?.window == nil { viewIfLoaded?.tellOfWindow() }
  }

  // MARK: Children

  open private(set) weak var parent: UIViewController?
  open private(set) var children: [UIViewController] = []

  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    children.append(childController)
    childController.willMove(toParent: self)
    childController.parent = self
  }
  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
    didMove(toParent: nil)
  }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  /// The nearest ancestor that fits.
  func ancestor<T>(_ type: T.Type) -> T? {
    var ancestor = parent
    while let controller = ancestor {
      if let found = controller as? T { return found }
      ancestor = controller.parent
    }
    return nil
  }
  open var navigationController: UINavigationController? { ancestor(UINavigationController.self) }
  open var tabBarController: UITabBarController? { ancestor(UITabBarController.self) }
  open var storyboard: UIStoryboard? { storyboardOfOrigin }
  var storyboardOfOrigin: UIStoryboard?
  /// Made when it is first read, with the title that the controller has then.
  open var tabBarItem: UITabBarItem! {
    get {
      if let ownTabBarItem { return ownTabBarItem }
      let item = UITabBarItem()
      item.title = title
      ownTabBarItem = item
      return item
    }
    set { ownTabBarItem = newValue }
  }
  var ownTabBarItem: UITabBarItem?
  open var hidesBottomBarWhenPushed = false
  open private(set) lazy var navigationItem = UINavigationItem()
  open var toolbarItems: [UIBarButtonItem]?

  // MARK: Presenting

  var ownPresented: UIViewController?
  open var presentedViewController: UIViewController? {
    ownPresented ?? parent?.presentedViewController
  }
  weak var ownPresenting: UIViewController?
  open var presentingViewController: UIViewController? {
    ownPresenting ?? parent?.presentingViewController
  }
  private var isComing = false
  private var isGoing = false
  open var isBeingPresented: Bool { isComing }
  open var isBeingDismissed: Bool { isGoing }
  open var isModalInPresentation = false
  private var chosenStyle = UIModalPresentationStyle.automatic
  /// Never `automatic`: the getter resolves it.
  open var modalPresentationStyle: UIModalPresentationStyle {
    get { chosenStyle == .automatic ? automaticStyle : chosenStyle }
    set {
      let before = modalPresentationStyle
      chosenStyle = newValue
      // What was set of the presentation controller before the style is lost.
      if before != modalPresentationStyle, ownPresenting == nil { cachedPresentation = nil }
    }
  }
  /// What `automatic` is; controllers of the system's may differ.
  var automaticStyle: UIModalPresentationStyle {
    UIKitSystem.current < .iOS18 ? .pageSheet : .formSheet
  }
  open var definesPresentationContext = false
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  private var cachedPresentation: UIPresentationController?
  open var presentationController: UIPresentationController? {
    if let parent { return parent.presentationController }
    if let cachedPresentation, cachedPresentation.isFor(modalPresentationStyle) {
      return cachedPresentation
    }
    cachedPresentation = UIPresentationController.make(for: self)
    return cachedPresentation
  }
  open var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }
  open var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }

  var transition: Transition?
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    if let transition, transition.isRunning { return transition }
    if let coordinator = parent?.transitionCoordinator { return coordinator }
    // A presentation is the affair of both.
    if let own = ownPresented?.transition, own.isRunning { return own }
    return nil
  }

  private var outermost: UIViewController { parent?.outermost ?? self }

  /// What presents a modal for it: the nearest that defines the context, if the style asks for it.
  private func presenter(of modal: UIViewController) -> UIViewController {
    guard [.currentContext, .overCurrentContext].contains(modal.modalPresentationStyle) else {
      return outermost
    }
    return sequence(first: self, next: \.parent).first { $0.definesPresentationContext }
      ?? outermost
  }

  /// Whether the view of what presents it leaves the window while it is shown.
  private var takesPresenterOut: Bool {
    [.fullScreen, .currentContext].contains(modalPresentationStyle)
  }

  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    let (presenter, presented) = (presenter(of: viewControllerToPresent), viewControllerToPresent)
    guard let window = presenter.windowAround, viewIfLoaded?.window != nil else {
      windowAround?.record(
        "Attempt to present on a controller whose view is not in the window hierarchy")
      return
    }
    guard presenter.ownPresented == nil else {
      window.record("Attempt to present on a controller which is already presenting")
      return
    }
    // A screen may present as soon as it appears.
    guard !presenter.isComing || isUp else {
      window.record("Attempt to present on a controller while its own presentation is in progress")
      return
    }
    guard presented.parent == nil, presented.ownPresenting == nil, presented.window == nil else {
      window.record("Application tried to present modally an active controller")
      return
    }
    guard presented.modalPresentationStyle != .none else {
      window.record("The modal presentation style has no corresponding presentation controller")
      return
    }
    if window.idiom == .pad, let popover = presented.popoverPresentationController,
      popover.isWithoutSource(in: window)
    {
      window.record(
        "UIPopoverPresentationController should have a non-nil sourceView or barButtonItem")
      return
    }
    let isLate = presented.delaysPresentation && window.timing.systemPresentation != .now
    if isLate, window.timing.systemPresentation == .late {
      window.clock.onNextTurn { [self] in
        begin(presented, over: presenter, in: window, animated: flag, completion)
      }
      return
    }
    presenter.ownPresented = presented
    if isLate {
      window.clock.onNextTurn { [self] in
        guard presenter.ownPresented === presented else { return }
        presenter.ownPresented = nil
        begin(presented, over: presenter, in: window, animated: flag, completion)
      }
      return
    }
    presented.ownPresenting = presenter
    presented.isComing =
      window.timing.isBeingPresentedBefore || window.timing.presentationBegins == .now
    window.run(at: window.timing.presentationBegins.moment) { [self] in
      guard presented.ownPresenting === presenter, !presented.hasBegun else { return }
      presenter.ownPresented = nil
      begin(presented, over: presenter, in: window, animated: flag, completion)
    }
  }

  /// Puts what is presented into its place, and animates it.
  private func begin(
    _ presented: UIViewController, over presenter: UIViewController, in window: UIWindow,
    animated flag: Bool, _ completion: (() -> Void)?
  ) {
    guard presenter.ownPresented == nil, presenter.windowAround === window else {
      window.record("A presentation that was put off has lost its place")
      presented.ownPresenting = nil
      presented.isComing = false
      return
    }
    presenter.ownPresented = presented
    presented.ownPresenting = presenter
    presented.isComing = true
    presented.hasBegun = true
    let place = UIView()
    window.addSubview(place)
    presented.presentationController?.containerView = place
    let flag = flag && UIView.areAnimationsEnabled
    let covers = presented.takesPresenterOut
    let animator =
      flag
      ? presented.transitioningDelegate?.animationController(
        forPresented: presented, presenting: presenter, source: self) : nil
    let driver = animator.flatMap {
      presented.transitioningDelegate?.interactionControllerForPresentation(using: $0)
    }
    // What covers the screen makes the presenter disappear; a sheet does not.
    if covers { presenter.willHide(animated: flag) }
    presented.willShow(animated: flag)
    let end: @MainActor (Bool) -> Void = { isCancelled in
      presented.transition = nil
      guard presented.ownPresenting != nil else { return }
      if isCancelled {
        if covers { presenter.appear(animated: flag) }
        presented.willHide(animated: flag)
        return presented.gone(animated: flag)
      }
      if covers {
        presenter.isTakenOut = true
        presenter.didHide(animated: flag)
      }
      presented.didShow(animated: flag)
      presented.isComing = false
      window.run(at: window.timing.presentationCompletion) { completion?() }
    }
    guard flag else {
      window.clock.schedule(after: 0) { end(false) }
      return
    }
    let transition = Transition(isInteractive: driver != nil, end: end)
    presented.transition = transition
    transition.announce(in: window, isModal: true)
    transition.run(in: window, by: animator, drivenBy: driver)
  }

  /// Whether it is a controller of the system's, which may delay its own presentation.
  final var delaysPresentation: Bool {
    self is UIImagePickerController || self is UIActivityViewController
  }

  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    // Whom nothing is presented over hands the call to who presents it.
    let presenting = sequence(first: self, next: \.parent).first { $0.ownPresented != nil }
    guard let presented = presenting?.ownPresented else {
      if let presenting = presentingViewController {
        presenting.dismiss(animated: flag, completion: completion)
      } else {
        windowAround?.record("Dismissal of nothing; its completion never comes")
      }
      return
    }
    presented.leave(animated: flag, completion: completion)
  }

  private func leave(animated: Bool, completion: (() -> Void)?) {
    guard hasBegun else {
      gone(animated: false)
      completion?()
      return
    }
    guard let window = windowAround, !isGoing else { return }
    if isComing {
      window.record("Attempt to dismiss while a presentation is in progress")
      return
    }
    isGoing = true
    let animated = animated && UIView.areAnimationsEnabled
    let animator = animated ? transitioningDelegate?.animationController(forDismissed: self) : nil
    let driver = animator.flatMap {
      transitioningDelegate?.interactionControllerForDismissal(using: $0)
    }
    let presenter = ownPresenting
    let returns = presenter?.comesBack(animated: animated) ?? false
    if !isTakenOut { willHide(animated: animated) }
    let end: @MainActor (Bool) -> Void = { [self] isCancelled in
      if isCancelled {
        isGoing = false
        self.transition = nil
        appear(animated: true)
        if returns { presenter?.goesOut(animated: animated) }
        return
      }
      gone(animated: animated)
      if returns { presenter?.isBack(animated: animated) }
      window.run(at: window.timing.dismissalCompletion) { completion?() }
    }
    guard animated else {
      window.clock.schedule(after: 0) { end(false) }
      return
    }
    let transition = Transition(isInteractive: driver != nil, end: end)
    self.transition = transition
    transition.announce(in: window, isModal: true)
    transition.run(in: window, by: animator, drivenBy: driver)
  }

  /// The modal over it begins to leave: its view is in the window again.
  ///
  /// - Returns: Whether it was out.
  private func comesBack(animated: Bool) -> Bool {
    guard isTakenOut else { return false }
    isTakenOut = false
    viewIfLoaded?.tellOfWindow()
    willShow(animated: animated)
    return true
  }

  private func isBack(animated: Bool) {
    // A popover that presented something does not hear that it is back.
    let isPopover = ownPresenting != nil && modalPresentationStyle == .popover
    if !isPopover { didShow(animated: animated) }
  }

  /// The modal over it stays after all.
  private func goesOut(animated: Bool) {
    willHide(animated: animated)
    isTakenOut = true
    didHide(animated: animated)
  }

  private func gone(animated: Bool) {
    ownPresented?.gone(animated: false)
    let (hadBegun, wasOut) = (hasBegun, isTakenOut)
    isTakenOut = false
    // With several modals that leave at once, nobody has put it back yet.
    if takesPresenterOut { ownPresenting?.isTakenOut = false }
    let isLookKept = windowAround?.timing.keepsPresentationController != false
    isGoing = false
    isComing = false
    transition = nil
    ownPresenting?.ownPresented = nil
    ownPresenting = nil
    presentationController?.containerView?.removeFromSuperview()
    presentationController?.containerView = nil
    if !isLookKept { cachedPresentation = nil }
    hasBegun = false
    if wasOut { viewIfLoaded?.tellOfWindow() }
    if hadBegun, !wasOut { didHide(animated: animated) }
  }

  // MARK: The user's finger on a sheet

  /// Whether it keeps the sheet that it is, or is shown in.
  private var holdsOn: Bool {
    isModalInPresentation || children.contains { isShowing($0) && $0.holdsOn }
  }

  /// The user swipes the sheet down, and lets it go at once.
  public func swipeDown() {
    if beginSwipeDown() { endSwipeDown(isCancelled: false) }
  }

  /// The user begins to swipe the sheet down.
  ///
  /// - Returns: False if it does not move.
  @discardableResult
  public func beginSwipeDown() -> Bool {
    guard isInReach, ownPresenting != nil, hasBegun, !isComing, !isGoing,
      let presentationController, let window = windowAround
    else { return false }
    let delegate = presentationController.delegate
    if holdsOn
      || delegate?.presentationControllerShouldDismiss(presentationController) == false
    {
      delegate?.presentationControllerDidAttemptToDismiss(presentationController)
      return false
    }
    delegate?.presentationControllerWillDismiss(presentationController)
    isGoing = true
    let presenter = ownPresenting
    let returns = presenter?.comesBack(animated: true) ?? false
    willHide(animated: true)
    let swipe = Transition(isInteractive: true) { [self] isCancelled in
      if isCancelled {
        isGoing = false
        transition = nil
        appear(animated: true)
        if returns { presenter?.goesOut(animated: true) }
      } else {
        gone(animated: true)
        if returns { presenter?.isBack(animated: true) }
        presentationController.delegate?.presentationControllerDidDismiss(presentationController)
      }
    }
    transition = swipe
    swipe.announce(in: window, isModal: true)
    let pan = presentationController.pan
    if pan.view == nil { presentationController.containerView?.addGestureRecognizer(pan) }
    pan.follow { [weak self] in self?.endSwipeDown(isCancelled: true) }
    return true
  }

  /// The user lifts the finger: the sheet leaves, or goes back to its place.
  public func endSwipeDown(isCancelled: Bool) {
    presentationController?.pan.follow(nil)
    guard let transition, transition.isInteractive, let window = windowAround else { return }
    transition.release(isCancelled: isCancelled, in: window)
    window.clock.schedule(after: UIWindow.transitionDuration / 2) { transition.complete() }
  }
}

@MainActor
open class UITabBarItem: NSObject {
  open var title: String?
  open var image: UIImage?
  public nonisolated override init() {}
}

open class UIImage: NSObject {
  public override init() {}
}
