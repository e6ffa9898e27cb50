/// An error of the app's own code, with the name of the role that threw it.
package struct RoleError: Error {
  package let role: String
  package let error: any Error

  @MainActor
  package init(of role: Any, _ error: any Error) {
    if let inner = error as? RoleError {
      self = inner
    } else {
      self.role = roleName(role)
      self.error = error
    }
  }
}

/// How errors name a role: by its type, or by words for a closure.
@MainActor
package func roleName(_ role: Any) -> String { RoleReference(role).name }

/// A role that errors name otherwise than by its type: a wrapper by the role that it calls, a closure by words.
@MainActor
package protocol RoleWrapper { var role: Any { get } }
