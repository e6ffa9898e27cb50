/// The user of the shop.
@MainActor
final class Session {
  private(set) var isSignedIn = false

  func signIn() { isSignedIn = true }
  func signOut() { isSignedIn = false }
}
