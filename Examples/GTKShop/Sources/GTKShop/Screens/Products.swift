import CGTK
import GTKHost
import WireframeCore

/// The first screen of the shop.
final class HomeScreen: ShopScreen {
  private let catalogue: Catalogue

  init(_ catalogue: Catalogue, _ router: any Router) {
    self.catalogue = catalogue
    super.init("Home", router)
  }

  override var actions: [Widget] {
    [
      iconButton("help-about-symbolic", tooltip: "Help") { [weak self] in
        self?.go(to: "/help/delivery")
      },
      iconButton("system-search-symbolic", tooltip: "Search") { [weak self] in
        self?.go(to: "/search")
      },
    ]
  }

  override func makeParts() -> [Widget] {
    let hero = row(
      spacing: 12,
      [
        column(
          spacing: 8,
          [
            label("Things for quiet rooms", "title-1"),
            label("Made to last, and sent within two days.", "dim-label"),
            button("All products", "suggested-action", "pill") { [weak self] in
              self?.go(to: "/products")
            }.aligned(GTK_ALIGN_START),
          ]
        ).expanding().aligned(GTK_ALIGN_FILL),
        picture("plant", size: 112),
      ]
    ).padded(20)
    return [row([hero]).styled("card", "hero"), label("New in the shop", "title-4"), cards]
  }

  private var cards: Widget {
    guard let grid = gtk_flow_box_new() else { preconditionFailure("GTK has no flow box.") }
    gtk_flow_box_set_selection_mode(grid.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_homogeneous(grid.opaque, 1)
    gtk_flow_box_set_min_children_per_line(grid.opaque, 2)
    gtk_flow_box_set_max_children_per_line(grid.opaque, 4)
    gtk_flow_box_set_row_spacing(grid.opaque, 12)
    gtk_flow_box_set_column_spacing(grid.opaque, 12)
    for product in catalogue.products.prefix(4) {
      let name = label(product.name, "heading")
      let price = label(product.price, "dim-label", "caption")
      let content = column(
        spacing: 6, [picture(product.picture, size: 104), name, price]
      ).padded(4, vertical: 8)
      for text in [name, price] { text.aligned(GTK_ALIGN_CENTER) }
      guard let card = gtk_button_new() else { continue }
      gtk_button_set_child(card.cast(), content)
      card.styled("card", "flat").on("clicked") { [weak self] in
        self?.go(to: "/products/\(product.id)")
      }
      gtk_flow_box_append(grid.opaque, card)
      if let child = gtk_widget_get_parent(card) { gtk_widget_set_focusable(child, 0) }
    }
    return grid
  }
}

/// All products.
final class ProductsScreen: ShopScreen {
  private let catalogue: Catalogue

  init(_ catalogue: Catalogue, _ router: any Router) {
    self.catalogue = catalogue
    super.init("Products", router)
  }

  override var actions: [Widget] {
    [
      iconButton("system-search-symbolic", tooltip: "Search") { [weak self] in
        self?.go(to: "/search")
      }
    ]
  }

  override func makeParts() -> [Widget] { [productList(catalogue.products)] }
}

extension ShopScreen {
  /// Products as rows that lead to them.
  func productList(_ products: [Product]) -> Widget {
    list(
      products.map { product in
        (
          listRow(
            product.name, "★ \(product.rating)", picture: picture(product.picture, size: 48),
            end: [label(product.price, "numeric")]),
          action: { [weak self] in self?.go(to: "/products/\(product.id)") }
        )
      })
  }
}

/// A product.
final class ProductScreen: ShopScreen {
  private let product: Product
  private let cart: Cart

  init(_ product: Product, _ cart: Cart, _ router: any Router) {
    (self.product, self.cart) = (product, cart)
    super.init(product.name, router)
  }

  override func makeParts() -> [Widget] {
    let (product, cart) = (product, cart)
    let inCart = label("", "dim-label", "caption")
    let add = button("Add to cart", "suggested-action", "pill") { cart.add(product.id) }
    let show = {
      let count = cart.counts[product.id] ?? 0
      gtk_label_set_text(inCart.opaque, count == 0 ? "In stock" : "\(count) in your cart")
    }
    show()
    cart.onChange(for: self, show)
    let price = column(spacing: 3, [label(product.price, "title-1", "numeric"), inCart])
    return [
      picture(product.picture, size: 200),
      row(spacing: 12, [price.expanding(), add.aligned(GTK_ALIGN_END)]),
      label(product.text, "body"),
      list([
        (
          listRow(
            "Reviews",
            "★ \(product.rating) from \(product.reviews.count) "
              + (product.reviews.count == 1 ? "customer" : "customers")),
          action: { [weak self] in self?.go(to: "/products/\(product.id)/reviews") }
        ),
        (
          listRow("Delivery and returns", "Two days, free from €50"),
          action: { [weak self] in self?.go(to: "/help/delivery") }
        ),
      ]),
    ]
  }
}

/// What customers say of a product.
final class ReviewsScreen: ShopScreen {
  private let product: Product

  init(_ product: Product, _ router: any Router) {
    self.product = product
    super.init("Reviews", router)
  }

  override func makeParts() -> [Widget] {
    [
      row(
        spacing: 14,
        [
          picture(product.picture, size: 64),
          column(
            spacing: 3, [label(product.name, "title-3"), label("★ \(product.rating)", "dim-label")]
          ).expanding().aligned(GTK_ALIGN_FILL),
        ]),
      list(
        product.reviews.map { review in
          let stars =
            String(repeating: "★", count: review.stars)
            + String(repeating: "☆", count: 5 - review.stars)
          return (
            column(
              spacing: 6,
              [
                row(
                  spacing: 8, [label(review.author, "heading").expanding(), label(stars, "stars")]),
                label(review.text),
              ]
            ).padded(14, vertical: 12), action: nil
          )
        }),
    ]
  }
}

/// Looks for products while the user types.
final class SearchScreen: ShopScreen {
  private let catalogue: Catalogue
  private let words: String

  init(_ catalogue: Catalogue, words: String, _ router: any Router) {
    (self.catalogue, self.words) = (catalogue, String(words.prefix(100)))
    super.init("Search", router)
  }

  override func makeParts() -> [Widget] {
    guard let entry = gtk_search_entry_new() else { return [] }
    let results = column([])
    gtk_widget_set_name(entry, "Search field")
    gtk_editable_set_text(entry.opaque, words)
    entry.on("search-changed") { [weak self] in self?.show(text(of: entry), in: results) }
    show(words, in: results)
    return [entry, results]
  }

  private func show(_ words: String, in results: Widget) {
    let found = catalogue.products(matching: words)
    let content =
      if !found.isEmpty {
        productList(found)
      } else if words.isEmpty {
        emptyState("glass", "Find something", "Search by name, or by what it is made of.")
      } else {
        emptyState("glass", "Nothing found", "No product has all these words.")
      }
    replaceChildren(of: results, with: [content])
  }
}

/// A page of the help.
final class HelpScreen: ShopScreen {
  private let topic: String

  init(topic: [String], _ router: any Router) {
    self.topic = topic.joined(separator: " / ")
    super.init("Help", router)
  }

  override var scrolls: Bool { false }

  override func makeParts() -> [Widget] {
    let texts = [
      "delivery": (
        "Delivery and returns",
        "Orders leave us within two days. Delivery is free from €50; below that it costs €4.90. "
          + "You can send everything back within thirty days, in the box in which it came."
      )
    ]
    let (title, text) =
      texts[topic] ?? ("There is no such topic", "The help knows nothing of it yet.")
    return [
      label(title, "title-2"), label(text, "body"),
      button("Close") { [weak self] in
        self?.attempt { try await self?.router?.dismiss() }
      }.aligned(GTK_ALIGN_END),
    ]
  }
}
