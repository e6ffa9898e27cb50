#if canImport(SwiftUI) && !os(watchOS)
  internal import Foundation
  public import SwiftUI
  public import WireframeCore

  extension EnvironmentValues {
    private struct RouterKey: EnvironmentKey {
      static var defaultValue: (any Router)? { nil }
    }

    private struct LinkDoorKey: EnvironmentKey {
      static var defaultValue: LinkDoor? { nil }
    }

    /// Where the window's modifiers bring links.
    fileprivate var linkDoor: LinkDoor? {
      get { self[LinkDoorKey.self] }
      set { self[LinkDoorKey.self] = newValue }
    }

    /// The router of the window, for views and what they hold; nil outside a `wireframe(_:_:opened:)`.
    ///
    /// ```swift
    /// @Environment(\.router) private var router
    /// ```
    public var router: (any Router)? {
      get { self[RouterKey.self] }
      set { self[RouterKey.self] = newValue }
    }
  }

  extension View {
    /// Connects a window with its wireframe: the router for its views, and links.
    ///
    /// Links from outside reach only routes with an exposure, and land above their parents: https links with the origin
    /// `.universalLink`, others with `.customScheme`, results of the device's search with `.spotlight`. A link that the
    /// user taps in a text goes through the wireframe if its source is declared, with `.content`, else to the system.
    ///
    /// - Parameters:
    ///   - wireframe: The wireframe; the app keeps it.
    ///   - host: The host that it shows its screens on.
    ///   - opened: Gets each link's text and what became of it; a foreign one, a file for one, is for the app.
    /// - Returns: The view.
    @MainActor
    public func wireframe(
      _ wireframe: Wireframe<ViewScreen>, _ host: SwiftUINavigationHost,
      opened: @escaping @MainActor @Sendable (String, OpenOutcome<RoutingSummary>) -> Void = {
        _, _ in
      }
    ) -> some View {
      modifier(WireframeModifier(wireframe: wireframe, host: host, opened: opened))
    }

    /// Keeps what a window shows in the scene's storage, and brings it back when the system has ended the app.
    ///
    /// Links wait until these screens are back, and land on them. What the app has asked for before is not replaced.
    ///
    /// - Parameters:
    ///   - wireframe: The wireframe.
    ///   - host: The host that it shows its screens on.
    ///   - first: The URL of the first screen, where nothing was kept, or nothing of it may be shown.
    ///   - key: The key in the scene's storage.
    ///   - isTrusted: Whether only the app can have written the scene's storage, which is so as long as nothing else
    ///     writes into its container. With false only routes that are exposed to `RoutingOrigin.restoration` come back.
    /// - Returns: The view.
    @MainActor
    public func restoresScreens(
      of wireframe: Wireframe<ViewScreen>, on host: SwiftUINavigationHost, first: String,
      key: String = "wireframe.screens", trusting isTrusted: Bool = true
    ) -> some View {
      modifier(
        RestoringModifier(
          wireframe: wireframe, host: host, first: first, key: key, isTrusted: isTrusted)
      ).id(ObjectIdentifier(host))
    }

    /// Offers what a window shows as an activity with a link, for Handoff and for sharing.
    ///
    /// Another device opens it as a universal link: in the app, where this modifier receives the activity, too, else in
    /// the browser. A screen below a cover, without a route, of a former owner, with a payload, that came by a link of
    /// another source, or whose route universal links do not reach, offers nothing. Write `.wireframe(_:_:opened:)`,
    /// which brings the router, behind this modifier.
    ///
    /// - Parameters:
    ///   - activityType: The activity's type, one of `NSUserActivityTypes` in the app's Info.plist.
    ///   - host: The host.
    ///   - source: The part before the path, such as `https://example.com`.
    /// - Returns: The view.
    @MainActor
    public func offersLink(
      as activityType: String, on host: SwiftUINavigationHost, source: String
    ) -> some View {
      modifier(OfferingModifier(host: host, activityType: activityType, source: source))
    }
  }

  @MainActor
  private struct WireframeModifier: ViewModifier {
    let wireframe: Wireframe<ViewScreen>
    let door: LinkDoor

    init(
      wireframe: Wireframe<ViewScreen>, host: SwiftUINavigationHost,
      opened: @escaping LinkDoor.Opened
    ) {
      self.wireframe = wireframe
      door = LinkDoor(to: wireframe, on: host, opened: opened)
    }

    func body(content: Content) -> some View {
      content
        .environment(\.router, wireframe)
        .environment(\.linkDoor, door)
        .environment(
          \.openURL,
          OpenURLAction { url in
            door.openInside(url.absoluteString) ? .handled : .systemAction
          }
        )
        .onOpenURL { door.open($0.absoluteString) }
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) {
          door.openLink(ofActivity: $0.webpageURL?.absoluteString)
        }
        .onContinueUserActivity(SpotlightItem.activityType) {
          door.openItem($0.userInfo?[SpotlightItem.identifierKey] as? String)
        }
    }
  }

  @MainActor
  private struct RestoringModifier: ViewModifier {
    @SceneStorage private var snapshot: Data?
    @StateObject private var keeper: Kept<SceneKeeper>
    private let first: String
    private let isTrusted: Bool

    init(
      wireframe: Wireframe<ViewScreen>, host: SwiftUINavigationHost, first: String, key: String,
      isTrusted: Bool
    ) {
      _snapshot = SceneStorage(key)
      _keeper = StateObject(wrappedValue: Kept(SceneKeeper(of: wireframe, on: host)))
      (self.first, self.isTrusted) = (first, isTrusted)
    }

    func body(content: Content) -> some View {
      // SwiftUI makes it when it is asked for: before the view appears, so that a link finds it there and waits.
      // The binding, not the modifier: that one holds the keeper.
      let (keeper, stored) = (keeper.value, $snapshot)
      content.task {
        await keeper.start(from: snapshot, trusting: isTrusted, first: first) {
          stored.wrappedValue = $0
        }
      }
    }
  }

  @MainActor
  private struct OfferingModifier: ViewModifier {
    @ObservedObject var host: SwiftUINavigationHost
    @Environment(\.router) private var router
    @Environment(\.linkDoor) private var linkDoor
    let activityType: String
    let source: String

    func body(content: Content) -> some View {
      let link = router.flatMap { host.sharedLink(source: source, router: $0) }
        .flatMap { URL(string: $0) }
      content
        .userActivity(activityType, isActive: link != nil) { $0.webpageURL = link }
        .onContinueUserActivity(activityType) {
          linkDoor?.openLink(ofActivity: $0.webpageURL?.absoluteString)
        }
    }
  }
#endif
