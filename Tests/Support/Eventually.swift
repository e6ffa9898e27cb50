/// Lets others run until something is so; false if it never is.
///
/// Tests do not count turns for what comes back by way of another thread, as each resumed continuation and each timer
/// does: on a busy machine no number of turns is enough.
@MainActor
package func eventually(_ isSo: () -> Bool) async -> Bool {
  for _ in 0..<100_000 where !isSo() { await Task.yield() }
  return isSo()
}
