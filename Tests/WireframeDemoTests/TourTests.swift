import Foundation
import Testing
import TestSupport

@Suite(.hangsNever) struct TourTests {
  /// A part of the tour: the stages with what they say, and the indented lines below them.
  private struct Visit {
    let stages: [(name: String, text: String)]
    let tree: [String]

    var names: [String] { stages.map(\.name) }
    func text(of name: String) -> String? { stages.first { $0.name == name }?.text }
  }

  /// The tour says the same each time: it runs once for all tests.
  private static let tour = Result { try DemoRun() }

  private static func visits() throws -> [Visit] {
    let run = try tour.get()
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output.components(separatedBy: "\n\n").dropFirst().map { part in
      // What goes on below the text of a stage belongs to it.
      let unwrapped = part.replacing("\n" + String(repeating: " ", count: 13), with: " ")
      let lines = unwrapped.split(separator: "\n").dropFirst()
      let stages = lines.filter { $0.hasPrefix("   ") && !$0.hasPrefix("    ") }.map { line in
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (words.first ?? "", words.last?.trimmingCharacters(in: .whitespaces) ?? "")
      }
      let tree = lines.filter { $0.hasPrefix("      ") }.map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return Visit(stages: stages, tree: tree)
    }
  }

  private static func visit(_ url: String) throws -> Visit {
    try #require(try visits().first { $0.text(of: "request") == url })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let url: String
    /// The stages behind 'request', one behind the other.
    let stages: String
    let result: String
    var testDescription: String { url }
  }

  private static let shown = "admit match observe option provide present announce result"
  private static let redirected = "admit match observe"

  @Test(arguments: [
    Case(url: "myshop://products/42?ref=mail", stages: shown, result: "presented"),
    Case(
      url: "https://shop.example.com/help/orders/returns", stages: shown, result: "presented"),
    Case(url: "/promo/SPRING%2024", stages: shown, result: "presented"),
    Case(url: "/cart", stages: shown, result: "presented"),
    Case(url: "/checkout", stages: "\(redirected) \(shown)", result: "presented"),
    Case(url: "/account/orders", stages: shown, result: "presented"),
    Case(url: "/sign-out", stages: "\(redirected) handle announce result", result: "handled"),
    Case(url: "/products/%2E%2E/cart", stages: "admit result", result: "rejected:"),
    Case(
      url: "https://shop.example.com.evil.net/cart", stages: "admit result", result: "foreign:"),
    Case(url: "/product/42", stages: "admit match observe result", result: "noRoute:"),
    Case(
      url: "/products/100", stages: "admit match observe option provide result",
      result: "providerFailed:"),
    Case(
      url: "/products", stages: "\(redirected) \(redirected) admit match result",
      result: "redirectLoop:"),
    Case(url: "/search?q=lamp", stages: "admit match observe result", result: "stopped"),
    Case(url: "/", stages: shown, result: "presented"),
  ])
  func `a visit draws the stages that it went through`(visit expected: Case) throws {
    let visit = try Self.visit(expected.url)
    #expect(visit.names.joined(separator: " ") == "request \(expected.stages)")
    #expect(visit.text(of: "result")?.hasPrefix(expected.result) == true)
  }

  @Test func `no line of the tour is longer than 80 columns`() throws {
    #expect(try DemoRun().lines.allSatisfy { $0.count <= 80 })
    #expect(try DemoRun(["systems"]).lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `a provider's own error is named below the result`() throws {
    let visit = try Self.visit("/products/100")
    #expect(visit.text(of: "provide") == "failed")
    #expect(
      visit.text(of: "result")?.hasSuffix(" There is no product 100; the shop sells 1 to 99.")
        == true)
  }

  @Test func `the tree is what the host shows after each visit`() throws {
    let visits = try Self.visits()
    #expect(visits.count == 14)
    #expect(visits.first?.tree == ["root, stack", "├─ Home", "└─ Product 42"])
    #expect(
      try Self.visit("/promo/SPRING%2024").tree == [
        "root, stack", "├─ Home", "└─ Product 42", "modal (full screen): Help: orders / returns",
        "banner: Promo SPRING 24",
      ])
    #expect(visits.last?.tree == ["root, stack", "└─ Home"])
  }

  @Test("2.11 The demo's own option is presented by the demo's own presenter")
  func ownPresenter() throws {
    let visit = try Self.visit("/promo/SPRING%2024")
    #expect(visit.text(of: "option") == "banner")
    #expect(visit.text(of: "present") == "by BannerPresenter")
  }

  @Test("2.19 A tap in the cart's view makes its presenter route; the view knows of no wireframe")
  func tap() throws {
    let visit = try Self.visit("/checkout")
    #expect(visit.text(of: "observe") == "redirect to /access-denied")
    #expect(
      visit.tree == [
        "root, stack", "├─ Home", "├─ Product 42", "└─ Cart", "modal (full screen): Access denied",
      ])

    // A view that does not import the library cannot name a wireframe or a router.
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let view = root.appendingPathComponent("Sources/WireframeDemo/Modules/Cart/CartView.swift")
    let source = try String(contentsOf: view, encoding: .utf8)
    #expect(source.contains("class CartScreen: Screen, CartView"))
    #expect(!source.contains("WireframeCore"))
  }

  @Test("2.21 An observer that sends everything to '/access-denied' is found to loop")
  func loop() throws {
    let visit = try Self.visit("/products")
    #expect(
      visit.text(of: "result")?.contains("'/products' → '/access-denied' → '/access-denied'")
        == true)
    // The observer is gone again: the last visit is presented.
    #expect(try Self.visits().last?.text(of: "result") == "presented")
  }
}
