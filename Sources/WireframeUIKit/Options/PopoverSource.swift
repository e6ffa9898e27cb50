#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit

  /// Where a popover comes from; views and buttons are not retained.
  ///
  /// The host asks for it when it presents, and UIKit when it moves the popover, as after a rotation. A source that is
  /// not on screen any more is ``UIKitHostError/Code/noAnchor``, before anything is shown.
  public struct PopoverSource: Sendable {
    private enum Anchor {
      case none
      case view(UIView, rect: CGRect?)
      case item(UIBarButtonItem)
    }

    private let find: @MainActor @Sendable () -> Anchor

    /// A popover that points to a view.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - rect: The part of it, in its coordinates; nil for all, whatever its size becomes.
    /// - Returns: The source.
    @MainActor
    public static func view(_ view: UIView, rect: CGRect? = nil) -> PopoverSource {
      PopoverSource { [weak view] in view.map { .view($0, rect: rect) } ?? .none }
    }

    /// A popover that points to a button of a bar.
    ///
    /// - Parameter item: The button.
    /// - Returns: The source.
    @MainActor
    public static func item(_ item: UIBarButtonItem) -> PopoverSource {
      PopoverSource { [weak item] in item.map { .item($0) } ?? .none }
    }

    /// A popover that points to whatever a closure says: a row of a list that may move, for one.
    ///
    /// ```swift
    /// .popover(from: .dynamic { [weak list] in list?.selectedCell.map { .view($0) } })
    /// ```
    ///
    /// - Parameter source: Finds the source, whenever it is asked; nil if it is not on screen any more. It should hold
    ///   its screen weakly.
    /// - Returns: The source.
    @MainActor
    public static func dynamic(
      _ source: @escaping @MainActor @Sendable () -> PopoverSource?
    ) -> PopoverSource {
      PopoverSource { source()?.find() ?? .none }
    }

    /// Whether there is something in the window to which the popover can point.
    @MainActor
    func isThere(in window: UIWindow?) -> Bool {
      switch find() {
      case .none: false
      case .view(let view, _): view.window != nil && view.window === window
      case .item: true
      }
    }

    /// Points the popover to it, if it is there.
    @MainActor
    func anchor(_ popover: UIPopoverPresentationController, in window: UIWindow?) {
      guard isThere(in: window) else { return }
      switch find() {
      case .none: break
      case .view(let view, let rect):
        popover.sourceView = view
        // Without a rectangle the popover follows the view when its size changes.
        popover.sourceRect = rect ?? .null
      case .item(let item): popover.sourceItem = item
      }
    }

    /// The view and the part of it to which a popover is to move; nil if it stays where it is.
    @MainActor
    func place(in window: UIWindow?) -> (view: UIView, rect: CGRect)? {
      guard isThere(in: window), case .view(let view, let rect) = find() else { return nil }
      return (view, rect ?? view.bounds)
    }
  }

  extension UIViewController {
    /// Where it comes from as a popover.
    var popoverSource: PopoverSource? {
      get { objc_getAssociatedObject(self, &sourceKey) as? PopoverSource }
      set {
        objc_setAssociatedObject(self, &sourceKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      }
    }
  }

  @MainActor private var sourceKey: UInt8 = 0
#endif
