/// A number in a URL that leads to nothing.
struct NoSuchThing: Error {}

/// What the shop sells.
struct Product: Identifiable {
  let id: Int
  let name: String
  let cents: Int
  let text: String
  let reviews: [String]

  static let all = [
    Product(
      id: 1, name: "Desk lamp", cents: 4900, text: "Brushed steel that bends where you want it.",
      reviews: ["Exactly the light that my desk was missing.", "The cable could be longer."]),
    Product(
      id: 2, name: "Reading chair", cents: 24900, text: "Deep, with a high back and arms of oak.",
      reviews: ["I have not left it since Sunday."]),
    Product(
      id: 3, name: "Side table", cents: 8900, text: "Solid ash, oiled.",
      reviews: ["Pretty, and quick to put together."]),
  ]

  static func find(_ id: Int) throws(NoSuchThing) -> Product {
    guard let product = all.first(where: { $0.id == id }) else { throw NoSuchThing() }
    return product
  }
}

/// Somebody to whom the user sends money.
struct Payee: Identifiable {
  let id: Int
  let name: String

  static let all = [
    Payee(id: 1, name: "Ada Byron"), Payee(id: 2, name: "Ben Okri"),
    Payee(id: 3, name: "Chloé Martin"),
  ]

  static func find(_ id: Int) throws(NoSuchThing) -> Payee {
    guard let payee = all.first(where: { $0.id == id }) else { throw NoSuchThing() }
    return payee
  }
}

extension Int {
  /// Cents as an amount of money.
  var asPrice: String {
    let rest = self % 100
    return "€\(self / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
