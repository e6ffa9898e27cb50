package import WireframeCore

/// Opens what SwiftUI passes to a window: links from outside, links in views, activities.
///
/// A link that has started the app comes before the first screen is shown, and waits for it.
@MainActor
package struct LinkDoor {
  /// Called with the outcome of each link; the app may pass a foreign one to the system.
  package typealias Opened = @MainActor @Sendable (String, OpenOutcome<RoutingSummary>) -> Void

  private let wireframe: Wireframe<ViewScreen>
  private let host: SwiftUINavigationHost
  private let opened: Opened

  package init(
    to wireframe: Wireframe<ViewScreen>, on host: SwiftUINavigationHost, opened: @escaping Opened
  ) {
    self.wireframe = wireframe
    self.host = host
    self.opened = opened
  }

  /// Opens the URL of `onOpenURL`: a custom scheme's, a file's, or a universal link.
  ///
  /// The system hands an https URL to an app only if the domain says that it is the app's.
  package func open(_ urlText: String) {
    let isLink = urlText.prefix(8).lowercased() == "https://"
    open(urlText, origin: isLink ? .universalLink : .customScheme)
  }

  /// Opens the universal link of an activity.
  package func openLink(ofActivity urlText: String?) { open(urlText, origin: .universalLink) }

  /// Opens a result of the device's search, whose identifier is its URL.
  package func openItem(_ urlText: String?) { open(urlText, origin: .spotlight) }

  /// Opens a link that the user has tapped in a view; false for a foreign one, which the system opens.
  package func openInside(_ urlText: String) -> Bool {
    if wireframe.isForeign(urlText) { return false }
    open(urlText, origin: .content)
    return true
  }

  private func open(_ text: String?, origin: RoutingOrigin) {
    // One universal link may come by `onOpenURL` and as an activity.
    guard let text, host.links.isNew(text) || origin != .universalLink else { return }
    let (limit, opened) = (wireframe.settings.limits.waitingLinks, opened)
    let isTaken = host.links.open(upTo: limit) { [wireframe = wireframe as any Router] in
      Task { opened(text, await wireframe.open(text, origin: origin)) }
    }
    let reason = CoreReason.tooManyLinks(limit: limit)
    if !isTaken { opened(text, .failed(RoutingError(reason, urlText: text, origin: origin))) }
  }
}

extension SwiftUINavigationHost {
  /// The link of the screen at the top.
  ///
  /// It is nil below a cover, for a screen without a route, of a former owner, with a payload or of another source, for
  /// a source that is no web site, and for a route that universal links do not reach.
  package func sharedLink(source: String, router: any Router) -> String? {
    guard cover == nil, let route = state.top?.route, !route.ownerHasGone, route.payload.isEmpty,
      source.hasPrefix("https://")
    else { return nil }
    let text = route.urlText.hasPrefix("/") ? source + route.urlText : route.urlText
    guard text.hasPrefix("\(source)/"),
      router.canRoute(RoutingRequest(untrusted: text, origin: .universalLink))
    else { return nil }
    return text
  }
}
