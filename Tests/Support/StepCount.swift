package import Testing
import WireframeCore

#if DEBUG
  /// Counts the steps of a closure, its tasks included; other tests that run meanwhile do not count.
  @MainActor
  package func steps(_ body: @MainActor () async throws -> Void) async rethrows -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    try await Steps.counting(by: { continuation.yield($0) }, body)
    continuation.finish()
    return await stream.reduce(0, +)
  }

  /// Expects that so many times the things take at most so many times the steps, and half as many again.
  @MainActor
  package func expectLinear(
    _ sizes: (Int, Int), _ location: SourceLocation = #_sourceLocation,
    _ body: @MainActor (Int) async throws -> Void
  ) async rethrows {
    let small = try await steps { try await body(sizes.0) }
    let large = try await steps { try await body(sizes.1) }
    let bound = small * (sizes.1 / sizes.0) * 3 / 2
    #expect(small > 0 && large <= bound, "\(small), \(large)", sourceLocation: location)
  }
#endif
