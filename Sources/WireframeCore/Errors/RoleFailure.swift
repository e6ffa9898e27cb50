/// An error of the app's own code, with the name of the role that threw it.
struct RoleFailure: Error {
  let role: String
  let error: any Error

  @MainActor
  init(of role: Any, _ error: any Error) {
    if let inner = error as? RoleFailure {
      self = inner
    } else {
      self.role = roleName(role)
      self.error = error
    }
  }
}

/// How a role is named in errors: by its type, or by the words that stand for a closure.
@MainActor
func roleName(_ role: Any) -> String {
  switch role {
  case let words as String: words
  case let other as any StandsForRole: roleName(other.role)
  case is ClosureObserver, is ClosureLeaveObserver: "a closure observer"
  default: String("\(type(of: role))".prefix { $0 != "<" })
  }
}
