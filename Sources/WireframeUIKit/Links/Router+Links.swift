#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  #if !os(tvOS)
    public import UserNotifications
  #endif
  public import WireframeCore

  /// A link that the system passed to the app, and its outcome.
  public struct OpenedLink: Sendable {
    /// The link: the URL's text, as it came, and its origin. It prints no value of its URL.
    public let request: RoutingRequest
    /// The outcome. If the link is foreign, as a file is, the app must handle it.
    public let outcome: OpenOutcome<RoutingSummary>
  }

  // Each method makes a request of the origin that the system vouches for; routes must be exposed to it. A link
  // that comes before a suspended wireframe is activated waits.
  extension Router {
    /// Opens the URLs of `scene(_:openURLContexts:)`: links of custom schemes, and files, which are foreign.
    ///
    /// ```swift
    /// func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    ///   Task { await wireframe.open(contexts) }
    /// }
    /// ```
    ///
    /// - Parameter contexts: The URLs; several are opened one after the other, in the order of their texts.
    /// - Returns: The outcome of each.
    @discardableResult
    public func open(_ contexts: Set<UIOpenURLContext>) async -> [OpenedLink] {
      await opened(contexts.map { ($0.url.absoluteString, .customScheme) })
    }

    /// Opens the link of `scene(_:continue:)`, or in an app without scenes of
    /// `application(_:continue:restorationHandler:)`: a universal link, or a result of the device's search.
    ///
    /// The identifier of an item that the app has indexed for the search is its URL.
    ///
    /// - Parameter activity: The activity.
    /// - Returns: The outcome of the link; nil if the activity is no link.
    @discardableResult
    public func open(_ activity: NSUserActivity) async -> OpenedLink? {
      guard let link = activity.link else { return nil }
      return await opened(link.text, link.origin)
    }

    #if os(tvOS)
      /// Opens all that has started a scene, for `scene(_:willConnectTo:options:)`.
      ///
      /// - Parameter options: What has started the scene: URLs, then universal links, are opened one after the other.
      /// - Returns: The outcome of each link.
      @discardableResult
      public func open(_ options: UIScene.ConnectionOptions) async -> [OpenedLink] {
        await openLinks(of: options)
      }
    #else
      /// Opens all that has started a scene, for `scene(_:willConnectTo:options:)`.
      ///
      /// Mostly that is one thing. Otherwise URLs come first, then universal links, a quick action and a
      /// notification, so that what the user has tapped is on top.
      ///
      /// - Parameters:
      ///   - options: What has started the scene.
      ///   - urlKey: The key of the URL's text in notifications and quick actions.
      /// - Returns: The outcome of each link.
      @discardableResult
      public func open(
        _ options: UIScene.ConnectionOptions, urlKey: String = "url"
      ) async -> [OpenedLink] {
        var links: [OpenedLink?] = await openLinks(of: options)
        if let item = options.shortcutItem { links.append(await open(item, urlKey: urlKey)) }
        if let response = options.notificationResponse {
          links.append(await open(response, urlKey: urlKey))
        }
        return links.compactMap(\.self)
      }

      /// Opens the link of a notification that the user has tapped.
      ///
      /// - Parameters:
      ///   - response: What the user did; a dismissed notification opens nothing.
      ///   - urlKey: The key of the URL's text in the content's `userInfo`.
      /// - Returns: The outcome of the link; nil if there is none.
      @discardableResult
      public func open(
        _ response: UNNotificationResponse, urlKey: String = "url"
      ) async -> OpenedLink? {
        guard response.actionIdentifier != UNNotificationDismissActionIdentifier,
          let text = response.notification.request.content.userInfo[urlKey] as? String
        else { return nil }
        return await opened(text, .notification)
      }

      /// Opens the link of a quick action, with the origin `RoutingOrigin.shortcut`.
      ///
      /// - Parameters:
      ///   - item: The quick action.
      ///   - urlKey: The key of the URL's text in its `userInfo`.
      /// - Returns: The outcome of the link; nil if there is none.
      @discardableResult
      public func open(
        _ item: UIApplicationShortcutItem, urlKey: String = "url"
      ) async -> OpenedLink? {
        guard let text = (item.userInfo?[urlKey] as Any?) as? String else { return nil }
        return await opened(text, .shortcut)
      }
    #endif

    private func openLinks(of options: UIScene.ConnectionOptions) async -> [OpenedLink] {
      await open(options.urlContexts) + opened(options.userActivities.compactMap(\.link))
    }

    /// Opens links in the order of their texts.
    private func opened(_ links: [(text: String, origin: RoutingOrigin)]) async -> [OpenedLink] {
      var opened: [OpenedLink] = []
      for (text, origin) in links.sorted(by: { $0.text < $1.text }) {
        opened.append(await self.opened(text, origin))
      }
      return opened
    }

    private func opened(_ urlText: String, _ origin: RoutingOrigin) async -> OpenedLink {
      OpenedLink(
        request: RoutingRequest(untrusted: urlText, origin: origin),
        outcome: await open(urlText, origin: origin))
    }
  }

  extension NSUserActivity {
    /// The link that it hands over.
    fileprivate var link: (text: String, origin: RoutingOrigin)? {
      switch activityType {
      case NSUserActivityTypeBrowsingWeb:
        webpageURL.map { ($0.absoluteString, .universalLink) }
      case SpotlightItem.activityType:
        (userInfo?[SpotlightItem.identifierKey] as? String).map { ($0, .spotlight) }
      default: nil
      }
    }
  }
#endif
