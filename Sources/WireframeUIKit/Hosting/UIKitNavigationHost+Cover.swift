#if canImport(UIKit) && !os(watchOS)
  import UIKit
  public import WireframeCore

  extension UIKitNavigationHost: CoveringHost {
    /// Covers the window, or uncovers it, as ``cover`` says.
    func layCover() {
      guard let cover, let window else {
        coverWindow?.remove()
        coverWindow = nil
        return
      }
      if coverWindow?.show(cover) == nil { coverWindow = CoverWindow(over: window, showing: cover) }
    }
  }
#endif
