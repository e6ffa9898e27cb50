import Testing
import TestSupport

@Suite(.hangsNever) struct ShellTests {
  /// What the shell prints for some lines.
  private func dialogue(_ lines: String..., end: String = "\n") throws -> DemoRun {
    try DemoRun(["shell"], input: lines.joined(separator: "\n") + end)
  }

  @Test func `a URL is routed and what came of it is shown`() throws {
    let run = try dialogue("myshop://products/7", "/a//b")
    #expect(
      run.lines.prefix(3) == [
        "myshop://products/7", "  presented  Product 7 (push)", "  on screen  Home > Product 7",
      ])
    #expect(run.lines.dropFirst(4).first?.hasPrefix("  rejected   The URL was refused: ") == true)
    #expect(run.status == 0)
  }

  @Test func `back takes the banner down, then dismisses, then pops, then says that it cannot`()
    throws
  {
    let run = try dialogue(
      "/login", "/products", "/login", "/promo/X", "back", "back", "back", "back")
    #expect(
      run.lines.dropFirst(12) == [
        "root, stack", "├─ Home", "└─ Products", "modal (full screen): Log in",
        "root, stack", "├─ Home", "└─ Products",
        "root, stack", "└─ Home",
        "There is nothing to go back to: the first screen is at the top.",
      ])
  }

  @Test func `tree shows stack, modals, banner and what the top screen says`() throws {
    let run = try dialogue("/products", "/help/a", "/promo/X", "tree", "/cart", "tree")
    #expect(
      run.lines[9..<14] == [
        "root, stack", "├─ Home", "└─ Products", "modal (full screen): Help: a", "banner: Promo X",
      ])
    #expect(run.lines.suffix(4).first == "└─ Cart")
    #expect(run.lines.last == "  | Total €138.80")
  }

  @Test func `signing in and out opens and closes the guarded routes`() throws {
    let run = try dialogue("/checkout", "sign-in", "/checkout", "sign-out", "/checkout")
    #expect(
      run.lines.filter { $0.hasPrefix("  presented") || $0.hasPrefix("Signed") } == [
        "  presented  Access denied (modal)",
        "Signed in.",
        "  presented  Checkout (modal)",
        "Signed out.",
        "  presented  Access denied (modal)",
      ])
  }

  @Test func `routes lists the table that the routes command lists`() throws {
    #expect(try dialogue("routes").output == DemoRun(["routes"]).output)
  }

  @Test(arguments: ["foo", "checkout", "lock now", "wait", "Back", "--json", "a/b?c"])
  func `a word that is no command is answered by one line that says what may be typed`(
    word: String
  ) throws {
    let run = try dialogue(word, "tree")
    #expect(
      run.output == """
        No command '\(word)'. Use a URL, back, tree, sign-in, sign-out, pass, lock, unlock, disable, \
        enable, hold, arrive, break, retry, wait, expire, routes, help, quit.
        root, stack
        └─ Home

        """)
  }

  @Test func `a word that is no command cannot move the cursor`() throws {
    #expect(try dialogue("a\u{1B}[31m").output.hasPrefix("No command 'a\\u{1B}[31m'. Use"))
  }

  @Test(arguments: ["help", "-h", "--help"])
  func `help names every command`(word: String) throws {
    let run = try dialogue(word)
    let words = [
      "back", "tree", "sign-in", "sign-out", "pass", "lock", "unlock", "hold", "arrive", "break",
      "wait", "expire", "routes", "help", "quit",
    ]
    #expect(words.allSatisfy { word in run.lines.contains { $0.hasPrefix(word + " ") } })
  }

  @Test func `what a gate keeps is shown to its user, and not to another one`() throws {
    for (name, last) in [("bob", "└─ Home"), ("ada", "└─ Wallet")] {
      let run = try dialogue("sign-in ada", "/wallet", "sign-out", "pass \(name)")
      #expect(run.lines.first == "Signed in.")
      #expect(run.lines.last == last)
    }
    let run = try dialogue("sign-in ada", "/wallet", "sign-out all")
    #expect(run.lines.suffix(3) == ["Signed out for good.", "root, stack", "└─ Home"])
  }

  @Test func `the lock's screen is above all, and hides what is below`() throws {
    let run = try dialogue("/cart", "lock", "back", "pass", "unlock", "unlock")
    #expect(run.lines[3..<7] == ["root, stack", "├─ Home", "└─ Cart", "lock: Locked"])
    #expect(run.lines[7].hasPrefix("A lock covers the screens."))
    #expect(run.lines.contains("A lock covers the screens."))
    #expect(
      run.lines.suffix(3) == ["  | 1 × Chair, €89.00", "  | Total €138.80", "The lock is open."])
  }

  @Test func `a held line waits, and writes what came of it when its provider answers`() throws {
    let run = try dialogue("hold /products/7", "arrive", "hold /cart", "break", "arrive", "hold x")
    #expect(
      run.lines.prefix(4) == [
        "Waiting.", "/products/7", "  presented  Product 7 (push)",
        "  on screen  Home > Product 7",
      ])
    #expect(run.lines.contains("             The provider was told to throw."))
    #expect(
      run.lines.suffix(2) == [
        "No provider is held.", "'x' cannot be held: it is no URL, 'open URL' or 'home URL'.",
      ])
  }

  @Test func `a line that was stopped says why`() throws {
    let run = try dialogue("sign-in ada", "hold /wallet", "sign-out all", "arrive")
    #expect(run.lines.contains("  stopped    It was asked for before the sign-out."))
  }

  @Test func `what gates keep for links expires`() throws {
    let run = try dialogue("wait 1", "/wallet", "expire", "pass", "wait x")
    #expect(run.lines.dropLast().last == "└─ Home")
    #expect(
      run.lines.last == "'x' is not a number of milliseconds from 0 to 1000000000.")
  }

  @Test func `quit ends the dialogue at once`() throws {
    let run = try dialogue("quit", "/cart")
    #expect(run.output == "")
    #expect(run.status == 0)
  }

  @Test(arguments: ["", "\n"])
  func `end of input quits, with or without a line break before it`(end: String) throws {
    let run = try dialogue("/cart", end: end)
    #expect(run.lines.last == "  on screen  Home > Cart")
    #expect(run.status == 0)
  }

  @Test func `blank lines do nothing, and without a terminal there is no prompt`() throws {
    let run = try dialogue("", "  ", "\t", "  tree  ")
    #expect(run.lines == ["root, stack", "└─ Home"])
  }
}
