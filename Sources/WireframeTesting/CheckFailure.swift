/// What a check found wrong, for a test to show: every violation, a line each.
public struct CheckFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found wrong, a line each.
  public let description: String

  init(_ violations: [String]) { description = violations.joined(separator: "\n") }
}

/// Collects what a check finds wrong, and throws all of it at the end.
struct Violations {
  private(set) var texts: [String] = []

  mutating func expect(_ isRight: Bool, _ text: @autoclosure () -> String) {
    if !isRight { texts.append(text()) }
  }

  func check() throws(CheckFailure) {
    if !texts.isEmpty { throw CheckFailure(texts) }
  }
}
