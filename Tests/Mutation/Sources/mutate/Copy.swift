import Foundation
import Mutation

/// The project's copy with all faults, under `.build/mutation`.
struct Copy {
  let root: URL
  let folder: URL
  let modules: [String]
  private var list: FaultList
  /// The texts of the modules' files, by path.
  private let sources: [String: String]
  /// Which faults did not compile when these texts were built before.
  private let store: URL

  private struct Removed: Codable {
    let stamp: String
    let numbers: [Int]
  }

  var faults: FaultList { list }

  init(of root: URL, modules: [String]) throws {
    self.root = root
    self.modules = modules
    folder = root.appending(path: ".build/mutation/copy")
    var sources: [String: String] = [:]
    var faults: [Fault] = []
    for module in modules {
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: "Sources/\(module)").path)
      for path in paths.sorted() where path.hasSuffix(".swift") {
        let file = "Sources/\(module)/\(path)"
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        sources[file] = text
        faults += FaultFinder.faults(in: text, file: file)
      }
    }
    self.sources = sources
    list = FaultList(faults)
    store = folder.appending(path: "../removed.json").standardized
    if let data = try? Data(contentsOf: store),
      let removed = try? JSONDecoder().decode(Removed.self, from: data), removed.stamp == stamp
    {
      list.remove(Set(removed.numbers))
    }
  }

  /// Says whether texts and faults are what they were.
  private var stamp: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for (_, text) in sources.sorted(by: { $0.key < $1.key }) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return "\(hash) \(list.count)"
  }

  /// Writes the copy; files that are the same already are left alone, so that building again is fast.
  func write() throws {
    let manager = FileManager.default
    var wanted: Set<String> = []
    // Each snippet would be linked, and no test of it says anything about a fault.
    let left: Set = [".build", ".git", ".swiftpm", "Snippets"]
    let top = try manager.contentsOfDirectory(atPath: root.path).filter { !left.contains($0) }
    for name in top {
      try copy(name, &wanted)
    }
    for module in modules {
      let path = "Sources/\(module)/MutationFaults.swift"
      wanted.insert(path)
      let entries = list.entries.filter { $0.fault.file.hasPrefix("Sources/\(module)/") }
      try write(Data(MutatedText.runtime(entries, of: list.count).utf8), to: path)
    }
    for path in try manager.subpathsOfDirectory(atPath: folder.path) where !wanted.contains(path) {
      try? manager.removeItem(at: folder.appending(path: path))
    }
  }

  private func copy(_ path: String, _ wanted: inout Set<String>) throws {
    let manager = FileManager.default
    let source = root.appending(path: path)
    let target = folder.appending(path: path)
    wanted.insert(path)
    let type = try manager.attributesOfItem(atPath: source.path)[.type] as? FileAttributeType
    switch type {
    case .typeDirectory:
      try manager.createDirectory(at: target, withIntermediateDirectories: true)
      for name in try manager.contentsOfDirectory(atPath: source.path) where name != ".build" {
        try copy("\(path)/\(name)", &wanted)
      }
    case .typeSymbolicLink:
      let link = try manager.destinationOfSymbolicLink(atPath: source.path)
      guard link != (try? manager.destinationOfSymbolicLink(atPath: target.path)) else { return }
      try manager.createSymbolicLink(atPath: target.path, withDestinationPath: link)
    default:
      guard let text = sources[path] else {
        return try write(Data(contentsOf: source), to: path, like: source)
      }
      try write(Data(MutatedText.text(text, with: list.entries(in: path)).utf8), to: path)
    }
  }

  private func write(_ data: Data, to path: String, like source: URL? = nil) throws {
    let target = folder.appending(path: path)
    if let there = try? Data(contentsOf: target), there == data { return }
    try data.write(to: target)
    if let source, FileManager.default.isExecutableFile(atPath: source.path) {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: target.path)
    }
  }

  /// Builds the copy, and takes out the faults that do not compile; returns the tests' program.
  mutating func build() throws -> URL {
    let log = root.appending(path: ".build/mutation/build.log")
    for round in 1...20 {
      try write()
      try Data().write(to: log)
      let swift = Process()
      swift.executableURL = URL(filePath: "/usr/bin/env")
      swift.arguments = [
        "swift", "build", "--build-tests", "--package-path", folder.path, "--scratch-path",
        root.appending(path: ".build/mutation/build").path,
        "-Xswiftc", "-continue-building-after-errors",
      ]
      let output = try FileHandle(forWritingTo: log)
      swift.standardInput = FileHandle.nullDevice
      swift.standardOutput = output
      swift.standardError = output
      try swift.run()
      swift.waitUntilExit()
      try output.close()
      if swift.terminationStatus == 0 {
        let left = Set(list.entries.map(\.number))
        let removed = (0..<list.count).filter { !left.contains($0) }
        try JSONEncoder().encode(Removed(stamp: stamp, numbers: removed)).write(to: store)
        return root.appending(path: ".build/mutation/build/debug/WireframePackageTests.xctest")
      }
      let text = try String(contentsOf: log, encoding: .utf8)
      let complaints = FaultList.Complaint.all(in: text, root: folder.path)
      let removed = list.remove(for: complaints)
      say("round \(round): \(complaints.count) errors, \(removed) faults taken out")
      guard removed > 0 else {
        throw Failure("The copy does not compile; see \(log.path).")
      }
    }
    throw Failure("The copy does not compile after 20 rounds; see \(log.path).")
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line at once, also into a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
