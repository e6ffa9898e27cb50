// "Implementing an option" and "Implementing a presenter".
import WireframeCore

class Screen {
  let title: String
  var hidesNavigationBar = false
  init(title: String) { self.title = title }
}

let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>()
wireframe.addStandardPresenters(on: navigation)

// snippet.register
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register("/help", option: .push) { _ in Screen(title: "Help") }

try await wireframe.route(to: "/")
try await wireframe.route(to: "/help")  // the route's own option: a push
try await wireframe.route(to: "/help", option: .modal(.sheet))  // the call's option goes before it

// snippet.own
struct Banner: RoutingOption, Equatable {  // needs a presenter of the app's own
  var seconds = 3
}

extension RoutingOption where Self == Banner {  // for calls: `option: .banner(seconds: 5)`
  static func banner(seconds: Int = 3) -> Banner { Banner(seconds: seconds) }
}

// snippet.refine
struct HiddenBarPush: PushOption {}  // still a push: the standard presenter takes it

extension RoutingOption where Self == HiddenBarPush {
  static var hiddenBarPush: HiddenBarPush { HiddenBarPush() }
}

// snippet.protocol
protocol TintedOption: RoutingOption { var tint: String { get } }

struct TintedPush: PushOption, TintedOption { var tint: String }
struct TintedModal: ModalOption, TintedOption { var tint: String }

// snippet.provider
struct SheetsForHelp: RoutingOptionProvider {
  func option(
    for route: Route, current: (any RoutingOption)?
  ) async throws -> (any RoutingOption)? {
    if let current { return current }  // the call or the route has named one
    return route.path.first == "help" ? .modal(.sheet) : nil  // nil: no opinion
  }
}

wireframe.add(optionProvider: SheetsForHelp())

// snippet.hiddenBarPresenter
final class HiddenBarPushPresenter<Host: NavigationHost>: ControllerRoutingPresenter
where Host.Controller == Screen {
  private let host: Host
  init(on host: Host) { self.host = host }

  func present(_ controller: Screen, option: HiddenBarPush, event: RoutingEvent) async throws {
    controller.hidesNavigationBar = true
    try await host.push(controller, route: event.route, option: option)
  }
}

wireframe.add(presenter: HiddenBarPushPresenter(on: navigation))

try wireframe.register("/movie", option: .hiddenBarPush) { _ in Screen(title: "Movie") }
try await wireframe.route(to: "/movie")

// snippet.bannerPresenter
final class BannerPresenter: ControllerRoutingPresenter {
  private(set) var shown: Screen?

  func present(_ controller: Screen, option: Banner, event: RoutingEvent) async throws {
    shown = controller  // return when it is really there, after its animation
  }
}

wireframe.add(presenter: BannerPresenter())

// snippet.protocolPresenter
struct TintPresenter: ControllerRoutingPresenter {
  let host: NavigationTree<Screen>

  func present(
    _ controller: Screen, option: any TintedOption, event: RoutingEvent
  ) async throws {
    switch option {
    case let push as TintedPush: try await host.push(controller, route: event.route, option: push)
    default: try await host.present(controller, route: event.route)
    }
  }
}

wireframe.add(presenter: TintPresenter(host: navigation))

// snippet.hide
try await wireframe.route(to: "/help", option: TintedPush(tint: "red"))
try await wireframe.route(to: "/help", option: .banner())
print(navigation.state.shown.map { "\($0.controller.title) \($0.controller.hidesNavigationBar)" })
