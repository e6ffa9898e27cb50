import Combine

/// The user of the shop, and which gates are open.
@MainActor
final class Session: ObservableObject {
  @Published private(set) var name: String?
  private(set) var hasGivenPIN = false

  var isSignedIn: Bool { name != nil }

  func signIn(as name: String) { self.name = name }

  /// The PIN is 1234: a shop that asks a server would await its answer here.
  func give(pin: String) { hasGivenPIN = pin == "1234" }

  func signOut() { (name, hasGivenPIN) = (nil, false) }
}

/// What the user wants to buy.
@MainActor
final class Cart: ObservableObject {
  @Published private(set) var products: [Product] = []

  var cents: Int { products.reduce(0) { $0 + $1.cents } }

  func add(_ product: Product) { products.append(product) }
  func clear() { products = [] }
}

/// The user's address, and what the editor has changed.
@MainActor
final class AddressBook: ObservableObject {
  private(set) var street = "12 Fern Lane"
  @Published var draft = "12 Fern Lane"
  /// Whether the user is asked if the changes may be lost.
  @Published private(set) var isAsking = false
  private var answer: CheckedContinuation<Bool, Never>?

  func save() { street = draft }

  /// Asks the user, if there are changes.
  func mayLeave() async -> Bool {
    guard draft != street else { return true }
    guard answer == nil else { return false }
    isAsking = true
    return await withCheckedContinuation { answer = $0 }
  }

  /// The user has answered.
  func answered(discards: Bool) {
    if discards { draft = street }
    isAsking = false
    answer?.resume(returning: discards)
    answer = nil
  }
}
