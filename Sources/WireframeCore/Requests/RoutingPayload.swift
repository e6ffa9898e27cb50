/// Objects that an app passes with a request: anything `Sendable`, under keys of the app's own.
///
/// A payload never comes out of a URL, and a redirect does not inherit it.
///
/// ```swift
/// try await wireframe.route(to: "/profile", payload: ["user": user])
///
/// let user: User = try route.payload.require("user")
/// let campaign = route.payload["campaign", as: Campaign.self]   // nil if absent or of another type
/// ```
public struct RoutingPayload: Sendable, ExpressibleByDictionaryLiteral {
  private var objects: [String: any Sendable]
  /// The pattern of the route that is being read, for error texts.
  var pattern: RoutePattern?

  /// Makes a payload of objects by key.
  public init(_ objects: [String: any Sendable] = [:]) { self.objects = objects }

  /// Makes a payload from a literal; the last of two equal keys counts.
  public init(dictionaryLiteral elements: (String, any Sendable)...) {
    objects = elements.isEmpty ? [:] : Dictionary(elements) { _, last in last }
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { objects.isEmpty }

  /// The keys, sorted.
  public var keys: [String] { objects.keys.sortedTexts() }

  /// The object under a key; nil if there is none.
  public subscript(key: String) -> (any Sendable)? {
    get { objects[key] }
    set { objects[key] = newValue }
  }

  /// The object under a key, as the wanted type; nil if there is none or it is of another type.
  public subscript<T>(key: String, as type: T.Type) -> T? { objects[key] as? T }

  /// The object under a key that has to be there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The wanted type; inferred from the context if left out.
  /// - Returns: The object.
  /// - Throws: ``RoutingError/Code/missingValue`` or ``RoutingError/Code/unfitValue``.
  public func require<T>(_ key: String, as type: T.Type = T.self) throws(RoutingError) -> T {
    guard let object = objects[key] else {
      throw RoutingError(
        .missingValue(.payload, name: key, type: "\(type)", names: keys), pattern: pattern)
    }
    guard let value = object as? T else {
      throw RoutingError(.unfitValue(.payload, name: key, type: "\(type)"), pattern: pattern)
    }
    return value
  }
}

extension RoutingPayload: DescribedValue {
  /// The keys, on one line; free of values.
  public var description: String {
    isEmpty ? "empty payload" : "payload: \(keys.joined(separator: ", "))".escaped
  }
}
