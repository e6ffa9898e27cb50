package import Testing

/// Runs each test twice: as on systems where a task can begin at once, and as on those where it cannot.
package struct EverySystem: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal
  static var startsTasksAtOnce = true

  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    try await Self.$startsTasksAtOnce.withValue(false) { try await function() }
  }
}

extension Trait where Self == EverySystem {
  /// With and without tasks that begin at once.
  package static var onEverySystem: Self { Self() }
}
