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

  /// Opens a link, in the order of the calls, once there is no hold.
  func open(_ link: @escaping @MainActor () -> Void) {
    if holds == 0 { link() } else { waiting.append(link) }
  }

  /// Makes links wait as long as the returned hold lives.
  func hold() -> Hold {
    holds += 1
    return Hold(of: self)
  }

  private func release() {
    holds -= 1
    guard holds == 0 else { return }
    let links = waiting
    waiting = []
    for link in links { link() }
  }

  /// Keeps links waiting as long as it lives, so that it ends with its owner.
  final class Hold: Sendable {
    private let wait: LinkWait

    fileprivate init(of wait: LinkWait) { self.wait = wait }

    deinit {
      Task { @MainActor [wait] in wait.release() }
    }
  }
}
