/// What the program prints about itself and its commands.
enum Help {
  /// The help of a command, or of the program.
  static func text(of command: CommandName?) -> String {
    switch command {
    case nil, .help?: program
    case .tour?: tour
    case .route?: route
    case .routes?: routes
    case .shell?: "\(shellUsage)\n\n\(shell)"
    case .systems?: systems
    case .sequence?: sequence
    case .config?: config
    }
  }

  private static let program = """
    A small shop, routed by URL.

    usage: WireframeDemo [COMMAND]

      tour       shows the stages of the pipeline, URL by URL; the default
      route      routes URLs, one after another
      routes     lists the table of routes
      shell      reads URLs and commands, a line each
      systems    shows a scene for each of the other styles
      sequence   runs a flow of steps, and prints those that were shown
      config     checks a file of routes, and lists them
      help       prints this text, or that of a command: 'help route', 'route -h'

    Exit status: 0; 1 if a URL failed or a file has faults; 2 for wrong use.
    """

  private static let tour = """
    usage: WireframeDemo [tour]

    Routes one URL after another, and shows the stages that each went through.
    """

  private static let route = """
    usage: WireframeDemo route [FLAG…] URL…

    Routes URLs, one after another, and prints what became of each.

      --signed-in   somebody is signed in from the start
      --external    the URLs come from outside the shop
      --resume      signs in behind the last URL, and resumes the parked request
      --json        prints a JSON object for each URL, one a line
      --            all that follows is a URL

    Exit status: 0 if each URL was presented, handled or stopped, 1 if not.
    """

  private static let routes = """
    usage: WireframeDemo routes

    Lists the table of routes: pattern, option, exposure, guard.

      exposure   which links from outside may open the route: 'closed' for none,
                 'external' for all, or the origins that may
      guard      the tags by which guards and gates know the route
    """

  private static let systems = """
    usage: WireframeDemo systems

    Shows a scene for each of the other styles over the same pipeline: routes from
    a file, a flow of steps, coordinators, and pages that are opened by name.
    """

  private static let sequence = """
    usage: WireframeDemo sequence --status STATUS,…

    Runs a flow of steps, and prints the numbers of those that were shown.

      --status   a status for each step: pending, inProgress or completed
    """

  private static let config = """
    usage: WireframeDemo config FILE

    Checks a file of routes, JSON or property list, and lists the routes or all
    faults.

    Exit status: 0 if the file is good, 1 if not.
    """

  private static let shellUsage = """
    usage: WireframeDemo shell [FLAG…]

    Reads URLs and commands, a line each.

      --tabs        the shop has tabs: Shop, Cart, Account, Wallet
      --signed-in   somebody is signed in from the start
      --json        for programs: prints a JSON object for each line. More lines are
                    known: route, home, open, dismiss, swipe, tab, pick, choose,
                    snapshot, restore
    """

  /// What may be typed in the shell.
  static let shell = """
    a URL      routes to it: /products/42, myshop://cart
    back       leaves the top: the banner, a modal, or the last push
    tree       shows what is on screen
    sign-in    signs in
    sign-out   signs out; what needs a login leaves
    pass       passes the gate that is on top: the login, or the PIN
    routes     lists the table of routes
    help       prints this text
    quit       leaves the shop, as the end of input does
    """
}
