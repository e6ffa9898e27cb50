import BenchmarkSupport
import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

final class Screen {}

struct Instant: RoutingOption {}

/// Presents by returning at once.
final class InstantPresenter: ControllerRoutingPresenter, FloorPresenter {
  private(set) var count = 0

  func present(_ controller: Screen, option: Instant, event: RoutingEvent) async throws {
    count += 1
  }

  func present(_ screen: Any) async throws { count += 1 }
}

/// Lets everything pass.
final class Passing: RoutingObserver, FloorObserver {
  private(set) var count = 0

  func decision(for route: Route) -> RoutingDecision {
    count += 1
    return .proceed
  }

  func mayPass(_ urlText: String) async throws -> Bool {
    count += 1
    return true
  }
}

let path = "/products/42"

@MainActor
func makeFloor(observers: Int, limit: Duration?) throws -> Floor {
  let (screen, observers) = (Screen(), (0..<observers).map { _ in Passing() })
  let floor = Floor(observers, InstantPresenter(), limit: limit)
  try floor.register("/products/:id<int>") { _ in screen }
  return floor
}

@MainActor
func makeWireframe(observers: Int, limits: RoutingLimits) throws -> Wireframe<Screen> {
  let (screen, wireframe) = (Screen(), Wireframe<Screen>(limits: limits))
  wireframe.add(presenter: InstantPresenter())
  for _ in 0..<observers { wireframe.add(observer: Passing()) }
  try wireframe.register("/products/:id<int>", option: Instant()) { _ in screen }
  return wireframe
}

/// Both in turn: the medians of a routing, in nanoseconds.
@MainActor
func compare(observers: Int, limits: RoutingLimits) async throws -> (floor: Double, own: Double) {
  let floor = try makeFloor(observers: observers, limit: limits.provide)
  let wireframe = try makeWireframe(observers: observers, limits: limits)
  let (clock, times) = (ContinuousClock(), 500)
  var (floors, owns) = ([Double](), [Double]())
  for _ in 0..<31 {
    var start = clock.now
    for _ in 0..<times { try await floor.route(to: path) }
    floors.append((clock.now - start).nanoseconds / Double(times))
    start = clock.now
    for _ in 0..<times { try await wireframe.route(to: path) }
    owns.append((clock.now - start).nanoseconds / Double(times))
  }
  return (median(floors), median(owns))
}

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.prefix(2).compactMap { Int($0) }
let words = arguments.dropFirst(2)
if numbers.count == 2, words.isEmpty || words.last == "limits" {
  let floor = try makeFloor(
    observers: numbers[0], limit: words.isEmpty ? nil : RoutingLimits().provide)
  for _ in 0..<numbers[1] { try await floor.route(to: path) }
  print("routings \(numbers[1])")
  exit(0)
}
guard arguments.isEmpty || arguments == ["--markdown"] else {
  print("usage: floor [--markdown] | floor OBSERVERS ROUTINGS [limits]")
  exit(2)
}
var table = TextTable("A routing beside the floor", ["", "floor, ns", "Wireframe, ns", "ratio"])
for (name, limits) in [("limits off", RoutingLimits.none), ("default limits", RoutingLimits())] {
  for observers in [0, 10] {
    let times = try await compare(observers: observers, limits: limits)
    table.add([
      "\(name), \(observers) observers", short(times.floor), short(times.own),
      short(times.own / times.floor),
    ])
  }
}
print(table.text(asMarkdown: !arguments.isEmpty))
