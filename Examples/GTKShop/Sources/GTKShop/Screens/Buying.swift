import CGTK
import GTKHost
import WireframeCore

/// What the user wants to buy.
final class CartScreen: ShopScreen {
  private let catalogue: Catalogue
  private let cart: Cart

  init(_ catalogue: Catalogue, _ cart: Cart, _ router: any Router) {
    (self.catalogue, self.cart) = (catalogue, cart)
    super.init("Cart", router)
  }

  override func makeParts() -> [Widget] {
    let parts = column(spacing: 18, [])
    replaceChildren(of: parts, with: rows())
    cart.onChange(for: self) { [weak self] in
      guard let self else { return }
      replaceChildren(of: parts, with: rows())
    }
    return [parts]
  }

  private func rows() -> [Widget] {
    let products = cart.products.compactMap { catalogue[$0] }
    guard !products.isEmpty else {
      return [
        emptyState(
          "basket", "Your cart is empty", "What you add to it waits here.",
          button("Browse products", "pill") { [weak self] in self?.go(to: "/products") })
      ]
    }
    return [
      list(products.map { (row(of: $0), action: nil) }),
      total(of: cart, in: catalogue),
      button("Check out", "suggested-action", "pill") { [weak self] in self?.go(to: "/checkout") }
        .aligned(GTK_ALIGN_CENTER),
    ]
  }

  private func row(of product: Product) -> Widget {
    let count = cart.counts[product.id] ?? 0
    func change(_ icon: String, _ what: String, by number: Int) -> Widget {
      // Later: the button is one of the widgets that the change replaces.
      iconButton(icon, tooltip: "\(what) \(product.name)") { [weak self] in
        Task { self?.cart.add(product.id, number) }
      }.styled("circular", "flat").aligned(GTK_ALIGN_CENTER)
    }
    return listRow(
      product.name, (product.cents * count).asPrice, picture: picture(product.picture, size: 48),
      end: [
        change("list-remove-symbolic", "Fewer of", by: -1), label("\(count)", "numeric"),
        change("list-add-symbolic", "More of", by: 1),
      ], leadsOn: false)
  }
}

/// The sum of a cart, as a line.
private func total(of cart: Cart, in catalogue: Catalogue) -> Widget {
  let cents = cart.counts.reduce(0) { $0 + (catalogue[$1.key]?.cents ?? 0) * $1.value }
  return row(
    spacing: 12,
    [label("Total", "title-4").expanding(), label(cents.asPrice, "title-2", "numeric")]
  ).padded(14, vertical: 0)
}

/// Buys what is in the cart.
final class CheckoutScreen: ShopScreen {
  private let catalogue: Catalogue
  private let cart: Cart
  private let addresses: AddressBook

  init(_ catalogue: Catalogue, _ cart: Cart, _ addresses: AddressBook, _ router: any Router) {
    (self.catalogue, self.cart, self.addresses) = (catalogue, cart, addresses)
    super.init("Check out", router)
  }

  override func makeParts() -> [Widget] {
    let products = cart.products.compactMap { catalogue[$0] }
    return [
      list(
        products.map { product in
          (
            listRow(
              product.name, "\(cart.counts[product.id] ?? 0) × \(product.price)",
              leadsOn: false), action: nil
          )
        }),
      total(of: cart, in: catalogue),
      label("It will be sent to \(addresses.street), \(addresses.city).", "dim-label"),
      button("Place order", "suggested-action", "pill") { [weak self] in
        self?.attempt { [cart = self?.cart] in
          try await self?.router?.dismiss()
          cart?.clear()
        }
      }.aligned(GTK_ALIGN_CENTER),
    ]
  }
}
