// "Routes from a file": names for what a file may use, the file, faults, transitions, a test.
import Foundation
import WireframeConfiguration
import WireframeCore

class Screen {
  let title: String
  var arrivesFrom: String?
  init(title: String) { self.title = title }
}

final class ProductScreen: Screen {}

let text = """
  {
    "defaults": { "navigator": "push-animated" },
    "routes": [
      { "pattern": "/", "builder": "screen", "title": "Home", "navigator": "root" },
      { "pattern": "/products/:id<int>", "builder": "product", "exposure": "external", "transition": "fade" },
      { "pattern": "/account", "builder": "screen", "title": "Account", "tags": ["requires-login"] },
      { "pattern": "/help", "storyboard": "Help", "id": "Contents", "navigator": "navigation-wrap" },
      { "pattern": "/offline", "builder": "alert", "title": "You are offline", "navigator": "present",
        "options": { "style": "sheet", "message": "The cart is kept." } },
      { "pattern": "/back", "navigator": "pop" }
    ]
  }
  """
let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("shop.json")
try Data(text.utf8).write(to: file)

// snippet.names
extension RouteTag { static let requiresLogin: RouteTag = "requires-login" }

let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(sources: ["myapp:"])
wireframe.addStandardPresenters(on: navigation)
let configuration = RouteConfiguration(wireframe, on: navigation, tags: [.requiresLogin])

configuration.register(builder: "screen") { parameters in Screen(title: parameters.title ?? "") }
configuration.register(builder: "product") { parameters in
  let id: Int = try parameters["id"]
  return ProductScreen(title: "Product \(id)")
}
configuration.register(storyboard: "Help", ids: ["Contents"]) { id, _ in Screen(title: id) }
configuration.register(navigator: "navigation-wrap") { jump in
  try await jump.host.present(
    jump.destination, route: jump.route, option: .modal(hasStack: true))
}

// snippet.alerts
struct TerminalAlerts: AlertSource {
  func controller(for alert: AlertContent, router: any Router) -> Screen {
    Screen(title: "\(alert.title ?? "") \(alert.message ?? "") [\(alert.button)]")
  }
}

configuration.register(alerts: TerminalAlerts())

// snippet.option
struct Drawer: RoutingOption { let width: Double }

configuration.register(navigator: "drawer", options: ["width": .double]) { values in
  Drawer(width: values["width", as: Double.self] ?? 320)
}

// snippet.transitions
struct Zoom: JumpTransition {
  func prepare(_ jump: Jump<Screen>) async throws {
    jump.destination.arrivesFrom = jump.source?.title
  }
}

configuration.transition = Zoom()  // for all jumps without a more specific one
configuration.register(transitionFrom: Screen.self, to: ProductScreen.self) { jump in
  jump.destination.arrivesFrom = "below"
}
configuration.register(transition: "fade") { jump in  // for the entries that name it
  jump.destination.arrivesFrom = "nowhere"
}

// snippet.load
@MainActor func loadRoutes() -> Registration? {
  do {
    return try configuration.load(contentsOf: file)  // all routes of the file, or none
  } catch {  // a ConfigurationError
    for fault in error.faults { print(fault) }
    return nil
  }
}

let routes = loadRoutes()
try await wireframe.route(to: "/")
try await wireframe.route(to: "myapp://products/42")

// snippet.keys
enum Key: String { case id, ref, user }

configuration.register(builder: "product") { parameters in
  let id: Int = try parameters[Key.id]  // of the path
  let campaign = parameters.query[Key.ref]  // of the query
  let user = parameters.payload[Key.user, as: String.self]  // what the app passed
  return ProductScreen(title: "Product \(id) \(campaign ?? "") \(user ?? "")")
}

// snippet.options
configuration.register(navigator: "sheet", options: ["half": .bool]) { jump in
  let isHalf = jump.options["half", as: Bool.self] ?? false
  try await jump.host.present(
    jump.destination, route: jump.route, option: .modal(isHalf ? .sheet : .fullScreen))
}

// snippet.call
try await wireframe.route(
  to: "/account", option: .navigator("sheet", options: ["half": .bool(true)]))

// snippet.check
let patterns = try configuration.check(Data(#"{ "routes": [] }"#.utf8), named: "empty.json")
print(patterns)

// snippet.hide
for url in ["/help", "/back", "/offline", "/products/7?ref=mail"] {
  do {
    try await wireframe.route(to: url)
  } catch {
    print(url, error.code)
  }
}
print(
  navigation.state.shown.map { "\($0.controller.title) from \($0.controller.arrivesFrom ?? "-")" })
routes?.remove()
