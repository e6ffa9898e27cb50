/// Who is signed in, and which gates are open.
@MainActor
final class Session {
  /// A user of the shop.
  enum User: Hashable {
    /// Somebody who has given no name: one user, who is none of the others.
    case unnamed
    case named(String)

    /// A text that is never another user's.
    var id: String {
      switch self {
      case .unnamed: "unnamed"
      case .named(let name): "named \(name)"
      }
    }
  }

  private(set) var user: User?
  private(set) var hasGivenPIN = false
  /// Whether the app's lock is closed.
  var isLocked = false

  var isSignedIn: Bool { user != nil }

  func signIn(as user: User = .unnamed) {
    // A PIN is its user's own.
    if user != self.user { hasGivenPIN = false }
    self.user = user
  }

  func givePIN() { hasGivenPIN = true }

  func signOut() {
    user = nil
    hasGivenPIN = false
  }
}
