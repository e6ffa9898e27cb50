// One of each role, as the README shows them.
import WireframeCore

struct Screen { let title: String }

let wireframe = Wireframe<Screen>()

// snippet.banner
struct Banner: RoutingOption { var seconds = 3 }  // how to present: any value, or refine PushOption

struct BannerPresenter: ControllerRoutingPresenter {  // shows what is to be shown as a Banner
  func present(_ controller: Screen, option: Banner, event: RoutingEvent) async throws {
    print("\(controller.title), for \(option.seconds) seconds")  // return when it is there
  }
}
wireframe.add(presenter: BannerPresenter())
try wireframe.register("/offers", option: Banner()) { _ in Screen(title: "Offers") }

// snippet.roles
struct PromoProvider: ControllerProvider {  // nil means "not mine"; throw for what is not there
  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    Screen(title: "Promo \(try route["code"] as String)")
  }
}
struct ClosedAtNight: RoutingObserver {  // guards; `RoutingWatcher` only watches
  let isNight: @MainActor () -> Bool
  func observes(_ route: Route) -> Bool { route.pattern == "/promo/:code" }
  func decision(for route: Route) -> RoutingDecision { isNight() ? .stop("Closed.") : .proceed }
}
wireframe.add(observer: ClosedAtNight { false }, priority: 10)  // higher is asked first
try wireframe.register("/promo/:code", option: Banner(), provider: PromoProvider())

// snippet.hide
try await wireframe.route(to: "/offers")
try await wireframe.route(to: "/promo/SPRING")
