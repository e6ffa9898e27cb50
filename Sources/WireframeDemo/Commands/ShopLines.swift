import WireframeCore

/// A line that cannot be done now.
struct ShellError: Error, CustomStringConvertible {
  let description: String
}

/// What the lines of both shells do to the shop, and what its user does.
extension ShopWireframe {
  func pass(as user: Session.User?) async throws {
    try checkUncovered()
    guard let gate = navigation.state.top?.controller as? GateScreen else {
      throw ShellError(description: "There is no gate to pass.")
    }
    if user != nil, gate.tag != .behindLogin {
      throw ShellError(description: "The gate on top is not the login: it asks for no name.")
    }
    try await gate.pass(as: user ?? .unnamed)
  }

  func unlock() async throws {
    guard isCovered else { throw ShellError(description: "The lock is open.") }
    try await openLock()
  }

  /// Lets the oldest held provider answer, or throw.
  func answerHeld(_ error: (any Error)? = nil) throws {
    guard held.answerOldest(error) else { throw ShellError(description: "No provider is held.") }
  }

  func swipe() throws {
    if let stack = navigation.state.layers.last?.stack, stack.count > 1 {
      try navigation.performAsUser(.pop(to: stack[stack.count - 2].id))
    } else {
      try navigation.performAsUser(.dismiss(1))
    }
  }

  func chooseTab(_ name: String) async throws {
    guard let index = navigation.state.layers.last?.stacks.firstIndex(where: { $0.name == name })
    else { throw ShellError(description: "There is no tab '\(name.printable)' to choose now.") }
    try navigation.performAsUser(.selectTab(index))
    // The wireframe fills the tab by a route that needs no values. That of the account has one, which is optional.
    if name == ShopTab.account.rawValue, navigation.state.top == nil {
      try await wireframe.route(to: "/account")
    }
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

@MainActor
extension ShopClock {
  /// The longest wait of a line: some days.
  private static let longest = 1_000_000_000

  /// Lets the clock go on.
  func wait(_ milliseconds: String) async throws {
    guard let count = Int(milliseconds), (0...Self.longest).contains(count) else {
      throw ShellError(
        description:
          "'\(milliseconds.printable)' is not a number of milliseconds from 0 to \(Self.longest).")
    }
    guard advance(by: .milliseconds(count)) else { return }
    // Those who wake up come by way of other threads.
    for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Lets what gates keep for links expire.
  func expire() { advanceDate(by: RoutingLimits().parked + .seconds(1)) }
}

/// A routing that a line asks for: `URL`, `home URL` or `open URL`.
struct RoutedLine {
  let urlText: String
  private let way: Way

  private enum Way { case route, home, open }

  /// - Parameter line: The line behind `hold`; nil if it asks for no routing.
  init?(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("home", let url?) where !url.isEmpty: (urlText, way) = (String(url), .home)
    case ("open", let url?) where !url.isEmpty: (urlText, way) = (String(url), .open)
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
