import Foundation
import TestSupport
import Testing
import WireframeCore

@MainActor
private final class Session {
  var isOpen = false
}

/// Old names of routes.
@MainActor
@Suite(.hangsNever)
struct AliasTests {
  private func makeShop() async throws -> Shop {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/accounts", exposure: .external)
    try shop.wireframe.register(
      "/accounts/:id<int>", exposure: .only(.customScheme), place: .init(under: "/accounts")
    ) { route in
      Screen("account \(try route["id"] as Int)")
    }
    try shop.wireframe.alias("/konto/:id<int>", for: "/accounts/:id<int>")
    return shop
  }

  // MARK: Requests

  @Test("An old name leads to the route; roles see the new URL, and the request keeps the old text")
  func request() async throws {
    let shop = try await makeShop()
    let result = try await shop.wireframe.route(to: "/konto/7?ref=a%20b#top")
    #expect(shop.shown == ["root", "account 7"])
    let route = result.route
    #expect(route.pattern == "/accounts/:id<int>")
    #expect(route.urlText == "/accounts/7?ref=a%20b#top")
    #expect(route.request.urlText == "/konto/7?ref=a%20b#top")
    #expect(route.path == ["accounts", "7"] && route.query["ref"] == "a b")
    #expect(route.fragment == "top" && result.redirects.isEmpty)
    #expect(shop.recorder.events.first == "decide /accounts/7?ref=a%20b#top")
    try await shop.wireframe.route(to: "/accounts/7")
    let shown = shop.navigation.state.shown.compactMap(\.route)
    #expect(!shown[0].leadsToSamePlace(as: shown[1]), "the queries differ")
  }

  @Test(
    "A link keeps its source, and exposure is the route's",
    arguments: [
      ("myapp://konto/7", "myapp:///accounts/7", "handled"),
      ("myapp:///konto/7", "myapp:///accounts/7", "handled"),
      ("myapp://KONTO/7", "myapp:///accounts/7", "handled"),
      ("https://example.com/konto/7", nil, "notExposed"), ("myapp://konto/x", nil, "noRoute"),
      ("/konto/7", nil, "rejected"),
    ])
  func links(link: String, text: String?, outcome: String) async throws {
    let shop = try await makeShop()
    let origin: RoutingOrigin = link.hasPrefix("https:") ? .universalLink : .customScheme
    let result = await shop.wireframe.open(link, origin: origin)
    #expect((result.error.map { "\($0.code)" } ?? "handled") == outcome)
    #expect(result.result?.route.urlText == text)
    if text != nil { #expect(shop.shown == ["root", "/accounts", "account 7"]) }
  }

  @Test("Guards, tags, parent and option are the route's")
  func guarded() async throws {
    let shop = try await makeShop()
    try shop.register("/vault/:id", option: .modal, tags: [.requiresLogin])
    try shop.wireframe.alias("/safe/:id", for: "/vault/:id")
    let session = Session()
    shop.wireframe.observe(tag: .requiresLogin) { _ in session.isOpen ? .proceed : .stop("log in") }
    try shop.wireframe.observe(under: "/accounts") { _ in .stop("closed") }
    #expect(try await shop.wireframe.route(to: "/safe/1").outcome == .stopped(reason: "log in"))
    #expect(try await shop.wireframe.route(to: "/konto/1").outcome == .stopped(reason: "closed"))
    session.isOpen = true
    let result = try await shop.wireframe.route(to: "/safe/1")
    #expect(result.option is Modal)
  }

  @Test("Values keep their texts, wherever the names are, and whatever they hold")
  func values() async throws {
    let shop = try await Shop(sources: ["myapp:"])
    try shop.register("/new/:a/x/:b<red|blue>/*rest?", "/*all")
    try shop.wireframe.alias("/:b<red|blue>/old/:a/*rest?", for: "/new/:a/x/:b<red|blue>/*rest?")
    for value in ["1", "a b", "a/b", "%", "é", "?#", "日本"] {
      let text = PercentEncoding.encode(value)
      let route = try await shop.wireframe.route(
        to: "/red/old/\(text)/r1/\(text == "a%2Fb" ? "r" : text)"
      ).route
      #expect(route.pattern == "/new/:a/x/:b<red|blue>/*rest?")
      #expect(try route["a"] == value && route["b"] == "red")
      let rest: [String] = try route["rest"]
      #expect(rest == ["r1", text == "a%2Fb" ? "r" : value])
      #expect(try await shop.wireframe.route(to: route.urlText).route.leadsToSamePlace(as: route))
    }
    #expect(
      try await shop.wireframe.route(to: "myapp://RED/old/1").route.values.value(of: "b")
        == .text("red"))
    let none: [String] = try await shop.wireframe.route(to: "/blue/old/1").route["rest"]
    #expect(none.isEmpty)
  }

  @Test("A word in a path keeps its case")
  func capitalWords() async throws {
    let shop = try await Shop()
    try shop.register("/new/:a<Red|Blue>")
    try shop.wireframe.alias("/:a<Red|Blue>/old", for: "/new/:a<Red|Blue>")
    #expect(try await shop.wireframe.route(to: "/Red/old").route.urlText == "/new/Red")
    let host = try await shop.wireframe.route(to: "myapp://Red/old").route
    #expect(host.pattern == "/new/:a<Red|Blue>")
  }

  @Test("An old name may have the words of a list in another order, and no other words")
  func orderOfWords() async throws {
    let shop = try await Shop()
    try shop.register("/new/:a<red|blue>?")
    try shop.wireframe.alias("/old/:a<blue|red>?", for: "/new/:a<red|blue>?")
    #expect(try await shop.wireframe.route(to: "/old/red").route.urlText == "/new/red")
    for name in ["/o/:a<blue|green>?", "/o/:a<blue|red>", "/o/:a<blue|red|green>?"] {
      let error = try await failure {
        try shop.wireframe.alias(RoutePattern(name), for: "/new/:a<red|blue>?")
      }
      #expect(error.code == .invalidAlias)
    }
  }

  @Test("An old name leads where its new URL leads, also after a restart")
  func shadowed() async throws {
    func makeShop() async throws -> Shop {
      let shop = try await Shop(sources: ["myapp:"])
      try shop.register("/transfers/:id", option: .root, exposure: .external)
      try shop.register("/transfers/new", option: .root)
      try shop.wireframe.alias("/t/:id", for: "/transfers/:id")
      return shop
    }
    let shop = try await makeShop()
    let outcome = await shop.wireframe.open("myapp://t/new", origin: .customScheme)
    #expect(outcome.error?.code == .notExposed)
    let again = try await makeShop()
    try await again.wireframe.restore(shop.wireframe.savedState(), trusting: true)
    #expect(!again.shown.contains("/transfers/new"))
    for (id, pattern) in ["new": "/transfers/new", "7": "/transfers/:id"] as [String: RoutePattern]
    {
      #expect(try await shop.wireframe.route(to: "/t/\(id)").route.pattern == pattern)
    }
  }

  @Test("An old name leads on if its new URL is one of another old name, but in no circle")
  func onwards() async throws {
    let shop = try await Shop()
    try shop.register("/accounts/:id", "/profile", "/b/:id", "/:id<a|c>/a")
    try shop.wireframe.alias("/konto/:id", for: "/accounts/:id")
    try shop.wireframe.alias("/accounts/me", for: "/profile")
    #expect(try await shop.wireframe.route(to: "/konto/me?x=1").route.urlText == "/profile?x=1")
    #expect(try await shop.wireframe.route(to: "/konto/7").route.urlText == "/accounts/7")
    try shop.wireframe.alias("/a/:id", for: "/b/:id")
    try shop.wireframe.alias("/b/:id<a|c>", for: "/:id<a|c>/a")
    #expect(try await shop.failure("/a/a").code == .noRoute)
    #expect(try await shop.wireframe.route(to: "/a/c").route.urlText == "/c/a")
  }

  @Test("A new URL that is longer than the limit is refused")
  func limits() async throws {
    let shop = try await Shop()
    let pattern = try RoutePattern("/\(String(repeating: "n", count: 60))/:id")
    try shop.register(pattern)
    try shop.wireframe.alias("/o/:id", for: pattern)
    let id = String(repeating: "1", count: MatchingRules().maximumLength - 3)
    #expect(try await shop.failure("/o/\(id)").code == .rejected)
    try await shop.wireframe.route(to: "/o/\(id.dropLast(60))")
  }

  // MARK: Registration

  @Test(
    "Names and types must be those of the route",
    arguments: [
      ("/konto/:id", "their parameters differ. Give both the same names and types."),
      ("/konto/:id<uint>", "their parameters differ. Give both the same names and types."),
      ("/konto/:number<int>", "their parameters differ. Give both the same names and types."),
      ("/konto/:id<int>?", "their parameters differ. Give both the same names and types."),
      ("/konto", "their parameters differ. Give both the same names and types."),
      ("/konto/:id<int>/*more?", "their parameters differ. Give both the same names and types."),
      ("/accounts/:id<int>", "it is the same pattern."),
    ] as [(RoutePattern, String)])
  func parameters(name: RoutePattern, fault: String) async throws {
    let shop = try await Shop()
    try shop.register("/accounts/:id<int>")
    let error = #expect(throws: RoutingError.self) {
      try shop.wireframe.alias(name, for: "/accounts/:id<int>")
    }
    #expect(error?.code == .invalidAlias && error?.pattern == name)
    #expect(
      error?.description == "'\(name)' cannot be an old name of '/accounts/:id<int>': \(fault)")
    try shop.register("/konto/:id<int>")
  }

  @Test("Words of other scalars are other words, though they look the same")
  func scalars() async throws {
    let shop = try await Shop()
    try shop.register("/menu/:kind<caf\u{E9}|bar>")
    let error = #expect(throws: RoutingError.self) {
      try shop.wireframe.alias("/card/:kind<cafe\u{301}|bar>", for: "/menu/:kind<caf\u{E9}|bar>")
    }
    #expect(error?.code == .invalidAlias)
  }

  @Test("An old name of a route that is bound to a source has a source, too")
  func sources() async throws {
    let shop = try await Shop(sources: ["myapp:", "https://example.com", "https://old.example.com"])
    try shop.register("https://example.com/accounts/:id", exposure: .external)
    let error = #expect(throws: RoutingError.self) {
      try shop.wireframe.alias("/konto/:id", for: "https://example.com/accounts/:id")
    }
    #expect(
      error?.description
        == "'/konto/:id' cannot be an old name of 'https://example.com/accounts/:id', which is bound to "
        + "'https://example.com'. Write the old name with its source, too.")
    try shop.wireframe.alias(
      "https://old.example.com/konto/:id", for: "https://example.com/accounts/:id")
    let link = "https://old.example.com/konto/a%2Fb?x=1"
    let route = await shop.wireframe.open(link, origin: .universalLink).result?.route
    #expect(route?.urlText == "https://example.com/accounts/a%2Fb?x=1")
    #expect(route?.source == "https://example.com" && route?.request.urlText == link)
    #expect(try await shop.failure("myapp://konto/7").code == .noRoute)
  }

  @Test("An old name of an old name is an error that says whose name it is")
  func chains() async throws {
    let shop = try await makeShop()
    let error = #expect(throws: RoutingError.self) {
      try shop.wireframe.alias("/k/:id<int>", for: "/konto/:id<int>")
    }
    #expect(
      error?.description
        == "'/k/:id<int>' cannot be an old name of '/konto/:id<int>', which is an old name itself. Let both be old "
        + "names of '/accounts/:id<int>'.")
    let differing = #expect(throws: RoutingError.self) {
      try shop.wireframe.alias("/k", for: "/konto/:id<int>")
    }
    #expect(differing?.description.contains("their parameters differ") == true)
    try shop.wireframe.alias("/k/:id<int>", for: "/accounts/:id<int>")
    try shop.wireframe.alias("/x/:id<int>", for: "/y/:id<int>")
    try shop.wireframe.alias("/y/:id<int>", for: "/accounts/:id<int>")
    let failed = try await shop.failure("/x/1")
    #expect(
      failed.description
        == "No route matches '/x/…': '/x/:id<int>' is an old name of '/y/:id<int>', which is not registered as a "
        + "route. Register it, or correct the old name.")
    #expect(failed.code == .noRoute)
    #expect(try await shop.wireframe.route(to: "/y/1").route.urlText == "/accounts/1")
  }

  @Test("A conflict with a route or another old name is an error, in either order")
  func conflicts() async throws {
    let shop = try await makeShop()
    for (name, target) in [("/accounts", "/konto/x"), ("/konto/:n<int>", "/b/:n<int>")]
      as [(RoutePattern, RoutePattern)]
    {
      let error = #expect(throws: RoutingError.self) {
        try shop.wireframe.alias(name, for: target)
      }
      #expect(error?.code == .conflictingPattern)
    }
    let error = #expect(throws: RoutingError.self) { try shop.register("/konto/:n<int>") }
    #expect(
      error?.description
        == "Pattern '/konto/:n<int>' matches the same URLs as '/konto/:id<int>', registered before it. Remove one of "
        + "the two." || error?.code == .conflictingPattern)
    try await shop.wireframe.route(to: "/konto/1")
  }

  @Test("An old name may come before its route, and stays without it; removing it frees the name")
  func order() async throws {
    let shop = try await Shop()
    let alias = try shop.wireframe.alias("/old", for: "/new")
    #expect(try await shop.failure("/old").code == .noRoute)
    let route = try shop.wireframe.register("/new") { _ in Screen("new") }
    try await shop.wireframe.route(to: "/old")
    #expect(shop.wireframe.routes.map(\.aliases) == [["/old"]])
    route.remove()
    #expect(try await shop.failure("/old").code == .noRoute)
    alias.remove()
    try shop.register("/old")
    try await shop.wireframe.route(to: "/old")
  }

  @Test("The error of an old name without route says which pattern's old name it is")
  func withoutRoute() async throws {
    let shop = try await Shop(sources: ["myapp:"])
    try shop.wireframe.alias("/konto/:id<int>", for: "/acounts/:id<int>")
    let text =
      "No route matches '/konto/…': '/konto/:id<int>' is an old name of '/acounts/:id<int>', which is not registered "
      + "as a route. Register it, or correct the old name."
    for url in ["/konto/7", "myapp://konto/7"] {
      let error = try await shop.failure(url)
      #expect(error.code == .noRoute && error.description == text)
      #expect(error.nearMiss?.nearestPatterns == ["/konto/:id<int>"])
    }
    let outcome = await shop.wireframe.open("myapp://konto/7", origin: .customScheme)
    #expect(outcome.error?.description == text)
    try shop.register("/acounts/:id<int>")
    try await shop.wireframe.route(to: "/konto/7")
  }

  @Test("An old name is no route of the list, and a parent may have one")
  func lists() async throws {
    let shop = try await makeShop()
    #expect(shop.wireframe.routes.map(\.pattern) == ["/accounts", "/accounts/:id<int>"])
    #expect(
      shop.wireframe.routes.map(\.description) == [
        "'/accounts'  provider  external",
        "'/accounts/:id<int>'  provider  customScheme  once '/konto/:id<int>'",
      ])
    try shop.wireframe.register(
      "/accounts/:id<int>/card", option: .modal, place: .init(under: "/konto/:id<int>")
    ) { _ in Screen("card") }
    let card = try #require(shop.wireframe.routes.last)
    #expect(card.parent == "/accounts/:id<int>")
    #expect("\(card)" == "'/accounts/:id<int>/card'  Modal  closed")
    try await shop.wireframe.route(to: "/accounts/7/card", landing: .underParents)
    #expect(shop.shown == ["root", "/accounts", "account 7", "card"])
  }

  // MARK: Modules and types

  @Test("A module's old names have the path of its mount, and go with it")
  func modules() async throws {
    let shop = try await Shop()
    let bank = Wireframe<Screen>()
    try bank.register("/a/:id", option: .push) { route in Screen("a \(try route["id"] as String)") }
    try bank.alias("/b/:id", for: "/a/:id")
    let mount = try shop.wireframe.mount(bank, at: "/bank")
    #expect(shop.wireframe.routes.map(\.aliases) == [["/bank/b/:id"]])
    let late = try bank.alias("/c/:id", for: "/a/:id")
    try shop.wireframe.alias("/d/:id", for: "/bank/a/:id")
    for url in ["/bank/b/1", "/bank/c/1", "/d/1"] {
      #expect(try await shop.wireframe.route(to: url).route.urlText == "/bank/a/1")
    }
    #expect(try await bank.route(to: "/c/1").route.pattern == "/a/:id")
    late.remove()
    #expect(try await shop.failure("/bank/c/1").code == .noRoute)
    mount.remove()
    #expect(try await shop.failure("/bank/b/1").code == .noRoute)
    #expect(try await shop.failure("/d/1").code == .noRoute)
    try shop.register("/bank/b/:id")
  }

  private struct ShowAccount: TypedRoute {
    static let pattern: RoutePattern = "/accounts/:id<int>"
    static let aliases: [RoutePattern] = ["/konto/:id<int>", "/k/:id<int>"]
    var id: Int
    var ref: String?
  }

  private struct Misnamed: TypedRoute {
    static let pattern: RoutePattern = "/accounts/:id<int>"
    static let aliases: [RoutePattern] = ["/konto/:id<int>", "/k/:number<int>"]
    var id: Int
  }

  @Test("A typed route lists its old names, which come and go with it")
  func types() async throws {
    let shop = try await Shop()
    var shown: [Int] = []
    let registration = try shop.wireframe.register(ShowAccount.self) { show in
      shown.append(show.id)
      return Screen("\(show.id) \(show.ref ?? "-")")
    }
    let route = try await shop.wireframe.route(to: "/k/7?ref=mail").route
    #expect(route.as(ShowAccount.self)?.ref == "mail" && shown == [7])
    #expect(try shop.wireframe.urlText(of: ShowAccount(id: 7)) == "/accounts/7")
    registration.remove()
    #expect(try await shop.failure("/konto/7").code == .noRoute)
    #expect(throws: RoutingError.self) {
      try shop.wireframe.register(Misnamed.self) { _ in Screen("") }
    }
    #expect(shop.wireframe.routes.isEmpty)
    try shop.register("/accounts/:n<int>", "/konto/:n<int>")
  }

  // MARK: Screens

  @Test("Saved states write the new name, and one from before the rename is restored")
  func restoration() async throws {
    let before = try await Shop()
    try before.register("/konto/:id<int>", option: .root)
    try await before.wireframe.route(to: "/konto/7")
    let saved = try before.wireframe.savedState()
    let shop = try await makeShop()
    let report = try await shop.wireframe.restore(saved, trusting: true)
    #expect(shop.shown == ["account 7"] && report.restored.map(\.urlText) == ["/accounts/7"])
    let json = String(
      decoding: try JSONEncoder().encode(shop.wireframe.savedState()), as: UTF8.self)
    #expect(json.contains("accounts") && !json.contains("konto"))
  }

  @Test("A screen that is there is found by its old name, too")
  func presented() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/accounts/7")
    try await shop.wireframe.route(to: "/accounts")
    try await shop.wireframe.route(to: "/konto/7", ifPresented: .bringToFront)
    #expect(shop.shown == ["root", "account 7"])
  }

  @Test("A switch may use an old name")
  func switches() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/konto/:id<int>"))
    for url in ["/konto/7", "/accounts/7"] {
      #expect(try await shop.failure(url).code == .disabled)
    }
  }

  @Test(
    "Only a URL with an old name whose route is registered has an old and a new route",
    arguments: [
      Case("/konto/7", "/konto/7 /accounts/7"), Case("/accounts/7", nil), Case("/nowhere", nil),
      Case("/waiting/7", nil), Case("/konto/x", nil),
    ] as [Case<String, String?>])
  func renaming(row: Case<String, String?>) async throws {
    let shop = try await makeShop()
    try shop.wireframe.alias("/waiting/:id", for: "/later/:id")
    let found = shop.wireframe.renamed(row.given)
    #expect(found.map { "\($0.old.urlText) \($0.new.urlText)" } == row.expected)
  }

  @Test("A plan has the new route, and a near miss may be an old name")
  func plans() async throws {
    let shop = try await makeShop()
    let plan = await shop.wireframe.plan("/konto/7", landing: .underParents)
    #expect(plan.landing == [nil, "/accounts", "/accounts/:id<int>"])
    #expect(try await shop.failure("/konto/x").nearMiss?.nearestPatterns == ["/konto/:id<int>"])
  }
}
