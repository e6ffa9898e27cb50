/// What the shop sells: products 1 to 99.
struct Catalogue {
  private let ids = 1...99

  /// The number of a product that there is.
  func product(_ id: Int) throws(NoSuchProduct) -> Int {
    guard ids.contains(id) else { throw NoSuchProduct(id: id, ids: ids) }
    return id
  }
}

/// The shop's own error; the wireframe hands it on as `underlyingError`.
struct NoSuchProduct: Error, CustomStringConvertible {
  let id: Int
  let ids: ClosedRange<Int>

  var description: String {
    "There is no product \(id); the shop sells \(ids.lowerBound) to \(ids.upperBound)."
  }
}
