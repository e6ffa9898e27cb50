import UIKit
import WireframeCore
import WireframeUIKit

/// The wallet, a module of its own: other teams may build it, and test it without the shop.
@MainActor
enum WalletModule {
  /// Makes the module's wireframe; the shop mounts it below a path, in a tab.
  static func wireframe() throws(RoutingError) -> UIWireframe {
    let wallet = UIWireframe()
    let payees = [1: "Ada Byron", 2: "Ben Okri"]
    try wallet.register("/", option: .push, tags: [.requiresLogin], exposure: .external) {
      _, router in
      ShopScreen(
        "Wallet", lines: ["€1,284.50"],
        buttons: [
          ShopButton("Send money") { [weak router] in try await router?.route(to: "/transfer") },
          ShopButton("Statement") { [weak router] in try await router?.route(to: "/statement") },
        ])
    }
    try wallet.register(
      "/statement", option: .push, tags: [.requiresLogin, .requiresPlus], exposure: .external,
      place: .under("/")
    ) { _ in ShopScreen("Statement", lines: ["Lamp, €49.80"]) }
    try wallet.register(
      "/transfer", option: .push, tags: [.requiresLogin], place: .under("/")
    ) { _, router in TransferScreen(router) }
    // It answers with the name that the user has chosen.
    try wallet.register(
      "/payees/pick", option: .modal(.sheet), tags: [.requiresLogin],
      place: .init(under: "/transfer", restoration: .never)
    ) { route, router in
      let answer = AnswerHandle<String>(for: route, router)
      return ShopScreen(
        "Choose a payee",
        buttons: payees.sorted { $0.key < $1.key }.map { payee in
          ShopButton(payee.value) { await answer.finish(with: payee.value) }
        })
    }
    return wallet
  }
}

/// Sends money to somebody whom the user chooses.
final class TransferScreen: ShopScreen {
  private weak var router: (any Router)?

  convenience init(_ router: any Router) {
    self.init("Transfer")
    self.router = router
    show(payee: nil)
  }

  private func show(payee: String?) {
    show(
      ["To: \(payee ?? "?")"],
      [
        ShopButton("Choose a payee") { [weak self] in
          // Nil: the user has left the list without a choice.
          let payee = try await self?.router?.answer(to: "/payees/pick", as: String.self)
          if let payee { self?.show(payee: payee) }
        }
      ])
  }
}
