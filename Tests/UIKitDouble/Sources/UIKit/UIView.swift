// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@MainActor
open class UIResponder: NSObjectProtocol, Hashable {
  nonisolated(unsafe) let associations = Associations()

  public init() {}

  open var next: UIResponder? { nil }

  /// The keyboard types into it, if its window is the key one.
  public var isFirstResponder = false
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    isFirstResponder = true
    return true
  }
  @discardableResult
  open func resignFirstResponder() -> Bool {
    isFirstResponder = false
    return true
  }
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
  private(set) var ownSubviews: [UIView] = []
  /// With the views of the controllers that are shown in it.
  public var subviews: [UIView] { ownSubviews + controllersInside.compactMap(\.freeView) }
  var controllersInside: [UIViewController] {
    controller.map { controller in controller.children.filter { controller.isShowing($0) } } ?? []
  }
  weak var controller: UIViewController?

  public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  open var alpha: CGFloat = 1
  open var isHidden = false
  open var isUserInteractionEnabled = true
  open var tintColor: UIColor! = .systemBlue
  open var tintAdjustmentMode = TintAdjustmentMode.automatic
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  public var accessibilityElementsHidden = false
  public var accessibilityViewIsModal = false
  public var accessibilityTraits: UIAccessibilityTraits = []
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
    ownSubviews.append(view)
    if window != nil { view.tellOfWindow() }
  }

  open func removeFromSuperview() {
    let window = window
    superview?.ownSubviews.removeAll { $0 === self }
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
    for view in ownSubviews { view.tellOfWindow() }
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
