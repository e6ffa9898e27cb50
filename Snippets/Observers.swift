// "Implementing an observer".
import WireframeCore

struct Screen { let title: String }

let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(defaultOption: .root)
wireframe.addStandardPresenters(on: navigation)
try wireframe.register("/") { _ in Screen(title: "Home") }
try wireframe.register("/tip") { _ in Screen(title: "Tip of the day") }

// snippet.log
final class RoutingLog: RoutingWatcher {
  private(set) var lines: [String] = []

  func willPresent(_ event: RoutingEvent) {
    lines.append("will present \(event.route.pattern?.text ?? "-")")
  }

  func didRoute(_ event: RoutingEvent) {
    lines.append("did route \(event.route.pattern?.text ?? "-")")
  }

  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    lines.append("failed: \(error)")  // free of values: safe to log
  }
}

let log = RoutingLog()
wireframe.add(watcher: log, priority: 1000)

// snippet.further
final class TipAfterStart: RoutingWatcher {
  func observes(_ route: Route) -> Bool { route.pattern == "/" }

  func didRoute(_ event: RoutingEvent) {
    event.router.enqueue("/tip", option: .modal)  // runs after this routing
  }
}

wireframe.add(watcher: TipAfterStart())

// snippet.left
navigation.onChange { change in
  for entry in change.left { print("\(entry.controller.title) left, by the \(change.cause)") }
}

// snippet.hide
try await wireframe.route(to: "/")
_ = try? await wireframe.route(to: "/nowhere")
try await wireframe.route(to: "/")
print(log.lines.joined(separator: "\n"))
