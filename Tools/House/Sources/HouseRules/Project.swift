package import Foundation

/// The modules in `Sources`, with their texts.
package struct Project: Sendable {
  package struct File: Sendable {
    /// The path from the project's root.
    package let path: String
    /// The folder in its module, without the folders inside that; "." for files beside the folders.
    package let folder: String
    package let lineCount: Int
    package let code: SwiftText
  }

  package let root: URL
  package let modules: [String: [File]]

  package init(at root: URL) throws {
    self.root = root
    let sources = root.appending(path: "Sources")
    var modules: [String: [File]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      guard !name.hasPrefix(".") else { continue }
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: sources.appending(path: name).path
      ).filter { $0.hasSuffix(".swift") }.sorted()
      guard !paths.isEmpty else { continue }
      modules[name] = try paths.map { path in
        let folders = path.split(separator: "/").dropLast()
        let text = try Self.text(at: sources.appending(path: "\(name)/\(path)"))
        return File(
          path: "Sources/\(name)/\(path)", folder: folders.first.map(String.init) ?? ".",
          lineCount: text.utf8.count { $0 == UInt8(ascii: "\n") }, code: SwiftText(text))
      }
    }
    self.modules = modules
  }

  /// A file of the project.
  package func text(of path: String) throws -> String {
    try Self.text(at: root.appending(path: path))
  }

  /// A list of the project: its lines, without comments.
  package func list(_ path: String) throws -> [String] {
    try text(of: path).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  private static func text(at url: URL) throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }
}

/// What a check found.
package struct Report: Equatable, Sendable {
  /// What is so.
  package var notes: [String] = []
  /// What must not be so.
  package var problems: [String] = []
}
