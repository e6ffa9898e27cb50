// A wireframe a module, joined by the app's.
import WireframeCore

struct Screen { let title: String }

extension RouteTag { static let requiresLogin: RouteTag = "requires-login" }

let tree = NavigationTree<Screen>()
let app = Wireframe<Screen>(sources: ["myapp:"])
app.addStandardPresenters(on: tree)
try app.register("/", option: .root) { _ in Screen(title: "Home") }
try await app.route(to: "/")

// snippet.mount
@MainActor
func makeShopModule() throws -> Wireframe<Screen> {
  let shop = Wireframe<Screen>()
  try shop.register("/products/:id<int>", option: .push, exposure: .external) { route in
    Screen(title: "Product \(try route["id"] as Int)")
  }
  try shop.register("/basket", option: .push, tags: [.requiresLogin]) { _ in
    Screen(title: "Basket")
  }
  return shop
}

let shop = try makeShopModule()
try app.mount(shop, at: "/shop")

try await app.route(to: "myapp://shop/products/42")
try await shop.route(to: "/products/42")  // the same place

let account = Wireframe<Screen>()
try account.register("/account", option: .push) { _ in Screen(title: "Account") }
// snippet.between
try app.mount(account)  // no path: its routes are beside the app's own
try await account.route(to: "/shop/products/7")
print(tree.state)
