// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController)
    -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool {
    forwarded(
      self, "presentationControllerShouldDismiss:",
      to: (any UIAdaptivePresentationControllerDelegate).self)?
      .presentationControllerShouldDismiss(presentationController) ?? true
  }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  {
    forwarded(
      self, "presentationControllerWillDismiss:",
      to: (any UIAdaptivePresentationControllerDelegate).self)?
      .presentationControllerWillDismiss(presentationController)
  }
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    forwarded(
      self, "presentationControllerDidDismiss:",
      to: (any UIAdaptivePresentationControllerDelegate).self)?
      .presentationControllerDidDismiss(presentationController)
  }
  public func presentationControllerDidAttemptToDismiss(
    _ presentationController: UIPresentationController
  ) {
    forwarded(
      self, "presentationControllerDidAttemptToDismiss:",
      to: (any UIAdaptivePresentationControllerDelegate).self)?
      .presentationControllerDidAttemptToDismiss(presentationController)
  }
}

@MainActor
open class UIPresentationController: NSObject {
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  public private(set) weak var presented: UIViewController?
  /// The place of the modal while it is presented.
  open internal(set) var containerView: UIView?
  /// Follows the finger on a sheet.
  let pan = UIPanGestureRecognizer()
  open var presentedViewController: UIViewController { presented ?? UIViewController() }

  init(presented: UIViewController) { self.presented = presented }

  static func make(for controller: UIViewController) -> UIPresentationController {
    switch controller.modalPresentationStyle {
    case .pageSheet, .formSheet, .automatic: UISheetPresentationController(presented: controller)
    case .popover: UIPopoverPresentationController(presented: controller)
    default: UIPresentationController(presented: controller)
    }
  }

  func isFor(_ style: UIModalPresentationStyle) -> Bool {
    switch style {
    case .pageSheet, .formSheet, .automatic: self is UISheetPresentationController
    case .popover: self is UIPopoverPresentationController
    default: type(of: self) == UIPresentationController.self
    }
  }
}

@MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
  var maximumDetentValue: CGFloat { get }
}

open class UISheetPresentationController: UIPresentationController {
  @MainActor
  open class Detent: NSObject {
    public struct Identifier: Hashable, Sendable {
      public let rawValue: String
      public init(_ rawValue: String) { self.rawValue = rawValue }
      public static let medium = Identifier("com.apple.UIKit.medium")
      public static let large = Identifier("com.apple.UIKit.large")
    }

    public let identifier: Identifier
    private let resolver: (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

    private init(
      _ identifier: Identifier,
      _ resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) {
      self.identifier = identifier
      self.resolver = resolver
    }

    public class func medium() -> Detent { Detent(.medium) { $0.maximumDetentValue / 2 } }
    public class func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }
    public class func custom(
      identifier: Identifier? = nil,
      resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) -> Detent {
      Detent(identifier ?? Identifier(UUID().uuidString), resolver)
    }
    public func resolvedValue(
      in context: any UISheetPresentationControllerDetentResolutionContext
    ) -> CGFloat? { resolver(context) }
  }

  open var detents: [Detent] = [.large()]
  open var selectedDetentIdentifier: Detent.Identifier?
  open var largestUndimmedDetentIdentifier: Detent.Identifier?
  open var prefersGrabberVisible = false
  open var prefersPageSizing = false
  open var prefersEdgeAttachedInCompactHeight = false
  open var prefersScrollingExpandsWhenScrolledToEdge = true
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false
  open var preferredCornerRadius: CGFloat?
}

public struct UIPopoverArrowDirection: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let any = UIPopoverArrowDirection(rawValue: 15)
}

open class UIPopoverPresentationController: UIPresentationController {
  open var sourceView: UIView?
  open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
  open var sourceRect = CGRect.null
  open var barButtonItem: UIBarButtonItem?
  open var permittedArrowDirections = UIPopoverArrowDirection.any

  /// A view that is in no window is no source, nor a button that is in no bar.
  func isWithoutSource(in window: UIWindow) -> Bool {
    let anchor: AnyObject? = sourceItem ?? barButtonItem ?? sourceView
    return switch anchor {
    case let view as UIView: view.window == nil
    case let item as UIBarButtonItem: !item.isInBar(of: window)
    default: anchor == nil
    }
  }

  /// The window changes its size: who has a view for source is asked where the popover is to go.
  public func reposition() {
    guard sourceItem == nil, barButtonItem == nil, let sourceView,
      let delegate = delegate as? any UIPopoverPresentationControllerDelegate
    else { return }
    var (rect, view) = (sourceRect.isNull ? sourceView.bounds : sourceRect, sourceView)
    withUnsafeMutablePointer(to: &rect) { rect in
      let pointer = AutoreleasingUnsafeMutablePointer(view)
      delegate.popoverPresentationController(self, willRepositionPopoverTo: rect, in: pointer)
      view = pointer.pointee
    }
    (self.sourceView, sourceRect) = (view, rect)
  }
}

@MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  func popoverPresentationController(
    _ popoverPresentationController: UIPopoverPresentationController,
    willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: AutoreleasingUnsafeMutablePointer<UIView>)
}

extension UIPopoverPresentationControllerDelegate {
  public func popoverPresentationController(
    _ popoverPresentationController: UIPopoverPresentationController,
    willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: AutoreleasingUnsafeMutablePointer<UIView>
  ) {
    forwarded(
      self, "popoverPresentationController:willRepositionPopoverToRect:inView:",
      to: (any UIPopoverPresentationControllerDelegate).self)?
      .popoverPresentationController(
        popoverPresentationController, willRepositionPopoverTo: rect, in: view)
  }
}

@MainActor
public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}
extension UIView: UIPopoverPresentationControllerSourceItem {}

public enum UIUserInterfaceIdiom: Int, Sendable { case phone, pad }

@MainActor
open class UITraitCollection: NSObject {
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  init(_ idiom: UIUserInterfaceIdiom) { userInterfaceIdiom = idiom }
}
