/// Runs the stages of one routing that can end early in one task, one after the other.
///
/// For systems on which a task cannot begin at once: there, a task for each stage would wait for its turn each time.
@MainActor
package final class StageRunner {
  private var task: Task<Void, Never>?
  private var next: (@MainActor () async -> Void)?
  private var waiter: CheckedContinuation<Void, Never>?
  private var isClosed = false

  package init() {}

  /// Runs a stage after the one before it has ended, in the task that is returned.
  package func run(_ stage: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    next = stage
    let task = task ?? Task { await work() }
    self.task = task
    wake()
    return task
  }

  /// Lets the task end after the stage that it runs.
  package func close() {
    isClosed = true
    wake()
  }

  private func work() async {
    while !isClosed {
      if let stage = next {
        next = nil
        await stage()
      } else {
        await withCheckedContinuation { waiter = $0 }
      }
    }
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }
}
