import UIKit
import WireframeCore

/// Puts the first screen together.
@MainActor
enum HomeModule {
  /// The router is held weakly: the wireframe holds the host, and the host the screens.
  static func screen(router: any Router) -> UIViewController {
    let catalogue = Catalogue()
    let products = catalogue.ids.map { id in
      ShopButton((try? catalogue.name(id)) ?? "") { [weak router] in
        try await router?.route(to: "/products/\(id)")
      }
    }
    let others = [
      "Search": "/search", "Account": "/account", "Help": "/help/delivery",
      "On a device": "/device",
    ]
    let links = others.sorted { $0.key < $1.key }.map { title, url in
      ShopButton(title) { [weak router] in try await router?.route(to: url) }
    }
    return ShopScreen("Shop", buttons: products + links)
  }
}
