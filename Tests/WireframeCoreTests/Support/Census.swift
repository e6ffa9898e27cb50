import TestSupport
import WireframeCore

/// Counts objects by their `deinit`.
@MainActor
final class Census {
  private(set) var count = 0
  private(set) var total = 0

  func enter() {
    count += 1
    total += 1
  }
  nonisolated func leave() { MainActor.assumeIsolated { count -= 1 } }
}

/// An object that is counted while it lives.
@MainActor
final class Token {
  private let census: Census
  init(_ census: Census) {
    self.census = census
    census.enter()
  }
  deinit { census.leave() }
}

extension Screen {
  /// A screen that is counted while it lives.
  convenience init(_ description: String, _ census: Census) {
    self.init(description)
    token = Token(census)
  }
}
