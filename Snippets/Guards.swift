// "Guarding routes": by tag, by path, by a type of one's own; redirects, stops, loops.
import WireframeCore

struct Screen { let title: String }

@MainActor final class Session {
  var isLoggedIn = false
  var isAdmin = false
  func refresh() async throws {}
}

let session = Session()
let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(defaultOption: .root)
wireframe.addStandardPresenters(on: navigation)

// snippet.tag
extension RouteTag { static let requiresLogin: RouteTag = "requires-login" }

try wireframe.register("/account", tags: [.requiresLogin]) { _ in Screen(title: "Account") }
try wireframe.register("/access-denied") { _ in Screen(title: "Access denied") }

wireframe.observe(tag: .requiresLogin) { [session] _ in
  session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
}

// snippet.under
try wireframe.observe(under: "/admin", priority: 10) { [session] _ in
  session.isAdmin ? .proceed : .stop("Only for administrators.")
}

// snippet.comeBack
try wireframe.register("/login") { _ in Screen(title: "Log in") }
try wireframe.register("/orders") { _ in Screen(title: "Orders") }
try wireframe.observe(under: "/orders") { [session] _ in
  session.isLoggedIn ? .proceed : .redirect(to: "/login", resuming: .newest)
}

@MainActor func didLogIn() async throws {
  session.isLoggedIn = true
  try await wireframe.resume()  // nil if nothing is parked: then leave the login yourself
}

// snippet.type
final class LoginGuard: RoutingObserver {
  private let session: Session
  init(session: Session) { self.session = session }

  func observes(_ route: Route) -> Bool { route.tags.contains(.requiresLogin) }

  func decision(for route: Route) async throws -> RoutingDecision {
    try await session.refresh()  // throwing ends the routing: .observerFailed
    return session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
  }
}

let registration = wireframe.add(observer: LoginGuard(session: session), priority: 100)

// snippet.remove
registration.remove()

// snippet.outcome
let result = try await wireframe.route(to: "/account")
print(result.route.urlText)  // /access-denied
print(result.redirects.map(\.urlText))  // ["/account"]

let stopped = try await wireframe.route(to: "/admin/users")
if case .stopped(let reason) = stopped.outcome { print(reason) }

// snippet.loop
@MainActor
func showLoop() async {
  let everything = wireframe.observe { _ in .redirect(to: "/access-denied") }
  defer { everything.remove() }
  do {
    try await wireframe.route(to: "/account")
  } catch {
    print(error.code == .redirectLoop)  // true
    print(error.chain)  // ["/account", "/access-denied", "/access-denied"]
  }
}

// snippet.noLoop
wireframe.observe { [session] route in
  if session.isLoggedIn || route.path == ["access-denied"] { return .proceed }
  return .redirect(to: "/access-denied")
}

// snippet.hide
await showLoop()
