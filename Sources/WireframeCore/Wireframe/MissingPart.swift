/// A part of a configured route that is not registered under its name.
package struct MissingPart {
  package let pattern: RoutePattern
  /// What is missing, in words such as `builder 'cart'`.
  package let part: String

  package init(of pattern: RoutePattern, _ part: String) {
    self.pattern = pattern
    self.part = part
  }
}

extension Wireframe {
  /// Adds a check of the parts that configured routes need by name, for audits: it finds what is missing.
  package func add(partCheck: @escaping @MainActor () -> [MissingPart]) -> Registration {
    let id = makeID()
    partChecks[id] = partCheck
    return Registration { [weak self] in self?.partChecks[id] = nil }
  }
}
