// "Links from outside" and "Security": opening, exposure, redirects, parking, reevaluation, leave guards.
import Foundation
import WireframeCore

struct Screen { let title: String }

@MainActor final class Session { var isLoggedIn = false }
@MainActor final class Drafts {
  var isEmpty = false
  func askToDiscard() async -> Bool { true }
}
@MainActor struct System {
  func open(_ url: URL) async { print("the system opens \(url.scheme ?? "")") }
}

@MainActor struct Browser {
  func open(_ text: String) { print("the browser opens \(text)") }
}

extension RouteTag {
  static let requiresLogin: RouteTag = "requires-login"
  static let editor: RouteTag = "editor"
}

let session = Session()
let drafts = Drafts()
let system = System()
let browser = Browser()
let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(
  sources: ["myapp:", "https://example.com"], defaultOption: .push)
wireframe.addStandardPresenters(on: navigation)
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register("/login", option: .modal) { _ in Screen(title: "Log in") }
try wireframe.register("/drafts/:id", tags: [.editor]) { _ in Screen(title: "Draft") }

// snippet.expose
try wireframe.register("/products/:id<int>", exposure: .external) { route in
  Screen(title: "Product \(try route["id"] as Int)")
}
try wireframe.register(
  "/orders/:id<int>", tags: [.requiresLogin], exposure: .only(.universalLink, .notification)
) { route in
  Screen(title: "Order \(try route["id"] as Int)")
}
try wireframe.register("/settings") { _ in Screen(title: "Settings") }  // closed to the outside

// snippet.open
@MainActor func open(_ link: URL) async {
  let origin: RoutingOrigin = link.scheme == "https" ? .universalLink : .customScheme
  switch await wireframe.open(link, origin: origin) {
  case .handled: break
  case .foreign: if link.scheme == "https" { await system.open(link) }  // never any scheme
  case .refused(let error): print("dropped: \(error)")  // free of values: safe to log
  case .failed(let error) where error.code == .cancelled: break  // the user has left it
  case .failed(let error): print("this link does not work: \(error)")
  }
}

// snippet.origin
extension RoutingOrigin { static let qrCode: RoutingOrigin = "qr-code" }

await wireframe.open("myapp://products/42", origin: .qrCode)

// snippet.canRoute
let isOpen = wireframe.canRoute(
  RoutingRequest(untrusted: "myapp://settings", origin: .customScheme))
print(isOpen)  // false

// snippet.elsewhere
wireframe.openElsewhere(for: [.noRoute, .notExposed]) { request in
  browser.open(request.urlText)
}

// snippet.redirect
try wireframe.register("/promo/:code", exposure: .external) { _ in Screen(title: "Promo") }

try wireframe.observe(under: "/promo") { route in
  guard let next = route.query["next"] else { return .proceed }
  return .redirect(toUntrusted: next)  // whoever made the link chose it
}

// snippet.park
wireframe.observe(tag: .requiresLogin) { [session] _ in
  session.isLoggedIn ? .proceed : .redirect(to: "/login", resuming: .newest)
}

// snippet.resume
@MainActor func didLogIn() async throws {
  session.isLoggedIn = true
  if try await wireframe.resume() == nil {  // nothing was parked, or it has expired
    try await wireframe.route(to: "/")
  }
}

// snippet.store
@MainActor func store() throws -> Data? {
  try wireframe.parked.map { try JSONEncoder().encode($0) }
}

@MainActor func restore(_ stored: Data) {
  wireframe.parked = try? JSONDecoder().decode(ParkedRequest.self, from: stored)
}

// snippet.signOut
@MainActor func didSignOut() async throws {
  session.isLoggedIn = false
  try await wireframe.reevaluate(keeping: .nothing)
}

// snippet.leave
wireframe.observeLeaving(tag: .editor) { [drafts] _ in
  if drafts.isEmpty { return .leave }
  return await drafts.askToDiscard() ? .leave : .stay("unsaved changes")
}

// snippet.suspended
@MainActor func start() async throws {
  let wireframe = Wireframe<Screen>(sources: ["myapp:"], isSuspended: true)
  wireframe.enqueue("/")  // the first screen; that of the link comes above it
  wireframe.enqueue(RoutingRequest(untrusted: "myapp://products/42", origin: .customScheme))
  // … register routes, make the window …
  wireframe.activate()  // now the link has its turn
}

// snippet.hide
try await wireframe.route(to: "/")
for text in ["myapp://products/7", "myapp://settings", "https://example.com/orders/1", "tel:112"] {
  if let link = URL(string: text) { await open(link) }
}
if let stored = try store() { restore(stored) }
try await didLogIn()
try await didSignOut()
try await start()
print(navigation.state)
