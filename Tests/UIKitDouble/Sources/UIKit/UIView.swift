// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@MainActor
open class UIResponder: NSObjectProtocol, Hashable {
  nonisolated(unsafe) let associations = Associations()

  public init() {}

  open var next: UIResponder? { nil }

  /// Set by a test: the keyboard types into it.
  public var isFirstResponder = false
  open var inputAccessoryView: UIView? { nil }
  public private(set) lazy var inputAssistantItem = UITextInputAssistantItem()

  nonisolated public func responds(to aSelector: Selector!) -> Bool { false }
  nonisolated public static func == (left: UIResponder, right: UIResponder) -> Bool {
    left === right
  }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

open class UIView: UIResponder {
  public private(set) weak var superview: UIView?
  public private(set) var subviews: [UIView] = []
  weak var controller: UIViewController?

  public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  open var alpha: CGFloat = 1
  open var isHidden = false
  public var accessibilityIdentifier: String?

  open override var next: UIResponder? { controller ?? superview }

  open var window: UIWindow? {
    if let controller, controller.windowAround != nil { return controller.windowInSight }
    return superview?.window
  }

  open func isDescendant(of view: UIView) -> Bool {
    if self === view { return true }
    if let superview { return superview.isDescendant(of: view) }
    // The views of children are in that of their parent while they are shown.
    guard let controller, let parent = controller.parent, parent.isShowing(controller) else {
      return false
    }
    return parent.viewIfLoaded?.isDescendant(of: view) ?? false
  }

  public override init() {}
  public convenience init(frame: CGRect) {
    self.init()
    bounds = frame
  }

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
    if window != nil { view.tellOfWindow() }
  }

  open func removeFromSuperview() {
    let window = window
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    if window != nil { tellOfWindow() }
  }

  open func didMoveToWindow() {}

  public private(set) var gestureRecognizers: [UIGestureRecognizer]?
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    gestureRecognizer.view = self
  }
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    gestureRecognizer.view = nil
  }
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  func tellOfWindow() {
    didMoveToWindow()
    for view in subviews { view.tellOfWindow() }
  }

  open func layoutIfNeeded() { window?.layOut() }

  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
  }

  /// For animators of an app's own: nothing is drawn here, and no finger is waited for.
  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }

  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
    animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    animations?()
    guard let window = view as? UIWindow ?? view.window else {
      completion?(true)
      return
    }
    window.transitionCount += 1
    window.clock.schedule(after: duration) { completion?(true) }
  }
}

open class UIWindow: UIView {
  static let transitionDuration = 0.35

  /// The time of the window's transitions.
  public let clock = TransitionClock()
  /// What UIKit leaves open.
  public var timing = UIKitTiming()
  /// How many animations of the app's code have begun.
  public internal(set) var transitionCount = 0
  /// What would have been an exception, or a warning and nothing else.
  public private(set) var faults: [String] = []
  public weak var windowScene: UIWindowScene?
  /// What kind of device the window is on.
  public var idiom = UIUserInterfaceIdiom.pad
  open var traitCollection: UITraitCollection { UITraitCollection(idiom) }

  public convenience init(windowScene: UIWindowScene) {
    self.init()
    self.windowScene = windowScene
    idiom = windowScene.idiom
  }

  open var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      let wasUp = oldValue?.isUp == true
      if wasUp { oldValue?.willHide(animated: false) }
      oldValue?.window = nil
      if wasUp { oldValue?.didHide(animated: false) }
      if oldValue?.presentedViewController != nil {
        record("The root was replaced under a presented controller, whose view stays in the window")
      }
      rootViewController?.window = self
      setNeedsLayout { [weak self] in
        guard let self, let root = rootViewController, root.window === self else { return }
        root.willShow(animated: false)
        run(at: timing.rootAppearance == .withLayout ? .now : .afterCommit) {
          if root.window === self { root.didShow(animated: false) }
        }
      }
    }
  }

  open override var window: UIWindow? { self }
  private var wasShown = false
  open override var isHidden: Bool {
    get { !wasShown }
    set { wasShown = !newValue }
  }
  open func makeKeyAndVisible() { isHidden = false }

  // MARK: Layout

  private var layouts: [@MainActor () -> Void] = []
  var needsLayout: Bool { !layouts.isEmpty }

  /// Does something with the next layout, which comes by itself a turn later.
  func setNeedsLayout(_ layout: @escaping @MainActor () -> Void) {
    layouts.append(layout)
    clock.schedule(after: 0) { [weak self] in self?.layOut() }
  }

  func layOut() {
    while !layouts.isEmpty { layouts.removeFirst()() }
  }

  /// The user turns the device: the views turn, and popovers are asked where they are to go.
  public func rotate() {
    bounds = bounds.turned
    var (open, popovers) = (
      [rootViewController].compactMap(\.self), [UIPopoverPresentationController]()
    )
    while let controller = open.popLast() {
      open += controller.children + [controller.ownPresented].compactMap(\.self)
      if let view = controller.viewIfLoaded { view.bounds = view.bounds.turned }
      if controller.ownPresenting != nil, let popover = controller.popoverPresentationController {
        popovers.append(popover)
      }
    }
    for popover in popovers { popover.reposition() }
  }

  func record(_ fault: String) { faults.append(fault) }
}

extension CGRect {
  fileprivate var turned: CGRect { CGRect(x: minX, y: minY, width: height, height: width) }
}
