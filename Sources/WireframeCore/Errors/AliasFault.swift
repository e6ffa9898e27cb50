/// Why a pattern cannot be an old name of another one.
package enum AliasFault: Equatable, Sendable {
  case otherParameters
  case itself
  /// The other one is bound to a source, and this one serves all of them.
  case noSource(URLSource)
  /// The other one is an old name itself, of this pattern.
  case ofAlias(RoutePattern)

  /// What keeps a pattern from being an old name of another one, whatever is registered; nil for nothing.
  package init?(_ name: RoutePattern, of pattern: RoutePattern) {
    if name == pattern {
      self = .itself
    } else if Self.parameters(of: name) != Self.parameters(of: pattern) {
      self = .otherParameters
    } else if let source = pattern.source, name.source == nil {
      self = .noSource(source)
    } else {
      return nil
    }
  }

  private static func parameters(of pattern: RoutePattern) -> Set<String> {
    Set(pattern.segments.filter { $0.name != nil }.map(\.description))
  }

  func sentence(_ name: RoutePattern, _ pattern: RoutePattern) -> String {
    let start = "'\(name)' cannot be an old name of '\(pattern)'"
    return switch self {
    case .otherParameters: "\(start): their parameters differ. Give both the same names and types."
    case .itself: "\(start): it is the same pattern."
    case .noSource(let source):
      "\(start), which is bound to '\(source)'. Write the old name with its source, too."
    case .ofAlias(let target):
      "\(start), which is an old name itself. Let both be old names of '\(target)'."
    }
  }
}
