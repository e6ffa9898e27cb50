// "Implementing a provider".
import WireframeCore

class Screen {
  let title: String
  init(title: String) { self.title = title }
}

struct UnknownProduct: Error { let id: Int }

protocol ProductStore: Sendable { func title(ofProduct id: Int) async throws -> String? }

struct FixedStore: ProductStore {
  func title(ofProduct id: Int) async throws -> String? { id < 100 ? "Lamp \(id)" : nil }
}

let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(defaultOption: .root)
wireframe.addStandardPresenters(on: navigation)
let store = FixedStore()

// snippet.closure
try wireframe.register("/about") { _ in Screen(title: "About") }

// snippet.bound
struct ProductProvider: ControllerProvider {
  let store: any ProductStore

  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    let id: Int = try route["id"]
    guard let title = try await store.title(ofProduct: id) else { throw UnknownProduct(id: id) }
    return Screen(title: title)
  }
}

try wireframe.register("/products/:id<int>", provider: ProductProvider(store: store))

// snippet.option
struct CloseButtonProvider: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    let isModal = option is any ModalOption
    return Screen(title: isModal ? "Help, with a close button" : "Help")
  }
}

try wireframe.register("/help", provider: CloseButtonProvider())

// snippet.unbound
struct PagesProvider: ControllerProvider {
  let pages: [String: String]

  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    guard route.path.count == 2, route.path.first == "pages", let title = pages[route.path[1]]
    else { return nil }  // not mine: the next provider is asked
    return Screen(title: title)
  }
}

wireframe.add(provider: PagesProvider(pages: ["terms": "Terms of use"]))

// snippet.embedded
let panel = try await wireframe.controller(for: "/products/42")  // made, guarded, not presented

// snippet.itself
let isItself = await wireframe.plan("/products/42").redirects.isEmpty

// snippet.alone
@MainActor
func askAlone() async throws -> Screen? {
  let route = try Route("/products/42", matching: "/products/:id<int>")
  return try await ProductProvider(store: FixedStore()).controller(for: route, option: .push)
}

// snippet.hide
print(panel.title, isItself, try await askAlone()?.title ?? "nothing")
for url in ["/about", "/products/7", "/help", "/pages/terms"] {
  print(try await wireframe.route(to: url).controller?.title ?? "nothing")
}
print(try await wireframe.route(to: "/help", option: .modal).controller?.title ?? "nothing")
do {
  try await wireframe.route(to: "/products/100")
} catch {
  print(error, error.underlyingError ?? "")
}
