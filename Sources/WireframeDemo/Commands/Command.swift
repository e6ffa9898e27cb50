/// A command of the command line, whose arguments are read.
@MainActor
struct Command {
  typealias Run = @MainActor (Console) async throws -> Bool

  /// Runs the command; false if the exit status is to be 1.
  let run: Run

  init(arguments: [String]) throws(UsageError) {
    let word = arguments.first ?? CommandName.tour.rawValue
    let rest = Array(arguments.dropFirst())
    if Self.helpFlags.contains(word) {
      run = Self.help(of: nil)
      return
    }
    let name = try CommandName(word: word)
    if Self.asksForHelp(rest) {
      run = Self.help(of: name)
      return
    }
    if [.tour, .routes, .systems, .audit].contains(name), let first = rest.first {
      throw UsageError(description: "'\(word)' takes no argument '\(first.printable)'.")
    }
    switch name {
    case .tour: run = Self.done { try await Tour($0).run() }
    case .route: run = try RouteCommand(arguments: rest).run
    case .routes:
      run = Self.done { console in
        for line in try ShopWireframe().routeTable { console.write(line) }
      }
    case .explain:
      let urlText = try CommandArguments(rest, of: "explain").only("a URL")
      run = Self.done { try InsightCommands($0).explain(urlText) }
    case .plan: run = try PlanCommand(arguments: rest).run
    case .map: run = Self.done(try MapCommand(arguments: rest).run)
    case .audit: run = { try InsightCommands($0).audit() }
    case .checkLinks:
      let path = try CommandArguments(rest, of: "check-links").only("a file")
      run = { try await InsightCommands($0).checkLinks(in: path) }
    case .association:
      let arguments = try CommandArguments(rest, of: "association", options: ["--app-id"])
      let appID = try arguments.required("--app-id")
      run = Self.done { try InsightCommands($0).writeAssociation(appID: appID) }
    case .shell:
      let flags = try ShellFlags(arguments: rest)
      run = Self.done { console in
        if flags.isJSON {
          try await JSONShell(console, flags).run()
        } else {
          try await Shell(console, flags).run()
        }
      }
    case .systems:
      run = Self.done { console in
        try await ConfigurationScene().run(console)
        console.write()
        try await SequenceScene().run(console)
        console.write()
        try await CoordinatorScene().run(console)
        console.write()
        try await NavigableScene().run(console)
      }
    case .sequence: run = Self.done(try SequenceCommand(arguments: rest).run)
    case .config: run = try ConfigCommand(arguments: rest).run
    case .help:
      if rest.count > 1 { throw UsageError(description: "'help' takes one command.") }
      run = Self.help(
        of: try rest.first.map { word throws(UsageError) in try CommandName(word: word) })
    }
  }

  /// What ends well unless it throws.
  private static func done(_ body: @escaping @MainActor (Console) async throws -> Void) -> Run {
    { console in
      try await body(console)
      return true
    }
  }

  private static func help(of name: CommandName?) -> Run {
    done { $0.write(Help.text(of: name)) }
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
