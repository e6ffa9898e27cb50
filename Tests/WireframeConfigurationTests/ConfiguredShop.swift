import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// A wireframe over a headless host with a root on screen, and a configuration over both.
@MainActor
struct ConfiguredShop {
  let wireframe: Wireframe<Screen>
  let navigation = NavigationTree<Screen>()
  let configuration: RouteConfiguration<Screen>
  let recorder = Recorder()

  init(
    origins: Set<RoutingOrigin> = [], limits: RoutingLimits = .none,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    wireframe = Wireframe(sources: ["myapp:"], limits: limits, clock: clock)
    configuration = RouteConfiguration(
      wireframe, on: navigation, tags: [.requiresLogin], origins: origins)
    configuration.register(builder: "screen") { Screen($0.title ?? $0.route.urlText) }
    try await navigation.setRoot(Screen("root"))
    wireframe.add(observer: recorder, priority: 1000)
  }

  var shown: [String] { navigation.state.shown.map { "\($0.controller)" } }

  /// Loads entries, each the inside of a JSON object.
  @discardableResult
  func load(_ entries: String..., defaults: String = "") throws -> Registration {
    let routes = entries.map { "{ \($0) }" }.joined(separator: ",\n")
    return try configuration.load(
      json: "{\"defaults\": {\(defaults)}, \"routes\": [\n\(routes)\n]}")
  }

  /// The error of a routing that has to fail.
  func failure(
    _ urlText: String, option: (any RoutingOption)? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> RoutingError {
    try await wireframe.failure(urlText, option: option, location)
  }
}

extension RouteConfiguration {
  @discardableResult
  func load(json: String, named name: String = "shop.json") throws -> Registration {
    try load(Data(json.utf8), named: name)
  }

  /// The faults of a file; none if it is good.
  func faults(of data: Data, named name: String = "shop.json") -> [ConfigurationFault] {
    do {
      try check(data, named: name)
      return []
    } catch {
      return error.faults
    }
  }

  /// The lines of a file's faults.
  func faultTexts(of json: String) -> [String] {
    faults(of: Data(json.utf8)).map(\.description)
  }
}
