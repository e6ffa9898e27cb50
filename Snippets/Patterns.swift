// "Writing patterns": values, types, conflicts, and a table alone.
import WireframeCore

struct Screen { let title: String }

let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(
  sources: ["myapp:", "https://example.com"], defaultOption: .root)
wireframe.addStandardPresenters(on: navigation)

// snippet.values
enum Section: String, RouteTextConvertible { case orders, addresses, payment }

try wireframe.register("/account/:section<orders|addresses|payment>?") { route in
  let section: Section? = try route["section"]  // nil if the segment is absent
  return Screen(title: "Account: \(section?.rawValue ?? "overview")")
}
try wireframe.register("/products/:id<int>") { route in
  let id: Int = try route["id"]  // throws if it is not there or not an Int
  return Screen(title: "Product \(id)")
}
try wireframe.register("/help/*topic") { route in
  let topics: [String] = try route["topic"]  // the segments of the catch-all
  return Screen(title: "Help: \(topics.joined(separator: " / "))")
}

// snippet.query
try wireframe.register("/search") { route in
  let words = route.query["q"] ?? ""  // the first value as text
  let tags = route.query.all("tag")  // every value of a repeated key
  let page = try route.query["page", as: Int.self] ?? 1
  return Screen(title: "Search: \(words) \(tags) page \(page)")
}

// snippet.payload
struct User { let name: String }

try wireframe.register("/profile") { route in
  let user: User = try route.payload.require("user")
  return Screen(title: user.name)
}
try await wireframe.route(to: "/profile", payload: ["user": User(name: "Ada")])

// snippet.type
try wireframe.add(type: ParameterType("sku") { $0.hasPrefix("A-") && $0.utf8.count == 6 })
try wireframe.register("/stock/:code<sku>") { route in
  Screen(title: "Stock of \(try route["code"] as String)")
}

// snippet.alias
try wireframe.register("/accounts/:id<int>") { route in
  Screen(title: "Account \(try route["id"] as Int)")
}
try wireframe.alias("/konto/:id<int>", for: "/accounts/:id<int>")

// snippet.source
try wireframe.register("myapp://hello") { _ in Screen(title: "Hello from the scheme") }
try wireframe.register("/hello") { _ in Screen(title: "Hello from anywhere") }

// snippet.text
func pattern(from text: String) -> RoutePattern? {
  do {
    return try RoutePattern(text)
  } catch {  // a RoutingError with the code .invalidPattern
    print(error)
    return nil
  }
}

// snippet.table
@MainActor
func showPrecedence() throws {
  var table = RouteTable<String>(sources: ["myapp:"])
  try table.insert("new", for: "/products/new")
  try table.insert("one", for: "/products/:id<int>")
  try table.insert("named", for: "/products/:name")
  try table.insert("rest", for: "/products/*rest")

  for url in ["/products/new", "/products/42", "/products/lamp", "/products/a/b"] {
    if case .match(let match) = table.match(url) { print(url, "→", match.value) }
  }
}

// snippet.back
func link(toProduct id: Int) throws -> String {
  let pattern: RoutePattern = "/products/:id<int>"
  return try pattern.urlText(with: ["id": .text("\(id)")])  // "/products/42"
}

// snippet.conflict
@MainActor
func showConflict() throws {
  var table = RouteTable<String>()
  try table.insert("by id", for: "/users/:id")
  do {
    try table.insert("by name", for: "/users/:name")
  } catch {
    print(error.code == .conflictingPattern, error)
  }
}

// snippet.hide
for url in [
  "/account", "/account/orders", "/products/42", "/help/a/b", "/search?q=lamp&tag=a&tag=b&page=2",
  "/stock/A-1234", "myapp://hello", "/hello",
] {
  let screen = try await wireframe.route(to: url).controller
  print(url, "→", screen?.title ?? "nothing")
}
print(pattern(from: "/a/*rest/b") == nil)
try showPrecedence()
try showConflict()
print(try link(toProduct: 42))
