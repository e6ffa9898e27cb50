import Testing
import WireframeCore

// What an app links and writes: only the public face, and only types of its own.

/// The app's screen.
final class Page: Sendable {
  let title: String
  init(title: String) { self.title = title }
}

/// A refinement of a standard option's protocol.
protocol TintedPush: PushOption {
  var tint: String { get }
}

struct BluePush: TintedPush {
  let tint = "blue"
}

final class TintedPushPresenter: ControllerRoutingPresenter {
  let navigation: NavigationTree<Page>
  private(set) var tints: [String] = []
  init(navigation: NavigationTree<Page>) { self.navigation = navigation }

  func present(_ controller: Page, option: any TintedPush, event: RoutingEvent) async throws {
    tints.append(option.tint)
    try await navigation.push(controller, route: event.route, option: option)
  }
}

struct ArticleProvider: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) async throws -> Page? {
    guard route.pattern == "/articles/:id<int>" else { return nil }
    let id: Int = try route["id"]
    return Page(title: option is any TintedPush ? "Tinted \(id)" : "Article \(id)")
  }
}

struct BlueArticles: RoutingOptionProvider {
  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    route.query["tint"] == "blue" ? BluePush() : current
  }
}

final class MembersOnly: RoutingObserver {
  var isMember = false
  private(set) var shown: [String] = []

  func observes(_ route: Route) -> Bool { route.tags.contains("members") }
  func decision(for route: Route) -> RoutingDecision {
    isMember ? .proceed : .redirect(to: "/join")
  }
  func didRoute(_ event: RoutingEvent) {
    if let page = event.controller as? Page { shown.append(page.title) }
  }
}

/// A router that a test hands to a VIPER presenter.
final class FakeRouter: Router {
  private(set) var asked: [String] = []

  func perform(_ request: RoutingRequest) async throws(RoutingError) -> RoutingSummary {
    asked.append(request.urlText)
    return RoutingSummary(route: try Route(request.urlText, matching: "/*"))
  }
  func enqueue(_ request: RoutingRequest) { asked.append(request.urlText) }
  func canRoute(_ request: RoutingRequest) -> Bool { true }
}

/// A host of the app's own: three requirements, and every standard presenter works on it.
final class SinglePageHost: NavigationHost {
  var state = NavigationState<Page>()
  let events = NavigationEvents<Page>()

  func perform(_ operation: NavigationOperation<Page>, animated: Bool) throws {
    let before = state
    state = try operation.target(from: state)
    events.send(from: before, to: state, by: .app)
  }
}

@MainActor
struct OutsiderTests {
  let wireframe = Wireframe<Page>(sources: ["magazine:"], defaultOption: .push)
  let navigation = NavigationTree<Page>()
  let members = MembersOnly()
  let presenter: TintedPushPresenter

  init() async throws {
    presenter = TintedPushPresenter(navigation: navigation)
    wireframe.addStandardPresenters(on: navigation)
    wireframe.add(presenter: presenter)
    wireframe.add(provider: ArticleProvider())
    wireframe.add(optionProvider: BlueArticles())
    wireframe.add(observer: members)
    try wireframe.register("/", option: .root) { _ in Page(title: "Front") }
    try wireframe.register("/articles/:id<int>", tags: ["members"])
    try wireframe.register("/join", option: .modal(.sheet)) { _ in Page(title: "Join") }
    try await wireframe.route(to: "/")
  }

  var shown: [String] { navigation.state.shown.map(\.controller.title) }

  @Test("2.14, 2.17: an outsider's guard sends strangers elsewhere and lets members pass")
  func guards() async throws {
    let refused = try await wireframe.route(to: "magazine://articles/7")
    #expect(refused.route.pattern == "/join")
    #expect(shown == ["Front", "Join"])
    members.isMember = true
    try await wireframe.route(to: "magazine://articles/7")
    #expect(shown == ["Front", "Article 7"])
    #expect(members.shown == ["Article 7"])
  }

  @Test("2.6, 2.11: an outsider's refinement of a push reaches its own presenter")
  func refinement() async throws {
    members.isMember = true
    let result = try await wireframe.route(to: "/articles/7?tint=blue")
    #expect(result.option is BluePush)
    #expect(presenter.tints == ["blue"])
    #expect(shown == ["Front", "Tinted 7"])
    try await wireframe.route(to: "/articles/8")
    #expect(presenter.tints == ["blue"])
    #expect(shown == ["Front", "Tinted 7", "Article 8"])
  }

  @Test("2.4: an outsider's provider is tested alone, with a route made for it")
  func providersAlone() async throws {
    let route = try Route("/articles/42", matching: "/articles/:id<int>")
    #expect(
      try await ArticleProvider().controller(for: route, option: .push)?.title == "Article 42")
    let other = try Route("/x", matching: "/:x")
    #expect(try await ArticleProvider().controller(for: other, option: .push) == nil)
  }

  @Test("An outsider fakes the router")
  func fakes() async throws {
    let router = FakeRouter()
    try await router.route(to: "/a")
    router.enqueue("/b")
    #expect(router.asked == ["/a", "/b"])
  }

  @Test("An outsider's own host takes the standard presenters")
  func hosts() async throws {
    let host = SinglePageHost()
    let wireframe = Wireframe<Page>(defaultOption: .root)
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/:name") { route in Page(title: try route["name"]) }
    try await wireframe.route(to: "/a")
    var left: [String] = []
    host.onChange { change in left += change.left.map(\.controller.title) }
    try await wireframe.route(to: "/b")
    #expect(host.state.top?.controller.title == "b")
    #expect(left == ["a"])
  }

  @Test("A screen may be a value")
  func valuesAreScreens() async throws {
    enum Place: Hashable { case home, product(Int) }
    let tree = NavigationTree<Place>()
    let wireframe = Wireframe<Place>(defaultOption: .push)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in .home }
    try wireframe.register("/products/:id<int>") { .product(try $0["id"]) }
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/products/42")
    #expect(tree.state.shown.map(\.controller) == [.home, .product(42)])
  }
}
