/// Where a request began: in the app itself, or on which way it came from outside.
///
/// An app may name origins of its own:
///
/// ```swift
/// extension RoutingOrigin {
///   static let qrCode: RoutingOrigin = "qr-code"
/// }
/// ```
public struct RoutingOrigin: RawRepresentable, Hashable, Sendable, Codable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The origin's name.
  public let rawValue: String

  /// Makes an origin.
  ///
  /// - Parameter rawValue: A name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an origin from a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// The origin's name, on one line.
  public var description: String { rawValue.onOneLine }

  /// The app's own code.
  public static let app = RoutingOrigin(rawValue: "app")
  /// An https link whose domain the system has verified to be the app's. The URL of a custom scheme never has this
  /// origin: it gets ``customScheme`` instead.
  public static let universalLink = RoutingOrigin(rawValue: "universalLink")
  /// A link of a custom scheme, which any web page, message or app may have made.
  public static let customScheme = RoutingOrigin(rawValue: "customScheme")
  /// Screens from before a restart, restored by `Wireframe.restore(_:trusting:)`.
  public static let restoration = RoutingOrigin(rawValue: "restoration")
  /// A notification that the user has tapped.
  public static let notification = RoutingOrigin(rawValue: "notification")
}

extension RoutingOrigin: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}
