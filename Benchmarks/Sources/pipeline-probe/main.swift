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
    try wireframe.register(pattern, option: .push, place: .init(under: patterns.last)) { _ in
      Screen()
    }
    patterns.append(pattern)
  }
  try wireframe.register(
    "/products/:id<int>", option: .push, exposure: .external, place: .init(under: patterns.last)
  ) { _ in Screen() }
  for number in 0..<routings {
    _ = await wireframe.open("probe://products/\(number & 1)", origin: .customScheme)
  }
  let count = tree.state.entries.count
  print("checksum \(count)\nroutings \(routings)")
  exit(count == 11 ? 0 : 1)
}

/// Pushes by the standard presenter onto a tree that is so deep already; each screen is popped again.
@MainActor
func runPushes(depth: Int, _ routings: Int) async throws {
  let wireframe = Wireframe<Screen>(limits: .none)
  let tree = NavigationTree<Screen>()
  wireframe.addStandardPresenters(on: tree)
  try wireframe.register("/", option: .root) { _ in Screen() }
  try wireframe.register("/products/:id<int>", option: .push) { _ in Screen() }
  try await wireframe.route(to: "/")
  for _ in 1..<max(depth, 1) { try await wireframe.route(to: "/products/1") }
  let count = tree.state.entries.count
  guard let top = tree.state.top?.id else { exit(1) }
  for _ in 0..<routings {
    try await wireframe.route(to: "/products/42")
    try tree.perform(.pop(to: top), animated: false)
  }
  print("checksum \(tree.state.entries.count)\nroutings \(routings)")
  exit(tree.state.entries.count == count ? 0 : 1)
}

struct ShowProduct: TypedRoute, Hashable {
  static let pattern: RoutePattern = "/products/:id<int>"
  let id: Int
  var ref: String?
}

/// Routings to a value, which is written as a URL, and read out of it again; with 0 to its URL, whose `id` is read.
@MainActor
func runTyped(_ isTyped: Bool, _ routings: Int) async throws {
  let wireframe = Wireframe<Screen>(limits: .none)
  let (presenter, screen) = (InstantPresenter(), Screen())
  var sum = 0
  wireframe.add(presenter: presenter)
  if isTyped {
    try wireframe.register(ShowProduct.self, option: Instant()) { (value: ShowProduct) in
      sum += value.id + (value.ref?.utf8.count ?? 0)
      return screen
    }
    for _ in 0..<routings { try await wireframe.route(to: ShowProduct(id: 42, ref: "mail")) }
  } else {
    try wireframe.register("/products/:id<int>", option: Instant()) { route in
      sum += try route["id"] + (route.query["ref"]?.utf8.count ?? 0)
      return screen
    }
    for _ in 0..<routings { try await wireframe.route(to: "/products/42?ref=mail") }
  }
  print("checksum \(sum)\nroutings \(routings)")
  exit(sum == routings * 46 ? 0 : 1)
}

/// Routings into one of so many modules, each of which has an observer and a presenter of its own.
@MainActor
func runMounts(_ mounts: Int, _ routings: Int) async throws {
  let wireframe = Wireframe<Screen>(limits: .none)
  let (presenter, observer, screen) = (InstantPresenter(), Passing(), Screen())
  func fill(_ wireframe: Wireframe<Screen>) throws {
    wireframe.add(presenter: presenter)
    wireframe.add(observer: observer)
    try wireframe.register("/products/:id<int>", option: Instant()) { _ in screen }
  }
  if mounts == 0 { try fill(wireframe) }
  for number in 0..<mounts {
    let module = Wireframe<Screen>(limits: .none)
    try fill(module)
    try wireframe.mount(module, at: RoutePattern("/module\(number)"))
  }
  let path = mounts == 0 ? "/products/42" : "/module\(mounts / 2)/products/42"
  for _ in 0..<routings { try await wireframe.route(to: path) }
  let checksum = presenter.count + observer.count
  print("checksum \(checksum)\nroutings \(routings)")
  exit(checksum == routings * 2 ? 0 : 1)
}

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.prefix(2).compactMap { Int($0) }
let words = arguments.dropFirst(2)
let kinds = [
  "limits", "prefix", "landing", "record", "push", "pop", "listener", "gate", "modal",
  "placeholder", "mounts", "typed", "link",
]
guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }), words.count <= 1,
  words.allSatisfy({ kinds.contains(String($0)) })
else {
  print("usage: pipeline-probe COUNT ROUTINGS [\(kinds.joined(separator: "|"))]")
  exit(2)
}
switch words.first {
case "landing": try await runLandings(numbers[1])
case "push": try await runPushes(depth: numbers[0], numbers[1])
case "pop", "listener", "gate", "modal":
  try await runMoves(words.first ?? "", depth: numbers[0], numbers[1])
case "placeholder": try await runPlaceholder(numbers[0] > 0, numbers[1])
case "typed": try await runTyped(numbers[0] > 0, numbers[1])
case "link": try await runLink(numbers[1])
case "mounts": try await runMounts(numbers[0], numbers[1])
default: break
}
let areGuards = words.last == "prefix"
try await run(
  observers: areGuards ? 0 : numbers[0], routings: numbers[1],
  limits: words.last == "limits" ? RoutingLimits() : .none, guards: areGuards ? numbers[0] : 0,
  isRecorded: words.last == "record")
