/// A part of a configured route that is not registered under its name, in words such as `builder 'cart'`.
package typealias MissingPart = (pattern: RoutePattern, part: String)

extension Wireframe {
  /// Adds a check of the parts that configured routes need by name, for audits: it finds what is missing.
  package func add(partCheck: @escaping @MainActor () -> [MissingPart]) -> Registration {
    let id = makeID()
    partChecks[id] = partCheck
    return Registration { [weak self] in self?.partChecks[id] = nil }
  }
}
