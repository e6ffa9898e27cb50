import Foundation

/// The files of the repository.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// All paths below a folder, without what builds leave behind.
  static func paths(under folder: String = "") -> [String] {
    let url = folder.isEmpty ? root : root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: url.path)
    var found: [String] = []
    while let path = paths?.nextObject() as? String {
      if path.hasSuffix(".build") || path == ".git" {
        paths?.skipDescendants()
      } else {
        found.append(folder.isEmpty ? path : "\(folder)/\(path)")
      }
    }
    return found.sorted()
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(
      atPath: root.appending(path: path).path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The paths that git knows, or nil where there is no git, as in an archive.
  static let tracked: Set<String>? = {
    guard let result = try? run(["git", "ls-files", "-z"]), result.status == 0 else { return nil }
    return Set(result.output.split(separator: "\0").map(String.init))
  }()

  /// The products of Package.swift.
  static func products() throws -> Set<String> {
    Set(
      try text(of: "Package.swift").matches(of: /\.library\(name: "(\w+)"/)
        .map { String($0.1) })
  }

  struct Run {
    let output: String
    let status: Int32
  }

  /// Runs a command in the repository, with its errors in the output.
  static func run(
    _ command: [String], in folder: URL = root, environment: [String: String] = [:]
  ) throws -> Run {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(output: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
  }
}
