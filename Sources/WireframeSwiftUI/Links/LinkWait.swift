/// Makes links wait until the screens of a scene are back: the first screens of the scene would replace theirs.
@MainActor
package final class LinkWait {
  private var holds = 0
  private var waiting: [@MainActor () -> Void] = []
  /// The texts that have come in this turn of the main actor.
  private var latest: Set<String> = []

  /// Whether a link is new in this turn: SwiftUI may deliver one link in two ways.
  func isNew(_ urlText: String) -> Bool {
    guard latest.insert(urlText).inserted else { return false }
    Task { latest.remove(urlText) }
    return true
  }

  /// Opens a link, in the order of the calls, once there is no hold; false if `limit` links wait already.
  func open(upTo limit: Int, _ link: @escaping @MainActor () -> Void) -> Bool {
    if holds > 0, waiting.count >= limit { return false }
    if holds == 0, waiting.isEmpty { link() } else { waiting.append(link) }
    return true
  }

  private func release() {
    holds -= 1
    // A link may hold the others back again, or open another one.
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
