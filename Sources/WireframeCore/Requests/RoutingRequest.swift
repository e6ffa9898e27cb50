#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a caller asks for: a URL's text, and what goes along with it.
///
/// The text is kept exactly as it came; a `URL` enters by its `absoluteString`.
public struct RoutingRequest: Sendable, DescribedValue {
  /// The URL's text.
  public var urlText: String {
    get { text }
    // Another URL may lead to any route of any module.
    set {
      text = newValue
      isWhole = false
      routeType = nil
    }
  }
  private var text: String
  /// Where the request began; a redirect keeps it.
  public var origin: RoutingOrigin
  /// Whether the app itself chose this URL; otherwise it reaches only routes that are exposed to its
  /// origin, and carries no payload.
  public var isTrusted: Bool
  package var isDryRun = false
  /// Whether the URL has the paths of all mounts: a module's role got it in a route, and may ask for it again.
  var isWhole = false
  /// Whether it is no link of its caller: an observer has sent another request here, or its screen comes back.
  var isIndirect = false
  // One reference, nil for most requests: a routing copies its request often.
  private var box: Box<Extras>?

  /// What goes along with few requests.
  private struct Extras: Sendable {
    var payload: RoutingPayload = [:]
    var option: (any RoutingOption)?
    var landing: Landing?
    var ifPresented: PresentedRule?
    var waiter: (any RequestWaiter)?
    var owners: GateOwners?
    var routeType: (any Sendable.Type)?
    var loading: ScreenLoading?
    var tab: String?
  }

  private var extras: Extras {
    get { box?.value ?? Extras() }
    // Every initializer and every setter does it: inlined, it is 5 KB, and 1 % of a routing.
    @inline(never) set { box = Box(newValue) }
  }

  /// Objects that the app passes with the request.
  public var payload: RoutingPayload {
    get { box?.value.payload ?? [:] }
    set { extras.payload = newValue }
  }
  /// How to present, or nil to leave it to the route and the option providers.
  public var option: (any RoutingOption)? {
    get { box?.value.option }
    set { extras.option = newValue }
  }
  /// Where its screen is shown; nil for on top if the app itself asks, else above its parents.
  public var landing: Landing? {
    get { box?.value.landing }
    set { extras.landing = newValue }
  }
  /// What happens to a screen that is already shown; nil leaves it to the route.
  public var ifPresented: PresentedRule? {
    get { box?.value.ifPresented }
    set { extras.ifPresented = newValue }
  }
  package var waiter: (any RequestWaiter)? {
    get { box?.value.waiter }
    set { extras.waiter = newValue }
  }
  /// The owners of the gates that it has passed; nil if none has an owner.
  var owners: GateOwners? {
    get { box?.value.owners }
    set { if newValue !== owners { extras.owners = newValue } }
  }
  /// The type that the URL's pattern must be registered for; nil for any.
  package var routeType: (any Sendable.Type)? {
    get { box?.value.routeType }
    set { if newValue != routeType { extras.routeType = newValue } }
  }
  /// What is being made while a placeholder is shown in this stay.
  var loading: ScreenLoading? {
    get { box?.value.loading }
    set { if newValue !== loading { extras.loading = newValue } }
  }
  /// The tab in which its screen was when it left; nil if it comes where the user is.
  var tab: String? {
    get { box?.value.tab }
    set { if newValue != tab { extras.tab = newValue } }
  }

  /// Makes a request of the app's own.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present.
  ///   - landing: Where the screen is shown; nil for on top, or as the first screen of its tab.
  ///   - ifPresented: What happens to a screen that is already shown; nil leaves it to the route.
  public init(
    _ urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) {
    text = urlText
    origin = .app
    isTrusted = true
    if option != nil || !payload.isEmpty || landing != nil || ifPresented != nil {
      extras = Extras(payload: payload, option: option, landing: landing, ifPresented: ifPresented)
    }
  }

  /// Makes a request of the app's own, of a URL whose `absoluteString` is the text.
  public init(
    _ url: URL, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) {
    self.init(
      url.absoluteString, payload: payload, option: option, landing: landing,
      ifPresented: ifPresented)
  }

  /// Makes a request for a URL that came from outside the app, as ``Router/open(_:origin:)-(String,_)`` does.
  ///
  /// The URL must have a declared scheme or origin, and lead to a route that is exposed to `origin`.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, as it came.
  ///   - origin: The way on which it came.
  public init(untrusted urlText: String, origin: RoutingOrigin) {
    self.init(urlText)
    self.origin = origin
    isTrusted = false
  }

  /// Replaces the origin by the one that the URL can have: only an https URL is a universal link.
  package mutating func proveOrigin() {
    if !isTrusted, origin == .universalLink, !urlText.hasHTTPSScheme { origin = .customScheme }
  }

  /// Whether a link from outside is no universal link because its URL is not https.
  package var hasOriginByScheme: Bool {
    origin == .customScheme && !isTrusted && !urlText.hasHTTPSScheme
  }

  /// Whether its text may be a path without scheme: the app wrote it, or saved it.
  var mayBePath: Bool { isTrusted || origin == .restoration }

  /// Whether it says where its screen comes: where it is shown already, as for an answer that equal ones share, or was.
  var isPlacing: Bool {
    guard let box else { return false }
    return box.value.ifPresented != nil || box.value.waiter != nil || box.value.tab != nil
  }

  /// The same request, as one of its asker's: until it has passed the gates, it is as if it had passed them then.
  func asked(by asker: GateOwners?) -> RoutingRequest {
    guard let asker else { return self }
    var request = self
    let own = owners?.owners ?? []
    let others = asker.owners.filter { owner in !own.contains { $0.gate === owner.gate } }
    request.owners = GateOwners(own + others)
    return request
  }

  /// Drops what belongs to a former routing: owners, a placeholder, a tab, and a question that has ended.
  @MainActor
  mutating func dropState() {
    owners = nil
    loading = nil
    tab = nil
    if waiter?.isOver == true { waiter = nil }
  }

  var hasPayload: Bool { box?.value.payload.isEmpty == false }

  /// The same, with the paths of all mounts in its URL.
  var whole: RoutingRequest {
    var request = self
    request.isWhole = true
    return request
  }

  package func waited(for waiter: any RequestWaiter) -> RoutingRequest {
    var request = self
    request.waiter = waiter
    return request
  }

  var landsUnderParents: Bool { landing.map { $0 == .underParents } ?? (origin != .app) }

  /// Whether another request asks for the same: a double tap. Payloads, and options that cannot be compared, never do.
  func isSame(as other: RoutingRequest) -> Bool {
    urlText.hasSameScalars(as: other.urlText) && origin == other.origin
      && isTrusted == other.isTrusted && routeType == other.routeType && landing == other.landing
      && asks(as: other)
  }

  /// Whether two requests, which lead to the same route, ask for one screen.
  func asks(as other: RoutingRequest) -> Bool {
    !hasPayload && !other.hasPayload && ifPresented == other.ifPresented
      && waiter == nil && other.waiter == nil && option.isSame(as: other.option)
  }

  /// The origin; free of values, and so without the URL.
  public var description: String {
    origin == .app ? "request of the app" : "request from \(origin)"
  }
}

extension (any RoutingOption)? {
  func isSame(as other: (any RoutingOption)?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    if let own = self as? any Equatable { return isEqual(own, other) }
    // Most options of an app have no values.
    func isEmpty<O: RoutingOption>(_: O) -> Bool { other is O && MemoryLayout<O>.size == 0 }
    return isEmpty(self)
  }
}

extension String {
  var hasHTTPSScheme: Bool { utf8.prefix(6).elementsEqual("https:".utf8) { $0.lowercased == $1 } }
}

extension RoutingError {
  /// An error about a request, which may be behind redirects. Inlined, each `throw` would have a copy.
  @inline(never) package init(
    _ reason: CoreReason, request: RoutingRequest, redirects: [Route] = [],
    pattern: RoutePattern? = nil
  ) {
    self.init(
      reason, pattern: pattern, urlText: request.urlText, origin: request.origin,
      chain: redirects.map(\.request.urlText) + [request.urlText])
  }
}

extension URLRefusal: LocalizedError {}

/// A mark on a registered route, by which observers and option providers know kinds of routes.
///
/// ```swift
/// extension RouteTag {
///   static let requiresLogin: RouteTag = "requires-login"
/// }
/// ```
public struct RouteTag: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  DescribedValue
{
  /// The tag's name.
  public let rawValue: String

  /// Makes a tag of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a tag of a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes a tag from a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// The tag's name, on one line.
  public var description: String { rawValue.escaped }
}

/// What the system passes to the app when the user taps a result of the device's search.
package enum SpotlightItem {
  // The texts of CSSearchableItemActionType and CSSearchableItemActivityIdentifier: an app that indexes nothing need
  // not link CoreSpotlight.
  package static let activityType = "com.apple.corespotlightitem"
  package static let identifierKey = "kCSSearchableItemActivityIdentifier"
}
