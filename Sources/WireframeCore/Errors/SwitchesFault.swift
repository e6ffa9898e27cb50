/// What is wrong with switches, and where.
package struct SwitchesFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Such as `off[2].fallback`; empty for the whole.
  let keyPath: String
  let found: String
  let allowed: String
  /// Where it is in a file: line and column, from 1.
  var place: String?

  package init(_ keyPath: String, _ found: String, _ allowed: String, at place: String? = nil) {
    self.keyPath = keyPath
    self.found = found
    self.allowed = allowed
    self.place = place
  }

  package var description: String {
    [place, keyPath.isEmpty ? nil : keyPath, "found \(found); allowed: \(allowed)."]
      .compactMap(\.self).joined(separator: ": ").escaped
  }
}
