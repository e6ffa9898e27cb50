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
  private let failures = FailureWatcher()

  init(_ console: Console, _ flags: ShellFlags) throws {
    self.console = console
    shop = try ShopWireframe(hasTabs: flags.hasTabs)
    if flags.isSignedIn { shop.session.signIn() }
    shop.wireframe.add(watcher: failures)
  }

  func run() async throws {
    try await shop.start()
    if console.isInteractive { console.write("A URL, or 'help'.") }
    while let line = nextLine() {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words == ["quit"] { return }
      if !words.isEmpty { await obey(words.joined(separator: " "), line) }
    }
  }

  private func nextLine() -> String? {
    if console.isInteractive { console.prompt("shop> ") }
    return readLine()
  }

  private func obey(_ command: String, _ line: String) async {
    switch command {
    case "back": await attempt { () async throws(RoutingError) in try await shop.back() }
    case "tree": show(shop.drawing)
    case "sign-in":
      shop.session.signIn()
      console.write("Signed in.")
    case "sign-out":
      console.write("Signed out.")
      await attempt { () async throws(RoutingError) in try await shop.signOut() }
    case "pass": await pass()
    case "routes": show(shop.routeTable)
    case "help", "-h", "--help": console.write(Help.shell)
    case _ where !command.hasPrefix("/") && !command.contains(":"):
      console.write("No command '\(command.printable)'. \(Self.allowed)")
    default:
      // As it was typed: what a URL with spaces around it means is for the wireframe to say.
      show(await RoutingReport(routing: line, in: shop, failures).lines(console))
    }
  }

  private func attempt(_ move: () async throws(RoutingError) -> Void) async {
    do throws(RoutingError) {
      try await move()
      show(shop.drawing)
    } catch {
      show("\(error)".printable.wrapped(indent: 0))
    }
  }

  private func pass() async {
    guard let gate = shop.navigation.state.top?.controller as? GateScreen else {
      return console.write("There is no gate to pass.")
    }
    await attempt { () async throws(RoutingError) in try await gate.pass() }
  }

  private func show(_ lines: [String]) {
    for line in lines { console.write(line) }
  }

  private static let allowed = "Use a URL, back, tree, sign-in, sign-out, pass, routes, help, quit."
}
