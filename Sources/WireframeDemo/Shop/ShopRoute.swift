import WireframeCore

extension RouteTag {
  /// Only for users who are signed in: others are sent away.
  static let requiresLogin: RouteTag = "requires-login"
  /// Behind the gate of the login.
  static let behindLogin: RouteTag = "login"
  /// Behind the gate of the PIN.
  static let behindPIN: RouteTag = "pin"
}

/// A row of the shop's table: each route is declared only here, registered from here and listed from here.
@MainActor
struct ShopRoute {
  enum Target {
    case screen(option: any RoutingOption, make: @MainActor (Route) throws -> Screen?)
    case action(@MainActor () -> Void)
  }

  let pattern: RoutePattern
  var parent: RoutePattern?
  var tab: ShopTab?
  let tags: Set<RouteTag>
  /// Whether links from outside may lead here.
  let exposure: RouteExposure
  let target: Target

  static func screen(
    _ pattern: RoutePattern, option: any RoutingOption, parent: RoutePattern? = nil,
    tab: ShopTab? = nil, tags: Set<RouteTag> = [], exposure: RouteExposure = .closed,
    make: @escaping @MainActor (Route) throws -> Screen?
  ) -> ShopRoute {
    ShopRoute(
      pattern: pattern, parent: parent, tab: tab, tags: tags, exposure: exposure,
      target: .screen(option: option, make: make))
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

  func register(
    on wireframe: Wireframe<Screen>, withTabs hasTabs: Bool, _ held: HeldProviders
  ) throws(RoutingError) {
    switch target {
    case .screen(let option, let make):
      try wireframe.register(
        pattern, option: option, tags: tags, exposure: exposure,
        place: .init(under: parent, tab: hasTabs ? tab?.rawValue : nil)
      ) { route in
        try await held.hold(route)
        return try make(route)
      }
    case .action(let perform):
      try wireframe.handle(pattern, tags: tags, exposure: exposure) { _ in perform() }
    }
  }
}

/// The tabs of the shop, if it has tabs.
enum ShopTab: String, CaseIterable {
  case shop = "Shop"
  case cart = "Cart"
  case account = "Account"
  case wallet = "Wallet"
}
