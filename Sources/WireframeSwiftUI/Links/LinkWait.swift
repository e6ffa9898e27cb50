/// Makes links wait until the screens of a scene are back: the first screens of the scene would replace theirs.
@MainActor
package final class LinkWait {
  private var holds = 0
  private var waiting: [@MainActor () -> Void] = []
  /// The text of the last link: of this turn of the main actor, or of all that came while links wait.
  private var latest: String?

  /// Whether a link is not the one that has come last: SwiftUI may deliver one link in two ways.
  func isNew(_ urlText: String) -> Bool {
    if holds == 0 { Task { latest = nil } }
    defer { latest = urlText }
    return urlText != latest
  }

  /// Opens a link, in the order of the calls, once there is no hold; false if `limit` links wait already.
  func open(upTo limit: Int, _ link: @escaping @MainActor () -> Void) -> Bool {
    if holds > 0, waiting.count >= limit { return false }
    if holds == 0, waiting.isEmpty { link() } else { waiting.append(link) }
    return true
  }

  private func release() {
    holds -= 1
    if holds == 0 { latest = nil }
    // Opening a link may hold the others back again, or open another one.
    while holds == 0, !waiting.isEmpty { waiting.removeFirst()() }
  }

  /// Makes links wait as long as it exists, so that the waiting ends with its owner.
  final class Hold: Sendable {
    private let wait: LinkWait

    @MainActor init(of wait: LinkWait) {
      self.wait = wait
      wait.holds += 1
    }

    deinit {
      Task { @MainActor [wait] in wait.release() }
    }
  }
}
