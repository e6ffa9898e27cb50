import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens the link of the standard input so many times, in an app that reads all that it is given, and writes all that
/// failed. `Fuzzing/Targets/LinkCost.swift` looks for the dearest link of the same app.
@MainActor
func runLink(_ routings: Int) async throws {
  let url = readLine() ?? ""
  let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"], limits: .none)
  wireframe.addStandardPresenters(on: NavigationTree<Screen>())
  var read = 0
  func use(_ route: Route) -> RoutingDecision {
    for name in route.pattern?.names ?? [] {
      read &+= ((try? route[name] as String) ?? "").utf8.count
      read &+= ((try? route[name] as [String]) ?? []).count
      if (try? route[name] as Int) == nil { read &+= 1 }
    }
    for item in route.query.items {
      read &+= (route.query[item.name]?.utf8.count ?? 0) + item.value.utf8.count
    }
    read &+= route.path.count + (route.fragment?.utf8.count ?? 0) + route.values.all.count
    return .proceed
  }
  try wireframe.observe(under: "/products") { use($0) }
  wireframe.observe { use($0) }
  let many = (0..<MatchingRules().maximumSegments).map { "/:value\($0)" }.joined()
  let patterns = [
    "/", "/products/:id<int>", "/products/:id<int>/:page?", "/files/*rest", many, "/:a/:b",
    "/:a/:b/:c<uuid>", "/sizes/:size<small|medium|large>", "/items/new", "/items/:id/edit",
  ]
  for pattern in try patterns.map({ try RoutePattern($0) }) {
    try wireframe.register(pattern, option: .root, exposure: .external) {
      (route: Route) -> Screen? in
      _ = use(route)
      return Screen()
    }
  }
  for _ in 0..<routings {
    let outcome = await wireframe.open(
      url, origin: url.hasPrefix("myapp:") ? .customScheme : .universalLink)
    read &+= outcome.error.map { "\($0)".utf8.count } ?? 0
  }
  print("checksum \(read)\nbytes \(url.utf8.count)\nroutings \(routings)")
  exit(0)
}
