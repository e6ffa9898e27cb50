import WireframeCore

/// `route`: routes texts, unchanged, one after another in one app.
struct RouteCommand {
  private var urlTexts: [String] = []
  private var isSignedIn = false
  private var isJSON = false
  private var isExternal = false
  private var resumes = false

  init(arguments: [String]) throws(UsageError) {
    var readsFlags = true
    for argument in arguments {
      switch argument {
      case "--" where readsFlags: readsFlags = false
      case "--signed-in" where readsFlags: isSignedIn = true
      case "--json" where readsFlags: isJSON = true
      case "--external" where readsFlags: isExternal = true
      case "--resume" where readsFlags: resumes = true
      case _ where readsFlags && argument.hasPrefix("-"):
        throw UsageError(description: "There is no flag '\(argument.printable)'.")
      default: urlTexts.append(argument)
      }
    }
    if urlTexts.isEmpty { throw UsageError(description: "'route' needs a URL.") }
  }

  /// Routes all of them, whatever becomes of each.
  ///
  /// - Returns: Whether none failed.
  @MainActor
  func run(_ console: Console) async throws -> Bool {
    let shop = try ShopWireframe()
    let failures = FailureWatcher()
    shop.wireframe.add(watcher: failures)
    if isSignedIn { shop.session.signIn() }
    try await shop.start()

    var succeeded = true
    for text in urlTexts {
      let report =
        isExternal
        ? await RoutingReport(opening: text, in: shop, failures)
        : await RoutingReport(routing: text, in: shop, failures)
      write(report, console)
      succeeded = succeeded && report.error == nil
    }
    if resumes {
      shop.session.signIn()
      if let report = await RoutingReport(resumingIn: shop, failures) {
        write(report, console)
        succeeded = succeeded && report.error == nil
      }
    }
    return succeeded
  }

  @MainActor
  private func write(_ report: RoutingReport, _ console: Console) {
    for line in isJSON ? [report.json.text] : report.lines(console) { console.write(line) }
  }
}
