/// Patterns, and one path or URL for each that it alone is to match.
package struct Sample {
  package let name: String
  package let patterns: [String]
  package let paths: [String]
  /// Patterns that lead astray, and whether the table ignores case.
  package var others: [String] = []
  package var ignoresCase = false

  /// The modules again, each time with something else in patterns or paths.
  package static let kinds = [
    "128-bytes", "129-bytes", "130-bytes", "16-segments", "17-segments", "catch-all", "escape",
    "fold", "optional", "origin", "query", "scheme", "turn-back", "typed", "words",
  ]

  package static func modules(_ count: Int, _ kind: String) -> Sample {
    let plain = modules(count)
    func with(_ patterns: (String) -> String, _ paths: (String) -> String = { $0 }) -> Sample {
      Sample(name: kind, patterns: plain.patterns.map(patterns), paths: plain.paths.map(paths))
    }
    func replacing(_ old: String, _ new: String) -> (String) -> String {
      { text in
        guard let range = text.firstRange(of: old) else { return text }
        return text.replacingCharacters(in: range, with: new)
      }
    }
    switch kind {
    case "128-bytes": return with({ $0 }, replacing("4711", String(repeating: "7", count: 91)))
    case "129-bytes": return with({ $0 }, replacing("4711", String(repeating: "7", count: 92)))
    // Long enough for more segments than the rules allow: its slashes are counted.
    case "130-bytes": return with({ $0 }, replacing("4711", String(repeating: "7", count: 93)))
    case "16-segments": return deepModules(count, 16)
    case "17-segments": return deepModules(count, 17)
    case "catch-all": return with(replacing("/:id/details/:page", "/*rest"))
    case "escape": return with({ $0 }, replacing("overview", "over%76iew"))
    case "optional": return with(replacing(":page", ":page?"))
    case "origin": return with({ $0 }, { "https://example.com\($0)" })
    case "query": return with({ $0 }, { $0 + "?q=x" })
    case "scheme": return with({ $0 }, { "myapp:/\($0)" })
    case "typed": return with(replacing(":id", ":id<int>"))
    case "words": return with(replacing(":page", ":page<overview|settings>"))
    case "fold":
      var sample = with({ $0 }, replacing("items", "Items"))
      sample.ignoresCase = true
      return sample
    default:
      var sample = plain
      sample.others = plain.patterns.map(replacing(":id/details/:page", "4711/other"))
      return sample
    }
  }

  /// So many modules beside each other; the shape of a path does not depend on how many.
  package static func modules(_ count: Int) -> Sample {
    let names = (0..<count).map { "module\(padded($0))" }
    return Sample(
      name: "\(count) modules",
      patterns: names.map { "/\($0)/items/:id/details/:page" },
      paths: names.map { "/\($0)/items/4711/details/overview" })
  }

  /// So many modules with so many segments, of which every other one is a value.
  private static func deepModules(_ count: Int, _ segments: Int) -> Sample {
    let names = (0..<count).map { "module\(padded($0))" }
    func text(_ value: (Int) -> String) -> String {
      (2...segments).map { $0 % 2 == 0 ? "/part\($0)" : "/\(value($0))" }.joined()
    }
    return Sample(
      name: "\(segments) segments", patterns: names.map { "/\($0)" + text { ":p\($0)" } },
      paths: names.map { "/\($0)" + text { "v\($0)" } })
  }

  /// So many modules below areas of at most thirty, and areas below regions of thirty.
  package static func tree(_ count: Int) -> Sample {
    let names = (0..<count).map { number in
      "region\(padded(number / 900))/area\(padded(number / 30 % 30))/module\(padded(number % 30))"
    }
    return Sample(
      name: "\(count) in a tree",
      patterns: names.map { "/\($0)/items/:id/details/:page" },
      paths: names.map { "/\($0)/items/4711/details/overview" })
  }

  /// GitHub's REST paths, at most so many.
  package static func gitHub(_ most: Int = .max) -> Sample {
    let patterns = Array(gitHubPatterns.prefix(most >= 200 ? .max : most))
    return Sample(
      name: "\(patterns.count) of GitHub", patterns: patterns, paths: patterns.map(samplePath))
  }

  /// The paths of at most so many routes, spread over all of them.
  package func paths(atMost most: Int) -> [String] {
    let count = min(most, paths.count)
    return (0..<count).map { paths[$0 * paths.count / count] }
  }

  private static func samplePath(of pattern: String) -> String {
    let segments = pattern.dropFirst().split(separator: "/").map { segment in
      segment.first == ":" || segment.first == "*"
        ? sampleValue(of: segment.dropFirst()) : String(segment)
    }
    return "/" + segments.joined(separator: "/")
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
