/// Counts steps of what may grow, for tests; release builds count nothing.
package enum Steps {
  #if DEBUG
    @TaskLocal private static var note: (@Sendable (Int) -> Void)?

    package static func add(_ count: Int = 1) { note?(count) }

    /// Runs a closure, and calls another one with the number of each step that it notes, also in its tasks.
    package static func counting<T>(
      by note: @escaping @Sendable (Int) -> Void, isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> T
    ) async rethrows -> T {
      try await $note.withValue(note, operation: body, isolation: isolation)
    }
  #else
    package static func add(_ count: Int = 1) {}
  #endif
}
