/// The user of the shop, and which gates are open.
@MainActor
final class Session {
  private(set) var isSignedIn = false
  private(set) var hasGivenPIN = false

  func signIn() { isSignedIn = true }
  func givePIN() { hasGivenPIN = true }

  func signOut() {
    isSignedIn = false
    hasGivenPIN = false
  }
}
