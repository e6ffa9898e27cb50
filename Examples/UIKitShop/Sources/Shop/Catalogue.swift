/// What the shop sells.
struct Catalogue {
  private let names = [1: "Lamp", 2: "Chair", 3: "Table"]

  var ids: [Int] { names.keys.sorted() }

  func name(_ id: Int) throws(NoSuchProduct) -> String {
    guard let name = names[id] else { throw NoSuchProduct(id: id) }
    return name
  }

  func ids(matching words: String) -> [Int] {
    ids.filter { names[$0]?.lowercased().contains(words.lowercased()) == true }
  }
}

/// The shop's own error; the wireframe hands it on as `underlyingError`.
struct NoSuchProduct: Error {
  let id: Int
}
