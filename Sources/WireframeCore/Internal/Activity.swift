/// What is under way, and who waits for it to change: tests wait until nothing is.
@MainActor
package final class Activity {
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Spares a routing the look at the list, whose reading has to be guarded.
  private(set) var isAwaited = false

  var isUnderWay: Bool { count > 0 }

  package func begin() { count += 1 }

  package func end() {
    count -= 1
    if isAwaited { wake() }
  }

  /// Lets those go on that wait for a change. They look again in a later turn, when all that follows is known.
  package func wake() {
    isAwaited = false
    for continuation in waiting.take() { continuation.resume() }
  }

  package func change() async {
    await withCheckedContinuation { continuation in
      isAwaited = true
      waiting.append(continuation)
    }
  }

  /// Runs a closure in a task of its own, which is under way until it begins. Inlined, each caller would have a copy.
  @inline(never) package func handOver(_ body: @escaping @MainActor () async -> Void) {
    begin()
    Task {
      end()
      await body()
    }
  }
}
