// The small app of the README and of "Getting started": screens, a guard, errors by code.

// snippet.app
import WireframeCore

struct Screen { let title: String }

@MainActor final class Session { var isLoggedIn = false }
extension RouteTag { static let requiresLogin: RouteTag = "requires-login" }

@MainActor
func makeShop(_ session: Session, on tree: NavigationTree<Screen>) throws -> Wireframe<Screen> {
  let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
  wireframe.addStandardPresenters(on: tree)
  try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
  try wireframe.register(
    "/account", option: .push, tags: [.requiresLogin], exposure: .external  // links may lead here
  ) { _ in Screen(title: "Account") }
  try wireframe.register("/access-denied", option: .modal) { _ in Screen(title: "Access denied") }
  try wireframe.handle("/sign-out") { _, router in
    session.isLoggedIn = false
    router.enqueue("/")  // runs after this routing
  }
  wireframe.observe(tag: .requiresLogin) { _ in
    session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
  }
  return wireframe
}

let session = Session()
let tree = NavigationTree<Screen>()
let wireframe = try makeShop(session, on: tree)
try await wireframe.route(to: "/")  // sets the root: a push needs one
print(try await wireframe.route(to: "myapp://account").route.urlText)  // /access-denied
do {
  try await wireframe.route(to: "/acount")
} catch {  // a RoutingError
  if error.code == .noRoute { print(error) }  // No route matches … Did you mean '/account'?
}

// snippet.errors
@MainActor func show(_ path: String) async {
  do {
    try await wireframe.route(to: path)
  } catch {  // a RoutingError
    switch error.code {
    case .noRoute, .rejected: print("This page does not exist. \(error)")
    case .foreign: print("Not ours: hand it to the system")
    default: print(error)
    }
  }
}

// snippet.linkFromOutside
@MainActor func openFromOutside(_ link: String, _ origin: RoutingOrigin) async {
  switch await wireframe.open(link, origin: origin) {
  case .handled: break
  case .foreign: print("Not ours: hand it to the system")
  case .failed(let error) where error.code == .cancelled: break  // the user has left it
  case .refused(let error), .failed(let error): print("This link does not work. \(error)")
  }
}

// snippet.presenter
@MainActor
final class ProfilePresenter {
  private weak var router: (any Router)?
  init(router: any Router) { self.router = router }

  func accountTapped() async throws { try await router?.route(to: "/account") }
}

// snippet.hide
await show("/acount")
await show("tel:123")
await openFromOutside("https://example.com/account", .universalLink)
await openFromOutside("myapp://sign-out", .customScheme)
session.isLoggedIn = true
try await wireframe.route(to: "/")
try await ProfilePresenter(router: wireframe).accountTapped()
print(tree.state)
