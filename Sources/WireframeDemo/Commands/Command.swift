/// What the command line asks for.
enum Command {
  case tour
  case route(RouteCommand)
  case routes
  case shell
  case systems
  case sequence(SequenceCommand)
  case config(ConfigCommand)
  case help

  init(arguments: [String]) throws(UsageError) {
    guard let name = arguments.first else {
      self = .tour
      return
    }
    guard !arguments.prefix(while: { $0 != "--" }).contains("--help") else {
      self = .help
      return
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "route":
      self = .route(try RouteCommand(arguments: rest))
    case "sequence":
      self = .sequence(try SequenceCommand(arguments: rest))
    case "config":
      self = .config(try ConfigCommand(arguments: rest))
    case "routes", "shell", "systems", "help":
      if let first = rest.first {
        throw UsageError(description: "'\(name)' takes no argument '\(first.printable)'.")
      }
      switch name {
      case "routes": self = .routes
      case "shell": self = .shell
      case "systems": self = .systems
      default: self = .help
      }
    default:
      throw UsageError(description: "There is no command '\(name.printable)'.")
    }
  }

  static let usage = """
    A small shop, routed by URL.

    usage: WireframeDemo                                     a tour of the pipeline
           WireframeDemo route [FLAG…] URL…                  routes URLs, one after another
           WireframeDemo routes                              lists the table of routes
           WireframeDemo shell                               reads URLs and commands, a line each
           WireframeDemo systems                             a scene for each of the other systems
           WireframeDemo sequence --status STATUS,…          runs a flow of steps, prints those shown
           WireframeDemo config FILE                         checks a file of routes, and lists them
           WireframeDemo help                                prints this text

      --signed-in   somebody is signed in from the start
      --external    the URLs come from outside the shop
      --resume      signs in behind the last URL, and resumes what the guard has parked
      --json        prints one JSON object a URL, one a line
      --            all that follows are URLs
      --status      a step each: pending, inProgress or completed

    Exit status of 'route': 0 when every URL was presented, handled or stopped, 1 when not.
    Of 'config': 0 when the file is good, 1 when not. Wrong use: 2.
    """

  /// The arguments behind the program's name, if all of them are text.
  ///
  /// `CommandLine.arguments` mends what is not UTF-8, and a mended URL is another URL.
  static func arguments() throws(UsageError) -> [String] {
    for index in CommandLine.arguments.indices {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) != nil
      else { throw UsageError(description: "Argument \(index) is not UTF-8.") }
    }
    return Array(CommandLine.arguments.dropFirst())
  }
}

/// The command line is not one that the demo understands.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
