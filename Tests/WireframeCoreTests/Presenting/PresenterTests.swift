import TestSupport
import Testing
import WireframeCore

@MainActor
@Suite(.hangsNever)
struct PresenterTests {
  @Test("2.6: an option that refines a push is taken by the standard push presenter")
  func refinedOptionsAreTaken() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let result = try await shop.wireframe.route(to: "/a", option: HiddenBarPush())
    #expect(result.option is HiddenBarPush)
    #expect(shop.recorder.routed.first?.presenter.map { roleName($0) } == "PushPresenter")
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("2.6: an exact option type beats a protocol, whatever the priority")
  func exactBeatsProtocol() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let log = Log()
    shop.wireframe.add(presenter: AnyPushPresenter("protocol", log), priority: 1000)
    shop.wireframe.add(presenter: HiddenBarPresenter("exact", log), priority: -5000)
    try await shop.wireframe.route(to: "/a", option: HiddenBarPush())
    try await shop.wireframe.route(to: "/a", option: .push)
    #expect(log.lines == ["exact", "protocol"])
  }

  @Test("2.6: standard presenters come last, then priority, then order of registration")
  func presentersHaveAnOrder() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let log = Log()
    shop.wireframe.add(presenter: AnyPushPresenter("first", log))
    shop.wireframe.add(presenter: AnyPushPresenter("second", log))
    try await shop.wireframe.route(to: "/a", option: .push)
    shop.wireframe.add(presenter: AnyPushPresenter("higher", log), priority: 1)
    try await shop.wireframe.route(to: "/a", option: .push)
    shop.wireframe.add(presenter: AnyPushPresenter("behind the standard", log), priority: -1001)
    try await shop.wireframe.route(to: "/a", option: .push)
    #expect(log.lines == ["first", "higher", "higher"])
    #expect(shop.shown == ["root"])
  }

  @Test("Where another host has come while a screen was made, the screen is shown on that one")
  func hostReplacedMeanwhile() async throws {
    let wireframe = Wireframe<Screen>(limits: .none)
    let (former, host) = (NavigationTree<Screen>(), NavigationTree<Screen>())
    let presenters = wireframe.addStandardPresenters(on: former)
    for tree in [former, host] { try await tree.setRoot(Screen("root")) }
    let barrier = Barrier()
    try wireframe.register("/slow", option: .push) { _ in
      await barrier.pass()
      return Screen("slow")
    }
    let routing = Task { try await wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    presenters.remove()
    wireframe.addStandardPresenters(on: host)
    barrier.open()
    #expect(try await routing.value.outcome == .presented)
    #expect(host.state.shown.map { "\($0.controller)" } == ["root", "slow"])
    #expect(former.state.shown.map { "\($0.controller)" } == ["root"])
  }

  @Test("Where another host has come, it gets the screens below that of an app's own presenter")
  func hostOfParentsReplacedMeanwhile() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .push, limits: .none)
    let (former, host) = (NavigationTree<Screen>(), NavigationTree<Screen>())
    let presenters = wireframe.addStandardPresenters(on: former)
    for tree in [former, host] { try await tree.setRoot(Screen("root")) }
    let (barrier, presented) = (Barrier(), Barrier())
    presented.open()
    wireframe.add(presenter: SlowPresenter(presented))
    try wireframe.register("/list") { _ in Screen("list") }
    try wireframe.register("/slow", option: Slow(), place: .under("/list")) { _ in
      await barrier.pass()
      return Screen("slow")
    }
    let routing = Task { try await wireframe.route(to: "/slow", landing: .underParents) }
    await barrier.waitForArrivals()
    presenters.remove()
    wireframe.addStandardPresenters(on: host)
    barrier.open()
    #expect(try await routing.value.outcome == .presented)
    #expect(presented.passed == 1)
    #expect(host.state.shown.map { "\($0.controller)" } == ["root", "list"])
    #expect(former.state.shown.map { "\($0.controller)" } == ["root"])
  }

  @Test("A host that is adopted where there is one changes nothing, neither when it is removed")
  func adoptedHost() async throws {
    let (shop, other) = (try await Shop(), NavigationTree<Screen>())
    try shop.register("/a")
    let registration = shop.wireframe.adopt(other)
    for step in ["added", "removed"] {
      try await shop.wireframe.route(to: "/a")
      try await shop.wireframe.back()
      #expect(shop.shown == ["root"], "\(step)")
      registration.remove()
    }
  }

  @Test("A host that was left and comes back stays when what was added for it first is removed")
  func hostThatComesBack() async throws {
    let (wireframe, host) = (Wireframe<Screen>(limits: .none), NavigationTree<Screen>())
    let first = wireframe.addStandardPresenters(on: host)
    wireframe.addStandardPresenters(on: NavigationTree<Screen>()).remove()
    let second = wireframe.addStandardPresenters(on: host)
    first.remove()
    try await host.setRoot(Screen("root"))
    try wireframe.register("/a", option: .push) { _ in Screen("a") }
    try await wireframe.route(to: "/a")
    try await wireframe.back()
    #expect(host.state.shown.map(\.controller.description) == ["root"])
    second.remove()
    #expect(try await failure { try await wireframe.back() }.code == .noHost)
  }

  @Test("What an own presenter of a controller without URL throws is thrown: a routing error as is")
  func ownPresenterThrows() async throws {
    let shop = try await Shop()
    let module = Wireframe<Screen>()
    try shop.wireframe.mount(module, at: "/m")
    shop.wireframe.add(
      presenter: OwnWay { option in
        if option.isOfRouting { try await shop.navigation.selectTab("none") }
        throw Broken()
      })
    // A presenter of the wireframe around a module is the module's, too.
    for wireframe in [shop.wireframe, module] {
      for (isOfRouting, code) in [(true, RoutingError.Code.noTab), (false, .presenterFailed)] {
        let error = try await failure {
          try await wireframe.present(
            Screen("own"), byOwnPresenterOf: OwnOption(isOfRouting: isOfRouting))
        }
        #expect(error.code == code)
      }
    }
  }

  @Test("2.9: a presenter says which options it is responsible for, beyond their type")
  func presentersChoose() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let log = Log()
    shop.wireframe.add(presenter: SheetOnlyPresenter(log))
    try await shop.wireframe.route(to: "/a", option: .modal(.sheet))
    try await shop.wireframe.route(to: "/a", option: .modal(.fullScreen))
    #expect(log.lines == ["sheet"])
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("2.10: what completed is in the result: route, controller, option; and present is awaited")
  func completionIsInTheResult() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let option: Push = .push(animated: false)
    let result = try await shop.wireframe.route(to: "/a", payload: ["k": 1], option: option)
    #expect(result.route.urlText == "/a")
    #expect(result.controller === shop.navigation.state.top?.controller)
    #expect(result.option as? Push == option)
    #expect(result.route.payload["k", as: Int.self] == 1)
  }

  @Test("2.11: an app adds a presenter of its own: push with a hidden navigation bar")
  func hiddenBar() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    let bar = Bar()
    shop.wireframe.add(presenter: BarPresenter(bar, shop.navigation))
    try await shop.wireframe.route(to: "/a", option: HiddenBarPush())
    #expect(bar.isHidden)
    #expect(shop.shown == ["root", "/a"])
    try await shop.wireframe.route(to: "/b", option: .push)
    #expect(shop.shown == ["root", "/a", "/b"])
  }

  @Test("2.12: a routing completes only when its transition has ended")
  func completionMeansTheTransitionHasEnded() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let transition = Barrier()
    shop.wireframe.add(presenter: SlowPresenter(transition))
    var isDone = false
    let routing = Task {
      try await shop.wireframe.route(to: "/a", option: Slow())
      isDone = true
    }
    await transition.waitForArrivals()
    #expect(!isDone)
    #expect(shop.recorder.events.last == "willPresent /a")
    transition.open()
    try await routing.value
    #expect(isDone)
    #expect(shop.recorder.events.last == "didRoute /a")
  }

  @Test("A controller that is on screen already is presented without asking a provider")
  func whatStandsIsNotBuilt() async throws {
    let shop = try await Shop()
    var built = 0
    try shop.wireframe.register("/a/:id") { route in
      built += 1
      return Screen("a")
    }
    try shop.register("/b", "/c")
    let first = try await shop.wireframe.route(to: "/a/1")
    try await shop.wireframe.route(to: "/b")
    try await shop.wireframe.route(to: "/c", option: .modal)
    let back = try await shop.wireframe.route(to: "myapp://a/1", option: .back)
    #expect(back.controller === first.controller)
    #expect(built == 1)
    #expect(shop.shown == ["root", "a"])
  }

  @Test("Going back to what is not on screen is an error, and builds nothing")
  func backNeedsAScreen() async throws {
    let shop = try await Shop()
    var built = 0
    try shop.wireframe.register("/a/:id") { _ in
      built += 1
      return Screen("a")
    }
    try await shop.wireframe.route(to: "/a/1")
    #expect(try await shop.failure("/a/2", option: .back).code == .notOnScreen)
    #expect(
      try await shop.failure("/a/1", option: .back(to: NavigationEntryID(99))).code == .notOnScreen)
    #expect(built == 1)
  }

  @Test("Going back takes the nearest screen: of the shown tab before those that are not shown")
  func backTakesTheNearest() async throws {
    let navigation = NavigationTree<Screen>(tabs: ["a", "b"])
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/:name") { Screen(try $0["name"]) }
    try await wireframe.route(to: "/p", option: .tab("b"))
    try await wireframe.route(to: "/p", option: .tab("a"))
    let near = try #require(navigation.state.top)
    try await wireframe.route(to: "/q")
    try await wireframe.route(to: "/p", option: .back)
    #expect(navigation.state.top?.id == near.id)
    try await wireframe.route(to: "/q")
    try await navigation.back(to: near.controller)
    #expect(navigation.state.top?.id == near.id)
  }

  @Test("Going back to an entry goes back to that very one")
  func backToAnEntry() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    try await shop.wireframe.route(to: "/a")
    let entry = try #require(shop.navigation.state.top?.id)
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/b")
    try await shop.wireframe.route(to: "/a", option: .back(to: entry))
    #expect(shop.navigation.state.top?.id == entry)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A tab is shown as it was left; an empty one gets the route's screen")
  func tabs() async throws {
    let navigation = NavigationTree<Screen>(tabs: ["home", "search"])
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    var built: [String] = []
    try wireframe.register("/:name") { route in
      let name: String = try route["name"]
      built.append(name)
      return Screen(name)
    }
    try await wireframe.route(to: "/home", option: .tab("home"))
    try await wireframe.route(to: "/search", option: .tab("search"))
    try await wireframe.route(to: "/result", option: .push)
    try await wireframe.route(to: "/dialog", option: .modal)
    try await wireframe.route(to: "/home", option: .tab("home"))
    #expect(navigation.state.shown.map(\.controller.description) == ["home"])
    let again = try await wireframe.route(to: "/search", option: .tab("search"))
    #expect(again.controller?.description == "result")
    #expect(built == ["home", "search", "result", "dialog"])
    let error = await #expect(throws: RoutingError.self) {
      try await wireframe.route(to: "/x", option: .tab("nowhere"))
    }
    #expect(error?.code == .noTab)
    #expect(built.count == 4)
  }

  @Test("A routing that shows a screen pushes where there is a stack at the top, and else presents")
  func show() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b", "/c", option: .show)
    try await shop.wireframe.route(to: "/a")
    try await shop.navigation.present(Screen("modal"))
    for path in ["/b", "/c"] { try await shop.wireframe.route(to: path) }
    #expect(
      shop.navigation.state.layers.map { $0.shown.map(\.controller.description) } == [
        ["root", "/a"], ["modal"], ["/b"], ["/c"],
      ])
  }

  @Test("A routing that selects a tab has no transition")
  func tabWithoutTransition() async throws {
    let host = RecordingHost()
    try host.perform(
      NavigationOperation {
        $0.layers = [
          .init(
            id: NavigationEntryID(), kind: .tabs,
            stacks: ["home", "search"].map { .init(name: $0) })
        ]
      }, animated: true)
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/search", option: .tab("search")) { _ in Screen("search") }
    host.animations = []
    // The screen comes into its empty tab, then it is there.
    for _ in 0..<2 { try await wireframe.route(to: "/search") }
    #expect(host.state.shown.map(\.controller.description) == ["search"])
    #expect(host.animations == [false, false])
  }

  @Test("A screen that was made for an empty tab is shown also if somebody fills the tab meanwhile")
  func filledTab() async throws {
    let navigation = NavigationTree<Screen>(tabs: ["home", "search"])
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: navigation)
    let gate = Barrier()
    try wireframe.register("/search") { _ in
      await gate.pass()
      return Screen("search")
    }
    let routing = Task { try await wireframe.route(to: "/search", option: .tab("search")) }
    await gate.waitForArrivals()
    try await navigation.selectTab("search")
    try await navigation.push(Screen("other"))
    gate.open()
    let result = try await routing.value
    #expect(navigation.state.top?.controller === result.controller)
    #expect(navigation.state.shown.map(\.controller.description) == ["other", "search"])
  }

  @Test("A presenter that throws fails the routing; a host's error keeps its own code")
  func throwingPresenters() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.add(presenter: ThrowingPresenter())
    let error = try await shop.failure("/a", option: Failing())
    #expect(error.code == .presenterFailed)
    #expect(error.underlyingError is Broken)
    try await shop.navigation.setRoot(Screen("bare"), hasStack: false)
    let noStack = try await shop.failure("/a", option: .push)
    #expect(noStack.code == .noStack)
    #expect(noStack.urlText == "/a")
    #expect(noStack.pattern == "/a")
  }
}

// MARK: - Support

struct HiddenBarPush: PushOption {}

private final class HiddenBarPresenter: ControllerRoutingPresenter {
  let name: String
  let log: Log
  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  func present(_ controller: Screen, option: HiddenBarPush, event: RoutingEvent) { log.add(name) }
}

private final class AnyPushPresenter: ControllerRoutingPresenter {
  let name: String
  let log: Log
  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  func present(_ controller: Screen, option: any PushOption, event: RoutingEvent) { log.add(name) }
}

private final class SheetOnlyPresenter: ControllerRoutingPresenter {
  let log: Log
  init(_ log: Log) { self.log = log }

  func accepts(_ option: any RoutingOption) -> Modal? {
    (option as? Modal).flatMap { $0.style == .sheet ? $0 : nil }
  }
  func present(_ controller: Screen, option: Modal, event: RoutingEvent) { log.add("sheet") }
}

@MainActor
private final class Bar {
  var isHidden = false
}

private struct BarPresenter: ControllerRoutingPresenter {
  let bar: Bar
  let navigation: NavigationTree<Screen>
  init(_ bar: Bar, _ navigation: NavigationTree<Screen>) {
    self.bar = bar
    self.navigation = navigation
  }

  func present(_ controller: Screen, option: HiddenBarPush, event: RoutingEvent) async throws {
    bar.isHidden = true
    try await navigation.push(controller, route: event.route, option: option)
  }
}

struct Slow: RoutingOption {}

struct SlowPresenter: ControllerRoutingPresenter {
  let gate: Barrier
  let checks: Bool
  init(_ gate: Barrier, checks: Bool = false) {
    self.gate = gate
    self.checks = checks
  }

  func present(_ controller: Screen, option: Slow, event: RoutingEvent) async throws {
    await gate.pass()
    if checks { try Task.checkCancellation() }
  }
}

private struct OwnOption: RoutingOption {
  let isOfRouting: Bool
}

private struct OwnWay: ControllerRoutingPresenter {
  let show: @MainActor (OwnOption) async throws -> Void

  func present(_ controller: Screen, option: OwnOption, event: RoutingEvent) async throws {
    try await show(option)
  }
}
