import TestSupport
import Testing
import WireframeCore

@MainActor
@Suite(.hangsNever)
struct OptionTests {
  @Test("2.5: an option says how to present, and carries what the presenter needs")
  func optionsCarryWhatIsNeeded() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let presenter = TintPresenter()
    shop.wireframe.add(presenter: presenter)
    try await shop.wireframe.route(to: "/a", option: Tint(colour: "red"))
    #expect(presenter.colours == ["red"])
    #expect(shop.shown == ["root"])
    try await shop.wireframe.route(to: "/a", option: .push)
    #expect(shop.shown == ["root", "/a"])
  }

  private struct Slide: PushOption {}
  private struct Cover: ModalOption {}

  @Test("2.5: an app's own push and modal are as the standard ones in what they leave open")
  func ownOptions() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    #expect(
      Slide().isAnimated == Push.push.isAnimated && Cover().isAnimated == Modal.modal.isAnimated)
    try await shop.wireframe.route(to: "/a", option: Cover())
    let modal = try #require(shop.navigation.state.layers.last)
    #expect(modal.style == Modal.modal.style && !modal.selectedStack.canPush)
    try await shop.wireframe.route(to: "/b", option: Slide())
    #expect(shop.shown == ["root", "/b"])
  }

  @Test("2.7: an option provider sees the current option, keeps it, overrides it, or creates one")
  func optionProvidersDecide() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.register("/a", "/own", "/kept")
    try shop.wireframe.register("/registered", option: .modal) { _ in Screen("registered") }
    let provider = ByPattern([
      "/own": { _ in .modal(.sheet) }, "/kept": { $0 }, "/a": { $0 ?? .push },
      "/registered": { $0 },
    ])
    shop.wireframe.add(optionProvider: provider)
    let options = [
      try await shop.wireframe.route(to: "/a").option,
      try await shop.wireframe.route(to: "/a", option: .modal).option,
      try await shop.wireframe.route(to: "/own", option: .push).option,
      try await shop.wireframe.route(to: "/kept", option: .replaceTop).option,
      try await shop.wireframe.route(to: "/registered").option,
    ]
    #expect(
      options.map { $0.map { "\(type(of: $0))" } } == [
        "Push", "Modal", "Modal", "ReplaceTop", "Modal",
      ])
    #expect(
      provider.seen.map { $0.map { "\(type(of: $0))" } ?? "nil" } == [
        "nil", "Modal", "Push", "ReplaceTop", "Modal",
      ])
  }

  @Test("2.8: with an option provider, routing works with no option in the call")
  func optionsMayComeFromProviders() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.register("/a")
    #expect(try await shop.failure("/a").code == .noOption)
    shop.wireframe.add(optionProvider: FixedOption(option: .push))
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("The call's option comes before the route's, the route's before the default")
  func optionsHaveAnOrder() async throws {
    let shop = try await Shop(defaultOption: .modal)
    try shop.register("/plain")
    try shop.register("/own", option: .push)
    #expect(try await shop.wireframe.route(to: "/own", option: .replaceTop).option is ReplaceTop)
    #expect(try await shop.wireframe.route(to: "/own").option is Push)
    #expect(try await shop.wireframe.route(to: "/plain").option is Modal)
  }

  @Test("Option providers are folded from last to first: the first in order has the last word")
  func firstHasTheLastWord() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.register("/a")
    let log = Log()
    for (name, priority) in [("low", -1), ("first", 5), ("second", 5)] {
      shop.wireframe.add(
        optionProvider: Naming(name: name, log: log), priority: priority)
    }
    shop.wireframe.add(presenter: TintPresenter())
    let option = try await shop.wireframe.route(to: "/a").option as? Tint
    #expect(option?.colour == "first")
    #expect(log.lines == ["low after nil", "second after low", "first after second"])
  }

  @Test("Nil is no opinion: what others settled stays")
  func nilIsNoOpinion() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.register("/a")
    shop.wireframe.add(optionProvider: FixedOption(option: nil), priority: 10)
    shop.wireframe.add(optionProvider: FixedOption(option: .modal))
    #expect(try await shop.wireframe.route(to: "/a").option is Modal)
  }

  @Test("An option provider that throws ends the routing before anything is built")
  func throwingProvidersEndTheRouting() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.add(optionProvider: ByPattern(["/a": { _ in throw Broken() }]))
    let error = try await shop.failure("/a")
    #expect(error.code == .optionProviderFailed)
    #expect(error.underlyingError is Broken)
    #expect(shop.shown == ["root"])
  }
}

struct Tint: RoutingOption {
  let colour: String
}

final class TintPresenter: ControllerRoutingPresenter {
  var colours: [String] = []

  func present(_ controller: Screen, option: Tint, event: RoutingEvent) {
    colours.append(option.colour)
  }
}

private final class ByPattern: RoutingOptionProvider {
  typealias Choice = @MainActor ((any RoutingOption)?) throws -> (any RoutingOption)?
  let choices: [String: Choice]
  var seen: [(any RoutingOption)?] = []
  init(_ choices: [String: Choice]) { self.choices = choices }

  func option(
    for route: Route, current: (any RoutingOption)?
  ) throws -> (any RoutingOption)? {
    seen.append(current)
    return try choices[route.pattern?.text ?? ""]?(current)
  }
}

private struct Naming: RoutingOptionProvider {
  let name: String
  let log: Log

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    log.add("\(name) after \((current as? Tint)?.colour ?? "nil")")
    return Tint(colour: name)
  }
}
