/// What the command line asks for.
enum Command {
  case tour
  case route(RouteCommand)
  case routes
  case shell(ShellFlags)
  case systems
  case sequence(SequenceCommand)
  case config(ConfigCommand)
  case help(of: CommandName?)

  init(arguments: [String]) throws(UsageError) {
    guard let word = arguments.first else {
      self = .tour
      return
    }
    let rest = Array(arguments.dropFirst())
    if Self.helpFlags.contains(word) {
      self = .help(of: nil)
      return
    }
    let name = try CommandName(word: word)
    guard !Self.asksForHelp(rest) else {
      self = .help(of: name)
      return
    }
    switch name {
    case .route: self = .route(try RouteCommand(arguments: rest))
    case .sequence: self = .sequence(try SequenceCommand(arguments: rest))
    case .config: self = .config(try ConfigCommand(arguments: rest))
    case .shell: self = .shell(try ShellFlags(arguments: rest))
    case .help:
      if rest.count > 1 { throw UsageError(description: "'help' takes one command.") }
      self = .help(
        of: try rest.first.map { word throws(UsageError) in try CommandName(word: word) })
    case .tour, .routes, .systems:
      if let first = rest.first {
        throw UsageError(description: "'\(word)' takes no argument '\(first.printable)'.")
      }
      self =
        switch name {
        case .routes: .routes
        case .systems: .systems
        default: .tour
        }
    }
  }

  private static let helpFlags: Set = ["-h", "--help"]

  /// Whether the arguments behind a command ask how it is used; behind `--` nothing does.
  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments == ["help"]
      || arguments.prefix { $0 != "--" }.contains(where: helpFlags.contains)
  }

  /// The arguments behind the program's name, if all of them are text.
  ///
  /// `CommandLine.arguments` repairs what is not UTF-8, and a repaired URL is another URL.
  static func arguments() throws(UsageError) -> [String] {
    for index in CommandLine.arguments.indices {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) != nil
      else { throw UsageError(description: "Argument \(index) is not UTF-8.") }
    }
    return Array(CommandLine.arguments.dropFirst())
  }
}

/// The commands by name.
enum CommandName: String, CaseIterable {
  case tour, route, routes, shell, systems, sequence, config, help

  init(word: String) throws(UsageError) {
    guard let name = CommandName(rawValue: word) else {
      throw UsageError(description: "There is no command '\(word.printable)'.")
    }
    self = name
  }
}

/// The command line is not one that the demo understands.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
