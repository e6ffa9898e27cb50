#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that is registered under a name and decides itself what opening a URL of that name means.
///
/// ```swift
/// struct HelloScreen: Navigable {
///   static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
///     try await url.push(Screen(title: url["title"] ?? "Hello"))
///     return nil
///   }
/// }
/// ```
@MainActor
public protocol Navigable<Controller> {
  /// What a screen is.
  associatedtype Controller

  /// Opens a URL: pushes a screen, shows a notice, or does nothing.
  ///
  /// Called when the observers have let the URL pass, under the limit of a handler.
  ///
  /// - Parameter url: The URL, with the objects that came along, and the host to show something on.
  /// - Returns: Whatever the caller of ``Navigator/open(_:objects:)-(String,_)`` is to get.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/handlerFailed``.
  static func opened(_ url: OpenedURL<Controller>) async throws -> (any Sendable)?
}

/// Opens pages by name: a face over a wireframe, through which the parts of an app reach each other.
///
/// ```swift
/// let navigator = Navigator(wireframe, on: navigation) { url in await system.open(url) }
/// try navigator.register("hello", HelloScreen.self)
///
/// try await navigator.open("hello")
/// try await navigator.open("myapp://hello?title=world", objects: ["user": user])
/// ```
///
/// Each name becomes a handler of the wireframe, so that its observers guard it. The wireframe's sources
/// are the schemes that go through the navigator; all others are handed to the system.
@MainActor
public final class Navigator<Controller> {
  private let wireframe: Wireframe<Controller>
  private let host: any NavigationHost<Controller>
  private let systemOpener: @MainActor (URL) async -> Bool

  /// Makes a navigator.
  ///
  /// - Parameters:
  ///   - wireframe: The wireframe; its first custom scheme is that of bare names.
  ///   - host: The host of the screens.
  ///   - systemOpener: Hands a foreign URL to the system, and says whether that took it; on iOS
  ///     `{ await UIApplication.shared.open($0) }`.
  public init(
    _ wireframe: Wireframe<Controller>, on host: any NavigationHost<Controller>,
    systemOpener: @escaping @MainActor (URL) async -> Bool = { _ in false }
  ) {
    (self.wireframe, self.host, self.systemOpener) = (wireframe, host, systemOpener)
  }

  /// Registers a type for the URLs whose host is a name, and for all below it.
  ///
  /// - Parameters:
  ///   - name: The host; letter case does not count.
  ///   - type: The type.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the type; none by default.
  /// - Returns: The registration, for removing it.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``; then
  ///   nothing has changed.
  @discardableResult
  public func register<Page: Navigable>(
    _ name: String, _ type: Page.Type, tags: Set<RouteTag> = [], exposure: RouteExposure = .closed
  ) throws(RoutingError) -> Registration where Page.Controller == Controller {
    let pattern = try RoutePattern("/\(PercentEncoding.encode(name.asciiLowercased))/*?" as String)
    if let bad = name.utf8.firstIndex(where: { !$0.isHostCharacter }) {
      let fault = PatternFault(reason: .badHost, column: name[..<bad].count + 1)
      throw RoutingError(.invalidPattern(text: name, fault: fault))
    }
    return try wireframe.insert(
      pattern, nil, tags, exposure, .onTop,
      .handler { [host] route, router in
        try await Page.opened(OpenedURL(route: route, router: router, host: host))
      })
  }

  /// Opens a page by name or URL, or hands a foreign URL to the system.
  ///
  /// - Parameters:
  ///   - text: A bare name such as `hello?title=world`, which is read with the wireframe's first custom scheme; a URL;
  ///     or a path. The app's own choice: a link from outside goes by ``open(_:origin:)``.
  ///   - objects: Objects to attach.
  /// - Returns: What the type returned; nil for another route of the wireframe, and for a foreign URL.
  /// - Throws: ``RoutingError``; ``RoutingError/Code/stopped`` if an observer stopped it, and
  ///   ``RoutingError/Code/foreign`` if the system did not take the URL either.
  @discardableResult
  public func open(
    _ text: String, objects: RoutingPayload = [:]
  ) async throws(RoutingError) -> (any Sendable)? {
    // The system opens it, whatever is under way here.
    if wireframe.isForeign(text), let url = URL(string: text), await systemOpener(url) {
      return nil
    }
    do throws(RoutingError) {
      let result = try await wireframe.route(to: urlText(for: text), payload: objects)
      if case .stopped(let reason) = result.outcome {
        throw RoutingError(
          .openingStopped(reason: reason), request: result.route.request,
          pattern: result.route.pattern)
      }
      return result.returnValue
    } catch {
      // A redirect may lead to a route that is missing: that was not the name. A module's own has no path before it.
      guard error.chain.count == 1, urlText(for: text) != text,
        case .noMatch(let nearMiss) = wireframe.table.match("/\(text)")
      else { throw error }
      throw error.forName(nearMiss)
    }
  }

  /// Opens a page by URL, whose `absoluteString` is the text, or hands it to the system; throws as for a text.
  @discardableResult
  public func open(
    _ url: URL, objects: RoutingPayload = [:]
  ) async throws(RoutingError) -> (any Sendable)? {
    try await open(url.absoluteString, objects: objects)
  }

  /// Opens a URL that came from outside the app; the system is never called.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, as it came.
  ///   - origin: The way on which it came.
  /// - Returns: The outcome, with what the type returned.
  @discardableResult
  public func open(_ urlText: String, origin: RoutingOrigin) async -> OpenOutcome<(any Sendable)?> {
    await OpenOutcome { () async throws(RoutingError) in
      try await self.wireframe.route(RoutingRequest(untrusted: urlText, origin: origin)).returnValue
    }
  }

  /// The text with the first custom scheme before it, if it is a bare name.
  private func urlText(for text: String) -> String {
    let schemes = wireframe.outermost.table.sources.map(\.description).filter { $0.hasSuffix(":") }
    guard let scheme = schemes.first, !text.isEmpty, !text.hasPrefix("/"),
      URLSource.endOfScheme(in: Array(text.utf8)) == nil
    else { return text }
    return "\(scheme)//\(text)"
  }
}

/// A URL that a ``Navigable`` is to open.
public struct OpenedURL<Controller> {
  /// The route: query, objects, and the path below the name under `*`.
  public let route: Route
  /// The wireframe, to route further with: `url.router.enqueue("/next")`.
  public let router: any Router
  /// The host of the screens.
  public let host: any NavigationHost<Controller>

  /// The first query value under a key, or nil.
  public subscript(key: String) -> String? { route.query[key] }

  /// An attached object, or nil if there is none under the key or it is of another type.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The wanted type; inferred from the context if left out.
  /// - Returns: The object.
  public func object<T>(_ key: String, as type: T.Type = T.self) -> T? {
    route.payload[key, as: type]
  }

  /// Pushes a screen that this URL brings.
  ///
  /// - Parameters:
  ///   - controller: The screen.
  ///   - animated: Whether the transition is animated.
  /// - Throws: As ``NavigationHost/push(_:route:option:)``.
  @MainActor
  public func push(_ controller: Controller, animated: Bool = true) async throws {
    try await host.push(controller, route: route.absolute, option: .push(animated: animated))
  }

  /// Presents a screen that this URL brings.
  ///
  /// - Parameters:
  ///   - controller: The screen.
  ///   - option: How to present it.
  /// - Throws: As ``NavigationHost/present(_:route:option:)``.
  @MainActor
  public func present(_ controller: Controller, option: some ModalOption = .modal) async throws {
    try await host.present(controller, route: route.absolute, option: option)
  }
}

@available(*, unavailable)
extension OpenedURL: Sendable {}
