import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

extension RouteTag {
  /// Only for those who are logged in.
  static let requiresLogin: RouteTag = "requires-login"
  /// Only for those who pay for it.
  static let requiresPlus: RouteTag = "requires-plus"
  /// Asks before it leaves with changes.
  static let editor: RouteTag = "editor"
}

extension Shop {
  func registerRoutes() throws(RoutingError) {
    try registerProducts()
    try registerSheets()
    try registerMembers()
    try registerGates()
    try registerDevice()
    // A module with a wireframe of its own: its screens know nothing of the shop.
    try wireframe.mount(WalletModule.wireframe(), at: "/wallet", tab: Tab.wallet.rawValue)
  }

  private func registerProducts() throws(RoutingError) {
    let catalogue = Catalogue()
    let list = isWide ? "\(Tab.shop.rawValue)/primary" : Tab.shop.rawValue
    try wireframe.register("/", option: .push, exposure: .external, place: .init(tab: list)) {
      _, router in
      HomeModule.screen(router: router)
    }
    try wireframe.register(
      "/cart", option: .push, exposure: .external, place: .init(tab: Tab.cart.rawValue)
    ) { _, router in
      CartModule.screen(router: router)
    }
    // Beside the list, or above it.
    try wireframe.register(
      "/products/:id<int>", option: .push, exposure: .external,
      place: .under("/", tab: Tab.shop.rawValue)
    ) { route, router in
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
      "/products/:id<int>/photo", option: .uiPush(hidesNavigationBar: true, hidesBottomBar: true),
      exposure: .external, place: .under("/products/:id<int>")
    ) { route, router in
      ShopScreen(
        "Photo of \(try catalogue.name(route["id"]))",
        buttons: [ShopButton("Back") { [weak router] in try await router?.back() }])
    }
  }

  private func registerSheets() throws(RoutingError) {
    let catalogue = Catalogue()
    // It comes half as high as the screen, and the shop below it can be used meanwhile.
    try wireframe.register(
      "/search",
      option: .sheet(
        [.medium, .large], selected: .medium, largestUndimmed: .medium, showsGrabber: true),
      exposure: .external
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
    let session = session
    try wireframe.register(
      "/account", option: .push, tags: [.requiresLogin], exposure: .external,
      place: .under("/", tab: Tab.shop.rawValue)
    ) { [weak self] _, router in
      ShopScreen(
        "Account",
        buttons: [
          ShopButton("Address") { [weak router] in
            try await router?.route(to: "/account/address")
          },
          ShopButton("Log out") { try await self?.logOut() },
        ])
    }
    try wireframe.register(
      "/account/address", option: .uiModal(.formSheet, hasStack: true),
      tags: [.requiresLogin, .editor], place: .under("/account")
    ) { _, router in
      AddressEditor(session, router)
    }
    // A push notification leads here, or a link of which the system has verified the domain.
    try wireframe.register(
      "/orders/:id<int>", option: .push, tags: [.requiresLogin],
      exposure: .only(.notification, .universalLink), place: .under("/account")
    ) { route in
      ShopScreen("Order \(try route["id"] as Int)")
    }
    // Closed: only the shop itself leads here.
    try wireframe.register(
      "/checkout", option: .uiModal(.formSheet, hasStack: true, isSwipeable: false),
      tags: [.requiresLogin], under: root
    ) { _ in CheckoutCoordinator() }
  }

  private func registerGates() throws(RoutingError) {
    let session = session
    try wireframe.register("/login", option: .uiModal(.fullScreen)) { _, router in
      ShopScreen(
        "Log in",
        buttons: [
          ShopButton("Log in") { [weak router] in
            session.logIn()
            try await router?.resume(after: .requiresLogin)
          },
          ShopButton("Not now") { [weak router] in try await router?.dismiss() },
        ])
    }
    try wireframe.register("/plus", option: .sheet([.medium])) { _, router in
      ShopScreen(
        "Shop Plus", lines: ["Statements are part of Shop Plus."],
        buttons: [
          ShopButton("Subscribe") { [weak router] in
            session.subscribe()
            try await router?.resume(after: .requiresPlus)
          }
        ])
    }
  }
}
