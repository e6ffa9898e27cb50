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
      "/", option: .push, tab: layout.place(of: .shop), exposure: .external
    ) { _ in HomeView(layout: layout) }
    try wireframe.register(
      "/products/:id<int>", option: .push, parent: "/", tab: layout.productPlace,
      exposure: .external
    ) { route in
      ProductView(product: try Product.find(route["id"]), cart: cart)
    }
    try wireframe.register(
      "/products/:id<int>/reviews", option: .push, parent: "/products/:id<int>",
      exposure: .external
    ) { route in
      ReviewsView(product: try Product.find(route["id"]))
    }
    try wireframe.register(
      "/help/*topic", option: .modal(.sheet, hasStack: true), ifPresented: .replace,
      exposure: .external
    ) { route in
      HelpView(topic: try route["topic"])
    }
    try wireframe.register(
      "/cart", option: .push, parent: layout.sidebar, tab: layout.place(of: .cart),
      exposure: .external
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
      "/account", option: .push, parent: layout.sidebar, tab: layout.place(of: .account),
      tags: [.behindLogin], exposure: .external
    ) { [weak self] _ in
      AccountView(name: session.name ?? "") { try await self?.signOut() }
    }
    try wireframe.register(
      "/account/address", option: .push, parent: "/account", tags: [.behindLogin, .editor]
    ) { _ in AddressView(addresses: addresses) }
  }

  private func registerWallet() throws(RoutingError) {
    try wireframe.register(
      "/wallet", option: .push, parent: layout.sidebar, tab: layout.place(of: .wallet),
      tags: [.behindLogin], exposure: .external
    ) { _ in WalletView() }
    try wireframe.register(
      "/wallet/payees/:id<int>", option: .push, parent: "/wallet", tags: [.behindLogin]
    ) { route in
      PayeeView(payee: try Payee.find(route["id"]))
    }
    try wireframe.register(
      "/wallet/payees/:id<int>/transfer", option: .modal(.sheet),
      parent: "/wallet/payees/:id<int>", tags: [.behindLogin, .behindPIN], exposure: .external
    ) { route in
      TransferView(payee: try Payee.find(route["id"]))
    }
  }

  private func registerGates() throws(RoutingError) {
    let session = session
    try wireframe.register("/gate/login", option: .modal(.sheet)) { _ in
      LoginView(session: session)
    }
    try wireframe.register("/gate/pin", option: .modal(.sheet)) { _ in PINView(session: session) }
  }

  /// Closes the gates, forgets what they keep, and takes away what is behind them.
  func signOut() async throws {
    session.signOut()
    wireframe.discardParked()
    try await wireframe.reevaluate()
  }
}
