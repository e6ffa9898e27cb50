import Foundation

/// The demo, run as a process to its end.
struct DemoRun {
  let output: String
  let errors: String
  let status: Int32
  let wasKilled: Bool

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs the demo.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - input: What is typed; then the input ends.
  ///   - environment: Variables on top of the test's own, NO_COLOR left out.
  ///   - output: Where standard output goes instead of into ``output``.
  /// - Throws: An error if the demo is not there or cannot be run.
  init(
    _ arguments: [String] = [], input: String = "", environment: [String: String] = [:],
    output: Any? = nil
  ) throws {
    let process = Process()
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.executableURL = try Self.demo()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "NO_COLOR" }.merging(environment) { $1 }
    process.standardInput = stdin
    process.standardOutput = output ?? stdout
    process.standardError = stderr
    // All of it fits into the pipe; closed before the process begins, it cannot leak into another.
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    try process.run()
    if output != nil { try stdout.fileHandleForWriting.close() }
    // The text on standard error fits into the pipe, so the order of reading does not matter.
    let printed = try stdout.fileHandleForReading.readToEnd() ?? Data()
    let complained = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    self.output = String(decoding: printed, as: UTF8.self)
    errors = String(decoding: complained, as: UTF8.self)
    status = process.terminationStatus
    wasKilled = process.terminationReason == .uncaughtSignal
  }

  /// The executable: it is built into the folder of the test bundle. On a Mac the tests run inside a helper of the
  /// toolchain, which gets the path of a file inside the bundle as an argument.
  private static func demo() throws -> URL {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundlePath)
    let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }.map {
      $0.replacing(/\.xctest\/.*/, with: ".xctest")
    }
    let places = [Bundle.main.executablePath].compactMap(\.self) + bundles + arguments
    let candidates = (places + CommandLine.arguments.prefix(1)).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("WireframeDemo")
    }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { throw NoDemo(candidates: candidates) }
    return found
  }

  private struct NoDemo: Error {
    let candidates: [URL]
  }
}
