public import WireframeCore

/// What an alert says.
public struct AlertContent: Hashable, Sendable {
  /// The title.
  public let title: String?
  /// The message.
  public let message: String?
  /// The title of the button that closes it.
  public let button: String

  /// Makes a content.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message.
  ///   - button: The title of the button that closes it.
  public init(title: String?, message: String? = nil, button: String = "OK") {
    (self.title, self.message, self.button) = (title, message, button)
  }

  /// What the app passes, before what the entry says.
  init(_ parameters: BuilderParameters) {
    func text(_ key: String) -> String? {
      parameters.payload[key, as: String.self] ?? parameters.options[key, as: String.self]
    }
    self.init(
      title: text("title") ?? parameters.title, message: text("message"),
      button: text("button") ?? "OK")
  }
}

/// Makes a platform's alerts, for the builder `alert`.
///
/// ```swift
/// struct TerminalAlerts: AlertSource {
///   func controller(for alert: AlertContent, router: any Router) -> Screen {
///     Screen(title: alert.title ?? "", lines: [alert.message ?? "", "[\(alert.button)]"])
///   }
/// }
///
/// configuration.register(alerts: TerminalAlerts())
/// ```
@MainActor
public protocol AlertSource<Controller> {
  /// What a screen is.
  associatedtype Controller

  /// The controller of an alert, to be presented by the navigator that the entry names.
  ///
  /// - Parameters:
  ///   - alert: What it says.
  ///   - router: The wireframe, for what the button does; hold it weakly.
  /// - Returns: The controller.
  /// - Throws: Anything; the routing fails with ``/WireframeCore/RoutingError/Code/providerFailed``.
  func controller(for alert: AlertContent, router: any Router) async throws -> Controller
}
