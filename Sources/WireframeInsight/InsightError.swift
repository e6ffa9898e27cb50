internal import WireframeCore

/// Why a manifest or an association file cannot be read or made, or a trace cannot be run again.
public struct InsightError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and how to fix it, on one line.
  public let description: String

  init(_ description: String) { self.description = description.escaped }
}
