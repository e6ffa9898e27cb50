import TestSupport
import Testing
import WireframeCore
import WireframeInsight

/// A host whose users have a way that no leave guard can stop.
@MainActor
private final class Trapdoor: NavigationHost, UnaskedWays {
  private let tree = NavigationTree<Screen>()
  var unaskedWays = ["a trapdoor", "a window"]
  var state: NavigationState<Screen> { tree.state }
  var events: NavigationEvents<Screen> { tree.events }

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) throws {
    try tree.perform(operation, animated: animated)
  }
}

/// An audit names the ways of a host's users about which no leave guard is asked.
@MainActor
struct UnaskedWaysTests {
  private func app(on host: some NavigationHost<Screen>) -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(sources: ["app:"])
    wireframe.addStandardPresenters(on: host)
    return wireframe
  }

  @Test("One finding names all ways of the host's users, as long as there is a leave guard")
  func named() {
    let wireframe = app(on: Trapdoor())
    wireframe.observe { _ in .proceed }
    #expect(wireframe.audit().isEmpty)
    let guards = [
      wireframe.observeLeaving(tag: "editor") { _ in .leave },
      wireframe.observeLeaving { _ in .leave },
    ]
    #expect(
      wireframe.audit().map(\.description) == [
        "warning: unaskedWays: Leave guards are not asked about these ways of the user: a trapdoor; a window. "
          + "Keep what the user would lose, and allow it in the audit."
      ])
    #expect(wireframe.audit(allowing: [.allow(.unaskedWays)]).isEmpty)
    for registration in guards { registration.remove() }
    #expect(wireframe.audit().isEmpty)
    #expect(wireframe.audit(allowing: [.allow(.unaskedWays)]).map(\.code) == [.unusedAllowance])
  }

  @Test("The leave guards of modules count")
  func modules() throws {
    let wireframe = app(on: Trapdoor())
    let (module, inner) = (Wireframe<Screen>(), Wireframe<Screen>())
    try module.mount(inner, at: "/b")
    try wireframe.mount(module, at: "/a")
    #expect(wireframe.audit().isEmpty)
    inner.observeLeaving { _ in .leave }
    #expect(wireframe.audit().map(\.code) == [.unaskedWays])
  }

  @Test("A host that asks about everything has no finding, nor has one without such ways")
  func none() {
    let host = Trapdoor()
    host.unaskedWays = []
    for wireframe in [app(on: NavigationTree()), app(on: host), Wireframe<Screen>()] {
      wireframe.observeLeaving { _ in .leave }
      #expect(wireframe.audit().isEmpty)
    }
  }
}
