import CGTK
import GTKHost
import WireframeCore

/// The user's account.
final class AccountScreen: ShopScreen {
  private let session: Session
  private let signOut: () async throws -> Void

  init(
    _ session: Session, _ router: any Router, signOut: @escaping () async throws -> Void
  ) {
    (self.session, self.signOut) = (session, signOut)
    super.init("Account", router)
  }

  override func makeParts() -> [Widget] {
    let name = session.name ?? ""
    return [
      row(
        spacing: 14,
        [
          avatar(name, size: 64),
          column(spacing: 3, [label(name, "title-2"), label("Customer since 2021", "dim-label")])
            .expanding().aligned(GTK_ALIGN_FILL),
        ]),
      list([
        (
          listRow("Orders", "Two on their way"),
          action: { [weak self] in self?.go(to: "/account/orders") }
        ),
        (
          listRow("Addresses", "Where orders are sent"),
          action: { [weak self] in self?.go(to: "/account/addresses") }
        ),
      ]),
      button("Sign out", "destructive-action", "pill") { [weak self] in
        guard let signOut = self?.signOut else { return }
        self?.attempt(signOut)
      }.aligned(GTK_ALIGN_CENTER),
    ]
  }
}

/// The first letters of a name, in a circle.
func avatar(_ name: String, size: Int32) -> Widget {
  let letters = String(name.split(separator: " ").prefix(2).compactMap(\.first)).uppercased()
  let text = label(letters.isEmpty ? "?" : letters, "heading")
  text.expanding().aligned(GTK_ALIGN_CENTER)
  let circle = row([text]).styled("avatar")
  gtk_widget_set_size_request(circle, size, size)
  return circle.expanding(horizontally: false).aligned(GTK_ALIGN_START)
}

/// What the user has ordered.
final class OrdersScreen: ShopScreen {
  private let orders: [Order]

  init(_ orders: [Order], _ router: any Router) {
    self.orders = orders
    super.init("Orders", router)
  }

  override func makeParts() -> [Widget] {
    [
      list(
        orders.map {
          let picture = picture($0.picture, size: 48)
          return (listRow($0.name, $0.state, picture: picture, leadsOn: false), action: nil)
        })
    ]
  }
}

/// Where orders are sent.
final class AddressesScreen: ShopScreen {
  private let addresses: AddressBook

  init(_ addresses: AddressBook, _ router: any Router) {
    self.addresses = addresses
    super.init("Addresses", router)
  }

  override func makeParts() -> [Widget] {
    let parts = column([])
    let show = { [weak self] in
      guard let self else { return }
      replaceChildren(
        of: parts,
        with: [
          list([
            (
              listRow(addresses.street, addresses.city),
              action: { [weak self] in self?.go(to: "/account/addresses/edit") }
            )
          ])
        ])
    }
    show()
    addresses.changed = show
    return [parts]
  }
}

/// Changes the address; it asks before it leaves with changes.
final class EditAddressScreen: ShopScreen {
  private let addresses: AddressBook
  private let street = gtk_entry_new()
  private let city = gtk_entry_new()
  private var isAsking = false

  init(_ addresses: AddressBook, _ router: any Router) {
    self.addresses = addresses
    super.init("Edit address", router)
  }

  override func makeParts() -> [Widget] {
    guard let street, let city else { return [] }
    return [
      field("Street", street, text: addresses.street), field("City", city, text: addresses.city),
      button("Save", "suggested-action", "pill") { [weak self] in self?.save() }
        .aligned(GTK_ALIGN_END),
    ]
  }

  private var hasChanges: Bool {
    guard contentIfMade != nil, let street, let city else { return false }
    return text(of: street) != addresses.street || text(of: city) != addresses.city
  }

  /// Whether the user lets it leave; one question at a time, whatever else wants it to leave meanwhile.
  func mayLeave() async -> Bool {
    guard hasChanges else { return true }
    guard !isAsking else { return false }
    isAsking = true
    defer { isAsking = false }
    return await Alert.ask(
      "Discard changes?", "The address has not been saved.", no: "Keep editing", yes: "Discard",
      over: window)
  }

  private func save() {
    guard let street, let city else { return }
    (addresses.street, addresses.city) = (text(of: street), text(of: city))
    addresses.changed()
    attempt { try await self.router?.back() }
  }
}
