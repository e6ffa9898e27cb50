import SwiftUI
import WireframeCore
import WireframeSwiftUI

/// The gate in front of account and wallet.
struct LoginView: View {
  let session: Session
  let pass: @MainActor () async -> GateOutcome?
  @State private var name = ""

  var body: some View {
    Form {
      TextField("Name", text: $name)
      Button("Sign in") {
        session.signIn(as: name)
        Task { _ = await pass() }
      }
      .disabled(name.isEmpty)
      CancelButton()
    }
  }
}

/// The gate in front of transfers.
struct PINView: View {
  let session: Session
  let pass: @MainActor () async -> GateOutcome?
  @State private var pin = ""
  @State private var isWrong = false

  var body: some View {
    Form {
      SecureField("PIN", text: $pin)
      if isWrong { Text("This is not the PIN.") }
      Button("Unlock") {
        session.give(pin: pin)
        Task {
          if case .stillClosed? = await pass() { isWrong = true }
        }
      }
      CancelButton()
    }
  }
}
