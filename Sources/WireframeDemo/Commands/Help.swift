/// What the program prints about itself and its commands.
enum Help {
  /// The help of a command, or of the program.
  static func text(of command: CommandName?) -> String {
    switch command {
    case nil, .help?: program
    case .tour?: tour
    case .route?: route
    case .routes?: routes
    case .explain?: explain
    case .plan?: plan
    case .map?: map
    case .audit?: audit
    case .checkLinks?: checkLinks
    case .association?: association
    case .shell?: "\(shellUsage)\n\n\(shell)"
    case .systems?: systems
    case .sequence?: sequence
    case .config?: config
    }
  }

  private static let program = """
    A small shop, routed by URL.

    usage: WireframeDemo [COMMAND]

      tour         shows the stages of the pipeline, URL by URL; the default
      route        routes URLs, one after another
      routes       lists the table of routes
      explain      says what the table makes of a URL, pattern by pattern
      plan         says what routing a URL would do, and does nothing of it
      map          draws the table: Markdown, Mermaid, JSON or a page
      audit        finds what cannot work in the table
      check-links  says what becomes of the links in a file
      association  prints the association file for universal links
      shell        reads URLs and commands, a line each
      systems      shows a scene for each of the other styles
      sequence     runs a flow of steps, and prints those that were shown
      config       checks a file of routes, and lists them
      help         prints this text, or that of a command: 'help route', 'route -h'

    Exit status: 0; 1 if a URL failed, a link is dead, or a file or the table has
    faults; 2 for wrong use.
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

  private static let explain = """
    usage: WireframeDemo explain URL

    Says what the table makes of a URL: the pattern that matches, those that are
    near, and what keeps them from it. Nobody is asked.
    """

  private static let plan = """
    usage: WireframeDemo plan [FLAG…] URL

    Says what routing a URL would do on a fresh start, and does nothing of it.

      --signed-in   somebody is signed in from the start
      --external    the URL comes from outside the shop
      --json        prints the object of 'route --json', with 'landing' in place of
                    'screen' and 'tree': the patterns that would be shown
      --            what follows is a URL

    Exit status: 0 if it would be presented, handled or stopped, 1 if not.
    """

  private static let map = """
    usage: WireframeDemo map [--format FORMAT] [--output FILE]

    Draws the table of routes.

      --format   markdown, the default; mermaid, a flowchart; json, the manifest;
                 html, a page to search in
      --output   the file to write; standard output by default
    """

  private static let audit = """
    usage: WireframeDemo audit

    Finds what cannot work in the table, or what nobody may have meant.

    Exit status: 1 if there is an error, 0 if there are warnings or nothing.
    """

  private static let checkLinks = """
    usage: WireframeDemo check-links FILE

    Says what becomes of each link in a file, a URL a line. Where it is opened may
    stand before it: 'notification myshop://products/1'. Otherwise an https link is
    a universal link, and others are links of a custom scheme.

    Exit status: 0 if each opens, 1 if one is dead.
    """

  private static let association = """
    usage: WireframeDemo association --app-id ID

    Prints the apple-app-site-association file of the shop's web site. What the
    file cannot say about the table is printed on standard error.

      --app-id   the app's identifier: the team's, a dot, and the bundle's
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
                    snapshot, restore; routes and help are not
    """

  /// What may be typed in the shell.
  static let shell = """
    a URL      routes to it: /products/42, myshop://cart
    back       leaves the top: the banner, a modal, or the last push
    tree       shows what is on screen
    sign-in    signs in; 'sign-in NAME' as that user
    sign-out   signs out; what needs a login leaves, and comes back behind it;
               'sign-out all' for good: nothing comes back
    pass       passes the gate that is on top: the login, or the PIN;
               'pass NAME' passes the login as that user
    lock       closes the app's lock, which covers all screens
    unlock     opens the lock
    disable    'disable PATTERN-OR-TAG [FALLBACK-URL]': switches routes off; what is
               on screen of them leaves
    enable     'enable PATTERN-OR-TAG': switches them on again
    hold       'hold LINE': the last provider of LINE answers only when it is told
               to; LINE is a URL, 'open URL' or 'home URL'
    arrive     lets the oldest held provider answer
    break      lets the oldest held provider throw
    retry      tries again to make the screen whose placeholder is on top
    wait       'wait MS': the shop's clock goes on
    expire     what gates keep for links expires
    routes     lists the table of routes
    help       prints this text
    quit       leaves the shop, as the end of input does
    """
}
