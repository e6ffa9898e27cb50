import Testing
import UIKit
import WireframeConfiguration
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct ConfiguredAlertTests {
  @Test("0.8 The builder alert makes an alert of an entry, and its button closes it") func alert()
    async throws
  {
    let app = try await ConfiguredApp()
    app.configuration.register(alerts: UIKitAlerts(on: app.stage.host))
    try app.load(
      """
      {"pattern": "/hello", "builder": "alert", "navigator": "present-animated",
       "title": "Hello", "options": {"message": "World", "button": "Fine"}}
      """)
    try await app.route("/hello")
    let alert = try #require(
      app.stage.host.state.top?.controller as? UIAlertController)
    #expect(alert.preferredStyle == .alert)
    #expect(alert.title == "Hello")
    #expect(alert.message == "World")
    #expect(alert.actions.map(\.title) == ["Fine"])
    let news = News(of: app.stage.host)
    alert.tap("Fine")
    await app.stage.rest()
    #expect(news.take() == ["-Hello user"])
    #expect(app.stage.titles == ["list"])
    // The next one comes as if there had been none.
    try await app.route("/hello")
    #expect(app.stage.titles == ["list", "Hello"])
    #expect(app.stage.window.faults.isEmpty)
  }

  @Test("0.8 An alert that has left is not alive, and the alerts do not retain the host")
  func nothingIsRetained() async throws {
    var stage: Stage? = Stage()
    let alerts = UIKitAlerts(on: try #require(stage).host)
    weak var host: UIKitNavigationHost?
    host = stage?.host
    weak var alert: UIViewController?
    do {
      let stage = try #require(stage)
      try await stage.show("home")
      let made = alerts.controller(for: AlertContent(title: "Hello"), router: stage.wireframe)
      alert = made
      try await stage.run { try await stage.host.present(made) }
      (made as? UIAlertController)?.tap("OK")
      await stage.rest()
    }
    #expect(alert == nil)
    stage = nil
    #expect(host == nil)
  }
}
