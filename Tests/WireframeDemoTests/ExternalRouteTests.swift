import Testing
import TestSupport

/// `route --external` and `route --resume`.
@Suite(.hangsNever) struct ExternalRouteTests {
  static let exposed: Set = [
    "/products", "/products/:id<int>", "/products/:id<int>/reviews", "/search", "/help/*topic",
    "/promo/:code", TableRow.account,
  ]

  @Test(
    "From outside only what is exposed is reached, by either source; a bare path is refused",
    arguments: TableRow.all)
  func exposure(row: TableRow) throws {
    let path = row.url.dropFirst()
    let (urls, status) = try RoutedURL.route(
      "myshop://\(path)", "https://shop.example.com/\(path)", row.url, isSignedIn: true,
      flags: ["--external"])
    let isExposed = Self.exposed.contains(row.pattern)
    for url in urls.prefix(2) {
      #expect(url.outcome == (isExposed ? "presented" : "rejected"))
      #expect(url.code == (isExposed ? nil : "notExposed"))
      #expect(url.pattern == row.pattern)
      #expect(url.screen == (isExposed ? row.title : nil))
      #expect(url.redirects == [])
      if !isExposed { #expect(url.tree == ["Home"]) }
    }
    #expect(urls[2].outcome == "rejected")
    #expect(urls[2].code == "rejected")
    #expect(urls[2].pattern == nil)
    #expect(status == 1)
  }

  @Test(arguments: [
    ("tel:1", "foreign", "foreign"), ("https://evil.example/products", "foreign", "foreign"),
    ("HTTPS://shop.example.com/products", "presented", nil),
    ("myshop://product", "failed", "noRoute"),
    ("myshop://products/100", "failed", "providerFailed"), ("", "rejected", "rejected"),
    ("myshop://products/%2E%2E/cart", "rejected", "rejected"),
  ])
  func `a link from outside has its outcome`(url: String, outcome: String, code: String?) throws {
    let (urls, status) = try RoutedURL.route(url, flags: ["--external"])
    #expect(urls.first?.outcome == outcome)
    #expect(urls.first?.code == code)
    #expect(status == (code == nil ? 0 : 1))
  }

  @Test("The guard's redirect leads to a closed screen; after the login the wanted one is shown")
  func resuming() throws {
    let link = "https://shop.example.com/account/orders?ref=mail"
    let (urls, status) = try RoutedURL.route(
      "/products", link, flags: ["--resume", "--external"], resuming: link)
    #expect(urls.map(\.outcome) == ["rejected", "presented", "presented"])
    #expect(urls.map(\.screen) == [nil, "Access denied", "Account: orders"])
    #expect(urls.map(\.redirects) == [[], [link], []])
    #expect(urls.last?.finalURL == link)
    #expect(urls.last?.tree == ["Home", "Account: orders"])
    #expect(status == 1)
  }

  @Test("The newest of several parked URLs is resumed, once; a closed one of the shop's own, too")
  func newest() throws {
    let (urls, status) = try RoutedURL.route(
      "/account", "/checkout", flags: ["--resume"], resuming: "/checkout")
    #expect(urls.map(\.screen) == ["Access denied", "Access denied", "Checkout"])
    #expect(status == 0)
  }

  @Test("Where nothing is parked, --resume adds nothing", arguments: [true, false])
  func nothingParked(isSignedIn: Bool) throws {
    let url = isSignedIn ? "/checkout" : "/products"
    #expect(try RoutedURL.route(url, isSignedIn: isSignedIn, flags: ["--resume"]).urls.count == 1)
  }

  @Test func `a person reads the resumed URL, too`() throws {
    let run = try DemoRun(["route", "--resume", "--external", "myshop://account"])
    #expect(
      run.output == """
        myshop://account
          redirect   /access-denied
          presented  Access denied (modal)
          on screen  Home > Access denied
        myshop://account
          presented  Account: overview (push)
          on screen  Home > Account: overview

        """)
  }
}
