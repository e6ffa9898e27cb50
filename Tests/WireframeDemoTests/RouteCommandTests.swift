import Testing
import TestSupport

@Suite(.hangsNever) struct RouteCommandTests {
  @Test(arguments: TableRow.all + TableRow.variants)
  func `a row of the table shows its screen in its way`(row: TableRow) throws {
    let (urls, status) = try RoutedURL.route(row.url, isSignedIn: true)
    let url = try #require(urls.first)
    #expect(url.outcome == (row.title == nil ? "handled" : "presented"))
    #expect(url.pattern == row.pattern)
    #expect(url.screen == row.title)
    #expect(url.option == row.option)
    #expect(url.tree == row.tree)
    #expect(url.finalURL == row.url)
    #expect(url.redirects == [])
    #expect(url.code == nil && url.message == nil)
    #expect(status == 0)
  }

  @Test(
    "2.17 Who is not signed in sees 'Access denied' instead of a guarded screen, others as usual",
    arguments: TableRow.all + TableRow.variants)
  func guarding(row: TableRow) throws {
    let url = try #require(try RoutedURL.route(row.url).urls.first)
    #expect(url.screen == (row.isGuarded ? "Access denied" : row.title))
    #expect(url.pattern == (row.isGuarded ? "/access-denied" : row.pattern))
    #expect(url.option == (row.isGuarded ? "modal" : row.option))
    #expect(url.finalURL == (row.isGuarded ? "/access-denied" : row.url))
    #expect(url.redirects == (row.isGuarded ? [row.url] : []))
    #expect(url.tree == (row.isGuarded ? ["Home", "Access denied"] : row.tree))
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    let url: String
    let outcome: String
    let code: String
    var pattern: String?
    var values: [String: RoutedURL.Value] = [:]
    var query: [[String]] = []
    /// A part of the message.
    let message: String
    var testDescription: String { url }
  }

  @Test(arguments: [
    Failure(url: "", outcome: "rejected", code: "rejected", message: "it is empty"),
    Failure(
      url: "/products/%2E%2E/cart", outcome: "rejected", code: "rejected", message: "'..' segment"),
    Failure(
      url: " /cart", outcome: "rejected", code: "rejected", message: "a raw space is at byte 0"),
    Failure(url: "tel:123", outcome: "foreign", code: "foreign", message: "'myshop:'"),
    Failure(
      url: "https://shop.example.com.evil.net/cart", outcome: "foreign", code: "foreign",
      message: "'https://shop.example.com'"),
    Failure(
      url: "/product/42?a=1&a=2", outcome: "failed", code: "noRoute",
      query: [["a", "1"], ["a", "2"]], message: "Did you mean '/products/:id<int>'"),
    Failure(
      url: "/products/0", outcome: "failed", code: "providerFailed",
      pattern: "/products/:id<int>", values: ["id": .text("0")], message: "NoSuchProduct"),
    Failure(
      url: "/products/100", outcome: "failed", code: "providerFailed",
      pattern: "/products/:id<int>", values: ["id": .text("100")], message: "NoSuchProduct"),
    Failure(
      url: "/products/100/reviews?page=2", outcome: "failed", code: "providerFailed",
      pattern: "/products/:id<int>/reviews", values: ["id": .text("100")], query: [["page", "2"]],
      message: "NoSuchProduct"),
  ])
  func `a URL that fails says why and leaves the screens alone`(failure: Failure) throws {
    let (urls, status) = try RoutedURL.route(failure.url)
    let url = try #require(urls.first)
    #expect(url.outcome == failure.outcome)
    #expect(url.code == failure.code)
    #expect(url.message?.contains(failure.message) == true)
    #expect(url.pattern == failure.pattern)
    #expect(url.values == failure.values)
    #expect(url.query == failure.query)
    #expect(url.finalURL == failure.url)
    #expect(url.redirects == [])
    #expect(url.option == nil && url.screen == nil)
    #expect(url.tree == ["Home"])
    #expect(status == 1)
  }

  @Test func `values and query are decoded once and keep their order`() throws {
    let (urls, _) = try RoutedURL.route(
      "/help/a%20b/%25C3?b=1%262&a&b=%2B+%0A", "/account", "/promo/%C3%A9%2F%22", isSignedIn: true)
    #expect(
      urls.map(\.values) == [["topic": .list(["a b", "%C3"])], [:], ["code": .text("é/\"")]])
    #expect(urls.map(\.query) == [[["b", "1&2"], ["a", ""], ["b", "++\n"]], [], []])
    #expect(urls.map(\.screen) == ["Help: a b / %C3", "Account: overview", "Promo é/\""])
  }

  @Test func `an object has its keys in the documented order and no escaped slashes`() throws {
    let run = try DemoRun(["route", "--json", "myshop://products/42?ref=mail", "tel:1"])
    let first =
      #"{"url":"myshop://products/42?ref=mail","outcome":"presented","code":null,"message":null,"#
      + #""pattern":"/products/:id<int>","finalURL":"myshop://products/42?ref=mail","#
      + #""redirects":[],"values":{"id":"42"},"query":[["ref","mail"]],"option":"push","#
      + #""screen":"Product 42","tree":["Home","Product 42"]}"#
    #expect(run.lines.first == first)
    let tail =
      #","pattern":null,"finalURL":"tel:1","redirects":[],"values":{},"query":[],"#
      + #""option":null,"screen":null,"tree":["Home","Product 42"]}"#
    #expect(run.lines.last?.hasSuffix(tail) == true)
  }

  @Test func `what a URL holds cannot move the cursor in JSON either`() throws {
    let run = try DemoRun(["route", "--json", "/search?q=%1B%5B31m%C2%9B31m%C2%85"])
    #expect(run.output.contains(#""Search: \u001b[31m\u009b31m\u0085""#))
    let controls = run.output.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(controls.map(\.value) == [10])
  }

  @Test func `a push dismisses modals, a modal opens over the top, root clears everything`() throws
  {
    let (urls, _) = try RoutedURL.route("/products", "/login", "/help/a", "/cart", "/login", "/")
    #expect(
      urls.map(\.tree) == [
        ["Home", "Products"],
        ["Home", "Products", "Log in"],
        ["Home", "Products", "Log in", "Help: a"],
        ["Home", "Products", "Cart"],
        ["Home", "Products", "Cart", "Log in"],
        ["Home"],
      ])
  }

  @Test("2.11 A banner, of an option and a presenter of the demo's own, goes with the next routing")
  func banner() throws {
    let (urls, _) = try RoutedURL.route(
      "/login", "/promo/A", "/promo/B", "tel:1", "/a//b", "/sign-out", "/promo/C", "/products/0")
    #expect(
      urls.map(\.tree) == [
        ["Home", "Log in"],
        ["Home", "Log in", "Promo A"],
        ["Home", "Log in", "Promo B"],
        // Neither a foreign nor a refused URL is a routing of the shop's.
        ["Home", "Log in", "Promo B"],
        ["Home", "Log in", "Promo B"],
        ["Home", "Log in"],
        ["Home", "Log in", "Promo C"],
        ["Home", "Log in"],
      ])
  }

  @Test func `signing out takes effect for the URLs behind it`() throws {
    let (urls, status) = try RoutedURL.route(
      "/checkout", "/sign-out", "/checkout", isSignedIn: true)
    #expect(urls.map(\.outcome) == ["presented", "handled", "presented"])
    #expect(urls.map(\.screen) == ["Checkout", nil, "Access denied"])
    #expect(status == 0)
  }

  @Test(arguments: [
    (["/cart", "/sign-out"], true), (["/cart", "tel:1"], false), (["tel:1", "/cart"], false),
    (["/nope"], false), (["//"], false),
  ])
  func `the exit status is 1 as soon as one URL fails`(urls: [String], succeeds: Bool) throws {
    let status: Int32 = succeeds ? 0 : 1
    #expect(try DemoRun(["route", "--json"] + urls).status == status)
    #expect(try DemoRun(["route"] + urls).status == status)
  }

  @Test(arguments: [
    ["--json", "--signed-in", "/checkout"], ["/checkout", "--signed-in", "--json"],
    ["--signed-in", "--json", "--", "/checkout"],
  ])
  func `flags may be before, among or behind the URLs`(arguments: [String]) throws {
    let run = try DemoRun(["route"] + arguments)
    #expect(run.lines.count == 1)
    #expect(run.output.contains(#""screen":"Checkout""#))
  }

  @Test func `behind two dashes everything is a URL`() throws {
    let run = try DemoRun(["route", "--json", "--", "--signed-in", "--"])
    #expect(
      run.lines.map { $0.prefix(12) } == [#"{"url":"--si"#, #"{"url":"--","#])
    #expect(run.status == 1)
  }

  @Test func `without JSON a person reads outcome, redirects, reason and screens`() throws {
    let run = try DemoRun(["route", "/checkout", "/products/100", "/search?q=%1B%5B31m"])
    #expect(
      run.output == """
        /checkout
          redirect   /access-denied
          presented  Access denied (modal)
          on screen  Home > Access denied
        /products/100
          failed     providerFailed: The route's closure failed while providing the
                     controller for '/products/:id<int>': it threw NoSuchProduct. See
                     'underlyingError'.
                     There is no product 100; the shop sells 1 to 99.
          on screen  Home > Access denied
        /search?q=%1B%5B31m
          presented  Search: \\u{1B}[31m (push)
          on screen  Home > Search: \\u{1B}[31m

        """)
    #expect(run.errors == "")
  }

  @Test func `long texts are wrapped at 80 columns, below where they begin`() throws {
    let long = "/products/" + String(repeating: "x", count: 100)
    let run = try DemoRun(["route", "tel:1", "/product/42", "/checkout\\", long])
    #expect(
      run.output == """
        tel:1
          foreign    The URL is foreign: its scheme or origin is none of 'myshop:',
                     'https://shop.example.com'. Declare it among the wireframe's
                     sources, or hand the URL to the system.
          on screen  Home
        /product/42
          failed     noRoute: No route matches '/product/…'. Did you mean
                     '/products/:id<int>', '/products' or '/products/:id<int>/reviews'?
          on screen  Home
        /checkout\\
          rejected   The URL was refused: a raw backslash is at byte 9. Write it as
                     '%5C'.
          on screen  Home
        \(long)
          failed     noRoute: No route matches '/products/…'. Did you mean '/products'
                     or '/products/:id<int>'? Segment 2 is not of type 'int'.
          on screen  Home

        """)
  }
}
