import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A push through the wireframe and a `pop()`, again and again, at a depth; or a modal and a `dismiss()` over so many.
/// The kinds: `pop`; `listener`, with a listener to all changes; `gate`, through an open gate; `modal`.
@MainActor
func runMoves(_ kind: String, depth: Int, _ routings: Int) async throws {
  let wireframe = Wireframe<Screen>(limits: .none)
  let tree = NavigationTree<Screen>()
  var (changes, questions) = (0, 0)
  wireframe.addStandardPresenters(on: tree)
  if kind == "listener" { tree.onChange { _ in changes += 1 } }
  let tags: Set<RouteTag> = kind == "gate" ? ["gate"] : []
  if kind == "gate" {
    wireframe.add(
      gate: Gate(at: "/") {
        questions += 1
        return true
      }, for: "gate")
  }
  try wireframe.register("/", option: .root) { _ in Screen() }
  if kind == "modal" {
    try wireframe.register("/products/:id<int>", option: .modal) { _ in Screen() }
  } else {
    try wireframe.register("/products/:id<int>", option: .push, tags: tags) { _ in Screen() }
  }
  try await wireframe.route(to: "/")
  for _ in 1..<max(depth, 1) { try await wireframe.route(to: "/products/1") }
  let count = tree.state.entries.count
  (changes, questions) = (0, 0)
  for _ in 0..<routings {
    try await wireframe.route(to: "/products/42")
    if kind == "modal" { try await tree.dismiss() } else { try await tree.pop() }
  }
  print("checksum \(tree.state.entries.count + changes + questions)\nroutings \(routings)")
  let isRight =
    tree.state.entries.count == count && changes == (kind == "listener" ? routings * 2 : 0)
    && questions == (kind == "gate" ? routings : 0)
  exit(isRight ? 0 : 1)
}

/// Pushes under default limits of screens that are made at once; with 1 their route has a placeholder, which is not
/// needed. Each screen is popped again.
@MainActor
func runPlaceholder(_ hasPlaceholder: Bool, _ routings: Int) async throws {
  let wireframe = Wireframe<Screen>()
  let tree = NavigationTree<Screen>()
  wireframe.addStandardPresenters(on: tree)
  try wireframe.register("/", option: .root) { _ in Screen() }
  try wireframe.register("/products/:id<int>", option: .push) { _ in Screen() }
  if hasPlaceholder { wireframe.addPlaceholder(for: "/products/:id<int>") { _, _ in Screen() } }
  try await wireframe.route(to: "/")
  guard let root = tree.state.top?.id else { exit(1) }
  for _ in 0..<routings {
    try await wireframe.route(to: "/products/42")
    try tree.perform(.pop(to: root), animated: false)
  }
  print("checksum \(tree.state.entries.count)\nroutings \(routings)")
  exit(tree.state.entries.count == 1 ? 0 : 1)
}
