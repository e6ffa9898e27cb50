import Foundation

/// A matcher in the manner of the older iOS routers: every pattern in turn, by its components.
///
/// It checks nothing, and the first pattern that fits is taken. Patterns are taken apart when they
/// are added, and a path once a lookup, which is kinder than some of them are.
struct LinearMatcher {
  private var patterns: [[String]] = []

  mutating func add(_ pattern: String) {
    patterns.append(pattern.components(separatedBy: "/").filter { !$0.isEmpty })
  }

  func match(_ path: String) -> (place: Int, values: [String: String])? {
    let parts = path.components(separatedBy: "/").filter { !$0.isEmpty }
    for (place, pattern) in patterns.enumerated() {
      if let values = values(of: parts, pattern) { return (place, values) }
    }
    return nil
  }

  private func values(of parts: [String], _ pattern: [String]) -> [String: String]? {
    let hasRest = pattern.last?.hasPrefix("*") ?? false
    guard hasRest ? parts.count >= pattern.count : parts.count == pattern.count else { return nil }
    var values: [String: String] = [:]
    for (part, segment) in zip(parts, pattern) {
      if segment.hasPrefix(":") {
        values[String(segment.dropFirst())] = part
      } else if segment.hasPrefix("*") {
        values[String(segment.dropFirst())] =
          parts[(pattern.count - 1)...].joined(separator: "/")
      } else if segment != part {
        return nil
      }
    }
    return values
  }
}
