// "WireframeRoutes": a URL is written where no screen is shown.
import WireframeRoutes

// snippet.pattern
let pattern: RoutePattern = "/products/:id<int>"
print(try pattern.urlText(with: ["id": "42"]))  // /products/42
// snippet.end
