#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WireframeCore
internal import WireframeInsight

extension NavigationHost {
  /// The descriptions of what is shown, from the root to the top: what most tests compare.
  public var shownTexts: [String] { state.shown.map { "\($0.controller)" } }

  /// The patterns of what is shown, from the root to the top; nil for a screen without pattern.
  public var shownPatterns: [RoutePattern?] { state.shown.map { $0.route?.pattern } }
}

extension Wireframe {
  /// Returns once nothing runs and nothing waits, and no transition of the host runs: what a test waits for after
  /// `enqueue`, a swipe or a tap.
  ///
  /// Do not await it in a role: it would wait for itself.
  public func settled() async { await waitUntilSettled() }

  /// Checks that a URL leads to a pattern.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - pattern: The pattern.
  ///   - origin: Where the request begins; for all but `.app` the route has to be exposed.
  /// - Throws: ``CheckFailure`` that says what keeps the URL from the pattern.
  public func check(
    _ urlText: String, leadsTo pattern: RoutePattern, origin: RoutingOrigin = .app
  ) throws {
    let explanation = explain(urlText, origin: origin)
    if case .match(let found) = explanation.outcome, found == pattern { return }
    throw CheckFailure(["'\(urlText.escaped)' does not lead to '\(pattern)'. \(explanation)"])
  }

  /// Checks that no link that the world has stops working, against a manifest that is checked in.
  ///
  /// Without a file, it is written, and the check fails once. To accept changes, delete the file and run the test
  /// again.
  ///
  /// - Parameters:
  ///   - file: The manifest's file.
  ///   - links: Links of which each has to open, too.
  /// - Throws: ``CheckFailure`` with each breaking change, and each link that is dead, with the route to which it led;
  ///   or what reading and writing throws.
  public func check(against file: URL, links: [String] = []) async throws {
    let manifest = RouteManifest(of: self)
    guard let old = try? String(contentsOf: file, encoding: .utf8) else {
      try Data(manifest.json.utf8).write(to: file)
      throw CheckFailure([
        "There was no manifest '\(file.lastPathComponent)'. It is written now: check it in."
      ])
    }
    let former = try RouteManifest(json: old)
    let changes = manifest.changes(from: former).filter(\.isBreaking).map(\.description)
    let dead = await check(links: links, since: former).filter(\.isDead).map(\.description)
    guard !changes.isEmpty || !dead.isEmpty else { return }
    throw CheckFailure(changes + dead)
  }
}
