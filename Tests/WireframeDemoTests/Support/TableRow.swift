import Testing

/// A row of the shop's table, with a URL for it.
struct TableRow: Sendable, CustomTestStringConvertible {
  let url: String
  let pattern: String
  let title: String?
  let option: String?
  var isGuarded = false

  var testDescription: String { url }

  var tree: [String] {
    option == "root" ? [title ?? ""] : ["Home"] + (title.map { [$0] } ?? [])
  }

  static let account = "/account/:section<orders|addresses|payment>?"

  /// A URL for each pattern, in the table's order.
  static let all = [
    TableRow(url: "/", pattern: "/", title: "Home", option: "root"),
    TableRow(url: "/products", pattern: "/products", title: "Products", option: "push"),
    TableRow(
      url: "/products/42", pattern: "/products/:id<int>", title: "Product 42", option: "push"),
    TableRow(
      url: "/products/42/reviews", pattern: "/products/:id<int>/reviews",
      title: "Reviews of 42", option: "push"),
    TableRow(url: "/search?q=lamp", pattern: "/search", title: "Search: lamp", option: "push"),
    TableRow(url: "/help/a/b", pattern: "/help/*topic", title: "Help: a / b", option: "modal"),
    TableRow(url: "/cart", pattern: "/cart", title: "Cart", option: "push"),
    TableRow(
      url: "/checkout", pattern: "/checkout", title: "Checkout", option: "modal", isGuarded: true),
    TableRow(
      url: "/account/orders", pattern: account, title: "Account: orders", option: "push",
      isGuarded: true),
    TableRow(url: "/login", pattern: "/login", title: "Log in", option: "modal"),
    TableRow(
      url: "/access-denied", pattern: "/access-denied", title: "Access denied", option: "modal"),
    TableRow(
      url: "/promo/SPRING", pattern: "/promo/:code", title: "Promo SPRING", option: "banner"),
    TableRow(url: "/sign-out", pattern: "/sign-out", title: nil, option: nil),
  ]

  /// Other URLs for the same patterns.
  static let variants = [
    TableRow(url: "myshop://", pattern: "/", title: "Home", option: "root"),
    TableRow(url: "https://shop.example.com", pattern: "/", title: "Home", option: "root"),
    TableRow(url: "myshop://products", pattern: "/products", title: "Products", option: "push"),
    TableRow(
      url: "https://shop.example.com/products/1", pattern: "/products/:id<int>",
      title: "Product 1", option: "push"),
    TableRow(
      url: "/products/99", pattern: "/products/:id<int>", title: "Product 99", option: "push"),
    TableRow(
      url: "/products/99/reviews", pattern: "/products/:id<int>/reviews",
      title: "Reviews of 99", option: "push"),
    TableRow(url: "/search", pattern: "/search", title: "Search", option: "push"),
    TableRow(url: "/search?q=", pattern: "/search", title: "Search", option: "push"),
    TableRow(
      url: "/search?q=a+b%26c", pattern: "/search", title: "Search: a+b&c", option: "push"),
    TableRow(url: "/help/a", pattern: "/help/*topic", title: "Help: a", option: "modal"),
    TableRow(
      url: "/account", pattern: account, title: "Account: overview", option: "push",
      isGuarded: true),
    TableRow(
      url: "/account/payment", pattern: account, title: "Account: payment", option: "push",
      isGuarded: true),
    TableRow(
      url: "/promo/SPRING%2F24%20%C3%A9", pattern: "/promo/:code", title: "Promo SPRING/24 é",
      option: "banner"),
  ]
}
