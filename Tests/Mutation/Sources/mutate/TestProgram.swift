import Foundation
import Mutation

/// The tests' program, run in a process of its own each time.
struct TestProgram: Sendable {
  let url: URL

  enum End: Sendable, Equatable {
    case passed
    case failed(String)
    case crashed
    case hung
  }

  struct Outcome: Sendable {
    let end: End
    /// Seconds of the processor.
    let cost: Double
  }

  func suites() throws -> [String] {
    let process = Process()
    process.executableURL = url
    process.arguments = ["--testing-library", "swift-testing", "--list-tests"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let names = String(decoding: data, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: "/").first.map(String.init) }
    return Array(Set(names)).sorted()
  }

  /// Runs suites until the first failure.
  ///
  /// A run hangs if it uses more of the processor than it may, or none for ten seconds while nothing of it could run:
  /// a busy machine makes no difference.
  func run(
    _ suites: [String], fault: Int?, reached: URL? = nil, mayCost limit: Double
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let names = suites.map { NSRegularExpression.escapedPattern(for: $0) }
    // A fault may allocate without end.
    process.arguments = [
      "-c", "ulimit -v 8000000; exec \"$0\" \"$@\"", url.path, "--testing-library",
      "swift-testing", "--filter", "^(\(names.joined(separator: "|")))/",
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["WIREFRAME_LOAD"] = nil
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["NO_COLOR"] = "1"
    environment["WIREFRAME_FAULT"] = fault.map { String($0) }
    environment["WIREFRAME_FAULTS_REACHED"] = reached?.path
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try pipe.fileHandleForWriting.close()
    let id = process.processIdentifier
    var text: [UInt8] = []
    var cost = 0.0
    var quietSince = Date()
    var end: End?
    while end == nil {
      guard try read(pipe.fileHandleForReading.fileDescriptor, into: &text) else { break }
      if let line = Self.failure(in: text) { end = .failed(line) }
      let used = Self.cost(of: id)
      if used > cost || Self.mayRun(id) { quietSince = Date() }
      cost = max(cost, used)
      if cost > limit || quietSince.timeIntervalSinceNow < -10 { end = .hung }
    }
    if end != nil { Self.endAll(from: id) }
    process.waitUntilExit()
    let isFine = process.terminationReason == .exit && process.terminationStatus == 0
    if end == nil, !isFine { endOrphans() }
    return Outcome(end: end ?? (isFine ? .passed : .crashed), cost: cost)
  }

  /// Waits half a second for output; false at its end.
  private func read(_ descriptor: Int32, into text: inout [UInt8]) throws -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Foundation.poll(&poll, 1, 500) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    text += buffer[..<count]
    return true
  }

  private static func failure(in text: [UInt8]) -> String? {
    let mark = Array("✘".utf8)
    guard let first = mark.first else { return nil }
    var start = text.startIndex
    while let index = text[start...].firstIndex(of: first) {
      let isFirst = index == 0 || text[index - 1] == UInt8(ascii: "\n")
      if isFirst, text[index...].starts(with: mark) {
        return String(
          decoding: text[index...].prefix { $0 != UInt8(ascii: "\n") }.dropFirst(4), as: UTF8.self)
      }
      start = index + 1
    }
    return nil
  }

  /// What a process has used of the processor, in seconds, with its children that have ended.
  private static func cost(of id: Int32) -> Double {
    // The fields after the name, which may have spaces in it.
    let fields = stat("/proc/\(id)/stat")
    guard fields.count > 14 else { return 0 }
    return fields[11...14].compactMap { Double($0) }.reduce(0, +) / 100
  }

  /// Ends a process and those that it has started: each may have a group of its own, and would wait for input for ever.
  private static func endAll(from id: Int32) {
    // It starts no other one meanwhile.
    kill(id, SIGSTOP)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for other in all.compactMap({ Int32($0) }) {
      let fields = stat("/proc/\(other)/stat")
      if fields.count > 1, Int32(fields[1]) == id { endAll(from: other) }
    }
    kill(id, SIGKILL)
  }

  /// Ends what a program that has crashed had started: it may run on for ever.
  private func endOrphans() {
    // Those of other programs would be its own.
    guard getpid() != 1 else { return }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
    let files = FileManager.default
    for id in ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap({ Int32($0) }) {
      let fields = Self.stat("/proc/\(id)/stat")
      guard fields.count > 1, fields[1] == "1",
        let program = try? files.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe"),
        program.hasPrefix(folder + "/")
      else { continue }
      kill(id, SIGKILL)
    }
  }

  private static func mayRun(_ id: Int32) -> Bool {
    let folder = "/proc/\(id)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.contains { ["R", "D"].contains(stat("\(folder)/\($0)/stat").first) }
  }

  private static func stat(_ path: String) -> [Substring] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
