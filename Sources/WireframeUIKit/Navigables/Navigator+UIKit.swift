#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  extension Navigator<UIViewController> {
    /// Makes a navigator that hands foreign URLs to the system.
    ///
    /// ```swift
    /// let navigator = Navigator(wireframe, on: host, systemOpener: UIApplication.shared)
    /// ```
    ///
    /// - Parameters:
    ///   - wireframe: The wireframe; its first custom scheme is that of bare names.
    ///   - host: The host of the screens.
    ///   - application: The app, which opens foreign URLs.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public convenience init(
      _ wireframe: UIWireframe, on host: UIKitNavigationHost,
      systemOpener application: UIApplication
    ) {
      self.init(wireframe, on: host) { url in
        await withCheckedContinuation { continuation in
          application.open(url, options: [:]) { continuation.resume(returning: $0) }
        }
      }
    }
  }
#endif
