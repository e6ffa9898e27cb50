import Testing
import UIKit

/// Runs a test, or each case of it, on a device with a system.
struct OnSystem: TestTrait, SuiteTrait, TestScoping {
  let system: UIKitSystem
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await UIKitDevice.$current.withValue(UIKitDevice(system)) { try await function() }
  }
}

extension Trait where Self == OnSystem {
  static func system(_ system: UIKitSystem) -> OnSystem { OnSystem(system: system) }
}

/// Does something on a device of its own.
@MainActor
func on<T>(_ system: UIKitSystem, _ body: @MainActor () async throws -> T) async rethrows -> T {
  try await UIKitDevice.$current.withValue(UIKitDevice(system)) { try await body() }
}
