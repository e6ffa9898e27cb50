// "Coordinators": a root coordinator, the routes below it, restoring them, answers, an option of the app's own, tabs.
import WireframeCoordinators
import WireframeCore

@MainActor
class Screen: Coordinated, CustomStringConvertible {
  nonisolated let description: String
  let wireframeCoordination = Coordination<Screen>()
  init(_ description: String) { self.description = description }
}

final class HomeCoordinator: ManualCoordinator<Screen> {}
final class AccountCoordinator: ManualCoordinator<Screen> {}

// snippet.app
@MainActor
final class BankApp {
  let navigation = NavigationTree<Screen>()
  let wireframe = Wireframe<Screen>(sources: ["bank:"])
  let app = ManualCoordinator { Screen("App") }  // the root; its screen is never shown

  init() throws {
    wireframe.addStandardPresenters(on: navigation)
    try app.connect(to: navigation, router: wireframe)
    try wireframe.register("/", option: .root, under: app) { _ in
      NavigationCoordinator(root: HomeCoordinator(Screen("Home")))
    }
    try wireframe.register(
      "/accounts/:id<int>", option: .push, exposure: .external, place: .under("/"), under: app
    ) { route in
      AccountCoordinator(Screen("Account \(try route["id"] as Int)"))
    }
  }

  func start(_ saved: SavedState?) async throws {
    if let saved {
      do {
        // What a gate or a lock keeps comes when it opens.
        if try await wireframe.restore(saved, trusting: true).keptCount > 0 { return }
      } catch {
        print(error)  // the first screen comes instead
      }
    }
    if navigation.state.top == nil { try await wireframe.route(to: "/") }
  }
}
// snippet.end

let first = try BankApp()
try await first.start(nil)
await first.wireframe.open("bank://accounts/3", origin: .customScheme)
let bank = try BankApp()
try await bank.start(first.wireframe.savedState())
print(bank.navigation.state)  // Home and Account 3
try await bank.navigation.state.top?.controller.go.pop()
let (wireframe, app) = (bank.wireframe, bank.app)

// snippet.answer
final class PayeeCoordinator: ManualCoordinator<Screen>, ResultCoordinator {
  typealias Output = Int  // its screen calls `go(as: PayeeCoordinator.self).finish(with: 7)`
}

try wireframe.register("/payees/pick", option: .modal, under: app) { _ in
  PayeeCoordinator(Screen("Pick a payee"))
}

@MainActor func choosePayee(_ router: any Router) async throws {
  let payee = try await router.answer(to: "/payees/pick", as: Int.self)
  print(payee.map { "payee \($0)" } ?? "no payee")
}
// snippet.end

// snippet.option
struct Drawer: RoutingOption {}

struct DrawerPresenter: ControllerRoutingPresenter {
  let host: any NavigationHost<Screen>

  func present(_ controller: Screen, option: Drawer, event: RoutingEvent) async throws {
    try await host.present(controller, option: .modal(.sheet))  // on the root's host
  }
}

wireframe.add(presenter: DrawerPresenter(host: bank.navigation))

@MainActor func filterTapped(_ screen: Screen) async throws {
  try await screen.go.present(ManualCoordinator { Screen("Filter") }, option: Drawer())
}
// snippet.end

if let home = bank.navigation.state.top?.controller { try await filterTapped(home) }
print(bank.navigation.state)

// snippet.columns
let split = NavigationTree<Screen>(columns: ["List", "Detail"])
let splitWireframe = Wireframe<Screen>(sources: ["bank:"])
splitWireframe.addStandardPresenters(on: split)

let list = ManualCoordinator(Screen("Accounts"))
try list.connect(to: split, router: splitWireframe)
try list.start()
try await split.push(list.controller)  // the first column is selected

try splitWireframe.register("/accounts/:id<int>", option: .push, place: .tab("Detail"), under: list)
{
  AccountCoordinator(Screen("Account \(try $0["id"] as Int)"))
}
try await list.route(to: "/accounts/3")  // in the second column
// snippet.end

print(split.state)
print(list.node.children.count)
try await split.state.top?.controller.go.push(ManualCoordinator(Screen("Transfer")))
try await list.push(ManualCoordinator(Screen("Archive")))
print(split.state)
