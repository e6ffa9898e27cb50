import WireframeCore

/// `route`: routes texts, unchanged, one after another in one app.
struct RouteCommand {
  private let urlTexts: [String]
  private let isSignedIn: Bool
  private let isJSON: Bool
  private let isExternal: Bool
  private let resumes: Bool

  init(arguments: [String]) throws(UsageError) {
    let arguments = try CommandArguments(
      arguments, of: "route", flags: ["--signed-in", "--json", "--external", "--resume"])
    urlTexts = arguments.rest
    isSignedIn = arguments.flags.contains("--signed-in")
    isJSON = arguments.flags.contains("--json")
    isExternal = arguments.flags.contains("--external")
    resumes = arguments.flags.contains("--resume")
    if urlTexts.isEmpty { throw UsageError(description: "'route' needs a URL.") }
  }

  /// Routes all of them, whatever becomes of each; false if one failed.
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
