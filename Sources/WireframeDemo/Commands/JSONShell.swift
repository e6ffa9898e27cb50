import WireframeCore
import WireframeInsight

/// `shell --json`: a line in, a JSON object on one line out; for programs that drive the shop.
@MainActor
final class JSONShell {
  private let console: Console
  private let shop: ShopWireframe
  private let clock = ShopClock()
  private let runner: LineRunner
  private let seen: SeenScreens
  private let failures = FailureWatcher()
  private let recorder = TraceRecorder(keeping: 1)
  /// What the last picker answered, once it has ended.
  private var answer = JSON.null
  /// How many wait for a picker's answer.
  private var pickerCount = 0

  init(_ console: Console, _ flags: ShellFlags) throws {
    self.console = console
    shop = try ShopWireframe(hasTabs: flags.hasTabs, clock: clock)
    runner = LineRunner(shop)
    seen = SeenScreens(shop)
    if flags.isSignedIn { shop.session.signIn() }
    shop.wireframe.add(watcher: failures)
    recorder.record(shop.wireframe)
  }

  func run() async throws {
    try await shop.addLock()
    try await shop.start()
    _ = seen.take()
    while let line = readLine() {
      let reply = await run(line)
      await letOthersRun()
      console.write(object(for: line, reply).text)
      if line == "quit" { return }
    }
  }

  /// What became of a line.
  private struct Reply {
    var outcome = "done"
    var message: String?
    var screen: String?
    var snapshot: JSON?

    static func failed(_ message: String) -> Reply { Reply(outcome: "failed", message: message) }
  }

  /// Runs a line; one that has to wait for a held provider is answered at once.
  private func run(_ line: String) async -> Reply {
    let waiting = Reply(outcome: "waiting")
    guard line.hasPrefix("hold ") else {
      return await runner.run { await self.reply(to: line) } ?? waiting
    }
    let rest = String(line.dropFirst("hold ".count))
    guard let routed = RoutedLine(rest) else { return .failed(RoutedLine.refusal(of: rest)) }
    return await runner.run(holding: HeldRouting(routed.urlText)) { [shop, failures] in
      self.reply(await routed.run(in: shop, failures))
    } ?? waiting
  }

  private func reply(to line: String) async -> Reply {
    do {
      return try await obey(line)
    } catch {
      return .failed("\(error)")
    }
  }

  private func obey(_ line: String) async throws -> Reply {
    let (word, rest) = line.wordAndRest
    switch (word, rest) {
    case ("route", let url?): return await routed(url)
    case ("home", let url?): return await routed(url, landing: .underParents)
    case ("open", let url?):
      return reply(await RoutingReport(opening: url, in: shop, failures))
    case ("tree", nil), ("quit", nil): return Reply()
    case ("pick", nil): return await pick()
    case ("snapshot", nil): return Reply(snapshot: .raw(try shop.snapshot()))
    default:
      if try await user(does: word, rest) { return Reply() }
      if try await shop.obey(word, rest, by: clock) { return Reply() }
      if RoutedLine.isURL(line) { return await routed(line) }
      return .failed("There is no line '\(line.printable)'. See 'WireframeDemo help shell'.")
    }
  }

  /// Does what only this shell lets the user do with the screens; false if the line says something else.
  private func user(does word: String, _ rest: String?) async throws -> Bool {
    switch (word, rest) {
    case ("dismiss", nil): try await shop.wireframe.dismiss()
    case ("swipe", nil): try shop.swipe()
    case ("tab", let name?): try await shop.chooseTab(name)
    case ("choose", let number?): try await shop.choose(number)
    case ("restore", let json?): try await shop.restore(json)
    default: return false
    }
    return true
  }

  private func routed(_ urlText: String, landing: Landing = .onTop) async -> Reply {
    reply(await RoutingReport(routing: urlText, landing: landing, in: shop, failures))
  }

  private func reply(_ report: RoutingReport) -> Reply {
    Reply(outcome: report.outcome, message: report.message, screen: report.screen)
  }

  // MARK: The picker

  private func pick() async -> Reply {
    _ = recorder.takeTraces()
    var hasEnded = false
    pickerCount += 1
    Task {
      let payee = try? await shop.wireframe.answer(to: "/wallet/payees/pick", as: Int.self)
      answer = payee.flatMap { $0 }.map(JSON.number) ?? .string("none")
      hasEnded = true
      pickerCount -= 1
    }
    while !hasEnded {
      // A line that is held may keep it waiting for long.
      try? await Task.sleep(for: .milliseconds(2))
      if let last = recorder.traces.last?.events.last(where: { $0.code != nil }) {
        return last.kind == .failed ? .failed(last.text ?? "") : Reply()
      }
    }
    return Reply()
  }

  /// What follows a move of the user runs in a later turn: a tab that returns, an answer that comes.
  private func letOthersRun() async {
    await runner.letOthersRun { [shop] in
      self.pickerCount == 0 || shop.wireframe.keptRequestCount > 0
        || shop.navigation.state.entries.contains { $0.controller is PickerScreen }
    }
  }

  private func object(for line: String, _ reply: Reply) -> JSON {
    let root = shop.navigation.state.layers.first
    let tab = root.flatMap { $0.kind == .tabs ? $0.selectedStack.name : nil }
    var members: [JSON.Member] = [
      .init("line", .string(line)),
      .init("outcome", .string(reply.outcome)),
      .init("message", JSON(reply.message)),
      .init("screen", JSON(reply.screen)),
      .init("tree", .array(shop.titles.map(JSON.string))),
      .init("tab", JSON(tab)),
      .init("parked", .number(shop.wireframe.keptRequestCount)),
      .init("answer", answer),
      .init("covered", .bool(shop.isCovered)),
      .init("loading", .bool(shop.isLoading)),
      .init("seen", .array(seen.take().map(JSON.string))),
    ]
    if let snapshot = reply.snapshot { members.append(.init("snapshot", snapshot)) }
    return .object(members)
  }
}
