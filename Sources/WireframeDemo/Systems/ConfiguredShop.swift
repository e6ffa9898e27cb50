import Foundation
import WireframeConfiguration
import WireframeCore

/// A small shop whose routes are in a file: code only says what the names in it mean.
@MainActor
final class ConfiguredShop {
  let wireframe = Wireframe<Screen>(sources: ["myshop:", "https://shop.example.com"])
  let navigation = NavigationTree<Screen>()
  let session = Session()
  let configuration: RouteConfiguration<Screen>
  /// What the transitions have prepared, for the drawing.
  private(set) var prepared: [String] = []

  init() {
    configuration = RouteConfiguration(wireframe, on: navigation, tags: [.requiresLogin])
    registerDestinations()
    registerNavigators()
    wireframe.observe(tag: .requiresLogin) { [session] _ in
      session.isSignedIn ? .proceed : .redirect(to: "/access-denied")
    }
  }

  /// The file that ships with the demo.
  static var file: URL? { Bundle.module.url(forResource: "shop", withExtension: "json") }

  func takePrepared() -> [String] {
    defer { prepared = [] }
    return prepared
  }

  private enum Key: String { case id }

  private func registerDestinations() {
    configuration.register(builder: "screen") { parameters in
      Screen(parameters.title ?? parameters.route.urlText)
    }
    let catalogue = Catalogue()
    configuration.register(builder: "product") { parameters in
      Screen("Product \(try catalogue.product(parameters[Key.id]))")
    }
    configuration.register(builder: "cart") { CartModule.screen(router: $0.router) }
    configuration.register(alerts: TerminalAlerts())
    configuration.register(storyboard: "Help", ids: ["Contents", "Orders"]) { id, _ in
      Screen("Help: \(id)")
    }
  }

  private func registerNavigators() {
    configuration.register(navigator: "navigation-wrap") { jump in
      try await jump.host.present(
        jump.destination, route: jump.route, option: .modal(hasStack: true))
    }
    configuration.register(transition: "fade") { [weak self] jump in
      self?.prepared.append("fade to \(jump.destination)")
    }
    configuration.register(transitionFrom: Screen.self, to: CartScreen.self) { [weak self] jump in
      self?.prepared.append("zoom into \(jump.destination)")
    }
  }
}

/// An alert of the terminal: a screen with a message and a button.
private struct TerminalAlerts: AlertSource {
  func controller(for alert: AlertContent, router: any Router) -> Screen { AlertScreen(alert) }
}

private final class AlertScreen: Screen {
  private let alert: AlertContent

  init(_ alert: AlertContent) {
    self.alert = alert
    super.init(alert.title ?? "Alert")
  }

  override var lines: [String] { [alert.message].compactMap(\.self) + ["[\(alert.button)]"] }
}
