internal import WireframeCore

extension RouteManifest {
  /// The routes as a Mermaid flowchart: a tree by path, gates between routes and their screens, declared redirects.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    let numbers = Dictionary(
      uniqueKeysWithValues: routes.enumerated().map { ($0.element.route.pattern, $0.offset) })
    for (number, entry) in routes.enumerated() {
      let pattern = entry.route.pattern
      let text = Self.label("\(pattern)")
      let isOpen = entry.route.exposure != .closed
      lines.append("  r\(number)\(isOpen ? "([\"\(text)\"])" : "[\"\(text)\"]")")
    }
    for (number, entry) in routes.enumerated() {
      if let parent = pathParent(of: entry.route.pattern).flatMap({ numbers[$0] }) {
        lines.append("  r\(parent) --> r\(number)")
      }
    }
    for (number, redirect) in redirects.enumerated() {
      let text = Self.label(redirect.observer)
      lines.append("  g\(number){{\"\(text)\"}}")
      if let target = redirect.target.flatMap({ numbers[$0] }) {
        lines.append("  g\(number) -.-> r\(target)")
      }
      guard let tag = redirect.gate else { continue }
      for (route, entry) in routes.enumerated() where entry.route.tags.contains(tag) {
        lines.append("  r\(route) -.- g\(number)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The route whose path is the longest beginning of a pattern's.
  func pathParent(of pattern: RoutePattern) -> RoutePattern? {
    var best: RoutePattern?
    for other in routes.lazy.map(\.route.pattern)
    where other.segments.count < pattern.segments.count
      && other.segments.count > best?.segments.count ?? -1
      && pattern.segments.starts(with: other.segments) && other.source == pattern.source
    {
      best = other
    }
    return best
  }

  /// A text between the quotes of a label: Mermaid reads entities there, and everything else but letters is suspect.
  private static func label(_ text: String) -> String {
    var label = ""
    for scalar in text.escaped.unicodeScalars {
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " /:.,-_'?*".unicodeScalars.contains(scalar)
      if isPlain {
        label.unicodeScalars.append(scalar)
      } else {
        label += "#\(scalar.value);"
      }
    }
    return label
  }
}
