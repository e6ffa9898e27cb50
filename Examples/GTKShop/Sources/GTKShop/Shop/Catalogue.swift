/// What the shop sells.
struct Catalogue {
  private let byNumber: [Int: Product]
  /// All products, in their order.
  let products: [Product]

  init() {
    products = Product.all
    byNumber = Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
  }

  subscript(_ id: Int) -> Product? { byNumber[id] }

  /// The product with a number, if there is one.
  func product(_ id: Int) throws(NoSuchThing) -> Product {
    guard let product = byNumber[id] else { throw NoSuchThing() }
    return product
  }

  /// The products whose name or text has all these words.
  func products(matching words: String) -> [Product] {
    let words = words.lowercased().split(separator: " ")
    guard !words.isEmpty else { return [] }
    return products.filter { product in
      let text = "\(product.name) \(product.text)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }
}

/// A number in a URL that leads to nothing.
struct NoSuchThing: Error {}

struct Product {
  let id: Int
  let name: String
  let cents: Int
  let text: String
  /// The name of its picture.
  let picture: String
  let reviews: [Review]

  var price: String { cents.asPrice }
  var rating: String {
    let stars = reviews.map(\.stars).reduce(0, +)
    let tenths = (stars * 10 + reviews.count / 2) / max(reviews.count, 1)
    return "\(tenths / 10).\(tenths % 10)"
  }
}

struct Review {
  let author: String
  let stars: Int
  let text: String
}

extension Int {
  /// Cents as an amount of money.
  var asPrice: String {
    let rest = self % 100
    return "€\(self / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// The people to whom the user sends money.
struct Payees {
  struct Payee: Sendable {
    let id: Int
    let name: String
    let account: String
  }

  let all = [
    Payee(id: 1, name: "Ada Byron", account: "DE02 1203 0000 0000 2020 51"),
    Payee(id: 2, name: "Ben Okri", account: "DE02 5001 0517 0137 0750 30"),
    Payee(id: 3, name: "Chloé Martin", account: "FR14 2004 1010 0505 0001 3M02 606"),
  ]

  func payee(_ id: Int) throws(NoSuchThing) -> Payee {
    guard let payee = all.first(where: { $0.id == id }) else { throw NoSuchThing() }
    return payee
  }
}
