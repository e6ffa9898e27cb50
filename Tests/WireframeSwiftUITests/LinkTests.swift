import TestSupport
import Testing
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// Links and activities.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct LinkTests {
  @Test(
    arguments: [
      ("shop://list/3", RoutingOrigin.customScheme),
      ("https://shop.example/list/3", .universalLink),
      ("HTTPS://shop.example/list/3", .universalLink),
      ("http://shop.example/list/3", .customScheme),
      ("file:///list/3", .customScheme), ("", .customScheme),
    ])
  func `a URL from outside has the origin of its scheme`(url: String, origin: RoutingOrigin)
    async throws
  {
    let stage = try Stage()
    await stage.show("/")
    var origins: [RoutingOrigin] = []
    stage.wireframe.observe { route in
      origins.append(route.request.origin)
      return .proceed
    }
    var outcomes: [String] = []
    let door = LinkDoor(to: stage.wireframe, on: stage.host) { text, outcome in
      outcomes.append("\(text) \(outcome.result != nil)")
    }
    door.open(url)
    #expect(await stage.model.run { !outcomes.isEmpty })
    let isOwn = url.lowercased().hasPrefix("https://shop.example") || url.hasPrefix("shop:")
    #expect(outcomes == ["\(url) \(isOwn)"])
    #expect(Set(origins) == (isOwn ? [origin] : []))
    #expect(stage.shown == (isOwn ? [["/", "/list", "/list/3"]] : [["/"]]))
  }

  @Test func `a link in a view goes through the wireframe if its source is declared`() async throws
  {
    let stage = try Stage()
    await stage.show("/")
    var outcomes = 0
    let door = LinkDoor(to: stage.wireframe, on: stage.host) { _, _ in outcomes += 1 }
    #expect(!door.openInside("https://elsewhere.example/list/3"))
    #expect(!door.openInside("mailto:help@shop.example"))
    #expect(door.openInside("https://shop.example/list/3"))
    // Closed to it, but nobody else's.
    #expect(door.openInside("shop://edit/3"))
    #expect(await stage.model.run { outcomes == 2 })
    #expect(stage.shown == [["/", "/list", "/list/3"]])
  }

  @Test func `an activity without a link opens nothing`() async throws {
    let stage = try Stage()
    await stage.show("/")
    var outcomes = 0
    let door = LinkDoor(to: stage.wireframe, on: stage.host) { _, _ in outcomes += 1 }
    door.openLink(ofActivity: nil)
    door.openLink(ofActivity: "https://shop.example/list")
    #expect(await stage.model.run { outcomes == 1 })
    #expect(stage.shown == [["/", "/list"]])
  }

  @Test func `the link of the screen at the top is its path at a source`() async throws {
    let stage = try Stage()
    #expect(stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe) == nil)
    await stage.show("/", "/list/3?ref=mail")
    #expect(
      stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe)
        == "https://shop.example/list/3?ref=mail")
    await stage.show("https://shop.example/list/4")
    #expect(
      stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe)
        == "https://shop.example/list/4")
    #expect(stage.host.sharedLink(source: "https://shop", router: stage.wireframe) == nil)
    #expect(stage.host.sharedLink(source: "shop:", router: stage.wireframe) == nil)
    await stage.show("/edit/4")
    #expect(
      stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe) == nil,
      "universal links do not reach it")
    await stage.run { try await stage.wireframe.route(to: "/list/5", payload: ["seen": true]) }
    #expect(stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe) == nil)
    await stage.run { try await stage.host.push(ViewScreen("without a route")) }
    #expect(stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe) == nil)
  }

  @Test func `a former owner's screen offers no link, though it has not left yet`() async throws {
    let (stage, user) = (try Stage(), User())
    stage.wireframe.addGate(for: "private", at: "/sheet/1", owner: { user.name }) {
      user.name != nil
    }
    try stage.wireframe.register(
      "/mine", option: .push, tags: ["private"], exposure: .external
    ) { _ in ViewScreen("mine") }
    await stage.show("/", "/mine")
    func link() -> String? {
      stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe)
    }
    #expect(link() == "https://shop.example/mine")
    for name in [nil, "bob"] {
      user.name = name
      #expect(link() == nil)
    }
  }

  @MainActor
  private final class User {
    var name: String? = "ada"
  }

  @Test func `below a cover no screen offers its link`() async throws {
    let stage = try Stage()
    await stage.show("/", "/list/3")
    func link() -> String? {
      stage.host.sharedLink(source: "https://shop.example", router: stage.wireframe)
    }
    stage.host.cover = ViewScreen("lock")
    #expect(link() == nil)
    stage.host.cover = nil
    #expect(link() == "https://shop.example/list/3")
  }
}
