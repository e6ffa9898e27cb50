import WireframeCore
import WireframeInsight

/// `shell --json`: a line in, a JSON object on one line out; for programs that drive the shop.
@MainActor
final class JSONShell {
  private let console: Console
  private let shop: ShopWireframe
  private let failures = FailureWatcher()
  private let recorder = TraceRecorder(keeping: 1)
  /// What the last picker answered, once it has ended.
  private var answer = JSON.null
  /// What waits for the picker's answer.
  private var picking: Task<Void, Never>?

  init(_ console: Console, _ flags: ShellFlags) throws {
    self.console = console
    shop = try ShopWireframe(hasTabs: flags.hasTabs)
    if flags.isSignedIn { shop.session.signIn() }
    shop.wireframe.add(watcher: failures)
    recorder.record(shop.wireframe)
  }

  func run() async throws {
    try await shop.start()
    while let line = readLine() {
      let reply = await reply(to: line)
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

  private func reply(to line: String) async -> Reply {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let (word, rest) = (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : nil)
    switch (word, rest) {
    case ("route", let url?): return await routed(url)
    case ("home", let url?): return await routed(url, landing: .underParents)
    case ("open", let url?):
      return reply(await RoutingReport(opening: url, in: shop, failures))
    case ("tab", let name?): return await attempt { try await self.selectTab(name) }
    case ("choose", let number?): return await attempt { try await self.choose(number) }
    case ("restore", let json?): return await attempt { try await self.shop.restore(json) }
    case ("snapshot", nil):
      return await attempt { Reply(snapshot: .raw(try self.shop.snapshot())) }
    case ("back", nil): return await attempt { try await self.shop.back() }
    case ("dismiss", nil): return await attempt { try await self.shop.wireframe.dismiss() }
    case ("swipe", nil): return await attempt { try self.swipe() }
    case ("sign-in", nil): return await attempt { self.shop.session.signIn() }
    case ("sign-out", nil): return await attempt { try await self.shop.signOut() }
    case ("pass", nil): return await attempt { try await self.pass() }
    case ("pick", nil): return await pick()
    case ("tree", nil), ("quit", nil): return Reply()
    case _ where line.hasPrefix("/") || line.contains(":"): return await routed(line)
    default: return .failed("There is no line '\(line.printable)'. See 'WireframeDemo help shell'.")
    }
  }

  private func routed(_ urlText: String, landing: Landing = .onTop) async -> Reply {
    reply(await RoutingReport(routing: urlText, landing: landing, in: shop, failures))
  }

  private func reply(_ report: RoutingReport) -> Reply {
    Reply(outcome: report.outcome, message: report.error?.description, screen: report.screen)
  }

  private func attempt(_ body: () async throws -> Void) async -> Reply {
    await attempt {
      try await body()
      return Reply()
    }
  }

  private func attempt(_ body: () async throws -> Reply) async -> Reply {
    do {
      return try await body()
    } catch {
      return .failed("\(error)")
    }
  }

  // MARK: What the user does

  private func swipe() throws {
    let state = shop.navigation.state
    if let stack = state.layers.last?.stack, stack.count > 1 {
      try shop.navigation.performAsUser(.pop(to: stack[stack.count - 2].id))
    } else {
      try shop.navigation.performAsUser(.dismiss(1))
    }
  }

  private func selectTab(_ name: String) async throws {
    guard let tab = ShopTab(rawValue: name),
      let index = shop.navigation.state.layers.last?.stacks.firstIndex(where: { $0.name == name })
    else { throw ShellError(description: "There is no tab '\(name.printable)' to choose now.") }
    try shop.navigation.performAsUser(.selectTab(index))
    if shop.navigation.state.top == nil { try await shop.wireframe.route(to: tab.firstURL) }
  }

  private func pass() async throws {
    guard let gate = shop.navigation.state.top?.controller as? GateScreen else {
      throw ShellError(description: "There is no gate to pass.")
    }
    try await gate.pass()
  }

  // MARK: The picker

  private func pick() async -> Reply {
    _ = recorder.takeTraces()
    var hasEnded = false
    picking = Task {
      defer { hasEnded = true }
      let payee = try? await shop.wireframe.answer(to: "/wallet/payees/pick", as: Int.self)
      answer = payee.flatMap { $0 }.map(JSON.number) ?? .string("none")
    }
    while !hasEnded {
      await Task.yield()
      if let last = recorder.traces.last?.events.last(where: { $0.code != nil }) {
        return last.kind == .failed ? .failed(last.text ?? "") : Reply()
      }
    }
    return Reply()
  }

  private func choose(_ number: String) async throws {
    guard let picker = shop.navigation.state.top?.controller as? PickerScreen else {
      throw ShellError(description: "There is no picker on top.")
    }
    guard let payee = Int(number) else {
      throw ShellError(description: "'\(number.printable)' is not a number.")
    }
    await picker.choose(payee)
  }

  /// What follows a move of the user runs in a later turn: a tab that returns, an answer that comes.
  private func letOthersRun() async {
    for _ in 0..<20 { await Task.yield() }
    // An answer comes by way of another thread, for which no number of turns is enough.
    let isPickerThere = shop.navigation.state.entries.contains { $0.controller is PickerScreen }
    if !isPickerThere, shop.wireframe.keptRequestCount == 0 { await picking?.value }
  }

  private func object(for line: String, _ reply: Reply) -> JSON {
    let root = shop.navigation.state.layers.first
    let tab = root.flatMap { $0.kind == .tabs ? $0.stacks[$0.selected].name : nil }
    var members: [JSON.Member] = [
      .init("line", .string(line)),
      .init("outcome", .string(reply.outcome)),
      .init("message", JSON(reply.message)),
      .init("screen", JSON(reply.screen)),
      .init("tree", .array(shop.titles.map(JSON.string))),
      .init("tab", JSON(tab)),
      .init("parked", .number(shop.wireframe.keptRequestCount)),
      .init("answer", answer),
    ]
    if let snapshot = reply.snapshot { members.append(.init("snapshot", snapshot)) }
    return .object(members)
  }
}

/// A line that cannot be done now.
private struct ShellError: Error, CustomStringConvertible {
  let description: String
}
