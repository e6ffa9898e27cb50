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
    case "tree": show(shop.drawing)
    case "routes": show(shop.routeTable)
    case "help", "-h", "--help": console.write(Help.shell)
    default:
      if await changesShop(command) { return }
      guard RoutedLine.isURL(command) else {
        return console.write("No command '\(command.printable)'. \(Self.allowed)")
      }
      // As it was typed: what a URL with spaces around it means is for the wireframe to say.
      show(await RoutingReport(routing: line, in: shop, failures).lines(console))
    }
  }

  /// Does what a line says in either shell, and shows what came of it; false if it says something else.
  private func changesShop(_ command: String) async -> Bool {
    // Before what the routings write that the sign-out ends.
    if command == "sign-out" { console.write("Signed out.") }
    if command == "sign-out all" { console.write("Signed out for good.") }
    let (word, rest) = command.wordAndRest
    do {
      guard try await shop.obey(word, rest, by: clock) else { return false }
      switch word {
      case "sign-in": console.write("Signed in.")
      // The line that was held writes what came of it.
      case "arrive", "break": break
      default: show(shop.drawing)
      }
    } catch {
      show("\(error)".printable.wrapped(indent: 0))
    }
    return true
  }

  private func show(_ lines: [String]) {
    for line in lines { console.write(line) }
  }

  private static let allowed = """
    Use a URL, back, tree, sign-in, sign-out, pass, lock, unlock, disable, enable, hold, arrive, \
    break, retry, wait, expire, routes, help, quit.
    """
}
