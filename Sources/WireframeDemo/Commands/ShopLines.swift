import WireframeCore

/// A line that cannot be done now.
struct ShellError: Error, CustomStringConvertible { let description: String }

/// What the lines of both shells do to the shop, and what its user does.
extension ShopWireframe {
  /// Does what a line says in either shell; false if it says something else.
  ///
  /// - Parameters:
  ///   - word: The first word of the line.
  ///   - rest: What stands behind it; nil for nothing.
  ///   - clock: The shop's clock.
  /// - Returns: Whether the line is one of these.
  /// - Throws: Why it cannot be done now.
  func obey(_ word: String, _ rest: String?, by clock: ShopClock) async throws -> Bool {
    switch (word, rest) {
    case ("back", nil): try await back()
    case ("sign-in", nil): try await signIn(as: .unnamed)
    case ("sign-in", let name?) where !name.isEmpty: try await signIn(as: .named(name))
    case ("sign-out", nil): try await signOut()
    case ("sign-out", "all"): try await signOutForGood()
    case ("pass", nil): try await pass(as: nil)
    case ("pass", let name?) where !name.isEmpty: try await pass(as: .named(name))
    case ("lock", nil): closeLock()
    case ("unlock", nil): try await unlock()
    case ("disable", let words?): try await disable(words)
    case ("enable", let word?): try await enable(word)
    case ("arrive", nil): try await answerHeld(by: clock)
    case ("break", nil): try await answerHeld(BrokenProvider(), by: clock)
    case ("retry", nil): try retry()
    case ("wait", let milliseconds?): try await clock.wait(milliseconds)
    case ("expire", nil): clock.expire()
    default: return false
    }
    return true
  }

  private func pass(as user: Session.User?) async throws {
    try checkUncovered()
    guard let gate = navigation.state.top?.controller as? GateScreen else {
      throw ShellError(description: "There is no gate to pass.")
    }
    if user != nil, gate.tag != .behindLogin {
      throw ShellError(description: "The gate on top is not the login: it asks for no name.")
    }
    try await gate.pass(as: user ?? .unnamed)
  }

  private func unlock() async throws {
    guard isCovered else { throw ShellError(description: "The lock is open.") }
    try await openLock()
  }

  /// Lets the oldest held provider answer, or throw; its placeholder has been shown long enough then.
  private func answerHeld(_ error: (any Error)? = nil, by clock: ShopClock) async throws {
    guard held.answerOldest(error) else { throw ShellError(description: "No provider is held.") }
    if !placeholders.isEmpty, error == nil { try await clock.letPlaceholdersBeSeen() }
  }

  /// Makes the screen of the placeholder on top once more; what that asks is held, too.
  private func retry() throws {
    guard !isCovered, let screen = navigation.state.top?.controller as? LoadingScreen,
      screen.hasFailed
    else { throw ShellError(description: "There is nothing to try again.") }
    HeldRouting.$current.withValue(HeldRouting(screen.route.request.urlText)) { screen.retry() }
  }

  /// `disable PATTERN-OR-TAG [FALLBACK-URL]`
  private func disable(_ words: String) async throws {
    let words = words.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let name = words.first.flatMap(RouteSwitches.Name.init(line:)),
      words.count == 1 || words.count == 2 && words[1] != ""
    else { throw ShellError(description: "Write a pattern or a tag, and one URL or none.") }
    try await disable(name, fallback: words.dropFirst().first)
  }

  /// `enable PATTERN-OR-TAG`
  private func enable(_ word: String) async throws {
    guard !word.contains(" "), let name = RouteSwitches.Name(line: word) else {
      throw ShellError(description: "Write one pattern or one tag.")
    }
    try await enable(name)
  }

  func swipe() throws {
    if let stack = navigation.state.layers.last?.selectedStack.entries, stack.count > 1 {
      try navigation.performAsUser(.pop(to: stack[stack.count - 2].id))
    } else {
      try navigation.performAsUser(.dismiss(1))
    }
  }

  func chooseTab(_ name: String) async throws {
    guard let index = navigation.state.layers.last?.stacks.firstIndex(where: { $0.name == name })
    else { throw ShellError(description: "There is no tab '\(name.printable)' to choose now.") }
    try navigation.performAsUser(.selectTab(index))
  }

  func choose(_ number: String) async throws {
    try checkUncovered()
    guard let picker = navigation.state.top?.controller as? PickerScreen else {
      throw ShellError(description: "There is no picker on top.")
    }
    guard let payee = Int(number) else {
      throw ShellError(description: "'\(number.printable)' is not a number.")
    }
    await picker.choose(payee)
  }

  /// - Throws: An error if the user cannot reach the screens.
  private func checkUncovered() throws(ShellError) {
    if isCovered { throw ShellError(description: "A lock covers the screens.") }
  }
}

extension RouteSwitches.Name {
  /// A pattern, which has a slash, or a tag; nil for nothing.
  fileprivate init?(line: String) {
    guard !line.isEmpty else { return nil }
    self = line.contains("/") ? .pattern(line) : .tag(RouteTag(rawValue: line))
  }
}

@MainActor
extension ShopClock {
  /// The longest wait of a line: some days.
  private static let longest = 1_000_000_000

  /// Lets the shortest time pass for which a placeholder is shown.
  func letPlaceholdersBeSeen() async throws {
    try await goOn(by: RoutingLimits().placeholder ?? .zero)
  }

  /// Lets the clock go on.
  func wait(_ milliseconds: String) async throws {
    guard let count = Int(milliseconds), (0...Self.longest).contains(count) else {
      throw ShellError(
        description:
          "'\(milliseconds.printable)' is not a number of milliseconds from 0 to \(Self.longest).")
    }
    try await goOn(by: .milliseconds(count))
  }

  private func goOn(by time: Swift.Duration) async throws {
    advance(by: time)
    // Those who wake up come by way of other threads.
    for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Lets what gates keep for links expire.
  func expire() { advanceDate(by: RoutingLimits().parked + .seconds(1)) }
}

extension String {
  /// The first word of a line, and what stands behind its space; nil without a space.
  var wordAndRest: (word: String, rest: String?) {
    guard let space = firstIndex(of: " ") else { return (self, nil) }
    return (String(self[..<space]), String(self[index(after: space)...]))
  }
}

/// A routing that a line asks for: `URL`, `home URL` or `open URL`.
struct RoutedLine {
  let urlText: String
  private let way: Way

  private enum Way { case route, home, open }

  /// - Parameter line: The line behind `hold`; nil if it asks for no routing.
  init?(_ line: String) {
    switch line.wordAndRest {
    case ("home", let url?) where !url.isEmpty: (urlText, way) = (url, .home)
    case ("open", let url?) where !url.isEmpty: (urlText, way) = (url, .open)
    case _ where Self.isURL(line): (urlText, way) = (line, .route)
    default: return nil
    }
  }

  /// Why a line cannot be held.
  static func refusal(of line: String) -> String {
    "'\(line.printable)' cannot be held: it is no URL, 'open URL' or 'home URL'."
  }

  /// Whether a line is a URL, not a command.
  static func isURL(_ line: String) -> Bool { line.hasPrefix("/") || line.contains(":") }

  @MainActor
  func run(in shop: ShopWireframe, _ failures: FailureWatcher) async -> RoutingReport {
    switch way {
    case .route: await RoutingReport(routing: urlText, in: shop, failures)
    case .home: await RoutingReport(routing: urlText, landing: .underParents, in: shop, failures)
    case .open: await RoutingReport(opening: urlText, in: shop, failures)
    }
  }
}
