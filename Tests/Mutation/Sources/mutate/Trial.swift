import Foundation
import Mutation

/// Tries faults one after the other, each in processes of its own.
final class Trial: @unchecked Sendable {
  struct Result: Sendable {
    let fault: Fault
    let isReached: Bool
    /// What noticed it, or nil.
    let notice: String?

    var isNoticed: Bool { notice != nil }
  }

  private let reach: Reach
  private let program: TestProgram
  private let deadline: Date
  private let count: Int
  // What changes is guarded by the lock.
  private let lock = NSLock()
  private var waiting: ArraySlice<FaultList.Entry>
  private var results: [Result] = []
  private var failure: (any Error)?

  init(_ faults: [FaultList.Entry], reach: Reach, program: TestProgram, until deadline: Date) {
    waiting = faults[...]
    count = faults.count
    self.reach = reach
    self.program = program
    self.deadline = deadline
  }

  func run(jobs: Int) throws -> [Result] {
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while let (number, fault) = next() {
        do {
          let result = try result(of: number, fault)
          lock.withLock { note(result) }
        } catch {
          lock.withLock { failure = error }
        }
      }
    }
    if let failure { throw failure }
    return results
  }

  private func next() -> FaultList.Entry? {
    lock.withLock { failure == nil && Date() < deadline ? waiting.popFirst() : nil }
  }

  private func note(_ result: Result) {
    results.append(result)
    say(
      "\(results.count)/\(count) "
        + "\(result.notice.map { "noticed" + ($0.isEmpty ? "" : ", \($0)") } ?? "NOT NOTICED") "
        + Mutate.text(of: result.fault))
  }

  private func result(of number: Int, _ fault: Fault) throws -> Result {
    let runs = reach.runs(for: number)
    for suites in runs {
      // A run shares the processor's caches with others, and a fault may cost more than none.
      let limit = 10 + 4 * suites.reduce(0) { $0 + $1.cost }
      let outcome = try program.run(suites.map(\.name), fault: number, mayCost: limit)
      switch outcome.end {
      case .passed: continue
      case .failed(let line):
        return Result(fault: fault, isReached: true, notice: String(line.prefix(100)))
      case .crashed: return Result(fault: fault, isReached: true, notice: "crash")
      case .hung: return Result(fault: fault, isReached: true, notice: "hang")
      }
    }
    return Result(fault: fault, isReached: !runs.isEmpty, notice: nil)
  }
}
