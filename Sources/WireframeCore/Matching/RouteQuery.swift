/// The query of a URL: an ordered list of items, duplicates included.
///
/// ```swift
/// let words = route.query["q"]                       // the first value as text, or nil
/// let tags = route.query.all("tag")                  // every value of a repeated key
/// let page = try route.query["page", as: Int.self] ?? 1
/// let token: String = try route.query.require("token")
/// ```
///
/// A `+` stays a `+`; a key without `=` has the empty value; empty pieces (`a&&b`) are no items.
public struct RouteQuery: Sendable, DescribedValue {
  /// A key with its value, both decoded.
  public struct Item: Hashable, Sendable {
    /// The key.
    public let name: String
    /// The value; empty if the item has no `=`.
    public let value: String
  }

  /// The items in the URL's order.
  public let items: [Item]
  var pattern: RoutePattern?
  /// The index of the first item of each key, by the key's hash; empty for few items, which are compared one by one.
  private let firsts: [Int: Int]

  init(items: [Item], pattern: RoutePattern?) {
    self.items = items
    self.pattern = pattern
    let places = items.count > 8 ? items.indices.map { (Self.hash(of: items[$0].name), $0) } : []
    firsts = Dictionary(places) { first, _ in first }
  }

  /// The first value of a decoded key, or nil.
  public subscript(name: String) -> String? {
    guard !firsts.isEmpty else { return first(name) }
    guard let index = firsts[Self.hash(of: name)] else { return nil }
    // Another key may have the same hash.
    return items[index].name.hasSameScalars(as: name) ? items[index].value : first(name)
  }

  private func first(_ name: String) -> String? {
    items.first { item in
      Steps.add()
      return item.name.hasSameScalars(as: name)
    }?.value
  }

  /// Seeded anew at each start of an app: whoever writes a link cannot choose keys that collide.
  private static func hash(of name: String) -> Int {
    var (name, hasher) = (name, Hasher())
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }

  /// Every decoded value of a decoded key, in order; empty if there is none.
  public func all(_ name: String) -> [String] {
    items.filter { $0.name.hasSameScalars(as: name) }.map(\.value)
  }

  /// The first value of a key as a type, or nil if the key is not there.
  ///
  /// - Parameters:
  ///   - name: The decoded key.
  ///   - type: The wanted type.
  /// - Throws: ``RoutingError/Code/unfitValue`` if the text does not fit the type.
  public subscript<T: RouteTextConvertible>(name: String, as type: T.Type) -> T? {
    get throws(RoutingError) {
      guard let text = self[name] else { return nil }
      guard let value = T(routeText: text) else {
        throw RoutingError(.unfitValue(.query, name: name, type: "\(type)"), pattern: pattern)
      }
      return value
    }
  }

  /// The first value of a key that has to be there.
  ///
  /// - Parameters:
  ///   - name: The decoded key.
  ///   - type: The wanted type; inferred from the context if left out.
  /// - Returns: The value.
  /// - Throws: ``RoutingError/Code/missingValue`` or ``RoutingError/Code/unfitValue``.
  public func require<T: RouteTextConvertible>(
    _ name: String, as type: T.Type = T.self
  ) throws(RoutingError) -> T {
    guard let value = try self[name, as: type] else {
      throw RoutingError(
        .missingValue(.query, name: name, type: "\(type)", names: []), pattern: pattern)
    }
    return value
  }

  /// The number of items; free of keys and values, since both come out of the URL.
  public var description: String { "query of \(items.count) items" }
}
