// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

open class UIWindow: UIView {
  static let transitionDuration = 0.35

  /// The time of the window's transitions; that of its scene, if it was made for one.
  public private(set) var clock = TransitionClock()
  /// What UIKit leaves open.
  public var timing = UIKitTiming()
  /// How many animations of the app's code have begun.
  public internal(set) var transitionCount = 0
  /// What would have been an exception, or a warning and nothing else.
  public private(set) var faults: [String] = []
  /// The scene does not retain the window.
  public weak var windowScene: UIWindowScene? {
    didSet { windowScene?.add(self) }
  }
  /// Where a window without a scene is.
  let device = UIKitDevice.current
  open var windowLevel = Level.normal
  public internal(set) var isKeyWindow = false
  /// What kind of device the window is on.
  public var idiom = UIUserInterfaceIdiom.pad
  open var traitCollection: UITraitCollection { UITraitCollection(idiom) }

  public convenience init(windowScene: UIWindowScene) {
    self.init()
    self.windowScene = windowScene
    // Observers do not hear of an initializer.
    windowScene.add(self)
    idiom = windowScene.idiom
    clock = windowScene.clock
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
    set {
      guard newValue != isHidden else { return }
      wasShown = !newValue
      visibilityChanged()
    }
  }
  override var controllersInside: [UIViewController] {
    // The places of modals are views of the window; what is in them are views of controllers here.
    let modals = sequence(first: rootViewController, next: { $0?.uppermost.ownPresented })
    return modals.compactMap(\.self).filter { $0.viewIfLoaded?.window === self }
  }

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
