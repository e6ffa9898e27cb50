import WireframeCore

/// `route`: routes texts, unchanged, one after another in one app.
struct RouteCommand {
  private var urlTexts: [String] = []
  private var isSignedIn = false
  private var isJSON = false

  init(arguments: [String]) throws(UsageError) {
    var readsFlags = true
    for argument in arguments {
      switch argument {
      case "--" where readsFlags: readsFlags = false
      case "--signed-in" where readsFlags: isSignedIn = true
      case "--json" where readsFlags: isJSON = true
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
    let recorder = RoutingRecorder()
    shop.wireframe.add(observer: recorder, priority: .max)
    if isSignedIn { shop.session.signIn() }
    try await shop.start()

    var succeeded = true
    for text in urlTexts {
      let report = await RoutingReport(routing: text, in: shop, recorder)
      if isJSON {
        console.write(report.json.text)
      } else {
        for line in report.lines(console) { console.write(line) }
      }
      succeeded = succeeded && report.error == nil
    }
    return succeeded
  }
}
