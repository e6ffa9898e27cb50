/// Has links wait until the screens of a scene are back: what the scene shows first would take the place of theirs.
@MainActor
package final class LinkWait {
  private var holds = 0
  private var waiting: [@MainActor () -> Void] = []
  /// The texts that have come in this turn of the main actor.
  private var latest: Set<String> = []

  /// Whether a link has not come already in this turn: SwiftUI may hand over one link in two ways.
  func isNew(_ urlText: String) -> Bool {
    guard latest.insert(urlText).inserted else { return false }
    Task { latest.remove(urlText) }
    return true
  }

  /// Opens a link, in the order of the calls, once nothing holds links back.
  func open(_ link: @escaping @MainActor () -> Void) {
    if holds == 0 { link() } else { waiting.append(link) }
  }

  /// Has links wait for as long as something keeps the hold.
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

  /// Holds links back as long as it lives: one whose owner is gone holds nothing.
  final class Hold: Sendable {
    private let wait: LinkWait

    fileprivate init(of wait: LinkWait) { self.wait = wait }

    deinit {
      Task { @MainActor [wait] in wait.release() }
    }
  }
}
