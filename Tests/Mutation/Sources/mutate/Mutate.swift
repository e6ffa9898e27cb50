import Foundation
import Mutation

/// Asks the tests to notice small faults; `Tests/Mutation/run` calls it from the project's root.
@main
struct Mutate {
  private var modules: [String] = []
  private var size = 200
  private var seed = UInt64.random(in: 1...9_999)
  private var rate = 0.0
  private var minutes = Double.infinity
  private var jobs = 1
  private var places: [String] = []
  private var tests: [String] = []
  private var former: FormerRun?
  private var isList = false

  static func main() {
    do {
      var mutate = Mutate()
      guard try mutate.read(Array(CommandLine.arguments.dropFirst())) else {
        return say(Self.usage)
      }
      exit(try mutate.run() ? 0 : 1)
    } catch {
      say("\(error)")
      exit(2)
    }
  }

  private static let usage = """
    usage: Tests/Mutation/run [OPTION...] MODULE...
      --faults N      how many faults are tried: 200, or `all`
      --seed N        chooses them; a random one if left out
      --only PATH     only faults of a file, a folder or a line, as Sources/WireframeCore/Pipeline; may be repeated
      --tests PREFIX  only these tests, as WireframeCoreTests or WireframeCoreTests.GateTests; may be repeated
      --again FILE    only faults that were not noticed by a run whose output is in the file
      --at-least P    fail if fewer percent are noticed
      --minutes N     stop after so long
      --jobs N        processes at a time: 1
      --list          print the faults, and try none
    """

  private mutating func read(_ arguments: [String]) throws -> Bool {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      func value<T>(_ make: (String) -> T?) throws -> T {
        guard let text = rest.popFirst(), let value = make(text) else {
          throw Failure("\(argument) needs a value.\n\(Self.usage)")
        }
        return value
      }
      switch argument {
      case "--faults": size = try value { $0 == "all" ? Int.max : Int($0) }
      case "--seed": seed = try value { UInt64($0) }
      case "--only": places.append(try value { $0 })
      case "--tests": tests.append(try value { $0 })
      case "--again":
        former = FormerRun(try value { try? String(contentsOfFile: $0, encoding: .utf8) })
        size = .max
      case "--at-least": rate = try value { Double($0) }
      case "--minutes": minutes = try value { Double($0) }
      case "--jobs": jobs = try value { Int($0).map { max(1, $0) } }
      case "--list": isList = true
      case "--help": return false
      default:
        guard !argument.hasPrefix("-") else { throw Failure(Self.usage) }
        modules.append(argument)
      }
    }
    return !modules.isEmpty
  }

  private func run() throws -> Bool {
    let start = Date()
    let root = URL(filePath: FileManager.default.currentDirectoryPath)
    let folder = root.appending(path: ".build/mutation")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "copy"), withIntermediateDirectories: true)
    var copy = try Copy(of: root, modules: modules)
    let known = try self.known(at: root, copy.faults)
    if isList {
      for entry in copy.faults.entries where fits(entry.fault) { say(Self.text(of: entry.fault)) }
      return true
    }
    #if !os(Linux)
      throw Failure("Faults are tried on Linux only: the tests are a program of their own there.")
    #endif
    let program = TestProgram(url: try copy.build())
    let list = copy.faults
    say("\(list.count) faults, \(list.entries.count) of them compile.")
    let reach = try Reach.record(
      program, tests, faults: list.count, jobs: jobs, in: folder)
    let chosen = list.sample(of: size, seed: seed) { fits($0) && !known.contain($0) }
    say("\(reach.suites.count) suites reach them. \(chosen.count) are tried, with --seed \(seed).")
    let deadline = minutes.isFinite ? start + minutes * 60 : .distantFuture
    let trial = Trial(faults: chosen, reach: reach, program: program, deadline: deadline)
    return report(try trial.run(jobs: jobs), known, of: chosen.count)
  }

  /// The faults that make no difference.
  private func known(at root: URL, _ faults: FaultList) throws -> KnownFaults {
    let path = "Tests/Mutation/known.txt"
    let known = KnownFaults(
      try String(contentsOf: root.appending(path: path), encoding: .utf8))
    let outdated = known.outdated(besides: faults.entries.map(\.fault)).filter { entry in
      modules.contains { entry.file.hasPrefix("Sources/\($0)/") }
    }
    let problems =
      known.problems + outdated.map { "no fault '\($0.fault)' at '\($0.source)' in \($0.file)" }
    guard problems.isEmpty else {
      throw Failure(problems.map { "\(path): \($0)" }.joined(separator: "\n"))
    }
    return known
  }

  private func fits(_ fault: Fault) -> Bool {
    former?.contains(fault) != false
      && (places.isEmpty || places.contains { fault.place == $0 || fault.file.hasPrefix($0) })
  }

  static func text(of fault: Fault) -> String {
    "\(fault.place): \(fault.text)\n    \(fault.source)"
  }

  /// Prints the survivors and the rates; false if too few were noticed.
  private func report(_ results: [Trial.Result], _ known: KnownFaults, of count: Int) -> Bool {
    let survivors = results.filter { !$0.isNoticed }
    say("\nNot noticed:")
    for result in survivors.sorted(by: { $0.fault.place < $1.fault.place }) {
      say(Self.text(of: result.fault) + (result.isReached ? "" : "\n    not reached"))
    }
    say("\nFolder, tried, noticed:")
    var folders: [String: [Trial.Result]] = [:]
    for result in results {
      let path = result.fault.file.split(separator: "/").dropFirst()
      folders[String(path.first ?? ""), default: []].append(result)
      if path.count > 2 {
        folders[path.prefix(2).joined(separator: "/"), default: []].append(result)
      }
    }
    for (name, results) in folders.sorted(by: { $0.key < $1.key }) {
      let noticed = results.count(where: \.isNoticed)
      say("\(name)  \(results.count)  \(noticed)  \(Self.percent(noticed, of: results.count)) %")
    }
    if results.count < count {
      say("\nThe time was over: \(count - results.count) were not tried.")
    }
    let noticed = results.count - survivors.count
    let percent = Self.percent(noticed, of: results.count)
    say(
      "\n\(noticed) of \(results.count) faults were noticed: \(percent) %, with --seed \(seed). "
        + "\(known.entries.count) are known to make no difference.")
    guard percent >= rate else {
      say("At least \(rate) % are wanted.")
      return false
    }
    guard rate == 0 || results.count * 2 >= count else {
      say("That is no rate: fewer than half of them were tried.")
      return false
    }
    return true
  }

  private static func percent(_ part: Int, of count: Int) -> Double {
    (Double(part) / Double(max(1, count)) * 1000).rounded() / 10
  }
}
