import SwiftUI
import WireframeCore
import WireframeSwiftUI

// The closures hold what they need and never the wireframe, which holds them. Views find the router in their
// environment.
extension Shop {
  func registerRoutes() throws(RoutingError) {
    try registerProducts()
    try registerAccount()
    try registerWallet()
    try registerGates()
    try registerDevice()
  }

  private func registerProducts() throws(RoutingError) {
    let (cart, layout) = (cart, layout)
    try wireframe.register(
      "/", option: .push, exposure: .external, place: .init(tab: layout.place(of: .shop))
    ) { _ in HomeView(layout: layout) }
    try wireframe.register(
      "/products/:id<int>", option: .push, exposure: .external,
      place: .under("/", tab: layout.productPlace)
    ) { route in
      ProductView(product: try Product.find(route["id"]), cart: cart)
    }
    try wireframe.register(
      "/products/:id<int>/reviews", option: .push, exposure: .external,
      place: .under("/products/:id<int>")
    ) { route in
      ReviewsView(product: try Product.find(route["id"]))
    }
    try wireframe.register(
      "/help/*topic", option: .modal(.sheet, hasStack: true), exposure: .external,
      place: .init(ifPresented: .replace)
    ) { route in
      HelpView(topic: try route["topic"])
    }
    try wireframe.register(
      "/cart", option: .push, exposure: .external,
      place: .init(under: layout.sidebar, tab: layout.place(of: .cart))
    ) { _ in CartView(cart: cart) }
    // Over the whole screen; it answers the cart, which waits for a code.
    try wireframe.register("/cart/voucher", option: .modal) { route, router in
      VoucherScreen.make(answer: AnswerHandle(for: route, router), router)
    }
    // Closed: only the shop itself leads here.
    try wireframe.register("/checkout", option: .modal(.sheet), tags: [.behindLogin]) { _ in
      CheckoutView(cart: cart)
    }
  }

  private func registerAccount() throws(RoutingError) {
    let (session, addresses) = (session, addresses)
    try wireframe.register(
      "/account", option: .push, tags: [.behindLogin], exposure: .external,
      place: .init(under: layout.sidebar, tab: layout.place(of: .account))
    ) { [weak self] _ in
      AccountView(name: session.name ?? "") { await self?.signOut() }
    }
    try wireframe.register(
      "/account/address", option: .push, tags: [.behindLogin, .editor], place: .under("/account")
    ) { _ in AddressView(addresses: addresses) }
  }

  private func registerWallet() throws(RoutingError) {
    try wireframe.register(
      "/wallet", option: .push, tags: [.behindLogin], exposure: .external,
      place: .init(under: layout.sidebar, tab: layout.place(of: .wallet))
    ) { _ in WalletView() }
    try wireframe.register(
      "/wallet/payees/:id<int>", option: .push, tags: [.behindLogin], place: .under("/wallet")
    ) { route in
      PayeeView(payee: try Payee.find(route["id"]))
    }
    try wireframe.register(
      "/wallet/payees/:id<int>/transfer", option: .modal(.sheet), tags: [.behindLogin, .behindPIN],
      exposure: .external, place: .under("/wallet/payees/:id<int>")
    ) { route in
      TransferView(payee: try Payee.find(route["id"]))
    }
  }

  private func registerGates() throws(RoutingError) {
    let session = session
    try wireframe.register("/gate/login", option: .modal(.sheet)) { [weak self] _ in
      LoginView(session: session) { await self?.pass(.behindLogin) }
    }
    try wireframe.register("/gate/pin", option: .modal(.sheet)) { [weak self] _ in
      PINView(session: session) { await self?.pass(.behindPIN) }
    }
  }
}
