#if canImport(UIKit) && !os(watchOS)
  public import WireframeCore

  /// A link that the system handed to the app, and what became of it.
  public struct OpenedLink: Sendable {
    /// The URL's text, as it came.
    public let urlText: String
    /// The way on which it came.
    public let origin: RoutingOrigin
    /// What became of it; a foreign URL is for the app to hand on.
    public let outcome: OpenOutcome<RoutingSummary>

    /// Whether the URL is of a scheme or origin that is not the wireframe's: a file, for one.
    public var isForeign: Bool {
      if case .foreign = outcome { true } else { false }
    }
  }

  extension RoutingOrigin {
    /// A quick action of the app's icon.
    public static let shortcut: RoutingOrigin = "shortcut"
  }

  extension Router {
    func opened(_ urlText: String, _ origin: RoutingOrigin) async -> OpenedLink {
      OpenedLink(
        urlText: urlText, origin: origin, outcome: await open(urlText, origin: origin))
    }
  }
#endif
