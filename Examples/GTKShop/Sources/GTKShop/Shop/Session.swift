/// The user of the shop, and which gates are open.
final class Session {
  private(set) var name: String?
  private(set) var hasGivenPIN = false

  var isSignedIn: Bool { name != nil }

  func signIn(as name: String) { self.name = name }

  /// The PIN is 1234: a shop that asks a server would await its answer here.
  func give(pin: String) { hasGivenPIN = pin == "1234" }

  func signOut() { (name, hasGivenPIN) = (nil, false) }
}

/// The user's address; the editor changes it.
final class AddressBook {
  var street = "12 Fern Lane"
  var city = "Oakham"
  var changed: () -> Void = {}

  /// Sets the address of a new customer: the next user does not see the former one's.
  func forget() { (street, city) = ("12 Fern Lane", "Oakham") }
}
