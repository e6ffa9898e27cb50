import Foundation
import Testing
import UIKit
import UserNotifications
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct LinkTests {
  let stage = Stage()

  init() async throws {
    try await stage.show("home")
    for (path, exposure) in [
      ("/open", .external), ("/closed", .closed), ("/scheme", .only(.customScheme)),
      ("/web", .only(.universalLink)), ("/note", .only(.notification)),
      ("/action", .only(.shortcut)),
    ] as [(RoutePattern, RouteExposure)] {
      try stage.wireframe.register(path, option: .push(animated: false), exposure: exposure) {
        Screen($0.request.origin.rawValue + " " + $0.request.urlText)
      }
    }
  }

  @Test("URL contexts are links of custom schemes, opened in the order of their texts")
  func urlContexts() async throws {
    let links = try await open {
      await $0.open(contexts("shop://scheme?n=2", "shop://open?n=1", "shop://web"))
    }
    #expect(links.map(\.request.origin) == [.customScheme, .customScheme, .customScheme])
    #expect(links.map(\.request.urlText) == ["shop://open?n=1", "shop://scheme?n=2", "shop://web"])
    #expect(links.map { $0.outcome.result?.route.pattern?.text } == ["/open", "/scheme", nil])
    #expect(links.map { $0.outcome.error?.code } == [nil, nil, .notExposed])
    #expect(
      stage.titles == [
        "home", "customScheme shop://open?n=1", "customScheme shop://scheme?n=2",
      ])
  }

  @Test("A foreign URL and a file are given back, so that the app can hand them on") func foreign()
    async throws
  {
    let links = try await open {
      await $0.open(contexts("file:///tmp/open", "tel:110", "shop://open"))
    }
    let isForeign = links.map { if case .foreign = $0.outcome { true } else { false } }
    #expect(isForeign == [true, false, true])
    #expect(links.map(\.request.urlText) == ["file:///tmp/open", "shop://open", "tel:110"])
    #expect(stage.titles.count == 2)
  }

  @Test("A result of the device's search opens by its identifier, with an origin of its own")
  func search() async throws {
    let found = NSUserActivity(activityType: "com.apple.corespotlightitem")
    found.userInfo = ["kCSSearchableItemActivityIdentifier": "shop://open"]
    let link = try #require(try await open { [try await unwrap($0.open(found))] }.first)
    #expect(link.request.origin == .spotlight)
    #expect(stage.titles == ["home", "spotlight shop://open"])
  }

  @Test("A universal link comes as an activity of browsing the web; other activities are none")
  func universalLinks() async throws {
    let link = try #require(
      try await open { [try await unwrap($0.open(activity("https://shop.example/web")))] }.first)
    #expect(link.request.origin == .universalLink)
    #expect(link.outcome.result?.route.pattern?.text == "/web")
    #expect(stage.titles == ["home", "universalLink https://shop.example/web"])
    let search = NSUserActivity(activityType: "com.apple.corespotlightitem")
    search.webpageURL = URL(string: "https://shop.example/web")
    #expect(await stage.wireframe.open(search) == nil)
    #expect(await stage.wireframe.open(NSUserActivity(activityType: browsing)) == nil)
    #expect(stage.titles.count == 2)
  }

  @Test("A tapped notification opens the text under the app's key; a dismissed one opens nothing")
  func notifications() async throws {
    let tapped = response(["link": "shop://note"])
    let link = try #require(
      try await open { [try await unwrap($0.open(tapped, urlKey: "link"))] }.first)
    #expect(link.request.origin == .notification)
    #expect(stage.titles == ["home", "notification shop://note"])
    #expect(await stage.wireframe.open(tapped) == nil)
    #expect(await stage.wireframe.open(response(["url": 7])) == nil)
    let dismissed = response(["url": "shop://note"], UNNotificationDismissActionIdentifier)
    #expect(await stage.wireframe.open(dismissed) == nil)
    #expect(stage.titles.count == 2)
    // By default the key is "url"; a button of the notification is a tap, too.
    let button = response(["url": "shop://note"], "show")
    #expect(try await open { [try await unwrap($0.open(button))] }.first?.outcome.result != nil)
  }

  @Test("A quick action opens the text under the app's key, from the origin shortcut")
  func shortcuts() async throws {
    let item = shortcut("shop://action")
    let link = try #require(try await open { [try await unwrap($0.open(item))] }.first)
    #expect(link.request.origin == .shortcut)
    #expect(stage.titles == ["home", "shortcut shop://action"])
    #expect(await stage.wireframe.open(item, urlKey: "link") == nil)
    #expect(await stage.wireframe.open(UIApplicationShortcutItem(type: "shop://action")) == nil)
  }

  @Test("All that started a scene is opened, what the user has tapped last") func connection()
    async throws
  {
    let options = UIScene.ConnectionOptions(
      urlContexts: contexts("shop://open"), userActivities: [activity("https://shop.example/web")],
      notificationResponse: response(["url": "shop://note"]),
      shortcutItem: shortcut("shop://action"))
    let links = try await open { await $0.open(options) }
    #expect(
      links.map(\.request.origin) == [.customScheme, .universalLink, .shortcut, .notification])
    #expect(links.allSatisfy { $0.outcome.result != nil })
    #expect(stage.host.topController?.title == "notification shop://note")
    #expect(try await open { await $0.open(UIScene.ConnectionOptions()) }.isEmpty)
    let other = UIScene.ConnectionOptions(
      notificationResponse: response(["link": "shop://note"]),
      shortcutItem: shortcut("shop://action", key: "link"))
    #expect(try await open { await $0.open(other, urlKey: "link") }.count == 2)
  }

  @Test("Without scenes: a URL is a link of a custom scheme, an activity a universal link")
  func withoutScenes() async throws {
    let delegate = OldDelegate(stage.wireframe)
    let app = UIApplication.shared
    let scheme = try #require(URL(string: "shop://scheme"))
    #expect(delegate.application(app, open: scheme, options: [:]))
    await stage.rest()
    #expect(stage.titles == ["home", "customScheme shop://scheme"])
    let web = activity("https://shop.example/web")
    #expect(delegate.application(app, continue: web, restorationHandler: { _ in }))
    await stage.rest()
    #expect(stage.titles.last == "universalLink https://shop.example/web")
  }

  @Test("Without scenes: what has started the app is opened once, by the methods after the launch")
  func launch() async throws {
    let delegate = OldDelegate(stage.wireframe)
    UIApplication.shared.launch(
      delegate, url: URL(string: "shop://open"), activity: activity("https://shop.example/web"),
      shortcutItem: shortcut("shop://action"))
    await stage.rest()
    #expect(
      stage.titles == [
        "home", "customScheme shop://open", "universalLink https://shop.example/web",
        "shortcut shop://action",
      ])
    UIApplication.shared.launch(delegate)
    await stage.rest()
    #expect(stage.titles.count == 4)
  }

  @Test("A link is never the app's own: closed routes stay closed, and errors are given back")
  func untrusted() async throws {
    let links = try await open { await $0.open(contexts("shop://closed", "shop://open/%FF")) }
    #expect(links.map { $0.outcome.error?.code } == [.notExposed, .rejected])
    #expect(stage.titles == ["home"])
  }

  @Test("What is printed of links has no value of their URLs")
  func printed() async throws {
    let texts = ["mailto:s3cr3t", "shop://open?code=s3cr3t"]
    let links = try await open { await $0.open(contexts(texts[0], texts[1])) }
    #expect(links.map(\.request.urlText) == texts)
    var text = "\(links) \(String(reflecting: links))"
    dump(links, to: &text)
    #expect(!text.contains("s3cr3t"))
  }

  @Test("A link that comes before the UI is ready waits until the wireframe is activated")
  func suspended() async throws {
    let window = UIWindow()
    let host = UIKitNavigationHost(window: window)
    let wireframe = UIWireframe(sources: ["shop:"], isSuspended: true, limits: .none)
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register("/open", option: .push(animated: false), exposure: .external) { _ in
      Screen("open")
    }
    var links: [OpenedLink]?
    let options = UIScene.ConnectionOptions(urlContexts: contexts("shop://open"))
    let task = Task { @MainActor in links = await wireframe.open(options) }
    for _ in 0..<50 { await Task.yield() }
    #expect(links == nil)
    #expect(host.state.layers.isEmpty)
    wireframe.activate()
    try await host.setRoot(Screen("home"))
    for _ in 0..<50 {
      await Task.yield()
      window.clock.advance(by: 0.1)
    }
    await task.value
    #expect(links?.first?.outcome.result?.route.pattern?.text == "/open")
    #expect(host.state.shown.map { $0.controller.title } == ["home", "open"])
  }

  // MARK: What the system passes to the app

  private let browsing = NSUserActivityTypeBrowsingWeb

  private func open(
    _ body: @escaping @MainActor (any Router) async throws -> [OpenedLink]
  ) async throws -> [OpenedLink] {
    try await stage.run { try await body(stage.wireframe) }
  }

  private func unwrap(_ link: OpenedLink?) throws -> OpenedLink { try #require(link) }

  private func contexts(_ texts: String...) -> Set<UIOpenURLContext> {
    Set(texts.compactMap(URL.init).map(UIOpenURLContext.init))
  }

  private func activity(_ text: String) -> NSUserActivity {
    let activity = NSUserActivity(activityType: browsing)
    activity.webpageURL = URL(string: text)
    return activity
  }

  private func response(
    _ userInfo: [AnyHashable: Any], _ action: String = UNNotificationDefaultActionIdentifier
  ) -> UNNotificationResponse {
    UNNotificationResponse(userInfo: userInfo, actionIdentifier: action)
  }

  private func shortcut(_ text: String, key: String = "url") -> UIApplicationShortcutItem {
    UIApplicationShortcutItem(type: "action", userInfo: [key: NSString(string: text)])
  }
}

/// The delegate of an app without scenes.
@MainActor
private final class OldDelegate: UIResponder, UIApplicationDelegate {
  let wireframe: UIWireframe

  init(_ wireframe: UIWireframe) {
    self.wireframe = wireframe
    super.init()
  }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    Task { await wireframe.open(url, origin: .customScheme) }
    return true
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    Task { await wireframe.open(userActivity) }
    return true
  }

  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    Task { completionHandler(await wireframe.open(shortcutItem)?.outcome.result != nil) }
  }
}
