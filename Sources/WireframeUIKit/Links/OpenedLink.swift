#if canImport(UIKit) && !os(watchOS)
  public import WireframeCore

  /// A link that the system passed to the app, and its outcome.
  public struct OpenedLink: Sendable {
    /// The URL's text, as it came.
    public let urlText: String
    /// How it came: as a universal link, for example.
    public let origin: RoutingOrigin
    /// The outcome. If the link is foreign, the app must handle it.
    public let outcome: OpenOutcome<RoutingSummary>

    /// Whether the URL has a scheme or origin that is not the wireframe's, as a file has.
    public var isForeign: Bool {
      if case .foreign = outcome { true } else { false }
    }
  }

  extension Router {
    func opened(_ urlText: String, _ origin: RoutingOrigin) async -> OpenedLink {
      OpenedLink(
        urlText: urlText, origin: origin, outcome: await open(urlText, origin: origin))
    }
  }
#endif
