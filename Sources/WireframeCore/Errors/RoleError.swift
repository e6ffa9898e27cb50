/// An error of the app's own code, with the name of the role that threw it.
package struct RoleError: Error {
  package let role: String
  package let error: any Error

  @MainActor @inline(never)  // Inlined, each call of a role would have a copy.
  package init(of role: Any, _ error: any Error) {
    let inner = error as? RoleError
    self.role = inner?.role ?? roleName(role)
    self.error = inner?.error ?? error
  }
}

/// How errors, plans and traces name a role: by its type, or by words for a closure.
@MainActor
package func roleName(_ role: Any) -> String {
  if let words = role as? String { return words }
  if let wrapper = role as? any RoleWrapper { return roleName(wrapper.role) }
  return String("\(type(of: role))".prefix { $0 != "<" })
}

/// A role that errors name otherwise than by its type: a wrapper by the role that it calls, a closure by words.
@MainActor
package protocol RoleWrapper { var role: Any { get } }
