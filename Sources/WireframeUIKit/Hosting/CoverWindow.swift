#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// A window over another one for as long as something covers that: above its modals and alerts, also in the middle of
  /// a transition, which goes on below.
  ///
  /// What is below keeps its texts and its place, but gets neither touches nor keys, and assistive technologies do not
  /// find it. WireframeSwiftUI has a link to this file.
  @MainActor
  final class CoverWindow {
    private let own: UIWindow
    private weak var covered: UIWindow?
    private let wasEnabled: Bool
    private let wasHiddenFromAccessibility: Bool
    /// Where the keyboard wrote.
    private weak var firstResponder: UIResponder?
    /// The window that gets the keys afterwards.
    private weak var keyWindow: UIWindow?
    private var observers: [Any] = []

    /// Covers a window at once, so that a picture of the screen that is taken next shows the cover.
    init(over covered: UIWindow, showing root: UIViewController) {
      self.covered = covered
      own = covered.windowScene.map { UIWindow(windowScene: $0) } ?? UIWindow(frame: covered.frame)
      keyWindow = covered.windowScene?.keyWindow ?? covered
      wasEnabled = covered.isUserInteractionEnabled
      wasHiddenFromAccessibility = covered.accessibilityElementsHidden

      // The keyboard stays above.
      own.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
      own.accessibilityViewIsModal = true
      takeTouchesAndKeyboard(from: covered)
      listen(to: covered)
      show(root)
    }

    /// Shows something else, or the same in the window's scene and looks of now.
    func show(_ root: UIViewController) {
      follow()
      if own.rootViewController !== root {
        dismissModal()
        own.rootViewController = root
      }
      UIView.performWithoutAnimation {
        own.makeKeyAndVisible()
        own.layoutIfNeeded()
      }
      UIAccessibility.post(notification: .screenChanged, argument: own)
    }

    /// Uncovers the window, and gives it back what it had.
    func remove() {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
      let hadKeys = own.isKeyWindow
      dismissModal()
      own.isHidden = true
      own.rootViewController = nil
      own.windowScene = nil
      guard let covered else { return }
      // The app may have switched it on meanwhile.
      if wasEnabled { covered.isUserInteractionEnabled = true }
      if !wasHiddenFromAccessibility { covered.accessibilityElementsHidden = false }
      let next = keyWindow ?? covered
      if hadKeys, !next.isHidden { next.makeKey() }
      // Unless the app has put it elsewhere meanwhile.
      let claims = Self.responders(in: covered)
        .filter { $0 === firstResponder || $0.isFirstResponder }
      if let firstResponder, claims == [firstResponder] {
        UIView.performWithoutAnimation { _ = firstResponder.becomeFirstResponder() }
      }
      UIAccessibility.post(notification: .screenChanged, argument: nil)
    }

    /// Takes over where the window is, and how it looks: an app may give it a scene late.
    private func follow() {
      guard let covered else { return }
      if own.windowScene !== covered.windowScene { own.windowScene = covered.windowScene }
      if own.windowScene == nil { own.frame = covered.frame }
      own.overrideUserInterfaceStyle = covered.overrideUserInterfaceStyle
      // Below an alert the colour is a grey one.
      if covered.tintAdjustmentMode != .dimmed { own.tintColor = covered.tintColor }
    }

    /// An alert over the cover would stay in its window, and the next cover would begin with it.
    private func dismissModal() {
      guard let root = own.rootViewController, root.presentedViewController != nil else { return }
      root.dismiss(animated: false)
    }

    // MARK: What is below

    /// Ends what the user does in a window: what a finger has begun is taken back, and the keyboard goes. Texts stay.
    private func takeTouchesAndKeyboard(from window: UIWindow) {
      for view in Self.views(in: window) {
        for recognizer in view.gestureRecognizers ?? []
        where recognizer.isEnabled && recognizer.numberOfTouches > 0 {
          // UIKit cancels a recogniser that is switched off.
          recognizer.isEnabled = false
          recognizer.isEnabled = true
        }
      }
      window.isUserInteractionEnabled = false
      window.accessibilityElementsHidden = true
      firstResponder = Self.responders(in: window).first(where: \.isFirstResponder)
      UIView.performWithoutAnimation {
        // A field's delegate may refuse, but not this.
        window.endEditing(true)
        // A controller with a bar of its own above the keyboard.
        _ = firstResponder?.resignFirstResponder()
      }
    }

    private static func views(in view: UIView) -> [UIView] { [view] + view.subviews.flatMap(views) }

    /// The views of a window, and the controllers that they belong to.
    private static func responders(in window: UIWindow) -> [UIResponder] {
      views(in: window).flatMap { [$0, $0.next as? UIViewController].compactMap { $0 } }
    }

    /// Stays in front when the window below is shown, and keeps the keys: an app makes its window the key one when it
    /// shows its first screen.
    private func listen(to window: UIWindow) {
      let names = [UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeKeyNotification]
      observers = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: window, queue: nil) {
          [weak self] _ in
          MainActor.assumeIsolated { self?.stayInFront() }
        }
      }
    }

    private func stayInFront() {
      follow()
      guard let covered, covered.isKeyWindow else { return }
      keyWindow = covered
      own.makeKey()
    }
  }
#endif
