import WireframeCore
import WireframeInsight

/// Work that grows with a number of things of one kind.
struct Curve {
  let name: String
  /// What the sizes count.
  let unit: String
  let sizes: [Int]
  /// Makes so many, and returns the work.
  let make: @MainActor (_ size: Int) async throws -> @MainActor () async throws -> Void
}

final class Page {}

struct Plain: RoutingOption {}

private let site: URLSource = "https://example.com"

@MainActor
private func routes(_ count: Int, _ pattern: (Int) -> String) throws -> Wireframe<Page> {
  let wireframe = Wireframe<Page>(sources: [site], limits: .none)
  for number in 0..<count {
    try wireframe.register(
      RoutePattern(pattern(number)), option: Plain(), exposure: .only(.universalLink)
    ) { _ in Page() }
  }
  return wireframe
}

/// A wireframe with a first screen on a tree, and a route to push.
@MainActor
private func shown() async throws -> (wireframe: Wireframe<Page>, tree: NavigationTree<Page>) {
  let wireframe = Wireframe<Page>(limits: .none)
  let tree = NavigationTree<Page>()
  wireframe.addStandardPresenters(on: tree)
  try wireframe.register("/", option: .root) { _ in Page() }
  try wireframe.register("/pages/:id<int>", option: .push) { _ in Page() }
  try await wireframe.route(to: "/")
  return (wireframe, tree)
}

/// The route of a URL, as its handler gets it.
@MainActor
private func route(to url: String, of pattern: RoutePattern) async throws -> Route? {
  let wireframe = Wireframe<Page>(
    rules: MatchingRules(
      maximumLength: 1 << 20, maximumSegments: 1 << 18, maximumQueryItems: 1 << 18), limits: .none)
  var found: Route?
  try wireframe.handle(pattern) { found = $0 }
  try await wireframe.route(to: url)
  return found
}

@MainActor
private func module(_ number: Int) throws -> Wireframe<Page> {
  let module = Wireframe<Page>(limits: .none)
  for page in 0..<4 { try module.register(RoutePattern("/pages/\(page)/:id")) { _ in Page() } }
  return module
}

@MainActor
private func pushAndPop(_ count: Int, _ wireframe: Wireframe<Page>, _ tree: NavigationTree<Page>)
  async throws
{
  for _ in 0..<count {
    try await wireframe.route(to: "/pages/1")
    try await tree.pop()
  }
}

let curves: [Curve] = [
  Curve(name: "parents", unit: "routes with a parent", sizes: [200, 800, 3_200]) { size in
    {
      let wireframe = try routes(1) { _ in "/parent" }
      for number in 0..<size {
        try wireframe.register(
          RoutePattern("/child\(number)/:id"), option: Plain(), place: .init(under: "/parent")
        ) { _ in Page() }
      }
    }
  },
  Curve(name: "query", unit: "query items, each read by its name", sizes: [16, 64, 256, 1_024]) {
    size in
    let names = (0..<size).map { "item\($0)" }
    let url = "/a?" + names.map { "\($0)=value" }.joined(separator: "&")
    let route = try await route(to: url, of: "/a")
    return { for name in names { _ = route?.query[name] } }
  },
  Curve(name: "values", unit: "path values, each read by its name", sizes: [10, 40, 160]) { size in
    let names = (0..<size).map { "value\($0)" }
    let pattern = try RoutePattern(names.map { "/:\($0)" }.joined())
    let route = try await route(to: String(repeating: "/text", count: size), of: pattern)
    return { for name in names { _ = try route?[name] as String? } }
  },
  Curve(name: "listeners", unit: "listeners; 100 pushes and pops", sizes: [0, 1, 4, 16]) { size in
    let (wireframe, tree) = try await shown()
    for _ in 0..<size { tree.onChange { _ in } }
    return { try await pushAndPop(100, wireframe, tree) }
  },
  Curve(
    name: "module-gates", unit: "modules with a gate; 100 pushes and pops", sizes: [5, 50, 200]
  ) { size in
    let (wireframe, tree) = try await shown()
    for number in 0..<size {
      let module = try module(number)
      module.addGate(for: "closed", at: "/pages/0/1") { true }
      try wireframe.mount(module, at: RoutePattern("/module\(number)"))
    }
    return { try await pushAndPop(100, wireframe, tree) }
  },
  Curve(name: "mounts", unit: "modules mounted and unmounted", sizes: [50, 200, 800]) { size in
    {
      let wireframe = Wireframe<Page>(limits: .none)
      var registrations: [Registration] = []
      for number in 0..<size {
        registrations.append(
          try wireframe.mount(try module(number), at: RoutePattern("/module\(number)")))
      }
      for registration in registrations { registration.remove() }
    }
  },
  Curve(name: "modals", unit: "modals; one more presented and dismissed", sizes: [10, 100, 500]) {
    size in
    let (_, tree) = try await shown()
    for _ in 0..<size { try await tree.present(Page()) }
    tree.onChange { _ = $0.left }
    return {
      try await tree.present(Page())
      try await tree.dismiss()
    }
  },
  Curve(name: "mermaid", unit: "routes", sizes: [200, 800, 3_200]) { size in
    let manifest = RouteManifest(of: try routes(size) { "/area\($0 / 20)/page\($0)/:id" })
    return { _ = manifest.mermaid }
  },
  Curve(name: "html", unit: "routes", sizes: [200, 800, 3_200]) { size in
    let manifest = RouteManifest(of: try routes(size) { "/area\($0 / 20)/page\($0)/:id" })
    return { _ = manifest.html() }
  },
  Curve(name: "audit", unit: "routes", sizes: [200, 800, 3_200]) { size in
    let wireframe = try routes(size) { "/area\($0 / 20)/page\($0)/:id" }
    return { _ = wireframe.audit() }
  },
  Curve(name: "file-check", unit: "routes with words", sizes: [50, 200, 800]) { size in
    let wireframe = try routes(size) { "/page\($0)/:size<small|medium|large>" }
    let made = try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: site, appID: "TEAM123456.com.example")
    return { _ = wireframe.check(made.file, for: site) }
  },
  Curve(name: "file-make", unit: "nested patterns", sizes: [25, 50, 100, 200]) { size in
    let manifest = RouteManifest(
      of: try routes(size) { last in (0...last).map { "/level\($0)" }.joined() })
    return {
      _ = try AssociationFile.make(of: manifest, for: site, appID: "TEAM123456.com.example")
    }
  },
  Curve(name: "observers", unit: "observers added", sizes: [250, 1_000, 4_000]) { size in
    {
      let wireframe = Wireframe<Page>(limits: .none)
      for _ in 0..<size { wireframe.observe { _ in .proceed } }
    }
  },
  Curve(name: "gates", unit: "gates added and removed", sizes: [250, 1_000, 4_000]) { size in
    let (wireframe, _) = try await shown()
    return {
      let all = (0..<size).map { number in
        wireframe.addGate(for: RouteTag(rawValue: "tag\(number)"), at: "/") { true }
      }
      for registration in all { registration.remove() }
    }
  },
  Curve(name: "types", unit: "types added", sizes: [100, 400, 1_600]) { size in
    {
      let wireframe = Wireframe<Page>(limits: .none)
      for number in 0..<size {
        try wireframe.add(type: ParameterType("type\(number)") { _ in true })
      }
    }
  },
  Curve(name: "sources", unit: "https sources; 100 links", sizes: [1, 10, 100, 1_000]) { size in
    let sources = try (0..<size).map { try URLSource("https://site\(1_000 + $0).example.com") }
    let wireframe = Wireframe<Page>(sources: sources, limits: .none)
    try wireframe.handle("/a", exposure: .external) { _ in }
    let url = "https://site\(999 + size).example.com/a"
    return {
      for _ in 0..<100 { _ = await wireframe.open(url, origin: .universalLink) }
    }
  },
  Curve(name: "answers", unit: "pending answers", sizes: [50, 200, 800]) { size in
    let (wireframe, tree) = try await shown()
    return {
      let all = (0..<size).map { number in
        Task { @MainActor in try await wireframe.answer(to: "/pages/\(number)", as: Int.self) }
      }
      while tree.state.entries.count <= size { await Task.yield() }
      for _ in 0..<size { try await tree.pop() }
      for task in all { _ = try await task.value }
    }
  },
  Curve(name: "reevaluation", unit: "screens", sizes: [50, 200, 800]) { size in
    let (wireframe, _) = try await shown()
    wireframe.observe { _ in .proceed }
    for number in 1..<size { try await wireframe.route(to: "/pages/\(number)") }
    return { try await wireframe.reevaluate() }
  },
]
