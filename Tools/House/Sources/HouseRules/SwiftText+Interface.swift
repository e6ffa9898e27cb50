extension SwiftText {
  /// The public declarations inside `#if canImport(SwiftUI)`, of which Linux has no symbol graph.
  ///
  /// What is inside what says the formatter's indentation.
  package var interfaceForSwiftUI: [String] {
    var interface: [String] = []
    var conditions: [Bool] = []
    /// The types and extensions around a line.
    var scopes: [(indentation: Int, name: String, clause: String)] = []
    var attributes = ""
    var rest = lines[...]
    while let line = rest.popFirst() {
      var text = line.trimmed
      if text.hasPrefix("#") {
        if !text.hasPrefix("#if") { _ = conditions.popLast() }
        if !text.hasPrefix("#endif") { conditions.append(text.hasPrefix("#if canImport(SwiftUI)")) }
        continue
      }
      if text.hasPrefix("@"), !text.contains(" ") { attributes += text + " " }
      // Up to the body. Between parentheses is no body.
      while text.count(where: { $0 == "(" }) > text.count(where: { $0 == ")" }),
        let more = rest.popFirst()
      {
        text += (text.hasSuffix("(") ? "" : " ") + more.trimmed
      }
      let head = "^(.*?)\\b(\(Self.types)|extension|func|var|let|init)\\b ?(\\w*).*"
      let keyword = text.replacing(head, by: "$2")
      guard keyword != text else { continue }
      let name = keyword == "init" ? keyword : text.replacing(head, by: "$3")
      let indentation = line.prefix { $0 == " " }.count
      scopes.removeAll { $0.indentation >= indentation }

      if text.isPublicDeclaration, conditions.contains(true) {
        let path = (scopes.map(\.name) + [name]).joined(separator: ".")
        let clause = scopes.map(\.clause).joined()
        let declaration = (attributes + text).replacing("\\bpublic | \\{$", by: "")
          .replacing(" \\)", by: ")")
        interface.append("\(path): \(declaration)\(clause.isEmpty ? "" : " //\(clause)")")
      }
      attributes = ""
      if text.hasSuffix("{"), !["func", "var", "let", "init"].contains(keyword) {
        let clause = keyword == "extension" ? text.replacing("^.*?( where .*|) \\{$", by: "$1") : ""
        scopes.append((indentation, name, clause))
      }
    }
    return interface
  }
}
