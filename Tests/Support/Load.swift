import Foundation

/// The size of load tests and of long seeded tests: a tenth, or all with `WIREFRAME_LOAD=full`.
package enum Load {
  package static let isFull = ProcessInfo.processInfo.environment["WIREFRAME_LOAD"] == "full"

  /// A count at full size, or a tenth of it.
  package static func scaled(_ count: Int) -> Int { isFull ? count : max(1, count / 10) }

  /// Whether a long list's entry takes part: all, or every tenth.
  package static func takes(_ index: Int) -> Bool { isFull || index.isMultiple(of: 10) }
}
