/// An error of the app's own code, with the name of the role that threw it.
package struct RoleError: Error {
  package let role: String
  package let error: any Error

  @MainActor
  package init(of role: Any, _ error: any Error) {
    let inner = error as? RoleError
    self.role = inner?.role ?? roleName(role)
    self.error = inner?.error ?? error
  }
}

/// How errors name a role: by its type, or by words for a closure.
@MainActor
package func roleName(_ role: Any) -> String { RoleReference(role).name }

/// A role that errors name otherwise than by its type: a wrapper by the role that it calls, a closure by words.
@MainActor
package protocol RoleWrapper { var role: Any { get } }

/// A role that is named later, since making the name costs more than most routings; it does not retain the role.
package final class RoleReference {
  private enum Role {
    case words(String)
    case type(Any.Type)
  }

  private let role: Role

  /// The types that are known to wrap no other role: asking each time would cost thousands of instructions.
  @MainActor private static var plainTypes: Set<ObjectIdentifier> = []

  @MainActor
  package init(_ role: Any) { self.role = Self.named(role) }

  @MainActor
  private static func named(_ role: Any) -> Role {
    let type = Swift.type(of: role)
    if !plainTypes.contains(ObjectIdentifier(type)) {
      if let words = role as? String { return .words(words) }
      if let wrapper = role as? any RoleWrapper { return named(wrapper.role) }
      plainTypes.insert(ObjectIdentifier(type))
    }
    return .type(type)
  }

  package var name: String {
    switch role {
    case .words(let words): words
    case .type(let type): String("\(type)".prefix { $0 != "<" })
    }
  }
}
