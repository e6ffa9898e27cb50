import Foundation
import Mutation

/// Which suites reach which faults, and what each suite costs.
struct Reach: Codable, Sendable {
  struct Suite: Codable, Sendable {
    let name: String
    let cost: Double
    let faults: Set<Int>
  }

  private let stamp: String
  let suites: [Suite]

  /// Runs each suite once without a fault, unless that was done for the same program already.
  static func record(
    _ program: TestProgram, _ tests: [String], faults: Int, jobs: Int, in folder: URL
  ) throws -> Reach {
    let attributes = try FileManager.default.attributesOfItem(atPath: program.url.path)
    let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    let stamp = "\(date) \(attributes[.size] ?? 0) \(faults) \(tests)"
    let store = folder.appending(path: "reach.json")
    if let data = try? Data(contentsOf: store),
      let reach = try? JSONDecoder().decode(Reach.self, from: data), reach.stamp == stamp
    {
      return reach
    }
    let names = try program.suites().filter { name in
      tests.isEmpty || tests.contains(where: name.hasPrefix)
    }
    var suites = try inParallel(names, jobs: jobs) { name in
      let file = folder.appending(path: "reached-\(name)")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(count: faults + 1).write(to: file)
      let outcome = try program.run([name], fault: nil, reached: file, mayCost: 600)
      guard outcome.end == .passed else {
        say("\(name) is left out, as it fails without a fault: \(outcome.end)")
        return Suite?.none
      }
      let bytes = try Data(contentsOf: file)
      let reached = Set((0..<faults).filter { bytes[$0] != 0 })
      return reached.isEmpty ? nil : Suite(name: name, cost: outcome.cost, faults: reached)
    }.compactMap { $0 }
    // What reaches least is most likely about the fault.
    suites.sort { ($0.faults.count, $0.name) < ($1.faults.count, $1.name) }
    let reach = Reach(stamp: stamp, suites: suites)
    try JSONEncoder().encode(reach).write(to: store)
    return reach
  }

  /// The suites that reach a fault, in three runs: the closest first.
  func runs(for fault: Int) -> [[Suite]] {
    var runs: [[Suite]] = [[], [], []]
    var cost = 0.0
    for suite in suites where suite.faults.contains(fault) {
      cost += suite.cost + 0.05
      runs[cost < 1 ? 0 : cost < 5 ? 1 : 2].append(suite)
    }
    return runs.filter { !$0.isEmpty }
  }
}
