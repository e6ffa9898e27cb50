// "Typed routes": a route as a value, its URL, its type checked at registration, values in roles.
import WireframeCore

struct Screen { let title: String }

// snippet.route
struct ShowProduct: TypedRoute {
  static let pattern: RoutePattern = "/products/:id<int>"
  var id: Int
  var ref: String?  // not in the pattern: in the query
}

// snippet.types
enum Sorting: String, Codable, RouteTextConvertible { case price, name }

struct ListProducts: TypedRoute {
  static let pattern: RoutePattern = "/list/*categories"
  var categories: [String]
  var sorting: Sorting?
  var tags: [String] = []
}

// snippet.examples
struct VoucherCode: Codable, RouteTextConvertible, ExpressibleByStringLiteral {
  let routeText: String

  init?(routeText: String) {  // a letter, a hyphen and a number
    guard routeText.dropFirst().hasPrefix("-") else { return nil }
    self.routeText = routeText
  }

  init(stringLiteral value: String) { routeText = value }
}

struct ShowVoucher: TypedRoute {
  static let pattern: RoutePattern = "/vouchers/:code"
  static let examples = [Self(code: "A-1")]
  var code: VoucherCode
}
// snippet.aliases
struct ShowArticle: TypedRoute {
  static let pattern: RoutePattern = "/articles/:id<int>"
  static let aliases: [RoutePattern] = ["/news/:id<int>"]  // links of former versions
  var id: Int
}
// snippet.end

let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
let navigation = NavigationTree<Screen>()
wireframe.addStandardPresenters(on: navigation)
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register(ListProducts.self, option: .push) { list in
  Screen(title: list.categories.joined(separator: " / "))
}
try wireframe.register(ShowVoucher.self, option: .modal) { show in
  Screen(title: "Voucher \(show.code.routeText)")
}

// snippet.register
try wireframe.register(ShowProduct.self, option: .push) { show in
  Screen(title: "Product \(show.id)")
}

// snippet.roles
wireframe.observe { route in
  guard let show = route.as(ShowProduct.self), show.id == 13 else { return .proceed }
  return .redirect(to: try RoutingRequest(ListProducts(categories: ["lamps"])))
}
// snippet.end

try await wireframe.route(to: "/")

// snippet.routing
try await wireframe.route(to: ShowProduct(id: 42))
try await wireframe.route(to: "/products/42?ref=mail")  // the same route

// snippet.urls
let link = try wireframe.urlText(
  of: ShowProduct(id: 42, ref: "mail"), source: "https://example.com")
print(link)  // https://example.com/products/42?ref=mail
// snippet.end

try await wireframe.route(to: ShowProduct(id: 13))
try await wireframe.route(to: ShowVoucher(code: "B-7"))
print(navigation.state)

// snippet.answering
struct PickPayee: AnsweringRoute {
  typealias Answer = Int
  static let pattern: RoutePattern = "/payees/pick"
}
// snippet.end

struct PickerScreen { let answer: AnswerHandle<Int> }
let pickers = Wireframe<PickerScreen>()
pickers.addStandardPresenters(on: NavigationTree())

// snippet.answer
try pickers.register(PickPayee.self, option: .modal) { _, _, answer in
  PickerScreen(answer: answer)
}

@MainActor func choosePayee(_ router: any Router) async throws {
  let payee = try await router.answer(to: PickPayee())  // nil: the user left without one
  print(payee.map { "payee \($0)" } ?? "no payee")
}
