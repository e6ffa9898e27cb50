/// What the command line asks for.
enum Command {
  case tour
  case route(RouteCommand)
  case routes
  case shell(ShellFlags)
  case systems
  case sequence(SequenceCommand)
  case config(ConfigCommand)
  case map(MapCommand)
  case explain(urlText: String)
  case plan(PlanCommand)
  case audit
  case checkLinks(path: String)
  case association(appID: String)
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
    case .map: self = .map(try MapCommand(arguments: rest))
    case .explain:
      let arguments = try CommandArguments(rest, of: "explain")
      self = .explain(urlText: try arguments.only("a URL"))
    case .plan: self = .plan(try PlanCommand(arguments: rest))
    case .checkLinks:
      let arguments = try CommandArguments(rest, of: "check-links")
      self = .checkLinks(path: try arguments.only("a file"))
    case .association:
      let arguments = try CommandArguments(rest, of: "association", options: ["--app-id"])
      self = .association(appID: try arguments.required("--app-id"))
    case .shell: self = .shell(try ShellFlags(arguments: rest))
    case .help:
      if rest.count > 1 { throw UsageError(description: "'help' takes one command.") }
      self = .help(
        of: try rest.first.map { word throws(UsageError) in try CommandName(word: word) })
    case .tour, .routes, .systems, .audit:
      if let first = rest.first {
        throw UsageError(description: "'\(word)' takes no argument '\(first.printable)'.")
      }
      self =
        switch name {
        case .routes: .routes
        case .systems: .systems
        case .audit: .audit
        default: .tour
        }
    }
  }

  private static let helpFlags: Set = ["-h", "--help"]

  /// Whether the arguments behind a command ask how it is used; behind `--` nothing does.
  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments == ["help"] || arguments.prefix { $0 != "--" }.contains(where: helpFlags.contains)
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
  case tour, route, routes, explain, plan, map, audit
  case checkLinks = "check-links"
  case association, shell, systems, sequence, config, help

  init(word: String) throws(UsageError) {
    guard let name = CommandName(rawValue: word) else {
      throw UsageError(description: "There is no command '\(word.printable)'.")
    }
    self = name
  }
}

/// The arguments behind a command: flags, options with a value each, and the rest; behind `--` all is rest.
struct CommandArguments {
  private let command: String
  private(set) var flags: Set<String> = []
  private(set) var options: [String: String] = [:]
  private(set) var rest: [String] = []

  init(
    _ arguments: [String], of command: String, flags known: Set<String> = [],
    options named: Set<String> = []
  ) throws(UsageError) {
    self.command = command
    var arguments = arguments[...]
    var readsFlags = true
    while let argument = arguments.popFirst() {
      switch argument {
      case "--" where readsFlags: readsFlags = false
      case _ where readsFlags && known.contains(argument): flags.insert(argument)
      case _ where readsFlags && named.contains(argument):
        guard let value = arguments.popFirst() else {
          throw UsageError(description: "'\(argument)' needs a value.")
        }
        options[argument] = value
      case _ where readsFlags && argument.hasPrefix("-"):
        throw UsageError(description: "There is no flag '\(argument.printable)'.")
      default: rest.append(argument)
      }
    }
    if !named.isEmpty, let first = rest.first {
      throw UsageError(description: "'\(command)' takes no argument '\(first.printable)'.")
    }
  }

  /// The only argument, such as `a URL`.
  func only(_ what: String) throws(UsageError) -> String {
    guard let first = rest.first else {
      throw UsageError(description: "'\(command)' needs \(what).")
    }
    guard rest.count == 1 else {
      throw UsageError(
        description: "'\(command)' takes one \(what.split(separator: " ").last ?? "").")
    }
    return first
  }

  /// The value of an option that has to be there.
  func required(_ option: String) throws(UsageError) -> String {
    guard let value = options[option] else {
      throw UsageError(description: "'\(command)' needs '\(option)'.")
    }
    return value
  }
}

/// The command line is not one that the demo understands.
struct UsageError: Error, CustomStringConvertible { let description: String }
