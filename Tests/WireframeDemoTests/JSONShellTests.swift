import Foundation
import Testing
import TestSupport

/// `shell --json`, driven as a program drives it: a line in, an object out.
@Suite(.hangsNever)
struct JSONShellTests {
  /// What one line brought.
  struct Reply: Decodable {
    let line: String
    let outcome: String
    let message: String?
    let screen: String?
    let tree: [String]
    let tab: String?
    let parked: Int
    let answer: Answer?
    let covered: Bool
    let loading: Bool
    let seen: [String]
    let snapshot: Snapshot?

    enum Answer: Decodable, Equatable {
      case number(Int)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }

    struct Snapshot: Decodable { let version: Int }
  }

  private func replies(_ lines: [String], _ flags: [String] = []) throws -> [Reply] {
    try Self.replies(lines, flags)
  }

  static func replies(_ lines: [String], _ flags: [String] = []) throws -> [Reply] {
    let run = try DemoRun(
      ["shell", "--json"] + flags, input: lines.map { $0 + "\n" }.joined())
    #expect(run.status == 0)
    #expect(run.errors == "")
    let replies = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(Reply.self, from: Data($0.utf8))
    }
    #expect(replies.map(\.line) == lines)
    return replies
  }

  struct Journey: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var flags: [String] = []
    let lines: [String]
    let tree: [String]
    var parked = 0
    var tab: String?
  }

  @Test(arguments: [
    Journey(
      testDescription: "a cold link has a way back", lines: ["open myshop://products/42/reviews"],
      tree: ["Home", "Products", "Product 42", "Reviews of 42"]),
    Journey(
      testDescription: "what is on screen is kept",
      lines: ["/products", "/products/7", "open myshop://products/42/reviews", "back"],
      tree: ["Home", "Products", "Product 42"]),
    Journey(
      testDescription: "two gates",
      lines: ["open myshop://wallet/payees/7/transfer", "pass", "pass"],
      tree: ["Home", "Wallet", "Payee 7", "Transfer to 7"]),
    Journey(
      testDescription: "no second gate", lines: ["/wallet", "/wallet/payees/1"],
      tree: ["Home", "Log in"], parked: 1),
    Journey(
      testDescription: "a left gate", lines: ["/wallet", "swipe", "sign-in"], tree: ["Home"]),
    Journey(
      testDescription: "sign-out", flags: ["--signed-in"],
      lines: ["/wallet", "/wallet/payees/3", "sign-out"], tree: ["Home", "Log in"], parked: 1),
    Journey(
      testDescription: "the way back after a sign-out", flags: ["--signed-in"],
      lines: ["/wallet", "/wallet/payees/3", "sign-out", "pass"],
      tree: ["Home", "Wallet", "Payee 3"]),
    Journey(
      testDescription: "under the parents by the app", lines: ["home /products/3"],
      tree: ["Home", "Products", "Product 3"]),
    Journey(
      testDescription: "a link leaves a modal", lines: ["/help/a", "open myshop://search?q=x"],
      tree: ["Home", "Search: x"]),
    Journey(
      testDescription: "a tab is chosen", flags: ["--tabs", "--signed-in"],
      lines: ["/products", "open myshop://wallet/payees/7/transfer", "pass"],
      tree: ["Wallet", "Payee 7", "Transfer to 7"], tab: "Wallet"),
    Journey(
      testDescription: "the first screen is in its tab", flags: ["--tabs"],
      lines: ["/products", "/cart", "/"], tree: ["Home"], tab: "Shop"),
    Journey(
      testDescription: "a tab is empty under its gate", flags: ["--tabs"],
      lines: ["tab Cart", "tab Wallet"], tree: ["Log in"], parked: 1, tab: "Wallet"),
    Journey(
      testDescription: "the tab that was shown returns", flags: ["--tabs"],
      lines: ["tab Cart", "tab Wallet", "swipe"], tree: ["Cart"], tab: "Cart"),
    Journey(
      testDescription: "no tab is chosen while a modal is shown", flags: ["--tabs"],
      lines: ["/help/a", "tab Cart"], tree: ["Home", "Help: a"], tab: "Shop"),
  ])
  func journeys(journey: Journey) throws {
    let last = try #require(try replies(journey.lines, journey.flags).last)
    #expect(last.tree == journey.tree)
    #expect(last.parked == journey.parked)
    #expect(last.tab == journey.tab)
  }

  @Test func `the lines that are for people only fail, as the help says`() throws {
    #expect(try replies(["routes", "help"]).map(\.outcome) == ["failed", "failed"])
    #expect(try DemoRun(["help", "shell"]).output.contains("routes and help are not"))
  }

  @Test func `a picker answers once: with a number, or without one`() throws {
    let lines = [
      "pick", "swipe", "pick", "pass", "choose 7", "pick", "choose x", "back", "choose 1",
    ]
    let replies = try replies(lines)
    #expect(
      replies.map(\.answer) == [
        nil, .text("none"), .text("none"), .text("none"), .number(7), .number(7), .number(7),
        .text("none"), .text("none"),
      ])
    #expect(replies[4].tree == ["Home"])
    #expect(replies.map(\.outcome).last == "failed")
  }

  @Test func `a snapshot brings the same screens back`() throws {
    let run = try DemoRun(
      ["shell", "--json"], input: "open myshop://products/42\n/help/a\nsnapshot\n")
    let last = try #require(run.output.split(separator: "\n").last)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    let json = try JSONSerialization.data(withJSONObject: try #require(object["snapshot"]))
    let restored = try replies(["/cart", "restore " + String(decoding: json, as: UTF8.self)])
    #expect(restored.last?.tree == ["Home", "Products", "Product 42", "Help: a"])
    #expect(restored.last?.outcome == "done")
  }

  @Test func `what a snapshot holds cannot move the cursor either`() throws {
    let run = try DemoRun(["shell", "--json"], input: "/search?q=\u{9B}31m\nsnapshot\n")
    let last = try #require(run.output.split(separator: "\n").last)
    #expect(last.contains(#""url":"/search?q=\u009b31m""#))
    #expect(!last.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test(arguments: [
    "", "bogus", "tab Nowhere", "restore {}", "restore", "choose 1", "pass", "back",
  ])
  func `a line that cannot be done fails with a message, and changes nothing`(line: String) throws {
    let reply = try #require(try replies([line]).last)
    #expect(reply.outcome == "failed")
    #expect(reply.message?.isEmpty == false)
    #expect(reply.tree == ["Home"])
  }

  @Test func `every key is always there`() throws {
    let input = "tree\nhold /cart\n/products\nlock\nbogus\nopen tel:1\nunlock\narrive\nquit\n"
    let run = try DemoRun(["shell", "--json"], input: input)
    #expect(run.lines.count == 9)
    for line in run.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(
        object?.keys.sorted() == [
          "answer", "covered", "line", "loading", "message", "outcome", "parked", "screen", "seen",
          "tab", "tree",
        ])
    }
  }
}
