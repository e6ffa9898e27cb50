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
  ExpressibleByStringLiteral, DescribedValue
{
  /// The origin's name.
  public let rawValue: String

  /// Makes an origin of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an origin of a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

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
  /// A result of the device's search that the user has tapped.
  public static let spotlight = RoutingOrigin(rawValue: "spotlight")
  /// A quick action of the app's icon.
  public static let shortcut = RoutingOrigin(rawValue: "shortcut")
  /// A link in what the app shows, such as a text from a server, that the user has tapped.
  public static let content = RoutingOrigin(rawValue: "content")
}
