import Foundation

/// The size of load tests and of long seeded tests: a twentieth, or all with `WIREFRAME_LOAD=full`.
package enum Load {
  package static let isFull = ProcessInfo.processInfo.environment["WIREFRAME_LOAD"] == "full"

  /// A count at full size, or a twentieth of it.
  package static func scaled(_ count: Int) -> Int { isFull ? count : max(1, count / 20) }

  /// Whether a long list's entry takes part: all, or every twentieth.
  package static func takes(_ index: Int) -> Bool { isFull || index.isMultiple(of: 20) }
}
