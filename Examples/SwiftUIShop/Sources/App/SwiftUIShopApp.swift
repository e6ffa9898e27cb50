import SwiftUI
import WireframeCore
import WireframeSwiftUI

@main
struct SwiftUIShopApp: App {
  var body: some Scene {
    WindowGroup { ShopWindow() }
  }
}

/// A window, with a shop of its own.
@MainActor
struct ShopWindow: View {
  @StateObject private var shop = Shop(layout: .current)

  var body: some View {
    WireframeView(shop.host) { tab in
      Label(tab, systemImage: ShopTab(rawValue: tab)?.symbol ?? "circle")
    } placeholder: {
      Color.clear
    }
    .offersLink(
      as: "com.example.SwiftUIShop.browse", on: shop.host, source: "https://shop.example.com"
    )
    .wireframe(shop.wireframe, shop.host) { text, outcome in shop.report(text, outcome) }
    .restoresScreens(of: shop.wireframe, on: shop.host, first: "/")
    .alert(shop.problem, isPresented: $shop.hasProblem) {}
  }
}
