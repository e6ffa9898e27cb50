import Photos
import PhotosUI
import SwiftUI
import Testing
import UIKit
import UserNotifications
import WireframeConfiguration
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// The samples of the articles about UIKit, compiled here and run where there is something to see.
@MainActor
@Suite(.hangsNever)
struct SampleTests {
  let stage = Stage()

  // MARK: Using Wireframe with UIKit

  @Test func `A link starts the sample's app, another one comes later`() async throws {
    let delegate = SceneDelegate()
    let link = try #require(URL(string: "myapp://products/1"))
    delegate.scene(
      UIWindowScene(), willConnectTo: UISceneSession(),
      options: .init(urlContexts: [UIOpenURLContext(url: link)]))
    let window = try #require(delegate.window)
    await rest(window)
    let stack = try #require(window.rootViewController as? UINavigationController)
    #expect(stack.viewControllers.map(\.title) == ["Home", "Product 1"])

    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    activity.webpageURL = URL(string: "https://example.com/products/2")
    delegate.scene(UIWindowScene(), continue: activity)
    await rest(window)
    #expect(stack.viewControllers.map(\.title) == ["Home", "Product 1", "Product 2"])

    activity.webpageURL = URL(string: "https://example.com/orders/3")
    delegate.scene(UIWindowScene(), continue: activity)
    await rest(window)
    #expect(stack.viewControllers.last?.title == "Order 3")
    let forged = try #require(URL(string: "myapp://orders/4"))
    delegate.scene(UIWindowScene(), openURLContexts: [UIOpenURLContext(url: forged)])
    await rest(window)
    #expect(stack.viewControllers.last?.title == "Order 3")
  }

  @Test func `The overview's sample shows the root`() async throws {
    let window = UIWindow(windowScene: UIWindowScene())
    let showing = Task { try await Self.show(on: window) }
    await rest(window)
    try await showing.value
    let stack = try #require(window.rootViewController as? UINavigationController)
    #expect(stack.viewControllers.count == 1)
  }

  private static func show(on window: UIWindow) async throws {
    let host = UIKitNavigationHost(window: window)
    let wireframe = UIWireframe(sources: ["shop:", "https://shop.example"])
    wireframe.addStandardPresenters(on: host)

    try wireframe.register("/", option: .root) { _ in HomeViewController() }
    try wireframe.register("/filter", option: .sheet([.medium, .large])) { _ in
      FilterViewController()
    }
    try await wireframe.route(to: "/")
  }

  @Test func `Options say how UIKit presents`() async throws {
    let (stage, wireframe, button) = (stage, stage.wireframe, UIBarButtonItem())
    try wireframe.register(
      "/movie", option: .uiPush(hidesNavigationBar: true, hidesBottomBar: true)
    ) { _ in MovieViewController() }
    try wireframe.register(
      "/filter", option: .sheet([.medium, .large], showsGrabber: true)
    ) { _ in FilterViewController() }
    try wireframe.register("/help", option: .uiModal(.formSheet, hasStack: true)) { _ in
      HelpViewController()
    }
    try await stage.show("home")
    try await stage.run {
      try await wireframe.route(to: "/movie")
      stage.host.topController?.toolbarItems = [button]
      try stage.stack.setToolbarHidden(false, animated: false)
      try await wireframe.route(to: "/filter", option: .popover(from: .item(button)))
      return
    }
    #expect(stage.host.topController?.modalPresentationStyle == .popover)
    #expect(stage.titles.count == 3)
  }

  @Test func `Screens come from storyboards, nibs and SwiftUI`() async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    let resources = try Resources()
    try resources.addStoryboard("Shop", ["cart": { Screen("cart") }])
    try resources.addNib("RatingViewController")
    let bundle = resources.bundle
    let shop = StoryboardSource("Shop", in: bundle)
    let rating = NibSource(RatingViewController.self, in: bundle)
    try wireframe.register("/cart", option: .push) { _ in try shop.controller("cart") }
    try wireframe.register("/rating", option: .push) { _ in try rating.controller() }
    try wireframe.register("/about", option: .push) { _ in
      UIHostingController(rootView: AboutView())
    }
    try await stage.show("home")
    try await stage.run {
      for url in ["/cart", "/rating", "/about"] { try await wireframe.route(to: url) }
    }
    let shown = stage.host.state.shown.map(\.controller)
    #expect(shown[1] is Screen)
    #expect(shown[2] is RatingViewController)
    #expect(shown[3] is UIHostingController<AboutView>)
  }

  @Test func `The photo picker answers`() async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    try registerPhotos(on: wireframe)
    try await stage.show("home")
    for identifiers in [["a", "b"], []] {
      let answer = Task { try await choosePhotos(wireframe) }
      await stage.rest()
      try #require(stage.host.topController as? PHPickerViewController).choose(identifiers)
      #expect(try await stage.run { try await answer.value } == identifiers)
      #expect(stage.titles == ["home"])
    }
  }

  @Test func `Sheets, popovers and transitions of the samples are shown`() async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    let (list, drag) = (ListView(), SwipeDriver())
    try wireframe.register(
      "/map",
      option: .sheet([.height(120), .large], selected: .height(120), largestUndimmed: .height(120))
    ) { _ in MapViewController() }
    let card = ScreenTransition {
      CardAnimator()
    } leaving: {
      CardAnimator()
    } driver: { [weak drag] _ in
      drag?.isActive == true ? drag : nil
    }
    try wireframe.register("/card", option: .uiModal(.custom, transition: card)) { _ in
      CardViewController()
    }
    try await stage.show("home")
    stage.host.topController?.view.addSubview(list)
    let option = UIKitModal.popover(
      from: .dynamic { [weak list] in list?.selectedCell.map { .view($0) } })
    try await stage.run { try await wireframe.route(to: "/map", option: option).route }
    #expect(stage.host.topController?.popoverPresentationController?.sourceView === list.cell)
    try await stage.run {
      try await stage.host.dismiss()
      try await wireframe.route(to: "/map")
      try await wireframe.route(to: "/card")
      return
    }
    #expect(stage.host.topController is CardViewController)
  }

  @Test func `A scene of the samples restores its screens`() async throws {
    let session = UISceneSession()
    for isFirst in [true, false] {
      let delegate = RestoringSceneDelegate()
      delegate.scene(UIWindowScene(), willConnectTo: session, options: .init())
      let window = try #require(delegate.window)
      // Also before it is back.
      let saved = delegate.stateRestorationActivity(for: UIWindowScene())
      #expect(saved === session.stateRestorationActivity)
      await rest(window)
      let stack = try #require(window.rootViewController as? UINavigationController)
      if isFirst {
        let going = Task { try await delegate.wireframe?.route(to: "/products/7").route }
        await rest(window)
        _ = try await going.value
        session.stateRestorationActivity = delegate.stateRestorationActivity(for: UIWindowScene())
      }
      #expect(stack.viewControllers.count == 2)
      #expect(stack.topViewController?.title == "Product 7")
    }
  }

  @Test func `A scene of the samples shows the first screen if the restoration fails`()
    async throws
  {
    let session = UISceneSession()
    for isMember in [true, false] {
      let delegate = RestoringSceneDelegate()
      delegate.scene(UIWindowScene(), willConnectTo: session, options: .init())
      let window = try #require(delegate.window)
      let wireframe = try #require(delegate.wireframe)
      try wireframe.register("/account", option: .root, tags: ["members"]) { _ in
        Screen("account")
      }
      try wireframe.register("/login", option: .modal) { _ -> UIViewController? in nil }
      wireframe.addGate(for: "members", at: "/login") { isMember }
      await rest(window)
      let stack = try #require(window.rootViewController as? UINavigationController)
      #expect(stack.topViewController?.title == "Home")
      guard isMember else { return }
      let going = Task { try await wireframe.route(to: "/account").route }
      await rest(window)
      _ = try await going.value
      session.stateRestorationActivity = delegate.stateRestorationActivity(for: UIWindowScene())
    }
  }

  @Test func `A scene of the samples that is still being restored keeps what it restores`()
    async throws
  {
    let (session, server) = (UISceneSession(), SlowServer())
    session.stateRestorationActivity = try await savedProduct()
    let delegate = RestoringSceneDelegate()
    delegate.scene(UIWindowScene(), willConnectTo: session, options: .init())
    let asking = delegate.wireframe?.observe { _ in
      try await server.load("guard")
      return .proceed
    }
    let window = try #require(delegate.window)
    await rest(window)
    let kept = delegate.stateRestorationActivity(for: UIWindowScene())
    #expect(kept === session.stateRestorationActivity)
    asking?.remove()
    #expect(server.answer("guard"))
    await rest(window)
    #expect(delegate.stateRestorationActivity(for: UIWindowScene()) !== kept)
  }

  @Test func `A scene of the samples keeps the state of which a gate keeps a part`() async throws {
    let session = UISceneSession()
    @MainActor final class Login { var isMember = true }
    let login = Login()
    for isFirst in [true, false] {
      let delegate = RestoringSceneDelegate()
      delegate.scene(UIWindowScene(), willConnectTo: session, options: .init())
      let window = try #require(delegate.window)
      let wireframe = try #require(delegate.wireframe)
      try wireframe.register("/account", option: .push, tags: ["members"]) { _ in
        Screen("account")
      }
      try wireframe.register("/login", option: .modal) { _ in Screen("login") }
      wireframe.addGate(for: "members", at: "/login") { login.isMember }
      await rest(window)
      if isFirst {
        let going = Task { try await wireframe.route(to: "/account").route }
        await rest(window)
        _ = try await going.value
        session.stateRestorationActivity = delegate.stateRestorationActivity(for: UIWindowScene())
        login.isMember = false
        continue
      }
      let saved = session.stateRestorationActivity
      #expect(delegate.stateRestorationActivity(for: UIWindowScene()) === saved)
      login.isMember = true
      let passing = Task { _ = try await wireframe.resume(after: "members") }
      await rest(window)
      try await passing.value
      let stack = try #require(window.rootViewController as? UINavigationController)
      #expect(stack.topViewController?.title == "account")
      #expect(delegate.stateRestorationActivity(for: UIWindowScene()) !== saved)
    }
  }

  @Test func `A scene of the samples keeps no former state once all of it is back`() async throws {
    let session = UISceneSession()
    session.stateRestorationActivity = try await savedProduct()
    let delegate = RestoringSceneDelegate()
    delegate.scene(UIWindowScene(), willConnectTo: session, options: .init())
    let window = try #require(delegate.window)
    let wireframe = try #require(delegate.wireframe)
    try wireframe.register("/account", option: .push, tags: ["members"]) { _ in Screen("account") }
    try wireframe.register("/login", option: .modal) { _ in Screen("login") }
    wireframe.addGate(for: "members", at: "/login") { false }
    await rest(window)
    let going = Task { try await wireframe.route(to: "/account").route }
    await rest(window)
    _ = try await going.value
    // The login keeps what the user has asked for since, and nothing of what was restored.
    #expect(wireframe.keptRequestCount == 1)
    let saved = delegate.stateRestorationActivity(for: UIWindowScene())
    #expect(saved != nil && saved !== session.stateRestorationActivity)
  }

  /// What a scene keeps that has shown a product.
  private func savedProduct() async throws -> NSUserActivity {
    let delegate = RestoringSceneDelegate()
    delegate.scene(UIWindowScene(), willConnectTo: UISceneSession(), options: .init())
    let window = try #require(delegate.window)
    await rest(window)
    let going = Task { try await delegate.wireframe?.route(to: "/products/7").route }
    await rest(window)
    _ = try await going.value
    return try #require(delegate.stateRestorationActivity(for: UIWindowScene()))
  }

  @Test func `A presenter routes, and an alert is a coordinator`() async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    try wireframe.register("/reviews/:id<int>", option: .push) { _ in Screen("reviews") }
    try ProductModule.register(on: wireframe)
    let home = ManualCoordinator<UIViewController>(HomeViewController())
    let app = NavigationCoordinator(root: home)
    try await stage.run { [host = stage.host] in
      try await host.setRoot(app, router: wireframe)
      try await wireframe.route(to: "/items/7")
      return
    }
    let item = try #require(stage.host.topController as? ItemViewController)
    try await stage.run { try await item.presenter?.reviewsTapped() }
    #expect(stage.titles.last == "reviews")
    let controller = try #require(home.controller as? HomeViewController)
    let deletion = Task { try await controller.deleteTapped() }
    await stage.rest()
    (stage.stack(of: controller)?.presentedViewController as? UIAlertController)?.tap("Delete")
    await stage.rest()
    try await deletion.value
    #expect(controller.isEmpty)
  }

  // MARK: From VISPER

  @Test func `A presenter of the app's own shows its option`() async throws {
    let (stage, wireframe, host) = (stage, stage.wireframe, stage.host)
    wireframe.add(presenter: OverlayPresenter(host: host))
    try wireframe.register("/notice", option: Overlay()) { _ in Screen("notice") }
    try await stage.show("home")
    try await stage.run { try await wireframe.route(to: "/notice").route }
    #expect(host.topController?.modalPresentationStyle == .overFullScreen)
  }

  // MARK: From URLNavigator and JLRoutes

  @Test func `The calls of other routers have their like`() async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    var messages: [String] = []
    let show = { messages.append($0) }
    try wireframe.register("/user/:id<int>") { route in
      UserViewController(id: try route["id"])
    }
    try wireframe.handle("/alert") { route in
      show(route.query["message"] ?? "")
    }
    try await stage.show("home")
    try await stage.run {
      try await wireframe.route(to: "/user/7", option: .push)
      try await wireframe.route(to: "/user/8", option: .modal(hasStack: true))
      try await wireframe.route(to: "/alert?message=Hello")
      return
    }
    #expect(messages == ["Hello"])
    #expect(stage.titles == ["home", "User 7", "User 8"])
  }

  // MARK: From GoCoordinator

  @Test func `Contacts go to their info, and back`() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    let resources = try Resources()
    try resources.addStoryboard("Contacts", ["": { ContactsViewController() }])
    try resources.addNib("ContactInfoViewController")
    let bundle = resources.bundle
    try await stage.run {
      let app = NavigationCoordinator(root: ContactsCoordinator(in: bundle))
      try await host.setRoot(app, router: wireframe)  // the app keeps `app`
      let contacts = try #require(host.topController as? ContactsViewController)
      try await contacts.tapped("Ada")
      let info = try #require(host.topController as? ContactInfoViewController)
      #expect(info.name == "Ada")
      try await info.backTapped()
      #expect(host.topController === contacts)
    }
  }

  private func rest(_ window: UIWindow) async {
    for _ in 0..<20 {
      for _ in 0..<20 { await Task.yield() }
      window.clock.advance(by: 0.2)
    }
  }
}

// MARK: - Using Wireframe with UIKit

@MainActor
func makeShop(on host: some NavigationHost<UIViewController>) throws -> UIWireframe {
  let wireframe = UIWireframe(sources: ["myapp:", "https://example.com"])
  wireframe.addStandardPresenters(on: host)
  try wireframe.register("/", option: .root) { _ in HomeViewController() }
  try wireframe.register("/products/:id<int>", option: .push, exposure: .external) { route in
    ProductViewController(id: try route["id"])
  }
  try wireframe.register(
    "/orders/:id<int>", option: .push, exposure: .only(.universalLink, .notification)
  ) { route in
    OrderViewController(id: try route["id"])
  }
  return wireframe
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var wireframe: UIWireframe?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    let host = UIKitNavigationHost(window: window)  // shows the screens
    do {
      let wireframe = try makeShop(on: host)
      (self.window, self.wireframe) = (window, wireframe)
      wireframe.enqueue("/")  // the option .root; it makes the window visible
      Task { await wireframe.open(connectionOptions) }  // what has started the app
    } catch {
      assertionFailure("\(error)")  // two patterns contradict each other: the text names them
    }
  }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    guard let wireframe else { return }
    Task { await wireframe.open(URLContexts) }
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    guard let wireframe else { return }
    Task { await wireframe.open(userActivity) }
  }
}

@MainActor
func registerPhotos(on wireframe: UIWireframe) throws {
  let photos = PhotoDelegate()  // kept by the closure: a picker holds its delegate weakly
  try wireframe.register("/photos", option: .modal, place: .init(restoration: .never)) {
    route, router in
    let picker = PHPickerViewController(
      configuration: PHPickerConfiguration(photoLibrary: .shared()))
    photos.answer = AnswerHandle(for: route, router)
    picker.delegate = photos
    return picker
  }
}

@MainActor
final class PhotoDelegate: PHPickerViewControllerDelegate {
  var answer: AnswerHandle<[String]>?

  func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
    let identifiers = results.compactMap(\.assetIdentifier)
    Task { [answer] in await answer?.finish(with: identifiers) }  // the picker leaves with it
  }
}

@MainActor
func choosePhotos(_ router: any Router) async throws -> [String] {
  try await router.answer(to: "/photos", as: [String].self) ?? []
}

private final class RestoringSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private(set) var wireframe: UIWireframe?
  private var host: UIKitNavigationHost?
  private var saved: NSUserActivity?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    let host = UIKitNavigationHost(window: window)
    do {
      let wireframe = try makeShop(on: host)
      (self.window, self.host, self.wireframe) = (window, host, wireframe)
      saved = session.stateRestorationActivity
      Task {
        await showScreens()
        await wireframe.open(connectionOptions)
      }
    } catch {
      assertionFailure("\(error)")
    }
  }

  private func showScreens() async {
    guard let wireframe, let host else { return }
    if let saved, let state = try? SavedState(saved) {
      do {
        // What a gate or a lock keeps comes when it opens.
        if try await wireframe.restore(state, trusting: true).keptCount > 0 { return }
      } catch {
        print(error)  // the first screen comes instead
      }
    }
    saved = nil
    if host.topController == nil { wireframe.enqueue("/") }
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    // As long as nothing is back, as below a lock, or a gate keeps it, what was saved last time stays.
    guard let wireframe, host?.topController != nil else { return saved }
    if wireframe.keptRequestCount == 0 { saved = nil }
    return saved ?? (try? wireframe.savedState().activity())
  }
}

private final class OldAppDelegate: UIResponder, UIApplicationDelegate {
  var wireframe: UIWireframe?

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    guard let wireframe else { return false }
    Task { await wireframe.open(url, origin: .customScheme) }
    return true
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    guard let wireframe else { return false }
    Task { await wireframe.open(userActivity) }
    return true
  }
}

private final class ListView: UIView {
  let cell = UIView()
  var selectedCell: UIView? { cell }
  override init() {
    super.init()
    addSubview(cell)
  }
}

private final class SwipeDriver: UIPercentDrivenInteractiveTransition {
  var isActive = false
}

private final class CardAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0.3 }
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
  }
}

private final class MapViewController: UIViewController {}
private final class CardViewController: UIViewController {}

private final class ProductViewController: UIViewController {
  convenience init(id: Int) {
    self.init(nibName: nil, bundle: nil)
    title = "Product \(id)"
  }
}

private final class OrderViewController: UIViewController {
  convenience init(id: Int) {
    self.init(nibName: nil, bundle: nil)
    title = "Order \(id)"
  }
}

private final class MovieViewController: UIViewController {}
private final class FilterViewController: UIViewController {}
private final class HelpViewController: UIViewController {}
private final class RatingViewController: UIViewController {}
private struct AboutView: View {}

private final class HomeViewController: UIViewController {
  var isEmpty = false

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Home"
  }

  func clear() { isEmpty = true }

  func deleteTapped() async throws {
    let alert = AlertCoordinator(
      "Delete everything?",
      actions: [
        AlertAction("Delete", style: .destructive), AlertAction("Keep", style: .cancel),
      ])
    try await go.present(alert)
    if try await alert.result() == "Delete" { clear() }
  }

  func helpTapped() async throws { try await wireframeHost.push(HelpViewController()) }
}

extension Stage {
  fileprivate func stack(of controller: UIViewController) -> UINavigationController? {
    controller.navigationController
  }
}

private final class ItemViewController: UIViewController {
  var presenter: ItemPresenter?
}

@MainActor
final class ItemPresenter {
  private let id: Int
  private weak var router: (any Router)?  // weakly: the host keeps the screens

  init(id: Int, router: any Router) {
    self.id = id
    self.router = router
  }

  func reviewsTapped() async throws { try await router?.route(to: "/reviews/\(id)") }
}

@MainActor
enum ProductModule {
  static func register(on wireframe: UIWireframe) throws(RoutingError) {
    try wireframe.register("/items/:id<int>", option: .push) { route, router in
      let screen = ItemViewController()
      screen.presenter = ItemPresenter(id: try route["id"], router: router)
      return screen
    }
  }
}

// MARK: - From VISPER

struct Overlay: RoutingOption {}

struct OverlayPresenter: ControllerRoutingPresenter {
  let host: UIKitNavigationHost

  func present(
    _ controller: UIViewController, option: Overlay, event: RoutingEvent
  ) async throws {
    try await host.present(controller, route: event.route, option: .uiModal(.overFullScreen))
  }
}

// MARK: - From URLNavigator and JLRoutes

private final class UserViewController: UIViewController {
  convenience init(id: Int) {
    self.init(nibName: nil, bundle: nil)
    title = "User \(id)"
  }
}

// MARK: - From GoCoordinator

final class ContactsCoordinator: StoryboardCoordinator<ContactsViewController> {
  func pushInfo(of name: String) async throws {
    try await push(ContactInfoCoordinator(name: name, in: storyboard.bundle))
  }
}

final class ContactInfoCoordinator: NibCoordinator<ContactInfoViewController> {
  private let name: String

  init(name: String, in bundle: Bundle = .main) {
    self.name = name  // captured here …
    super.init(in: bundle)
  }

  override func start() throws { try screen.name = name }  // … and handed over there
}

final class ContactsViewController: UIViewController {
  func tapped(_ name: String) async throws {
    try await go(as: ContactsCoordinator.self).pushInfo(of: name)
  }
}

final class ContactInfoViewController: UIViewController {
  var name = ""

  func backTapped() async throws { try await go.popOrDismiss() }
}
