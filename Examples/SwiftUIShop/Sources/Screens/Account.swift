import SwiftUI
import WireframeCore
import WireframeSwiftUI

struct AccountView: View {
  let name: String
  let signOut: @MainActor () async -> Void

  var body: some View {
    List {
      Text("Hello, \(name)")
      RouteButton("Address", to: "/account/address")
      Button("Sign out") { Task { await signOut() } }
    }
    .navigationTitle("Account")
  }
}

struct AddressView: View {
  @ObservedObject var addresses: AddressBook
  @Environment(\.router) private var router

  var body: some View {
    Form {
      TextField("Street", text: $addresses.draft)
      Button("Save") {
        addresses.save()
        Task { try await router?.back() }
      }
    }
    .navigationTitle("Address")
    .onAppear { addresses.editor(isShown: true) }
    .onDisappear { addresses.editor(isShown: false) }
    .alert(
      "Discard your changes?",
      isPresented: Binding(get: { addresses.isAsking }, set: { _ in })
    ) {
      Button("Discard", role: .destructive) { addresses.answered(discards: true) }
      Button("Keep editing", role: .cancel) { addresses.answered(discards: false) }
    }
  }
}

struct WalletView: View {
  var body: some View {
    List {
      Text("Balance €1,284.50")
      ForEach(Payee.all) { RouteButton($0.name, to: "/wallet/payees/\($0.id)") }
    }
    .navigationTitle("Wallet")
  }
}

struct PayeeView: View {
  let payee: Payee

  var body: some View {
    List {
      RouteButton("Send money", to: "/wallet/payees/\(payee.id)/transfer")
    }
    .navigationTitle(payee.name)
  }
}

struct TransferView: View {
  let payee: Payee
  @Environment(\.router) private var router

  var body: some View {
    VStack(spacing: 16) {
      Text("Send €10 to \(payee.name)?")
      Button("Send") { Task { try await router?.dismiss() } }
      CancelButton()
    }
    .padding()
  }
}
