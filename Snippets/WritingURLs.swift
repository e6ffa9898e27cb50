// "WireframeRoutes": a URL is written where no screen is shown.
import WireframeRoutes

// snippet.pattern
let pattern: RoutePattern = "/products/:id<int>"
print(try pattern.urlText(with: ["id": "42"]))  // /products/42
// snippet.end

// snippet.value
struct ShowProduct: TypedRoute {
  static let pattern: RoutePattern = "/products/:id<int>"
  var id: Int
}

let link = try ShowProduct(id: 42).urlText(source: "https://example.com", under: "/shop")
print(link)  // https://example.com/shop/products/42
// snippet.end
