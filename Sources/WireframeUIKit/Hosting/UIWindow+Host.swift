#if canImport(UIKit) && !os(watchOS)
  package import UIKit

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
