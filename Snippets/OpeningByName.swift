// "Opening by name": types behind names, objects on the URL, links from outside.
import WireframeCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Screen { let title: String }

let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(sources: ["myapp:"])
wireframe.addStandardPresenters(on: navigation)
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try await wireframe.route(to: "/")

@MainActor
func openBySystem(_ url: URL) async -> Bool {
  print("the system opens \(url.absoluteString)")
  return true
}

enum NewsPage: Navigable {
  static func opened(_ url: OpenedURL<Screen>) -> (any Sendable)? { "no news" }
}

// snippet.register
struct HelloScreen: Navigable {
  static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
    let user: String = url.object("user") ?? "you"
    try await url.push(Screen(title: "Hello, \(url["title"] ?? user)"))
    return nil
  }
}

let navigator = Navigator(wireframe, on: navigation) { url in await openBySystem(url) }
try navigator.register("hello", HelloScreen.self)

// snippet.open
try await navigator.open("hello")
try await navigator.open("myapp://hello?title=world")
try await navigator.open("hello", objects: ["user": "Ada"])

// snippet.outside
try navigator.register("news", NewsPage.self, exposure: .external)
switch await navigator.open("myapp://news", origin: .customScheme) {
case .handled(let answer): print(answer ?? "shown")
case .foreign: print("not ours")
case .refused(let error), .failed(let error): print(error)
}
print(navigation.state)
