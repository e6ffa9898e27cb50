/// Ends the process with a message, which libFuzzer takes as a finding, unless a condition holds.
func claim(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard condition else { fatalError(message()) }
}

/// What an expression gives; a finding if it throws.
func unfailing<T>(_ subject: @autoclosure () -> String, _ body: () throws -> T) -> T {
  do {
    return try body()
  } catch {
    fatalError("\(subject()): \(error)")
  }
}
