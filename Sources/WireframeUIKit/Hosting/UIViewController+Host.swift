#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension UIViewController {
    /// The host of the controller's window, for moves in one line.
    ///
    /// ```swift
    /// try await wireframeHost.push(ProductViewController(id: id))
    /// try await wireframeHost.popOrDismiss()
    /// ```
    ///
    /// - Throws: ``UIKitError/Code/noHost`` if neither its view nor that of what contains or covers it is in
    ///   a window, or the window has no host.
    public var wireframeHost: UIKitNavigationHost {
      get throws(UIKitError) {
        if let host = nearestWindow?.wireframeHost { return host }
        throw UIKitError(.noHost, about: self)
      }
    }

    /// The window that shows it, or what contains or covers it. Below the top of a stack a view is in no window, but
    /// that of the stack is; below a full-screen modal only that of the modal.
    var nearestWindow: UIWindow? {
      let around = sequence(first: self, next: \.parent)
      let over = sequence(first: self, next: \.presentedViewController)
      return [around, over].joined().compactMap { $0.viewIfLoaded?.window }.first
    }
  }

  extension UIWindow {
    /// The host of the window.
    package var wireframeHost: UIKitNavigationHost? {
      get { (objc_getAssociatedObject(self, &hostKey) as? WeakHost)?.host }
      set {
        // An earlier host lets go of the window.
        wireframeHost?.window = nil
        objc_setAssociatedObject(
          self, &hostKey, WeakHost(newValue), .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      }
    }
  }

  @MainActor private var hostKey: UInt8 = 0

  @MainActor
  private final class WeakHost {
    weak var host: UIKitNavigationHost?
    init(_ host: UIKitNavigationHost?) { self.host = host }

    // The window is gone, and all its screens have left.
    deinit {
      Task { @MainActor [weak host] in host?.refresh() }
    }
  }
#endif
