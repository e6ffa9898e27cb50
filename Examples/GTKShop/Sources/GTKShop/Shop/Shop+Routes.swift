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
    try wireframe.register(
      "/", option: .push, exposure: .external, place: .init(tab: ShopTab.shop.rawValue)
    ) {
      _, router in HomeScreen(catalogue, router)
    }
    try wireframe.register("/products", option: .push, exposure: .external, place: .under("/")) {
      _, router in ProductsScreen(catalogue, router)
    }
    try wireframe.register(
      "/products/:id<int>", option: .push, exposure: .external, place: .under("/products")
    ) { route, router in
      ProductScreen(try catalogue.product(route["id"]), cart, router)
    }
    try wireframe.register(
      "/products/:id<int>/reviews", option: .push, exposure: .external,
      place: .under("/products/:id<int>")
    ) { route, router in
      ReviewsScreen(try catalogue.product(route["id"]), router)
    }
    try wireframe.register("/search", option: .push, exposure: .external, place: .under("/")) {
      route, router in
      SearchScreen(catalogue, words: route.query["q"] ?? "", router)
    }
    try wireframe.register(
      "/help/*topic", option: .modal(.sheet), exposure: .external,
      place: .init(ifPresented: .replace)
    ) { route, router in
      HelpScreen(topic: try route["topic"], router)
    }
  }

  private func registerCart() throws(RoutingError) {
    let (catalogue, cart, addresses) = (catalogue, cart, addresses)
    try wireframe.register(
      "/cart", option: .push, exposure: .external, place: .init(tab: ShopTab.cart.rawValue)
    ) { _, router in
      CartScreen(catalogue, cart, router)
    }
    // Closed: only the shop itself leads here.
    try wireframe.register("/checkout", option: .modal(.sheet), tags: [.behindLogin]) { _, router in
      CheckoutScreen(catalogue, cart, addresses, router)
    }
  }

  private func registerAccount() throws(RoutingError) {
    let (session, addresses, server) = (session, addresses, server)
    try wireframe.register(
      "/account", option: .push, tags: [.behindLogin], exposure: .external,
      place: .init(tab: ShopTab.account.rawValue)
    ) { [weak self] _, router in
      AccountScreen(session, router) { try await self?.signOut() }
    }
    try wireframe.register(
      "/account/orders", option: .push, tags: [.behindLogin, .fromServer], exposure: .external,
      place: .under("/account")
    ) { _, router in
      OrdersScreen(try await server.orders(), router)
    }
    try wireframe.register(
      "/account/addresses", option: .push, tags: [.behindLogin], exposure: .external,
      place: .under("/account")
    ) { _, router in
      AddressesScreen(addresses, router)
    }
    try wireframe.register(
      "/account/addresses/edit", option: .push, tags: [.behindLogin, .editor],
      place: .under("/account/addresses")
    ) { _, router in
      EditAddressScreen(addresses, router)
    }
  }

  private func registerWallet() throws(RoutingError) {
    let payees = Payees()
    try wireframe.register(
      "/wallet", option: .push, tags: [.behindLogin], exposure: .external,
      place: .init(tab: ShopTab.wallet.rawValue)
    ) { _, router in
      WalletScreen(payees, router)
    }
    try wireframe.register(
      "/wallet/payees/:id<int>", option: .push, tags: [.behindLogin], place: .under("/wallet")
    ) { route, router in
      PayeeScreen(try payees.payee(route["id"]), router)
    }
    try wireframe.register(
      "/wallet/payees/:id<int>/transfer", option: .modal(.sheet), tags: [.behindLogin, .behindPIN],
      exposure: .external, place: .under("/wallet/payees/:id<int>")
    ) { route, router in
      TransferScreen(try payees.payee(route["id"]), of: payees, router)
    }
    try wireframe.register(
      "/wallet/payees/pick", option: .modal(.sheet), tags: [.behindLogin],
      place: .init(restoration: .never)
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
