#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a caller asks for: a URL's text, and what goes along with it.
///
/// The text is kept exactly as it came; a `URL` enters by its `absoluteString`.
public struct RoutingRequest: Sendable {
  /// The URL's text.
  public var urlText: String
  /// Objects that the app hands along.
  public var payload: RoutingPayload
  /// How to present, or nil to leave it to the route and the option providers.
  public var option: (any RoutingOption)?
  /// Where the request began; a redirect keeps it.
  public var origin: RoutingOrigin
  /// Whether the app itself chose this URL.
  public var isTrusted: Bool

  /// Makes a request of the app's own.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - payload: Objects to hand along.
  ///   - option: How to present.
  public init(
    _ urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil
  ) {
    self.urlText = urlText
    self.payload = payload
    self.option = option
    origin = .app
    isTrusted = true
  }

  /// Makes a request of the app's own.
  ///
  /// - Parameters:
  ///   - url: The URL; its `absoluteString` is the text.
  ///   - payload: Objects to hand along.
  ///   - option: How to present.
  public init(_ url: URL, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil) {
    self.init(url.absoluteString, payload: payload, option: option)
  }
}

extension RoutingRequest: CustomStringConvertible {
  /// The origin; free of values, and so without the URL.
  public var description: String {
    origin == .app ? "request of the app" : "request from \(origin.rawValue)"
  }
}

/// Where a request began.
public struct RoutingOrigin: RawRepresentable, Hashable, Sendable {
  /// The origin's name.
  public let rawValue: String

  /// Makes an origin.
  ///
  /// - Parameter rawValue: A name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The app's own code.
  public static let app = RoutingOrigin(rawValue: "app")
}

/// A mark on a registered route, by which observers and option providers know kinds of routes.
///
/// ```swift
/// extension RouteTag {
///   static let requiresLogin: RouteTag = "requires-login"
/// }
/// ```
public struct RouteTag: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The tag's name.
  public let rawValue: String

  /// Makes a tag.
  ///
  /// - Parameter rawValue: A name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a tag from a literal.
  public init(stringLiteral value: String) { rawValue = value }
}
