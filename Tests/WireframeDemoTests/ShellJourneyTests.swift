import Testing
import TestSupport

/// What `shell --json` shows of owners, locks, homes and slow providers.
@Suite(.hangsNever)
struct ShellJourneyTests {
  private typealias Shell = JSONShellTests

  private func replies(_ lines: String..., flags: [String] = []) throws -> [JSONShellTests.Reply] {
    try Shell.replies(lines, flags)
  }

  /// The trees and what is parked, line by line.
  private func facts(_ replies: [JSONShellTests.Reply]) -> [String] {
    replies.map { "\($0.tree.joined(separator: ", ")) (\($0.parked))" }
  }

  // MARK: Owners

  @Test func `what a sign-out has taken away is shown to its user only`() throws {
    let lines = ["sign-in ada", "/wallet", "/wallet/payees/3", "sign-out"]
    let bob = try Shell.replies(lines + ["pass bob"])
    #expect(facts(bob).suffix(2) == ["Home, Log in (1)", "Home (0)"])
    #expect(bob.last?.seen == [])
    let unnamed = try Shell.replies(lines + ["pass"])
    #expect(facts(unnamed).last == "Home (0)")
    let ada = try Shell.replies(lines + ["pass ada"])
    #expect(facts(ada).last == "Home, Wallet, Payee 3 (0)")
    #expect(ada.last?.seen == ["Wallet", "Payee 3"])
  }

  @Test func `a user without a name is one user, whatever the others are called`() throws {
    let lines = ["/wallet", "sign-out"]
    let same = try Shell.replies(lines + ["pass"], ["--signed-in"])
    #expect(same.last?.tree == ["Home", "Wallet"])
    for name in ["unnamed", "named", "nil", "named unnamed"] {
      let other = try Shell.replies(lines + ["pass \(name)"], ["--signed-in"])
      #expect(other.last?.tree == ["Home"])
    }
  }

  @Test func `anybody's link is shown to whoever passes`() throws {
    let replies = try replies("open myshop://wallet/payees/7", "pass bob")
    #expect(facts(replies) == ["Home, Log in (1)", "Home, Wallet, Payee 7 (0)"])
  }

  @Test func `a sign-out for good keeps nothing and shows no gate`() throws {
    let replies = try replies("/wallet", "/wallet/payees/3", "sign-out all", flags: ["--signed-in"])
    #expect(facts(replies).last == "Home (0)")
    #expect(replies.last?.seen == [])
    let link = try self.replies("open myshop://wallet/payees/7", "sign-out all", "tree")
    #expect(facts(link).last == "Home (0)")
  }

  @Test func `another user takes the former one's screens away, and has a PIN of his own`() throws {
    let replies = try replies(
      "sign-in ada", "/wallet/payees/7/transfer", "pass", "sign-in bob", "/wallet/payees/7/transfer"
    )
    #expect(
      facts(replies).dropFirst() == [
        "Home, PIN (1)", "Home, Transfer to 7 (0)", "Home (0)", "Home, PIN (1)",
      ])
  }

  @Test func `only the login asks for a name`() throws {
    let replies = try replies(
      "pass ada", "/wallet/payees/7/transfer", "pass ada", "pass ada", "pass")
    #expect(replies.map(\.outcome) == ["failed", "presented", "done", "failed", "done"])
    #expect(replies[3].tree == ["Home", "PIN"])
    #expect(replies[4].tree == ["Home", "Transfer to 7"])
  }

  @Test(arguments: [
    String(repeating: "a", count: 20_000), "👩‍👩‍👧‍👦 e\u{301}", "../%2e%2e?x#y", "\u{1B}[31m", "all", " ",
  ])
  func `any text is a name, and no other one's`(name: String) throws {
    let lines = ["sign-in \(name)", "/wallet", "snapshot", "sign-out"]
    #expect(try Shell.replies(lines + ["pass \(name)"]).last?.tree == ["Home", "Wallet"])
    #expect(try Shell.replies(lines + ["pass \(name)x"]).last?.tree == ["Home"])
  }

  // MARK: Locks

  @Test func `a lock covers, and the newest link comes when it opens`() throws {
    let replies = try replies(
      "/wallet", "/wallet/payees/3", "lock", "open myshop://products/5", "unlock",
      flags: ["--signed-in"])
    #expect(
      facts(replies).suffix(3) == [
        "Home, Wallet, Payee 3, Locked (0)", "Home, Wallet, Payee 3, Locked (1)",
        "Home, Products, Product 5 (0)",
      ])
    #expect(replies.map(\.covered) == [false, false, true, true, false])
    #expect(
      replies.map(\.seen) == [["Wallet"], ["Payee 3"], ["Locked"], [], ["Products", "Product 5"]])
  }

  @Test func `nothing moves below a lock`() throws {
    let lines = ["back", "dismiss", "swipe", "tab Cart", "pass", "choose 1"]
    for (open, flags) in [("/help/a", []), ("/products", ["--tabs"]), ("/promo/X", [])] {
      let replies = try Shell.replies([open, "lock"] + lines, flags)
      let below = try #require(replies.first?.tree)
      for reply in replies.dropFirst(2) {
        #expect(reply.outcome == "failed")
        #expect(reply.message?.isEmpty == false)
        #expect(reply.tree == below + ["Locked"])
        #expect(reply.covered && reply.seen.isEmpty)
      }
    }
  }

  @Test func `a question lives below a lock`() throws {
    let replies = try replies("pick", "lock", "unlock", "choose 7", flags: ["--signed-in"])
    #expect(facts(replies)[1] == "Home, Pick a payee, Locked (0)")
    #expect(replies.last?.tree == ["Home"])
    #expect(replies.last?.answer == .number(7))
    #expect(replies[2].seen == [], "it was merely uncovered")
  }

  @Test func `a snapshot under a lock is that of below`() throws {
    let lines = ["/products", "lock", "snapshot"]
    let run = try DemoRun(["shell", "--json"], input: lines.joined(separator: "\n"))
    let last = try #require(run.lines.last)
    #expect(last.contains("\"/products\"") && !last.contains("\"/locked\""))
  }

  @Test func `a sign-out under a lock is done before anything is seen`() throws {
    let replies = try replies("/wallet", "lock", "sign-out", "unlock", flags: ["--signed-in"])
    #expect(
      facts(replies).suffix(3) == [
        "Home, Wallet, Locked (0)", "Home, Wallet, Locked (0)", "Home, Log in (1)",
      ])
    #expect(replies.last?.seen == ["Log in"])
  }

  @Test func `a lock is closed and opened once`() throws {
    let replies = try replies("unlock", "lock", "lock", "unlock", "unlock")
    #expect(replies.map(\.outcome) == ["failed", "done", "done", "done", "failed"])
    #expect(replies.map(\.seen) == [[], ["Locked"], [], [], []])
  }

  // MARK: Slow providers

  @Test func `a sign-out does not wait for a screen that loads, which is never seen`() throws {
    let replies = try replies(
      "hold /wallet/payees/3", "sign-out", "arrive", flags: ["--signed-in"])
    #expect(replies.map(\.outcome) == ["waiting", "done", "done"])
    #expect(facts(replies).last == "Home, Log in (1)")
    #expect(replies.flatMap(\.seen) == ["Log in"])
  }

  @Test func `what loads while the lock closes comes when it opens`() throws {
    let replies = try replies("hold /products/7", "lock", "arrive", "unlock")
    #expect(facts(replies).suffix(2) == ["Home, Locked (1)", "Home, Product 7 (0)"])
    #expect(replies.map(\.seen) == [[], ["Locked"], [], ["Product 7"]])
  }

  @Test func `the tab that the user has chosen meanwhile stays`() throws {
    let replies = try replies(
      "hold /search?q=x", "tab Cart", "arrive", "tab Shop", flags: ["--tabs"])
    #expect(replies.map(\.tree).suffix(3) == [["Cart"], ["Cart"], ["Home", "Search: x"]])
    #expect(replies.map(\.tab) == ["Shop", "Cart", "Cart", "Shop"])
    #expect(replies.map(\.seen) == [[], ["Cart"], [], ["Search: x"]])
  }

  @Test func `a provider that throws shows nothing`() throws {
    let replies = try replies("hold /products/7", "break", "break")
    #expect(replies.map(\.outcome) == ["waiting", "done", "failed"])
    #expect(replies.last?.tree == ["Home"])
  }

  @Test func `a URL by an old name is held, too`() throws {
    let replies = try replies("hold /items/7", "break", "arrive", "hold /items/8", "arrive")
    #expect(replies.map(\.outcome) == ["waiting", "done", "failed", "waiting", "done"])
    #expect(replies.map(\.tree).suffix(2) == [["Home"], ["Home", "Product 8"]])
  }

  @Test func `a line that must wait says so, and runs afterwards`() throws {
    let replies = try replies("hold /products/7", "/cart", "pick", "tree", "arrive")
    #expect(replies.map(\.outcome) == ["waiting", "waiting", "waiting", "done", "done"])
    #expect(facts(replies).last == "Home, Product 7, Cart, Log in (1)")
  }

  @Test func `the oldest provider answers first`() throws {
    let replies = try replies(
      "hold /products/7", "hold open myshop://products/9/reviews", "hold home /products/3",
      "arrive", "arrive", "arrive", "arrive")
    #expect(
      replies.map(\.tree).suffix(4) == [
        ["Home", "Product 7"], ["Home", "Products", "Product 9", "Reviews of 9"],
        ["Home", "Products", "Product 3"], ["Home", "Products", "Product 3"],
      ])
    #expect(replies.map(\.outcome).suffix(2) == ["done", "failed"])
  }

  @Test func `a gate's screen is the last one of a line that it stops`() throws {
    let replies = try replies("hold /wallet", "arrive", "pass", "hold /account/orders", "arrive")
    #expect(
      facts(replies) == [
        "Home (0)", "Home, Log in (1)", "Home, Wallet (0)", "Home, Wallet (0)",
        "Home, Wallet, Account: orders (0)",
      ])
  }

  @Test func `a line that asks no provider is not held`() throws {
    let replies = try replies(
      "hold /nowhere", "hold open tel:1", "hold /sign-out", "lock", "hold /cart")
    #expect(replies.map(\.outcome) == ["failed", "foreign", "handled", "done", "presented"])
    #expect(replies.last?.parked == 1)
  }

  @Test func `the clock ends a provider that takes too long`() throws {
    let replies = try replies(
      "hold /search?q=x", "wait 29000", "/cart", "wait 2000", "arrive")
    #expect(replies.map(\.outcome) == ["waiting", "done", "waiting", "done", "failed"])
    #expect(replies.last?.tree == ["Home", "Cart"])
  }

  @Test(arguments: [
    "hold", "hold ", "hold bogus", "hold open", "hold tab Cart", "hold hold /cart", "arrive",
    "break", "arrive now", "wait", "wait x", "wait -1", "wait 1.5", "wait 99999999999999999999",
    "sign-in ", "sign-out now", "pass ", "lock now", "unlock now", "expire now", "retry",
    "retry now",
  ])
  func `a line that cannot be done changes nothing`(line: String) throws {
    let reply = try #require(try replies(line).last)
    #expect(reply.outcome == "failed")
    #expect(reply.message?.isEmpty == false)
    #expect(reply.tree == ["Home"] && !reply.covered && reply.seen.isEmpty)
  }

  // MARK: Placeholders

  struct Loading: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let trees: [String]
  }

  @Test(arguments: [
    Loading(
      testDescription: "placeholder", lines: ["arrive"], trees: ["Home, Product 7"]),
    Loading(
      testDescription: "the queue is free", lines: ["/help/a", "back", "arrive"],
      trees: ["Home, Loading product 7, Help: a", "Home, Loading product 7", "Home, Product 7"]),
    Loading(testDescription: "left", lines: ["back", "arrive"], trees: ["Home", "Home"]),
    Loading(
      testDescription: "tried again", lines: ["break", "retry", "arrive"],
      trees: ["Home, Loading product 7", "Home, Loading product 7", "Home, Product 7"]),
    Loading(
      testDescription: "locked meanwhile", lines: ["lock", "arrive", "unlock"],
      trees: [
        "Home, Loading product 7, Locked", "Home, Loading product 7, Locked", "Home, Product 7",
      ]),
    Loading(
      testDescription: "takes longer than it may", lines: ["wait 30000", "retry", "arrive"],
      trees: ["Home, Loading product 7", "Home, Loading product 7", "Home, Product 7"]),
  ])
  func `a product that is not there in time has a placeholder`(journey: Loading) throws {
    let replies = try Shell.replies(["hold /products/7", "wait 400"] + journey.lines)
    #expect(replies.map(\.outcome).prefix(2) == ["waiting", "done"])
    #expect(
      replies.map { $0.tree.joined(separator: ", ") }
        == ["Home", "Home, Loading product 7"] + journey.trees)
    for reply in replies { #expect(reply.loading == (reply.tree.last == "Loading product 7")) }
  }

  @Test func `one that is there in time has none`() throws {
    let replies = try replies("hold /products/7", "wait 299", "arrive")
    #expect(replies.flatMap(\.seen) == ["Product 7"])
  }

  // MARK: Expiry and homes

  @Test func `what a gate keeps for a link expires, what a sign-out took away does not`() throws {
    for later in ["expire", "wait 700000"] {
      let link = try replies("open myshop://wallet/payees/7", later, "pass")
      #expect(facts(link) == ["Home, Log in (1)", "Home, Log in (1)", "Home (0)"])
      let list = try replies("/wallet", "sign-out", later, "pass", flags: ["--signed-in"])
      #expect(facts(list).suffix(2) == ["Home, Log in (1)", "Home, Wallet (0)"])
    }
  }

  @Test func `a tab that is chosen shows its home, once`() throws {
    let replies = try replies(
      "tab Cart", "tab Account", "tab Wallet", "tab Shop", "tab Cart",
      flags: ["--tabs", "--signed-in"])
    #expect(
      replies.map(\.tree) == [["Cart"], ["Account: overview"], ["Wallet"], ["Home"], ["Cart"]])
    #expect(replies.map(\.seen) == [["Cart"], ["Account: overview"], ["Wallet"], [], []])
  }

  @Test func `seen names banners and modals, and nothing that is uncovered`() throws {
    let replies = try replies("/promo/X", "/help/a", "back", "/products", "back", "/")
    #expect(replies.map(\.seen) == [["Promo X"], ["Help: a"], [], ["Products"], [], ["Home"]])
  }

  // MARK: Switches and old names

  @Test(arguments: [
    (["/products", "/products/7", "disable /products/:id<int>"], ["Home", "Products"]),
    (["disable /cart /help/later", "/cart"], ["Home", "Help: later"]),
    (["open myshop://items/5"], ["Home", "Products", "Product 5"]),
    (["/items/5"], ["Home", "Product 5"]),
    (["/products/7", "disable /items/:id<int> /help/later"], ["Home", "Help: later"]),
    (["disable login", "/wallet"], ["Home"]),
    (["disable login", "enable login", "/wallet", "pass"], ["Home", "Wallet"]),
    (["disable /cart", "enable /cart", "/cart"], ["Home", "Cart"]),
    (["disable /cart /nowhere", "/cart"], ["Home"]),
    (["disable /cart /cart", "/cart"], ["Home"]),
    (["disable /cart /sign-out", "/cart"], ["Home"]),
    (["disable /", "/cart", "/"], ["Home"]),
    (["/wallet", "disable /gate/login", "pass"], ["Home", "Wallet"]),
    (["/cart", "lock", "disable /cart", "unlock"], ["Home"]),
    (["hold /products/7", "disable /products/:id<int>", "arrive"], ["Home"]),
  ])
  func `what is off leaves, and old names lead to the new route`(
    lines: [String], tree: [String]
  ) throws {
    #expect(try Shell.replies(lines).last?.tree == tree)
  }

  @Test func `a request for what is off fails, and a closed link is rejected as ever`() throws {
    let replies = try replies(
      "disable /cart", "/cart", "open myshop://cart", "disable /products", "open myshop://products",
      "disable /products /cart", "open myshop://products", "disable /products /help/later",
      "open myshop://products")
    #expect(
      replies.map(\.outcome) == [
        "done", "failed", "rejected", "done", "failed", "done", "failed", "done", "presented",
      ])
    #expect(replies[1].message == "The route '/cart' is switched off by the pattern '/cart'.")
    #expect(replies.last?.tree == ["Home", "Help: later"])
  }

  @Test func `the first screen of a tab is never off`() throws {
    let replies = try replies("disable /cart", "tab Cart", flags: ["--tabs"])
    #expect(replies.last?.tree == ["Cart"])
  }

  @Test(arguments: [
    "disable", "disable ", "disable a b c", "disable /cart  /help/a", "disable /cart ", "enable",
    "enable ", "enable a b",
  ])
  func `a switch has a name, and one fallback or none`(line: String) throws {
    let replies = try replies(line, "/cart")
    #expect(replies.map(\.outcome) == ["failed", "presented"])
  }
}
