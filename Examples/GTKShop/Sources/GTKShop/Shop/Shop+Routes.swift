import GTKHost
import WireframeCore

// The closures hold what they need and never the wireframe, which holds them.
extension Shop {
  func registerRoutes() throws(RoutingError) {
    try registerProducts()
    try registerCart()
    try registerAccount()
    try registerWallet()
    try registerGates()
  }

  private func registerProducts() throws(RoutingError) {
    let (catalogue, cart) = (catalogue, cart)
    try wireframe.register("/", option: .push, tab: ShopTab.shop.rawValue, exposure: .external) {
      _, router in HomeScreen(catalogue, router)
    }
    try wireframe.register("/products", option: .push, parent: "/", exposure: .external) {
      _, router in ProductsScreen(catalogue, router)
    }
    try wireframe.register(
      "/products/:id<int>", option: .push, parent: "/products", exposure: .external
    ) { route, router in
      ProductScreen(try catalogue.product(route["id"]), cart, router)
    }
    try wireframe.register(
      "/products/:id<int>/reviews", option: .push, parent: "/products/:id<int>",
      exposure: .external
    ) { route, router in
      ReviewsScreen(try catalogue.product(route["id"]), router)
    }
    try wireframe.register("/search", option: .push, parent: "/", exposure: .external) {
      route, router in
      SearchScreen(catalogue, words: route.query["q"] ?? "", router)
    }
    try wireframe.register(
      "/help/*topic", option: .modal(.sheet), ifPresented: .replace, exposure: .external
    ) { route, router in
      HelpScreen(topic: try route["topic"], router)
    }
  }

  private func registerCart() throws(RoutingError) {
    let (catalogue, cart, addresses) = (catalogue, cart, addresses)
    try wireframe.register(
      "/cart", option: .push, tab: ShopTab.cart.rawValue, exposure: .external
    ) { _, router in
      CartScreen(catalogue, cart, router)
    }
    // Closed: only the shop itself leads here.
    try wireframe.register("/checkout", option: .modal(.sheet), tags: [.behindLogin]) { _, router in
      CheckoutScreen(catalogue, cart, addresses, router)
    }
  }

  private func registerAccount() throws(RoutingError) {
    let (session, addresses) = (session, addresses)
    try wireframe.register(
      "/account", option: .push, tab: ShopTab.account.rawValue, tags: [.behindLogin],
      exposure: .external
    ) { [weak self] _, router in
      AccountScreen(session, router) { try await self?.signOut() }
    }
    try wireframe.register(
      "/account/orders", option: .push, parent: "/account", tags: [.behindLogin],
      exposure: .external
    ) { _, router in
      OrdersScreen(router)
    }
    try wireframe.register(
      "/account/addresses", option: .push, parent: "/account", tags: [.behindLogin],
      exposure: .external
    ) { _, router in
      AddressesScreen(addresses, router)
    }
    try wireframe.register(
      "/account/addresses/edit", option: .push, parent: "/account/addresses",
      tags: [.behindLogin, .editor]
    ) { _, router in
      EditAddressScreen(addresses, router)
    }
  }

  private func registerWallet() throws(RoutingError) {
    let payees = Payees()
    try wireframe.register(
      "/wallet", option: .push, tab: ShopTab.wallet.rawValue, tags: [.behindLogin],
      exposure: .external
    ) { _, router in
      WalletScreen(payees, router)
    }
    try wireframe.register(
      "/wallet/payees/:id<int>", option: .push, parent: "/wallet", tags: [.behindLogin]
    ) { route, router in
      PayeeScreen(try payees.payee(route["id"]), router)
    }
    try wireframe.register(
      "/wallet/payees/:id<int>/transfer", option: .modal(.sheet),
      parent: "/wallet/payees/:id<int>", tags: [.behindLogin, .behindPIN], exposure: .external
    ) { route, router in
      TransferScreen(try payees.payee(route["id"]), of: payees, router)
    }
    try wireframe.register(
      "/wallet/payees/pick", option: .modal(.sheet), restoration: .never, tags: [.behindLogin]
    ) { route, router in
      PickerScreen(payees, answer: AnswerHandle(for: route, router), router)
    }
  }

  private func registerGates() throws(RoutingError) {
    let session = session
    try wireframe.register("/gate/login", option: .modal(.sheet)) { _, router in
      LoginScreen(session, router)
    }
    try wireframe.register("/gate/pin", option: .modal(.sheet)) { _, router in
      PINScreen(session, router)
    }
  }
}
