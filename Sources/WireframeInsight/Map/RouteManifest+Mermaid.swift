internal import WireframeCore

extension RouteManifest {
  /// The routes as a Mermaid flowchart: a tree by path, gates between routes and their screens, declared redirects.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    let numbers = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($0.element.route.pattern, $0.offset) })
    for (number, entry) in entries.enumerated() {
      let names = entry.route.names.map(\.description).joined(separator: ", once ")
      let text = Self.label("\(names)\(entry.route.isOff ? ", off" : "")")
      let isOpen = entry.route.exposure != .closed
      lines.append("  r\(number)\(isOpen ? "([\"\(text)\"])" : "[\"\(text)\"]")")
    }
    let parents = pathParents
    for (number, entry) in entries.enumerated() {
      if let parent = parents[entry.route.pattern].flatMap({ numbers[$0] }) {
        lines.append("  r\(parent) --> r\(number)")
      }
    }
    for (number, redirect) in redirects.enumerated() {
      lines.append("  g\(number){{\"\(Self.label(redirect.observer))\"}}")
      if let target = redirect.target.flatMap({ numbers[$0] }) {
        lines.append("  g\(number) -.-> r\(target)")
      }
      guard redirect.gate != nil else { continue }
      // Gates may have one name. That of a module is in front of the module's routes only.
      let path = redirect.module.map { $0.segments.isEmpty ? "/" : "\($0.text)/" } ?? ""
      for (route, entry) in entries.enumerated() where entry.guards.contains(redirect.observer) {
        let module = entry.route.module.map { "\($0)/" } ?? ""
        if module.hasPrefix(path) { lines.append("  r\(route) -.- g\(number)") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For each pattern the one whose path is the longest beginning of its own; nothing for those without.
  var pathParents: [RoutePattern: RoutePattern] {
    // Paths of one source as a tree: the nodes below each, and the first route that ends there.
    var nodes: [(below: [RoutePattern.Segment: Int], end: RoutePattern?)] = []
    var roots: [URLSource?: Int] = [:]
    func root(of pattern: RoutePattern) -> Int {
      if let root = roots[pattern.source] { return root }
      roots[pattern.source] = nodes.count
      nodes.append(([:], nil))
      return nodes.count - 1
    }
    for pattern in entries.lazy.map(\.route.pattern) {
      var node = root(of: pattern)
      for segment in pattern.segments {
        Steps.add()
        if let next = nodes[node].below[segment] {
          node = next
        } else {
          nodes[node].below[segment] = nodes.count
          node = nodes.count
          nodes.append(([:], nil))
        }
      }
      nodes[node].end = nodes[node].end ?? pattern
    }
    var parents: [RoutePattern: RoutePattern] = [:]
    for pattern in entries.lazy.map(\.route.pattern) {
      var node = root(of: pattern)
      for segment in pattern.segments {
        Steps.add()
        parents[pattern] = nodes[node].end ?? parents[pattern]
        node = nodes[node].below[segment] ?? node
      }
    }
    return parents
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
