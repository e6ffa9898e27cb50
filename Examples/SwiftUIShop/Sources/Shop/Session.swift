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

  /// The code of a voucher, which takes €10 off.
  @Published var voucher: String?

  var cents: Int { max(products.reduce(0) { $0 + $1.cents } - (voucher == nil ? 0 : 1000), 0) }

  func add(_ product: Product) { products.append(product) }
  func clear() { (products, voucher) = ([], nil) }
}

/// The user's address, and what the editor has changed.
@MainActor
final class AddressBook: ObservableObject {
  private(set) var street = "12 Fern Lane"
  @Published var draft = "12 Fern Lane"
  /// Whether the user is asked if the changes may be lost.
  @Published private(set) var isAsking = false
  /// How many editors are on screen: in a hidden tab nobody could answer. An editor that comes again may appear before
  /// the one in its place has gone.
  private var shown = 0
  private var answer: CheckedContinuation<Bool, Never>?

  func save() { street = draft }

  /// Sets the address of a new customer: the next user does not see the former one's, nor what that one has typed.
  func forget() {
    street = "12 Fern Lane"
    draft = street
  }

  /// The editor has come, or it has gone, and with it its question.
  func editor(isShown: Bool) {
    shown += isShown ? 1 : -1
    if shown == 0 { answered(discards: false) }
  }

  /// Asks the user, if there are changes. Where nobody can answer, they are kept.
  func mayLeave() async -> Bool {
    guard draft != street else { return true }
    guard shown > 0, answer == nil, !Task.isCancelled else { return false }
    isAsking = true
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answer = $0 }
    } onCancel: {
      Task { @MainActor in answered(discards: false) }
    }
  }

  /// The user has answered, or cannot any more.
  func answered(discards: Bool) {
    if discards { draft = street }
    isAsking = false
    answer?.resume(returning: discards)
    answer = nil
  }
}
