import Foundation
import WireframeConfiguration
import WireframeCore

/// Scene 1: a module whose routes are in a file that ships with the demo.
@MainActor
struct ConfigurationScene {
  func run(_ console: Console) async throws {
    let shop = ConfiguredShop()
    console.write(console.paint("1. Routes from a file", .bold))
    guard let file = ConfiguredShop.file else { throw UnreadableFile(path: "shop.json") }
    let routes = try shop.configuration.check(contentsOf: file)
    let registration = try shop.configuration.load(contentsOf: file)
    console.write("   \(routes.count) routes of \(file.lastPathComponent) are registered.")

    for urlText in [
      "/", "/products/42", "/cart", "/back", "/help", "/close", "/account", "/offline", "/close",
    ] {
      await jump(to: urlText, in: shop, console)
    }
    shop.session.signIn()
    await jump(to: "/account", in: shop, console)

    registration.remove()
    let isRegistered = shop.wireframe.canRoute(to: "/cart")
    console.write("   The file is taken back; '/cart' leads \(isRegistered ? "there" : "nowhere").")
  }

  /// Routes a URL, and draws the screens of the host.
  private func jump(to urlText: String, in shop: ConfiguredShop, _ console: Console) async {
    do throws(RoutingError) {
      let result = try await shop.wireframe.route(to: urlText)
      let jump = result.option as? any JumpOption
      let words = [
        urlText, result.redirects.isEmpty ? nil : "redirected to \(result.route.urlText)",
        jump.map { "by \($0.navigator.name)" } ?? "handled",
      ]
      write(words.compactMap(\.self) + shop.takePrepared(), .cyan, console)
    } catch {
      write([urlText, "\(error.code): \(error)"], .red, console)
    }
    console.draw(shop.navigation.state)
  }

  private func write(_ words: [String], _ colour: Console.Colour, _ console: Console) {
    for line in words.joined(separator: "  ").printable.wrapped(indent: 3) {
      console.write("   \(console.paint(line, colour))")
    }
  }
}
