#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit

  /// The anchor of a popover: a view or a bar button item, which is not retained.
  ///
  /// The host looks it up when it presents the popover, and again when UIKit repositions the popover, as after a
  /// rotation. If the view is not in the window, or the item is in none of the window's bars, the host throws
  /// ``UIKitError/Code/noAnchor``, and shows nothing; over screens that come with the same move, or in the place of
  /// a placeholder, the popover comes from the middle then. The bars are those of navigation controllers, `UIToolbar`
  /// and `UINavigationBar` in any view, and those of the keyboard. With Mac Catalyst every item counts as shown.
  public struct PopoverSource: Sendable {
    enum Anchor {
      case view(UIView, rect: CGRect?)
      case item(UIBarButtonItem)
    }

    private let find: @MainActor @Sendable () -> Anchor?

    /// A popover that points to a view.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - rect: The part of it, in its coordinates; nil for all, whatever its size becomes.
    /// - Returns: The source.
    @MainActor
    public static func view(_ view: UIView, rect: CGRect? = nil) -> PopoverSource {
      PopoverSource { [weak view] in view.map { .view($0, rect: rect) } }
    }

    /// A popover that points to a bar button item.
    ///
    /// - Parameter item: The item.
    /// - Returns: The source.
    @MainActor
    public static func item(_ item: UIBarButtonItem) -> PopoverSource {
      PopoverSource { [weak item] in item.map { .item($0) } }
    }

    /// A popover whose anchor a closure finds, such as a row of a list that may move.
    ///
    /// ```swift
    /// .popover(from: .dynamic { [weak list] in list?.selectedCell.map { .view($0) } })
    /// ```
    ///
    /// - Parameter source: Finds the anchor each time that it is needed; nil if it is not on screen any more. It should
    ///   hold the screen weakly.
    /// - Returns: The source.
    @MainActor
    public static func dynamic(
      _ source: @escaping @MainActor @Sendable () -> PopoverSource?
    ) -> PopoverSource {
      PopoverSource { source()?.find() }
    }

    /// A popover that points to the middle of a view, also after the view has turned.
    @MainActor
    static func middle(of view: UIView) -> PopoverSource {
      PopoverSource { [weak view] in
        guard let view else { return nil }
        let bounds = view.bounds
        return .view(view, rect: CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0))
      }
    }

    /// What the popover points to, if the window shows it, or a view does that is covered now.
    @MainActor
    func anchor(in window: UIWindow?, orBelow covered: UIView? = nil) -> Anchor? {
      guard let window, let anchor = find() else { return nil }
      let isThere =
        switch anchor {
        case .view(let view, _): view.window === window || covered.map(view.isDescendant) == true
        case .item(let item): window.shows(item, orBelow: covered)
        }
      return isThere ? anchor : nil
    }

    /// Points the popover to it, if it is there, and to nothing else.
    @MainActor
    func anchor(_ popover: UIPopoverPresentationController, in window: UIWindow?) {
      guard let anchor = anchor(in: window) else { return }
      (popover.sourceItem, popover.barButtonItem, popover.sourceView) = (nil, nil, nil)
      switch anchor {
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
      guard case .view(let view, let rect)? = anchor(in: window) else { return nil }
      return (view, rect ?? view.bounds)
    }
  }
#endif
