/// What the compiler writes about a module with `-emit-symbol-graph`: the parts that an interface needs.
package struct SymbolGraph: Decodable, Sendable {
  let metadata: Metadata
  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]

  var toolchain: String { "\(metadata.generator), \(module.platform.operatingSystem.name)" }

  struct Metadata: Decodable, Sendable { let generator: String }
  struct Module: Decodable, Sendable { let platform: Platform }
  struct Platform: Decodable, Sendable { let operatingSystem: OperatingSystem }
  struct OperatingSystem: Decodable, Sendable { let name: String }

  struct Symbol: Decodable, Sendable {
    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let accessLevel: String
    let declarationFragments: [Fragment]
    /// Where it is declared; nil for what the compiler makes.
    let location: Location?
    let swiftExtension: Extension?

    /// Whether the module declares it: not another one that it re-exports, and not the compiler.
    func isDeclared(in module: String) -> Bool {
      location?.uri.contains("/Sources/\(module)/") == true
        && !identifier.precise.contains("::SYNTHESIZED::")
    }

    /// The path without the labels of parameters, which are in the declaration.
    var name: String { pathComponents.joined(separator: ".").replacing("\\(.*", by: "") }

    var declaration: String {
      (accessLevel == "open" ? "open " : "")
        + declarationFragments.map(\.spelling).joined().replacing("\\s+", by: " ")
    }
  }

  struct Kind: Decodable, Sendable { let identifier: String }
  struct Identifier: Decodable, Sendable { let precise: String }
  struct Fragment: Decodable, Sendable { let spelling: String }
  struct Location: Decodable, Sendable { let uri: String }
  struct Extension: Decodable, Sendable { let constraints: [Constraint]? }

  struct Relationship: Decodable, Sendable {
    let kind: String
    let source: String
    let target: String
    /// The target's name with its module, if it is of another module.
    let targetFallback: String?
    let swiftConstraints: [Constraint]?

    /// What the source is by it; nil for what the compiler adds.
    func supertype(_ names: [String: String]) -> String? {
      let name = names[target] ?? targetFallback?.split(separator: ".").last.map(String.init)
      guard let name, !SymbolGraph.implied.contains(name) else { return nil }
      return name + swiftConstraints.clause
    }
  }

  struct Constraint: Decodable, Sendable {
    let kind: String
    let lhs: String
    let rhs: String
  }

  /// Conformances that the compiler adds, some of them by its version.
  static let implied: Set = ["Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"]
}

extension [SymbolGraph.Constraint]? {
  /// The constraints as in a declaration.
  var clause: String {
    let constraints = (self ?? []).filter { !SymbolGraph.implied.contains($0.rhs) }
    let texts = Set(constraints.map { "\($0.lhs)\($0.kind == "sameType" ? " ==" : ":") \($0.rhs)" })
    return texts.isEmpty ? "" : " where " + texts.sorted().joined(separator: ", ")
  }
}
