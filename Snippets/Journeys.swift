// "Where a screen belongs", "Gates", "Getting an answer" and "Restoring the state": a small bank.
import Foundation
import WireframeCore

@MainActor final class Screen {
  let title: String
  let answer: AnswerHandle<Int>?
  init(title: String, answer: AnswerHandle<Int>? = nil) {
    self.title = title
    self.answer = answer
  }
}
@MainActor final class Session {
  var userID: String?
  var isLoggedIn: Bool { userID != nil }
}
@MainActor final class Vault { var isOpen = false }

extension RouteTag {
  static let requiresLogin: RouteTag = "requires-login"
  static let requiresPIN: RouteTag = "requires-pin"
}

let session = Session()
let vault = Vault()
let wireframe = Wireframe<Screen>(sources: ["bank:", "https://bank.example.com"], home: "/")
let navigation = NavigationTree<Screen>()
wireframe.addStandardPresenters(on: navigation)

// snippet.parents
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register("/accounts", option: .push, exposure: .external, place: .under("/")) { _ in
  Screen(title: "Accounts")
}
try wireframe.register(
  "/accounts/:id<int>", option: .push, exposure: .external, place: .under("/accounts")
) { route in
  Screen(title: "Account \(try route["id"] as Int)")
}

// snippet.link
await wireframe.open("bank://accounts/3", origin: .customScheme)
print(navigation.state.shown.map(\.controller.title))  // ["Home", "Accounts", "Account 3"]
try await wireframe.back()  // to Accounts

// snippet.home
let app = Wireframe<Screen>(sources: ["bank:"], home: "/")

// snippet.landing
try await wireframe.route(to: "/accounts/3")  // on top of what is shown
try await wireframe.route(to: "/accounts/3", landing: .underParents)  // as a link would

// snippet.ifPresented
try wireframe.register("/inbox", option: .modal(.sheet), place: .init(ifPresented: .bringToFront)) {
  _ in
  Screen(title: "Inbox")
}
try await wireframe.route(to: "/inbox")
try await wireframe.route(to: "/inbox")  // the same screen
try await wireframe.route(to: "/inbox", ifPresented: .presentAgain)  // the call decides

// snippet.moves
try await wireframe.back()  // one screen: pops it, or dismisses it
try await wireframe.dismissAll()  // all modals; the stack below stays
try await wireframe.backToRoot()  // all modals, then to the first screen of the stack
print(wireframe.isShown("/"))  // true
print(navigation.state.currentRoute?.pattern == "/")  // the screen at the top

// snippet.tabs
let tabbed = Wireframe<Screen>(sources: ["bank:"])
tabbed.addStandardPresenters(on: NavigationTree(tabs: ["Home", "Payments"]))
try tabbed.register("/", option: .push, place: .tab("Home")) { _ in Screen(title: "Home") }
try tabbed.register("/payments", option: .push, place: .tab("Payments")) { _ in
  Screen(title: "Payments")
}
try tabbed.register("/payments/:id", option: .push, place: .under("/payments")) { route in
  Screen(title: "Payment \(try route["id"] as String)")
}

// snippet.hidden
@MainActor func openPayment(_ id: String) async throws {
  let result = try await tabbed.route(to: "/payments/\(id)")
  if result.isHidden { print("The payment is in the tab Payments.") }
}

// snippet.columns
let split = NavigationTree<Screen>(columns: ["List", "Detail"])
let bank = Wireframe<Screen>(sources: ["bank:"])
bank.addStandardPresenters(on: split)
try bank.register("/accounts", option: .push, place: .tab("List")) { _ in Screen(title: "Accounts")
}
try bank.register(
  "/accounts/:id", option: .push, exposure: .external, place: .under("/accounts", tab: "Detail")
) { route in
  Screen(title: "Account \(try route["id"] as String)")
}
try bank.register("/accounts/:id/transfer", option: .push, place: .under("/accounts/:id")) { _ in
  Screen(title: "Transfer")
}

await bank.open("bank://accounts/3", origin: .customScheme)  // fills both columns
try await bank.route(to: "/accounts/4")  // in place of account 3
try await bank.route(to: "/accounts/4/transfer")  // above account 4
try await bank.back()  // to account 4

// snippet.mount
let loans = Wireframe<Screen>()
try loans.register("/list", option: .push) { _ in Screen(title: "Loans") }
try loans.register("/list/:id", option: .push, place: .under("/list")) { _ in Screen(title: "Loan")
}
try wireframe.mount(loans, at: "/loans", parent: "/accounts")

// snippet.gates
try wireframe.register("/login", option: .modal) { _ in Screen(title: "Log in") }
try wireframe.register("/pin", option: .modal) { _ in Screen(title: "PIN") }
wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.userID }) {
  session.isLoggedIn
}
wireframe.addGate(for: .requiresPIN, at: "/pin") { vault.isOpen }

try wireframe.register(
  "/accounts/:id<int>/transfer", option: .modal, tags: [.requiresLogin, .requiresPIN],
  exposure: .external, place: .under("/accounts/:id<int>")
) { _ in
  Screen(title: "Transfer")
}

// snippet.linkOfUser
wireframe.observe(tag: .requiresLogin) { route in
  guard let user = route.query["user"], user != session.userID else { return .proceed }
  return .redirect(to: "/other-account")  // a screen that says so
}

// snippet.loginPresenter
@MainActor
final class LoginPresenter {
  private weak var router: (any Router)?
  private let session: Session

  init(router: any Router, session: Session) {
    self.router = router
    self.session = session
  }

  func passwordAccepted(of user: String) async throws {
    session.userID = user
    try await router?.resume(after: .requiresLogin)
  }
}

// snippet.outcome
switch try await wireframe.resume(after: .requiresLogin) {
case .passed(let summary): print("at \(summary.route)")
case .stillClosed: print("wrong password")
case .covered: break  // it is asked again when the lock opens
case .expired, .nothingKept: break  // the login has left; what is below is shown again
}

// snippet.once
wireframe.addGate(for: "confirms", at: "/pin", keeps: .once) { vault.isOpen }

// snippet.windows
let login = Gate(at: "/login", owner: { session.userID }) { session.isLoggedIn }

@MainActor func addGates(to wireframe: Wireframe<Screen>) {  // in each window
  wireframe.add(gate: login, for: .requiresLogin)
}

@MainActor func didLogIn(_ router: any Router) async throws {
  try await router.resume(after: login)  // in the window of the login
}

// snippet.signOut
@MainActor func signOut() async throws {
  session.userID = nil
  vault.isOpen = false
  try await wireframe.reevaluate(keeping: .nothing)
}

// snippet.sessionEnd
@MainActor func sessionDidEnd() async throws {
  session.userID = nil
  vault.isOpen = false
  try await wireframe.reevaluate()  // the login keeps the screens, for the same user
}

// snippet.signOutHandler
try wireframe.handle("/sign-out") { [session, vault, weak wireframe] _, _ in
  session.userID = nil
  vault.isOpen = false
  Task { try await wireframe?.reevaluate(keeping: .nothing) }
}

// snippet.switchUser
@MainActor func switchUser(to user: String) async throws {
  session.userID = user  // the login stays open
  vault.isOpen = false
  try await wireframe.reevaluate()  // what the former user has seen leaves, and is not kept
}

// snippet.picker
try wireframe.register("/payees/pick", option: .modal) { route, router in
  Screen(title: "Pick a payee", answer: AnswerHandle<Int>(for: route, router))
}

// snippet.answer
@MainActor func choosePayee(_ router: any Router) async throws {
  let payee = try await router.answer(to: "/payees/pick", as: Int.self)
  print(payee.map { "payee \($0)" } ?? "no payee")
}

// snippet.finish
@MainActor func payeeTapped(_ screen: Screen) async {
  await screen.answer?.finish(with: 7)
}

// snippet.save
@MainActor func save() throws -> Data? {
  // If nothing is back yet, or a gate or a lock keeps screens, what was saved last stays.
  guard navigation.state.top != nil, wireframe.keptRequestCount == 0 else { return nil }
  return try JSONEncoder().encode(wireframe.savedState())
}

// snippet.restore
@MainActor func restore(_ data: Data) async throws {
  let saved = try JSONDecoder().decode(SavedState.self, from: data)
  let report = try await wireframe.restore(saved, trusting: true)
  print(report)  // 3 restored, 0 kept by a gate, 0 left out
}

// snippet.never
try wireframe.register("/draft", option: .push, place: .init(restoration: .never)) { _ in
  Screen(title: "Draft")
}
