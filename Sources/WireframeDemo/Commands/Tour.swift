import WireframeCore
import WireframeInsight

/// The tour: one URL after another, with the stages that each really went through.
@MainActor
final class Tour {
  private let console: Console
  private let shop: ShopWireframe
  private let recorder = TraceRecorder(keepsValues: true)
  private var number = 0

  init(_ console: Console) throws {
    self.console = console
    shop = try ShopWireframe()
    recorder.record(shop.wireframe)
  }

  func run() async throws {
    console.write(
      console.paint("request → admit → match → observe → option → provide → present", .bold))
    try await shop.start()
    _ = recorder.takeTraces()
    console.write("The shop starts at '/':")
    drawTree()

    await visit("a link of the shop's own scheme: a push", "myshop://products/42?ref=mail")
    await visit("a web link: a modal over the top", "https://shop.example.com/help/orders/returns")
    await visit("an option and a presenter of the shop's own: a banner", "/promo/SPRING%2024")
    await visit("a whole VIPER module; its push dismisses the modal", "/cart")
    await tapCheckout()

    shop.session.signIn()
    await visit("the guard lets pass who is signed in", "/account/orders")
    await visit("a handler: it acts, and shows nothing", "/sign-out")

    await visit("two readings: refused", "/products/%2E%2E/cart")
    await visit("somebody else's: foreign", "https://shop.example.com.evil.net/cart")
    await visit("unknown, but near", "/product/42")
    await visit("a provider that throws", "/products/100")

    await visit(
      "an observer sends everything to /access-denied, itself included", "/products",
      with: shop.wireframe.observe { _ in .redirect(to: "/access-denied") })
    await visit(
      "an observer that stops a routing, which is no error", "/search?q=lamp",
      with: shop.wireframe.observe { _ in .stop("The shop is closed.") })
    await visit("both are removed again; root clears everything", "/")
  }

  /// Routes a URL and draws what happened; an observer for this one is removed afterwards.
  private func visit(
    _ title: String, _ urlText: String, with observer: Registration? = nil
  ) async {
    heading(title)
    var reason: (any Error)?
    do throws(RoutingError) {
      try await shop.wireframe.route(to: urlText)
    } catch {
      reason = error.underlyingError
    }
    observer?.remove()
    draw(reason: reason)
  }

  /// The user taps a button: the view calls its presenter, and the presenter routes.
  private func tapCheckout() async {
    guard let cart = shop.navigation.state.top?.controller as? CartScreen else { return }
    heading("a tap on 'Check out': the view tells its presenter, which routes; guarded")
    await cart.tapCheckout()
    // The view gets no result: the trace says which URL it was and how it ended.
    draw(reason: nil)
  }

  private func heading(_ title: String) {
    number += 1
    console.write()
    console.write(console.paint("\(number). \(title)", .bold))
  }

  /// Draws the routing that was recorded, and what is on screen.
  private func draw(reason: (any Error)?) {
    guard let trace = recorder.takeTraces().first else { return }
    for line in StageDrawing(trace, shop.wireframe.routes, reason: reason).lines {
      for (index, text) in line.text.wrapped(indent: 13).enumerated() {
        let stage = console.paint((index == 0 ? line.stage : "").padded(to: 9), .cyan)
        console.write("   \(stage) \(line.isFailure ? console.paint(text, .red) : text)")
      }
    }
    drawTree()
  }

  private func drawTree() {
    for line in shop.drawing { console.write("      \(console.paint(line, .green))") }
  }
}
