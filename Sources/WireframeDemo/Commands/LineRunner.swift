import WireframeCore

/// Runs the lines of a shell; one that has to wait for a held provider goes on when that has answered.
@MainActor
final class LineRunner {
  private let shop: ShopWireframe
  private var lines: [Line] = []

  /// A line that has not ended.
  @MainActor
  private final class Line {
    let held: HeldRouting?
    var hasEnded = false

    init(_ held: HeldRouting?) { self.held = held }

    var isAtRest: Bool { held?.isHeld == true || hasEnded }
  }

  init(_ shop: ShopWireframe) { self.shop = shop }

  /// Runs a line, and says what came of it; nil if it has to wait, as for the last provider of a routing that is held.
  func run<Reply>(
    holding held: HeldRouting? = nil, _ body: @escaping @MainActor () async -> Reply
  ) async -> Reply? {
    let line = Line(held)
    var reply: Reply?
    lines.append(line)
    Task {
      reply = await HeldRouting.$current.withValue(held) { await body() }
      line.hasEnded = true
    }
    await wait { line.isAtRest }
    return reply
  }

  /// Lets those go on that can: lines that have waited, a tab that is filled, an answer, what the shell itself awaits.
  func letOthersRun(until isDone: @escaping @MainActor () -> Bool = { true }) async {
    for _ in 0..<20 { await Task.yield() }
    await wait { [shop] in
      let placeholders = shop.placeholders
      // A screen that was made is about to take its placeholder's place.
      let isAtRest = shop.wireframe.activity == nil && placeholders.allSatisfy(\.hasFailed)
      let areLinesAtRest = !placeholders.isEmpty || self.lines.allSatisfy(\.isAtRest)
      return (isAtRest || !shop.held.isEmpty) && areLinesAtRest && isDone()
    }
    lines.removeAll(where: \.hasEnded)
  }

  /// Waits for something. Where it may have to wait for a later line, the time is limited. What is under way comes by
  /// way of other threads, so that no number of turns is enough; pauses are counted, since a busy machine delays all.
  private func wait(until isDone: () -> Bool) async {
    var turns = 0
    while !isDone() {
      await Task.yield()
      turns += 1
      guard turns > 10 else { continue }
      try? await Task.sleep(for: .milliseconds(4))
      if !shop.held.isEmpty || shop.isCovered, turns >= 40 { return }
    }
  }
}
