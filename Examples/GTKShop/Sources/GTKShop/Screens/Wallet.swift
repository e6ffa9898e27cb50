import CGTK
import GTKHost
import WireframeCore

/// The user's money, and to whom it goes.
final class WalletScreen: ShopScreen {
  private let payees: Payees

  init(_ payees: Payees, _ router: any Router) {
    self.payees = payees
    super.init("Wallet", router)
  }

  override func makeParts() -> [Widget] {
    let balance = column(
      spacing: 4,
      [label("Balance", "caption-heading"), label("€1,284.50", "title-1", "numeric")]
    ).padded(20)
    return [
      row([balance]).styled("card", "hero"), label("Payees", "title-4"),
      payeeList(payees) { [weak self] in self?.go(to: "/wallet/payees/\($0.id)") },
    ]
  }
}

/// Payees as rows that can be chosen.
private func payeeList(
  _ payees: Payees, _ choose: @escaping (Payees.Payee) -> Void
) -> Widget {
  list(
    payees.all.map { payee in
      (
        listRow(payee.name, payee.account, picture: avatar(payee.name, size: 40)),
        action: { choose(payee) }
      )
    })
}

/// One to whom the user sends money.
final class PayeeScreen: ShopScreen {
  private let payee: Payees.Payee

  init(_ payee: Payees.Payee, _ router: any Router) {
    self.payee = payee
    super.init(payee.name, router)
  }

  override func makeParts() -> [Widget] {
    let id = payee.id
    return [
      row(
        spacing: 14,
        [
          avatar(payee.name, size: 64),
          column(
            spacing: 3,
            [label(payee.name, "title-2"), label(payee.account, "dim-label", "numeric")]
          )
          .expanding().aligned(GTK_ALIGN_FILL),
        ]),
      button("Transfer money", "suggested-action", "pill") { [weak self] in
        self?.go(to: "/wallet/payees/\(id)/transfer")
      }.aligned(GTK_ALIGN_START),
    ]
  }
}

/// Sends money to a payee.
final class TransferScreen: ShopScreen {
  private var payee: Payees.Payee
  /// To whom the money would have gone before the last choice.
  private var replaced: Payees.Payee?
  private let payees: Payees

  init(_ payee: Payees.Payee, of payees: Payees, _ router: any Router) {
    (self.payee, self.payees) = (payee, payees)
    super.init("Transfer", router)
  }

  override var scrolls: Bool { false }

  override func makeParts() -> [Widget] {
    guard let amount = gtk_spin_button_new_with_range(1, 1000, 1) else { return [] }
    gtk_spin_button_set_value(amount.opaque, 25)
    let to = column([])
    show(in: to)
    return [
      column(spacing: 6, [label("To", "caption-heading"), to]),
      field("Amount in euros", amount),
      button("Send", "suggested-action", "pill") { [weak self] in
        self?.attempt { try await self?.router?.dismiss() }
      }.aligned(GTK_ALIGN_END),
    ]
  }

  private func show(in box: Widget) {
    let choose = { [weak self] in
      guard let self else { return }
      attempt {
        // Nil: the user has left the picker without a choice.
        let id = try await self.router?.answer(to: "/wallet/payees/pick", as: Int.self)
        guard let id else { return }
        self.replaced = self.payee
        self.payee = try self.payees.payee(id)
        self.show(in: box)
      }
    }
    replaceChildren(
      of: box,
      with: [
        list([
          (
            listRow(payee.name, payee.account, picture: avatar(payee.name, size: 40)),
            action: choose
          )
        ])
      ] + (replaced.map { [label("Instead of \($0.name)", "caption", "dim-label")] } ?? []))
  }
}

/// Lets the user choose a payee, and answers with its number.
final class PickerScreen: ShopScreen {
  private let payees: Payees
  private let answer: AnswerHandle<Int>

  init(_ payees: Payees, answer: AnswerHandle<Int>, _ router: any Router) {
    (self.payees, self.answer) = (payees, answer)
    super.init("Choose a payee", router)
  }

  override func makeParts() -> [Widget] {
    [payeeList(payees) { [answer] payee in Task { await answer.finish(with: payee.id) } }]
  }
}
