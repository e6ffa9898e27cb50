import CGTK
import GTKHost
import WireframeCore

/// The gate in front of account and wallet.
final class LoginScreen: ShopScreen {
  private let session: Session

  init(_ session: Session, _ router: any Router) {
    self.session = session
    super.init("Sign in", router)
  }

  override var scrolls: Bool { false }

  override func makeParts() -> [Widget] {
    guard let name = gtk_entry_new(), let password = gtk_password_entry_new() else { return [] }
    let problem = problemLabel()
    gtk_password_entry_set_show_peek_icon(password.opaque, 1)
    let signIn = { [weak self] in
      guard let self else { return }
      guard !text(of: name).isEmpty, !text(of: password).isEmpty else {
        return show("Please write a name and a password.", in: problem)
      }
      session.signIn(as: String(text(of: name).prefix(40)))
      attempt { try await self.router?.resume(after: .behindLogin) }
    }
    name.on("activate") { gtk_widget_grab_focus(password) }
    password.on("activate", signIn)
    return [
      label("This part of the shop is yours alone. Any name and password will do.", "dim-label"),
      field("Name", name), field("Password", password), problem,
      button("Sign in", "suggested-action", "pill", action: signIn).aligned(GTK_ALIGN_END),
    ]
  }
}

/// The gate in front of transfers.
final class PINScreen: ShopScreen {
  private let session: Session

  init(_ session: Session, _ router: any Router) {
    self.session = session
    super.init("PIN", router)
  }

  override var scrolls: Bool { false }

  override func makeParts() -> [Widget] {
    guard let pin = gtk_password_entry_new() else { return [] }
    let problem = problemLabel()
    let unlock = { [weak self] in
      guard let self else { return }
      session.give(pin: text(of: pin))
      attempt {
        guard case .stillClosed? = try await self.router?.resume(after: .behindPIN) else { return }
        show("This is not the PIN.", in: problem)
        gtk_editable_set_text(pin.opaque, "")
      }
    }
    pin.on("activate", unlock)
    return [
      label("Transfers need your PIN. In this shop it is 1234.", "dim-label"), field("PIN", pin),
      problem, button("Unlock", "suggested-action", "pill", action: unlock).aligned(GTK_ALIGN_END),
    ]
  }
}

/// A line that takes room only once it says something.
private func problemLabel() -> Widget {
  let problem = label("", "error")
  gtk_widget_set_visible(problem, 0)
  return problem
}

private func show(_ text: String, in problem: Widget) {
  gtk_label_set_text(problem.opaque, text)
  gtk_widget_set_visible(problem, 1)
}
