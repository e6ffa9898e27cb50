import Foundation
import Mutation

/// Tries faults one after the other, each in processes of its own.
struct Trial: Sendable {
  struct Result: Sendable {
    let fault: Fault
    let isReached: Bool
    /// What noticed it, or nil.
    let notice: String?

    var isNoticed: Bool { notice != nil }
  }

  let faults: [FaultList.Entry]
  let reach: Reach
  let program: TestProgram
  let deadline: Date

  /// The results of those that were tried before the time was over.
  func run(jobs: Int) throws -> [Result] {
    let tried = Locked(0)
    return try inParallel(faults, jobs: jobs) { number, fault in
      guard Date() < deadline else { return Result?.none }
      let result = try result(of: number, fault)
      tried.withLock { tried in
        tried += 1
        say(
          "\(tried)/\(faults.count) "
            + "\(result.notice.map { "noticed" + ($0.isEmpty ? "" : ", \($0)") } ?? "NOT NOTICED") "
            + Mutate.text(of: fault))
      }
      return result
    }.compactMap { $0 }
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

/// Does something with each item, a number of them at a time, and returns the results in the order of the items.
///
/// - Throws: The first error; the items that nobody has begun are left then.
func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], jobs: Int, _ body: @Sendable (Item) throws -> Result
) throws -> [Result] {
  let state = Locked((next: 0, results: [Int: Result](), failure: (any Error)?.none))
  DispatchQueue.concurrentPerform(iterations: jobs) { _ in
    while true {
      let index = state.withLock { state in
        defer { state.next += 1 }
        return state.failure == nil ? state.next : items.count
      }
      guard index < items.count else { return }
      do {
        let result = try body(items[index])
        state.withLock { $0.results[index] = result }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }
  return try state.withLock { state in
    if let failure = state.failure { throw failure }
    return state.results.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A value that one job at a time uses.
private final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<T>(_ body: (inout Value) throws -> T) rethrows -> T {
    try lock.withLock { try body(&value) }
  }
}
