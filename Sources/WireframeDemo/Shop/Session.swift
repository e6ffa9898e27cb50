/// Who is using the shop.
@MainActor
final class Session {
  private(set) var isSignedIn = false

  func signIn() { isSignedIn = true }
  func signOut() { isSignedIn = false }
}
