/// Who is using the shop.
@MainActor
final class Session {
  private(set) var isLoggedIn = false

  /// Looks up who was logged in before; a real shop asks the keychain.
  func restore() async {}

  func logIn() { isLoggedIn = true }
  func logOut() { isLoggedIn = false }
}
