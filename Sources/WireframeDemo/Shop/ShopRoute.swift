import WireframeCore

extension RouteTag {
  /// Only for users who are signed in.
  static let requiresLogin: RouteTag = "requires-login"
}

/// A row of the shop's table: each route is declared only here, registered from here and listed from here.
@MainActor
struct ShopRoute {
  enum Target {
    case screen(option: any RoutingOption, make: @MainActor (Route) throws -> Screen?)
    case action(@MainActor () -> Void)
  }

  let pattern: RoutePattern
  let tags: Set<RouteTag>
  /// Whether links from outside may lead here.
  let exposure: RouteExposure
  let target: Target

  static func screen(
    _ pattern: RoutePattern, option: any RoutingOption, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed,
    make: @escaping @MainActor (Route) throws -> Screen?
  ) -> ShopRoute {
    ShopRoute(
      pattern: pattern, tags: tags, exposure: exposure, target: .screen(option: option, make: make))
  }

  static func action(
    _ pattern: RoutePattern, tags: Set<RouteTag> = [], perform: @escaping @MainActor () -> Void
  ) -> ShopRoute {
    ShopRoute(pattern: pattern, tags: tags, exposure: .closed, target: .action(perform))
  }

  /// How the route's screen is presented; nil for an action.
  var option: (any RoutingOption)? {
    if case .screen(let option, _) = target { option } else { nil }
  }

  var isGuarded: Bool { tags.contains(.requiresLogin) }

  func register(on wireframe: Wireframe<Screen>) throws(RoutingError) {
    switch target {
    case .screen(let option, let make):
      try wireframe.register(
        pattern, option: option, tags: tags, exposure: exposure, controller: make)
    case .action(let perform):
      try wireframe.handle(pattern, tags: tags, exposure: exposure) { _ in perform() }
    }
  }
}
