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
      if let coverWindow {
        coverWindow.show(cover)
      } else {
        coverWindow = CoverWindow(over: window, showing: cover)
      }
    }
  }
#endif
