import WireframeCore

/// The flags behind `shell`.
struct ShellFlags {
  private(set) var isJSON = false
  private(set) var hasTabs = false
  private(set) var isSignedIn = false

  init(arguments: [String]) throws(UsageError) {
    for argument in arguments {
      switch argument {
      case "--json": isJSON = true
      case "--tabs": hasTabs = true
      case "--signed-in": isSignedIn = true
      default: throw UsageError(description: "'shell' takes no argument '\(argument.printable)'.")
      }
    }
  }
}

/// `shell`: reads a line, does what it says, and shows what is on screen.
@MainActor
struct Shell {
  private let console: Console
  private let shop: ShopWireframe
  private let clock = ShopClock()
  private let runner: LineRunner
  private let failures = FailureWatcher()

  init(_ console: Console, _ flags: ShellFlags) throws {
    self.console = console
    shop = try ShopWireframe(hasTabs: flags.hasTabs, clock: clock)
    runner = LineRunner(shop)
    if flags.isSignedIn { shop.session.signIn() }
    shop.wireframe.add(watcher: failures)
  }

  func run() async throws {
    try await shop.addLock()
    try await shop.start()
    if console.isInteractive { console.write("A URL, or 'help'.") }
    while let line = nextLine() {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words == ["quit"] { return }
      if !words.isEmpty { await run(words.joined(separator: " "), line) }
    }
  }

  private func nextLine() -> String? {
    if console.isInteractive { console.prompt("shop> ") }
    return readLine()
  }

  /// Runs a line. One that has to wait for a held provider says so, and writes what came of it later.
  private func run(_ command: String, _ line: String) async {
    var routing: HeldRouting?
    var body: @MainActor () async -> Void = { await obey(command, line) }
    if command.hasPrefix("hold ") {
      let rest = String(command.dropFirst("hold ".count))
      guard let routed = RoutedLine(rest) else {
        return console.write("\(RoutedLine.refusal(of: rest))")
      }
      routing = HeldRouting(routed.urlText)
      body = { show(await routed.run(in: shop, failures).lines(console)) }
    }
    if await runner.run(holding: routing, body) == nil { console.write("Waiting.") }
    await runner.letOthersRun()
  }

  private func obey(_ command: String, _ line: String) async {
    switch command {
    case "back": await attempt { try await shop.back() }
    case "tree": show(shop.drawing)
    case "sign-in": await signIn(as: .unnamed)
    case _ where command.hasPrefix("sign-in "):
      await signIn(as: .named(String(command.dropFirst("sign-in ".count))))
    case "sign-out":
      console.write("Signed out.")
      await attempt { try await shop.signOut() }
    case "sign-out all":
      console.write("Signed out for good.")
      await attempt { try await shop.signOutForGood() }
    case "pass": await attempt { try await shop.pass(as: nil) }
    case _ where command.hasPrefix("pass "):
      let name = String(command.dropFirst("pass ".count))
      await attempt { try await shop.pass(as: .named(name)) }
    case "lock": await attempt { shop.closeLock() }
    case "unlock": await attempt { try await shop.unlock() }
    case _ where command.hasPrefix("disable "):
      await attempt { try await shop.disable(String(command.dropFirst("disable ".count))) }
    case _ where command.hasPrefix("enable "):
      await attempt { try await shop.enable(String(command.dropFirst("enable ".count))) }
    case "arrive": await answerHeld()
    case "break": await answerHeld(BrokenProvider())
    case _ where command.hasPrefix("wait "):
      let milliseconds = String(command.dropFirst("wait ".count))
      await attempt { try await clock.wait(milliseconds) }
    case "retry": await attempt { try shop.retry() }
    case "expire": await attempt { clock.expire() }
    case "routes": show(shop.routeTable)
    case "help", "-h", "--help": console.write(Help.shell)
    case _ where !command.hasPrefix("/") && !command.contains(":"):
      console.write("No command '\(command.printable)'. \(Self.allowed)")
    default:
      // As it was typed: what a URL with spaces around it means is for the wireframe to say.
      show(await RoutingReport(routing: line, in: shop, failures).lines(console))
    }
  }

  private func signIn(as user: Session.User) async {
    do throws(RoutingError) {
      try await shop.signIn(as: user)
      console.write("Signed in.")
    } catch {
      show("\(error)".printable.wrapped(indent: 0))
    }
  }

  /// Lets the oldest held provider answer; its line writes what came of it.
  private func answerHeld(_ error: (any Error)? = nil) async {
    do {
      try await shop.answerHeld(error, by: clock)
    } catch {
      console.write("\(error)")
    }
  }

  private func attempt(_ move: () async throws -> Void) async {
    do {
      try await move()
      show(shop.drawing)
    } catch {
      show("\(error)".printable.wrapped(indent: 0))
    }
  }

  private func show(_ lines: [String]) {
    for line in lines { console.write(line) }
  }

  private static let allowed = """
    Use a URL, back, tree, sign-in, sign-out, pass, lock, unlock, disable, enable, hold, arrive, \
    break, retry, wait, expire, routes, help, quit.
    """
}
