// The example at the top of the README, and the program of the documentation's overview.
import WireframeCore

struct Screen { let title: String }  // whatever a screen is in your app

let navigation = NavigationTree<Screen>()  // what is on screen
let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
wireframe.addStandardPresenters(on: navigation)

try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register("/products/:id<int>", option: .push) { route in
  let id: Int = try route["id"]
  return Screen(title: "Product \(id)")
}

try await wireframe.route(to: "/")
try await wireframe.route(to: "myapp://products/42?ref=mail")
print(navigation.state)
