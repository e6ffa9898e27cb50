import Foundation

@main
@MainActor
enum Demo {
  static func main() async {
    // Writing into a closed pipe is an error that the console passes over, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    let console = Console()
    do {
      let command = try Command(arguments: try Command.arguments())
      exit(try await run(command, console))
    } catch let error as UsageError {
      console.writeError("error: \(error)")
      console.writeError("See 'WireframeDemo help'.")
      exit(2)
    } catch {
      console.writeError("error: \(error)")
      exit(1)
    }
  }

  /// Runs a command, and returns the exit status.
  private static func run(_ command: Command, _ console: Console) async throws -> Int32 {
    switch command {
    case .help(let name):
      console.write(Help.text(of: name))
      return 0
    case .tour:
      try await Tour(console).run()
      return 0
    case .routes:
      for line in try ShopWireframe().routeTable { console.write(line) }
      return 0
    case .shell(let flags):
      if flags.isJSON {
        try await JSONShell(console, flags).run()
      } else {
        try await Shell(console, flags).run()
      }
      return 0
    case .systems:
      try await ConfigurationScene().run(console)
      console.write()
      try await SequenceScene().run(console)
      console.write()
      try await CoordinatorScene().run(console)
      console.write()
      try await NavigableScene().run(console)
      return 0
    case .sequence(let command):
      try await command.run(console)
      return 0
    case .route(let command):
      return try await command.run(console) ? 0 : 1
    case .config(let command):
      return try command.run(console) ? 0 : 1
    case .map(let command):
      try command.run(console)
      return 0
    case .explain(let urlText):
      try InsightCommands(console).explain(urlText)
      return 0
    case .plan(let command):
      return try await command.run(console) ? 0 : 1
    case .audit:
      return try InsightCommands(console).audit() ? 0 : 1
    case .checkLinks(let path):
      return try await InsightCommands(console).checkLinks(in: path) ? 0 : 1
    case .association(let appID):
      try InsightCommands(console).writeAssociation(appID: appID)
      return 0
    }
  }
}
