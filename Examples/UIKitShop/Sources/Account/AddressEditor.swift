import UIKit
import WireframeCore

/// Edits the user's address; it asks before it leaves with changes.
final class AddressEditor: ShopScreen {
  private var session: Session?
  private weak var router: (any Router)?
  private var draft: String?
  private var answer: CheckedContinuation<Bool, Never>?

  convenience init(_ session: Session, _ router: any Router) {
    self.init("Address")
    (self.session, self.router) = (session, router)
    draw(session.address)
  }

  private func draw(_ address: String) {
    show(
      [address],
      [
        ShopButton("2 Side Street") { [weak self] in
          self?.draft = "2 Side Street"
          self?.draw("2 Side Street")
        },
        ShopButton("Save") { [weak self] in
          guard let self else { return }
          if let draft { session?.address = draft }
          draft = nil
          try await router?.back()
        },
        ShopButton("Close") { [weak self] in try await self?.router?.back() },
      ])
  }

  /// Whether the user lets it leave; one question at a time, whatever wants it to leave meanwhile.
  func mayLeave() async -> Bool {
    guard draft != nil else { return true }
    // What is presented already would keep the alert away, and its answer.
    guard answer == nil, presentedViewController == nil, viewIfLoaded?.window != nil else {
      return false
    }
    return await withCheckedContinuation {
      answer = $0
      let alert = UIAlertController(
        title: "Discard the changes?", message: nil, preferredStyle: .alert)
      alert.addAction(
        UIAlertAction(title: "Keep editing", style: .cancel) { [weak self] _ in
          self?.answered(discards: false)
        })
      alert.addAction(
        UIAlertAction(title: "Discard", style: .destructive) { [weak self] _ in
          self?.answered(discards: true)
        })
      present(alert, animated: true)
    }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    // A sign-out asks no guard: it takes the alert away with the screen.
    answered(discards: false)
  }

  private func answered(discards: Bool) {
    answer?.resume(returning: discards)
    answer = nil
  }
}
