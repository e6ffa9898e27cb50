/// What apps see of a module: one declaration a line, sorted.
package struct Interface: Sendable {
  package let module: String
  /// The compiler and the system of the symbol graphs; others may have the same declarations in other words.
  package let toolchain: String
  package let lines: Set<String>

  package var text: String {
    let header = [
      "# The public interface of \(module), written by `.ci/interfaces write`", "# \(toolchain)",
    ]
    return (header + lines.sorted()).joined(separator: "\n") + "\n"
  }

  /// Reads a file that `text` wrote.
  package init(module: String, text: String) {
    let all = text.split(separator: "\n").map(String.init)
    let header = all.filter { $0.hasPrefix("#") }
    self.module = module
    toolchain = String(header.last?.dropFirst(2) ?? "")
    lines = Set(all).subtracting(header)
  }

  /// The interface out of the module's graphs: its own, and one for each module whose types it extends.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - graphs: The graphs.
  ///   - names: The names of the project's types by their identifiers, for conformances.
  ///   - others: Declarations that no graph has.
  package init(
    module: String, graphs: [SymbolGraph], names: [String: String], others: [String] = []
  ) {
    self.module = module
    toolchain = graphs.first?.toolchain ?? ""
    let relations = graphs.flatMap(\.relationships)
    let required = Set(relations.filter { $0.kind == "requirementOf" }.map(\.source))
    let supertypes = Dictionary(
      grouping: relations.filter { ["conformsTo", "inheritsFrom"].contains($0.kind) }, by: \.source)

    var lines = Set(others)
    for symbol in graphs.flatMap(\.symbols) where symbol.isDeclared(in: module) {
      let id = symbol.identifier.precise
      var line = "\(symbol.name): \(symbol.declaration)"
      if required.contains(id) { line += " // required" }
      let clause = symbol.swiftExtension?.constraints.clause ?? ""
      if !clause.isEmpty { line += " //\(clause)" }
      // A protocol's declaration says what it refines, that of another type does not say its conformances.
      let isProtocol = symbol.kind.identifier == "swift.protocol"
      let texts = isProtocol ? [] : (supertypes[id] ?? []).compactMap { $0.supertype(names) }
      if !texts.isEmpty { line += " // is \(Set(texts).sorted().joined(separator: ", "))" }
      lines.insert(line)
    }
    self.lines = lines
  }
}
