// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The recognisers of a finger's ways; a test moves the finger.

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

@MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

@MainActor
open class UIGestureRecognizer: NSObject {
  public weak var delegate: (any UIGestureRecognizerDelegate)?
  public internal(set) weak var view: UIView?
  /// Switched off, it lets go of the finger that it follows.
  open var isEnabled = true {
    didSet {
      if !isEnabled, let cancel = follow(nil) { cancel() }
    }
  }
  /// What it does when the finger that it follows is taken from it.
  private var cancel: (@MainActor () -> Void)?
  open var numberOfTouches: Int { cancel == nil ? 0 : 1 }
  private var blockers: [UIGestureRecognizer] = []

  public nonisolated override init() { super.init() }

  /// Follows a finger, or lets go of it.
  ///
  /// - Parameter cancel: Takes back what the finger has moved.
  /// - Returns: What would have taken back what the finger before has moved.
  @discardableResult
  func follow(_ cancel: (@MainActor () -> Void)?) -> (@MainActor () -> Void)? {
    defer { self.cancel = cancel }
    return self.cancel
  }

  /// It begins only when the other one has failed.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    blockers.append(otherGestureRecognizer)
  }

  open var allowedTouchTypes: [NSNumber] = [0]
  /// Whether it gets the fingers on the screen, or those on a trackpad.
  func receives(fromTrackpad: Bool) -> Bool { !fromTrackpad && !allowedTouchTypes.isEmpty }

  /// Whether it begins when the finger moves: nothing for which it waits does, and its delegate lets it.
  func begins(onTrackpad: Bool = false) -> Bool {
    let isBlocked = blockers.contains { blocker in
      guard blocker.isEnabled, blocker.view?.window != nil,
        blocker.receives(fromTrackpad: onTrackpad)
      else { return false }
      return blocker.delegate?.gestureRecognizerShouldBegin(blocker) ?? true
    }
    return isEnabled && !isBlocked && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }
}

public struct UIScrollTypeMask: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let continuous = UIScrollTypeMask(rawValue: 2)
}

open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var allowedScrollTypesMask: UIScrollTypeMask = []
  override func receives(fromTrackpad: Bool) -> Bool {
    fromTrackpad
      ? allowedScrollTypesMask.contains(.continuous) : super.receives(fromTrackpad: false)
  }
  open var maximumNumberOfTouches = Int.max
  /// The finger moves from left to right.
  open func velocity(in view: UIView?) -> CGPoint { CGPoint(x: 500, y: 20) }
  open func location(in view: UIView?) -> CGPoint { CGPoint(x: 5, y: 100) }
}

public struct UIRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let left = UIRectEdge(rawValue: 1 << 1)
  public static let right = UIRectEdge(rawValue: 1 << 3)
}

open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  open var edges: UIRectEdge = []
}

open class UIScrollView: UIView {
  open var contentSize = CGSize.zero
  open var isScrollEnabled = true
}

open class UIEvent: NSObject {}

extension UIView {
  /// The last view that a test has put there: nothing has a place.
  public func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard let stack = controller as? UINavigationController else { return self }
    return stack.topViewController?.viewIfLoaded?.subviews.last ?? self
  }
}
