/// Who is using the shop.
@MainActor
final class Session {
  private(set) var isLoggedIn = false
  /// Whether the user pays for the shop's extras.
  private(set) var hasPlus = false
  var address = "1 Main Street"

  /// Looks up who was logged in before; a real shop asks the keychain.
  func restore() async {}

  func logIn() { isLoggedIn = true }
  func subscribe() { hasPlus = true }

  /// Forgets the user, and the user's address: another one may log in.
  func logOut() { (isLoggedIn, hasPlus, address) = (false, false, "1 Main Street") }
}
