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

  /// The name that errors have, too.
  package var name: String {
    switch role {
    case .words(let words): words
    case .type(let type): String("\(type)".prefix { $0 != "<" })
    }
  }
}
