import Foundation
import WireframeCore

/// Scene 4: pages that are opened by name, and a link that is the system's.
@MainActor
struct NavigableScene {
  func run(_ console: Console) async throws {
    let navigation = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(sources: ["myshop:"])
    try await navigation.setRoot(Screen("Home"))
    let navigator = Navigator(wireframe, on: navigation) { url in
      console.write("   the system is asked to open \(url.absoluteString.printable)")
      return true
    }
    try navigator.register("hello", HelloPage.self)
    try navigator.register("sum", SumPage.self)

    console.write(console.paint("4. Pages are opened by name", .bold))
    for text in ["hello", "myshop://hello?title=world"] {
      try await navigator.open(text)
      console.write("   open(\"\(text)\")")
      console.draw(navigation.state)
    }
    let answer = try await navigator.open("sum", objects: ["numbers": [1, 2, 3]]) as? Int
    console.write("   open(\"sum\") with objects shows nothing, and answers \(answer ?? 0)")
    try await navigator.open("tel:112")
    console.draw(navigation.state)
  }
}

private enum HelloPage: Navigable {
  static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
    try await url.push(Screen("Hello, \(url["title"] ?? "you")"))
    return nil
  }
}

private enum SumPage: Navigable {
  static func opened(_ url: OpenedURL<Screen>) -> (any Sendable)? {
    let numbers: [Int] = url.object("numbers") ?? []
    return numbers.reduce(0, +)
  }
}
