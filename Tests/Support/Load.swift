import Foundation

/// The size of load tests and of long seeded tests: a thirtieth, or all with `WIREFRAME_LOAD=full`.
package enum Load {
  package static let isFull = ProcessInfo.processInfo.environment["WIREFRAME_LOAD"] == "full"

  /// A count at full size, or a thirtieth of it.
  package static func scaled(_ count: Int) -> Int { isFull ? count : max(1, count / 30) }

  /// Whether a long list's entry takes part: all, or every thirtieth.
  package static func takes(_ index: Int) -> Bool { isFull || index.isMultiple(of: 30) }
}
