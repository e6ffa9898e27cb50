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
  /// Returns once nothing is under way: what a test waits for after `enqueue`, a swipe or a tap, and before it says
  /// that nothing has happened.
  ///
  /// Under way are routings that run or wait, moves of the host and their transitions, leave guards that are asked, and
  /// answers that have been given but not reached their caller. Not under way are requests that wait for `activate()`,
  /// screens that load behind a placeholder or are asked for an answer, and what a stage still does after its limit. A
  /// task that the test or a role has started counts from when it calls the wireframe.
  ///
  /// Do not await it in a role: it would wait for itself. It also returns once its own task is cancelled, as by the
  /// test's time limit, unless a move of the host does not end.
  public func settled() async {
    repeat {
      while let activity {
        if Task.isCancelled { return }
        await withTaskCancellationHandler {
          await activity.change()
        } onCancel: {
          Task { @MainActor in activity.wake() }
        }
      }
    } while await finishMoves() || activity != nil
  }

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

  /// Checks that no published link stops working, against a manifest that is checked in.
  ///
  /// Without a file, it is written, and the check fails once. A change that breaks no link, as a new exposed route, is
  /// written to the file, and fails once as well, so that the new links are known from then on. To accept a change that
  /// does, delete the file and run the test again.
  ///
  /// - Parameters:
  ///   - file: The manifest's file.
  ///   - links: Links of which each has to open, too.
  /// - Throws: ``CheckFailure`` with each change, and each link that is dead, with the route to which it led; with what
  ///   is wrong with the file, if it cannot be read; or what writing throws.
  public func check(against file: URL, links: [String] = []) async throws {
    let manifest = RouteManifest(of: self)
    let name = file.lastPathComponent.escaped
    guard FileManager.default.fileExists(atPath: file.path) else {
      try Data(manifest.json.utf8).write(to: file)
      throw CheckFailure(["There was no manifest '\(name)'. It is written now: check it in."])
    }
    let former: RouteManifest
    do {
      former = try RouteManifest(json: String(contentsOf: file, encoding: .utf8))
    } catch {
      throw CheckFailure([
        "The manifest '\(name)' cannot be read: \("\(error)".escaped) Correct it, or delete it and run the test again."
      ])
    }
    let changes = manifest.changes(from: former)
    let dead = await check(links: links, since: former).filter(\.isDead).map(\.description)
    let breaking = changes.filter(\.isBreaking).map(\.description)
    guard breaking.isEmpty, dead.isEmpty else {
      let advice = "If the changes are meant, delete the manifest '\(name)' and run the test again."
      throw CheckFailure(breaking + dead + (breaking.isEmpty ? [] : [advice]))
    }
    // What no link could and can reach is no promise.
    let known = [former, manifest].map { table in
      let open = table.routes.filter { $0.exposure != .closed && !$0.isOff }
      return Set(open.flatMap { [$0.pattern] + $0.aliases }.map(\.text.escaped))
    }
    let promised = known[0].union(known[1])
    let news = changes.filter { $0.kind == .rules || promised.contains($0.subject) }
    let isMore = known[0] != known[1] || !Set(manifest.sources).isSubset(of: former.sources)
    guard isMore || !news.isEmpty else { return }
    try Data(manifest.json.utf8).write(to: file)
    throw CheckFailure(
      (news.isEmpty ? changes : news).map(\.description) + [
        "No link is lost. The manifest '\(name)' is written anew: check it in."
      ])
  }
}
