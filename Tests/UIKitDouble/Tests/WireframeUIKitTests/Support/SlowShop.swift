import Testing
import UIKit
import WireframeCore
import WireframeUIKit

struct NoNetwork: Error {}

/// A screen that notes what UIKit tells it.
final class Page: UIViewController {
  private(set) var log: [String] = []

  convenience init(_ title: String) {
    self.init()
    self.title = title
  }

  func take() -> [String] {
    defer { log = [] }
    return log
  }

  private func note(_ what: String, _ isAnimated: Bool) {
    log.append(isAnimated ? "\(what), animated" : what)
  }

  override func viewWillAppear(_ animated: Bool) { note("will appear", animated) }
  override func viewDidAppear(_ animated: Bool) { note("did appear", animated) }
  override func viewWillDisappear(_ animated: Bool) { note("will disappear", animated) }
  override func viewDidDisappear(_ animated: Bool) { note("did disappear", animated) }
}

/// A window with screens that a slow server makes, and their placeholders.
@MainActor
final class SlowShop {
  let stage = Stage()
  let server = SlowServer()
  let wireframe: UIWireframe
  var isLoggedIn = true
  /// What the placeholders know, by their URLs.
  private(set) var loadings: [String: ScreenLoading] = [:]

  init() throws {
    wireframe = UIWireframe(
      sources: ["shop:"], home: "/", limits: RoutingLimits(provide: .seconds(600)),
      clock: stage.clock)
    wireframe.addStandardPresenters(on: stage.host)
    try wireframe.register("/", option: .root) { _ in Page("/") }
    try wireframe.register("/help", option: .push(animated: false)) { _ in Page("/help") }
    try wireframe.register("/login", option: .modal) { _ in Page("/login") }
    wireframe.addGate(for: "login", at: "/login") { [unowned self] in isLoggedIn }
    wireframe.addPlaceholder(tag: "slow") { [unowned self] route, loading in
      loadings[route.urlText] = loading
      return Page("Loading \(route.urlText)")
    }
    try add("/a", .push)
    try add("/b", .push, place: .under("/a"))
    try add("/orders", .push, tags: ["login"])
    try add("/sheet", .sheet([.medium, .large], hasStack: false))
    try add("/flow", .sheet(hasStack: true))
    try add("/full", .uiModal(.fullScreen))
  }

  /// Registers a route of the server's.
  func add(
    _ path: String, _ option: any RoutingOption, tags: Set<RouteTag> = [],
    place: ScreenPlace = .onTop,
    _ screen: (@MainActor () -> UIViewController)? = nil
  ) throws {
    try wireframe.register(
      RoutePattern(path), option: option, tags: tags.union(["slow"]), exposure: .external,
      place: place
    ) { [unowned self] _ in
      try await server.load(path)
      return screen?() ?? Page(path)
    }
  }

  /// Shows what is there at once.
  func show(_ paths: String...) async throws {
    for path in paths {
      try await stage.run { [wireframe] in try await wireframe.route(to: path).route }
    }
  }

  /// Routes, and waits until the placeholder is there.
  @discardableResult
  func begin(
    _ path: String
  ) async -> Task<Result<RoutingResult<UIViewController>, any Error>, Never> {
    let task = Task { () -> Result<RoutingResult<UIViewController>, any Error> in
      do {
        return .success(try await wireframe.route(to: path))
      } catch {
        return .failure(error)
      }
    }
    await stage.rest()
    return task
  }

  /// Lets the server answer, and waits until the screen is there.
  func answer(
    _ path: String, with error: (any Error)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    #expect(server.answer(path, with: error), sourceLocation: sourceLocation)
    await stage.rest()
  }

  var top: UIViewController? { stage.host.state.top?.controller }
  var isLoading: Bool { stage.host.state.top?.isPlaceholder == true }
  /// All screens, also those that cannot be seen.
  var titles: [String] { stage.host.state.entries.map { $0.controller.title ?? "?" } }
}
