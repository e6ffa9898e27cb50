/// A route as a value: its pattern names what is in the path, all other properties are in the query.
///
/// ```swift
/// struct ShowProduct: TypedRoute {
///   static let pattern: RoutePattern = "/products/:id<int>"
///   var id: Int
///   var ref: String?  // not in the pattern: in the query
/// }
///
/// try wireframe.register(ShowProduct.self, option: .push) { show, router in
///   ProductScreen(id: show.id, router: router)
/// }
/// try await wireframe.route(to: ShowProduct(id: 42, ref: "mail"))  // /products/42?ref=mail
/// ```
///
/// Each property is one text: a `RouteTextConvertible`, a number, a `Bool`, a `UUID`, a `URL`, a `Date` (ISO 8601), an
/// enum with raw values, or whatever else codes itself as one of these. A property in the query is optional, or an
/// array, whose key repeats. A catch-all is an array. Registration checks all this.
///
/// Reading the URL of a value gives the same value. If no URL does, writing it throws.
public protocol TypedRoute: Codable, Sendable {
  /// The pattern; each of its names is a property.
  static var pattern: RoutePattern { get }

  /// Its old names, whose links lead to it; none by default. Each has the parameters of the pattern.
  static var aliases: [RoutePattern] { get }

  /// Values by which registration checks a type whose own `init(from:)` does not accept placeholders; none by default.
  static var examples: [Self] { get }
}

extension TypedRoute {
  /// None.
  public static var aliases: [RoutePattern] { [] }
  /// None.
  public static var examples: [Self] { [] }
}

/// A typed route whose screen gives an answer.
///
/// ```swift
/// struct PickPayee: AnsweringRoute {
///   typealias Answer = Int
///   static let pattern: RoutePattern = "/payees/pick"
/// }
///
/// try wireframe.register(PickPayee.self, option: .modal) { _, _, answer in
///   PickerScreen(answer: answer)
/// }
/// let payee = try await router.answer(to: PickPayee())  // nil: the user left without one
/// ```
public protocol AnsweringRoute: TypedRoute {
  /// What the screen answers.
  associatedtype Answer: Sendable
}
