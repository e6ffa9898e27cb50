import WireframeCore

/// The wallet: payees and transfers, behind a login and a PIN.
@MainActor
enum WalletModule {
  static func routes(router: any Router) -> [ShopRoute] {
    [
      .screen("/wallet", option: .push, parent: "/", tab: .wallet, tags: [.behindLogin]) { _ in
        Screen("Wallet")
      },
      .screen(
        "/wallet/payees/:id<int>", option: .push, parent: "/wallet", tags: [.behindLogin],
        exposure: .external
      ) { route in
        Screen("Payee \(try route["id"] as Int)")
      },
      .screen(
        "/wallet/payees/:id<int>/transfer", option: .modal, parent: "/wallet/payees/:id<int>",
        tags: [.behindLogin, .behindPIN], exposure: .external
      ) { route in
        Screen("Transfer to \(try route["id"] as Int)")
      },
      .screen("/wallet/payees/pick", option: .modal, tags: [.behindLogin]) { [weak router] route in
        router.map { PickerScreen(answer: AnswerHandle(for: route, $0)) }
      },
    ]
  }
}

/// Lets the user choose a payee, and answers with its number.
final class PickerScreen: Screen {
  private let answer: AnswerHandle<Int>

  init(answer: AnswerHandle<Int>) {
    self.answer = answer
    super.init("Pick a payee")
  }

  func choose(_ payee: Int) async { await answer.finish(with: payee) }
}
