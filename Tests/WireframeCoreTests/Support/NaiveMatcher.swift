import Foundation
import WireframeCore

/// Tries all patterns and takes the most specific one: the rules in the fewest lines, to compare with.
///
/// It reads the public segments of the patterns and shares nothing with the library's matching.
struct NaiveMatcher {
  let patterns: [RoutePattern]

  func winner(for segments: [String], of source: URLSource?) -> RoutePattern? {
    patterns
      .filter { $0.source == nil || $0.source == source }
      .filter { Self.matches($0.segments[...], segments[...]) }
      .min { Self.ranks($0).lexicographicallyPrecedes(Self.ranks($1)) }
  }

  static func matches(_ parts: ArraySlice<RoutePattern.Segment>, _ texts: ArraySlice<String>)
    -> Bool
  {
    guard let part = parts.first else { return texts.isEmpty }
    if case .catchAll(_, let isOptional) = part {
      return (isOptional || !texts.isEmpty)
        && !texts.contains { $0.contains("/") || $0.contains("\\") }
    }
    guard let text = texts.first else { return part.isOptional }
    return fits(part, text) && matches(parts.dropFirst(), texts.dropFirst())
  }

  private static func fits(_ part: RoutePattern.Segment, _ text: String) -> Bool {
    switch part {
    case .literal(let literal): literal == text
    case .parameter(_, .words(let words)?, _): words.contains(text)
    case .parameter(_, .type("uuid")?, _): text.count == 36 && UUID(uuidString: text) != nil
    case .parameter(_, .type("bool")?, _): text == "true" || text == "false"
    case .parameter(_, .type("uint")?, _): text.first != "+" && UInt64(text) != nil
    case .parameter(_, .type("int")?, _): Int64(text) != nil
    case .parameter(_, .type("double")?, _): Double(text) != nil
    case .parameter(_, .type?, _): text.count == 1
    default: true
    }
  }

  /// A pattern's ranks from the left, its end, and whether it is bound to a source: least is best.
  private static func ranks(_ pattern: RoutePattern) -> [Int] {
    pattern.segments.map(rank) + [0, pattern.source == nil ? 1 : 0]
  }

  private static func rank(_ part: RoutePattern.Segment) -> Int {
    let types = ["uuid", "bool", "uint", "int", "double", "short"]
    return switch part {
    case .literal: 1
    case .parameter(_, nil, let isOptional): isOptional ? 30 : 10
    case .parameter(_, .words?, let isOptional): isOptional ? 20 : 2
    case .parameter(_, .type(let name)?, let isOptional):
      (isOptional ? 21 : 3) + (types.firstIndex(of: name) ?? 0)
    case .catchAll(_, let isOptional): isOptional ? 50 : 40
    }
  }
}
