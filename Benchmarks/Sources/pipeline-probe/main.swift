import WireframeCore
import WireframeInsight

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

final class Screen {}

struct Instant: RoutingOption {}

/// Presents by returning at once.
final class InstantPresenter: ControllerRoutingPresenter {
  private(set) var count = 0

  func present(_ controller: Screen, option: Instant, event: RoutingEvent) async throws {
    count += 1
  }
}

/// Lets everything pass.
final class Passing: RoutingObserver {
  private(set) var count = 0

  func decision(for route: Route) -> RoutingDecision {
    count += 1
    return .proceed
  }
}

@MainActor
func run(
  observers: Int, routings: Int, limits: RoutingLimits, guards: Int, isRecorded: Bool
) async throws {
  let wireframe = Wireframe<Screen>(limits: limits)
  let presenter = InstantPresenter()
  let screen = Screen()
  let passing = (0..<observers).map { _ in Passing() }
  wireframe.add(presenter: presenter)
  for observer in passing { wireframe.add(observer: observer) }
  for _ in 0..<guards { try wireframe.observe(under: "/account") { _ in .stop("guarded") } }
  try wireframe.register("/products/:id<int>", option: Instant()) { _ in screen }
  let recorder = TraceRecorder(keeping: 100)
  if isRecorded { recorder.record(wireframe) }
  var done = 0
  for _ in 0..<routings {
    try await wireframe.route(to: "/products/42")
    done += 1
  }
  let checksum = presenter.count + passing.reduce(0) { $0 + $1.count }
  print("checksum \(checksum)\nroutings \(done)")
  exit(checksum == routings * (observers + 1) ? 0 : 1)
}

/// Links whose screens land under ten parents that stand.
@MainActor
func runLandings(_ routings: Int) async throws {
  let wireframe = Wireframe<Screen>(sources: ["probe:"], limits: .none)
  let tree = NavigationTree<Screen>()
  wireframe.addStandardPresenters(on: tree)
  var patterns: [RoutePattern] = ["/"]
  try wireframe.register("/", option: .root) { _ in Screen() }
  for depth in 1...9 {
    let pattern = try RoutePattern("/level\(depth)")
    try wireframe.register(pattern, option: .push, parent: patterns.last) { _ in Screen() }
    patterns.append(pattern)
  }
  try wireframe.register(
    "/products/:id<int>", option: .push, parent: patterns.last, exposure: .external
  ) { _ in Screen() }
  for number in 0..<routings {
    _ = await wireframe.open("probe://products/\(number & 1)", origin: .customScheme)
  }
  let count = tree.state.entries.count
  print("checksum \(count)\nroutings \(routings)")
  exit(count == 11 ? 0 : 1)
}

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.prefix(2).compactMap { Int($0) }
let words = arguments.dropFirst(2)
guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }), words.count <= 1,
  words.allSatisfy(["limits", "prefix", "landing", "record"].contains)
else {
  print("usage: pipeline-probe OBSERVERS ROUTINGS [limits|prefix|landing|record]")
  exit(2)
}
if words.first == "landing" { try await runLandings(numbers[1]) }
let areGuards = words.last == "prefix"
try await run(
  observers: areGuards ? 0 : numbers[0], routings: numbers[1],
  limits: words.last == "limits" ? RoutingLimits() : .none, guards: areGuards ? numbers[0] : 0,
  isRecorded: words.last == "record")
