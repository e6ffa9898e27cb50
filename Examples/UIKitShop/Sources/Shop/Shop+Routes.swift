import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

extension RouteTag {
  /// Only for those who are logged in.
  static let requiresLogin: RouteTag = "requires-login"
}

extension Shop {
  func registerRoutes() throws(RoutingError) {
    try registerTabs()
    try registerProducts()
    try registerMembers()
  }

  // The tabs are there already: nothing is made for them.
  private func registerTabs() throws(RoutingError) {
    try wireframe.register("/", option: .tab(Tab.shop.rawValue), exposure: .external)
    try wireframe.register("/cart", option: .tab(Tab.cart.rawValue), exposure: .external)
  }

  private func registerProducts() throws(RoutingError) {
    let catalogue = Catalogue()
    try wireframe.register("/products/:id<int>", option: .push, exposure: .external) {
      route, router in
      let id: Int = try route["id"]
      return ShopScreen(
        try catalogue.name(id),
        buttons: [
          ShopButton("Photo") { [weak router] in
            try await router?.route(to: "/products/\(id)/photo")
          }
        ])
    }
    // The whole screen is the photo's.
    try wireframe.register(
      "/products/:id<int>/photo",
      option: .uiPush(hidesNavigationBar: true, hidesBottomBar: true), exposure: .external
    ) { [weak host] route in
      ShopScreen(
        "Photo of \(try catalogue.name(route["id"]))",
        buttons: [ShopButton("Back") { try await host?.pop() }])
    }
    try wireframe.register(
      "/search", option: .sheet([.medium, .large], showsGrabber: true), exposure: .external
    ) { route, router in
      let ids = catalogue.ids(matching: route.query["q"] ?? "")
      return ShopScreen(
        "Search",
        buttons: try ids.map { id in
          ShopButton(try catalogue.name(id)) { [weak router] in
            try await router?.route(to: "/products/\(id)")
          }
        })
    }
    let help = StoryboardSource("Help", in: bundle)
    try wireframe.register(
      "/help/*topic", option: .uiModal(.formSheet, hasStack: true), exposure: .external
    ) { route in
      let screen = try help.controller("help", as: HelpViewController.self)
      screen.topic = try route["topic"]
      return screen
    }
  }

  private func registerMembers() throws(RoutingError) {
    try wireframe.register("/login", option: .uiModal(.fullScreen)) { [weak self] _ in
      ShopScreen("Log in", buttons: [ShopButton("Log in") { try await self?.logIn() }])
    }
    try wireframe.register(
      "/account", option: .push, tags: [.requiresLogin], exposure: .external
    ) { [weak self] _ in
      ShopScreen("Account", buttons: [ShopButton("Log out") { try await self?.logOut() }])
    }
    // A push notification leads here, or a link of which the system has verified the domain.
    try wireframe.register(
      "/orders/:id<int>", option: .push, tags: [.requiresLogin],
      exposure: .only(.notification, .universalLink)
    ) { route in
      ShopScreen("Order \(try route["id"] as Int)")
    }
    // Closed: only the shop itself leads here.
    try wireframe.register(
      "/checkout", option: .uiModal(.formSheet, hasStack: true, isSwipeable: false),
      tags: [.requiresLogin], under: root
    ) { _ in CheckoutCoordinator() }
  }
}
