#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore
  public import WireframeUIKit

  /// Makes UIKit's alerts, for the builder `alert` of a configuration.
  ///
  /// ```swift
  /// configuration.register(alerts: UIKitAlerts(on: host))
  /// ```
  ///
  /// The entry names the navigator `present` or `present-animated`.
  @MainActor
  public struct UIKitAlerts: AlertSource {
    private weak var host: UIKitNavigationHost?

    /// Makes the source.
    ///
    /// - Parameter host: The host that shows the alerts; not retained.
    public init(on host: UIKitNavigationHost) { self.host = host }

    /// An alert with one button, which closes it.
    ///
    /// - Parameters:
    ///   - alert: What it says.
    ///   - router: Not used.
    /// - Returns: The alert.
    public func controller(for alert: AlertContent, router: any Router) -> UIViewController {
      let controller = UIAlertController(
        title: alert.title, message: alert.message, preferredStyle: .alert)
      controller.addAction(
        // UIKit takes the alert away itself, and reports it nowhere else.
        UIAlertAction(title: alert.button, style: .default) { [weak host] _ in host?.refresh() })
      return controller
    }
  }
#endif
