// "Writing a host": the smallest host.
import WireframeCore

struct Page { let title: String }

// snippet.smallest
final class PrintingHost: NavigationHost {
  private(set) var state = NavigationState<Page>()
  let events = NavigationEvents<Page>()

  func perform(_ operation: NavigationOperation<Page>, animated: Bool) throws {
    let before = state
    state = try operation.target(from: before)
    print(state)  // show it, and return when the transition has ended
    events.send(from: before, to: state, by: .app)
  }
}

// snippet.use
let host = PrintingHost()
let wireframe = Wireframe<Page>(sources: ["myapp:"])
wireframe.addStandardPresenters(on: host)
// snippet.end
try wireframe.register("/", option: .root) { _ in Page(title: "Home") }
try await wireframe.route(to: "/")
