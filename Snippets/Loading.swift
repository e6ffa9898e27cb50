// "Screens that load": a placeholder, one that can try again, a spinner, and how both are tested.
import WireframeCore

#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeUIKit
#endif
#if canImport(SwiftUI)
  import SwiftUI
  import WireframeSwiftUI
#endif

@MainActor class Screen {
  let title: String
  init(title: String) { self.title = title }
}
struct Product: Sendable {
  let name: String
}
@MainActor final class Server {
  func product(_ id: Int) async throws -> Product { Product(name: "\(id)") }
}
@MainActor final class ProductScreen: Screen {
  init(_ product: Product) { super.init(title: product.name) }
}
struct Offline: Error {}

extension RouteTag { static let fromServer: RouteTag = "from-server" }

// snippet.screen
@MainActor
final class LoadingScreen: Screen {
  private let loading: ScreenLoading
  private(set) var message = "Loading …"

  init(title: String, _ loading: ScreenLoading) {
    self.loading = loading
    super.init(title: title)
    loading.onChange { [weak self] in self?.show() }
  }

  /// What the button does that is shown beside the message.
  func tryAgain() { loading.retry() }

  private func show() {
    message =
      switch loading.failure {
      case nil: "Loading …"
      case let failure? where failure.underlyingError is Offline: "You are offline."
      default: "Something went wrong."  // a time limit has no underlying error
      }
  }
}
// snippet.hide

@MainActor func start(_ server: Server) throws {
  let navigation = NavigationTree<Screen>()
  // snippet.register
  let wireframe = Wireframe<Screen>(home: "/", limits: RoutingLimits(provide: .seconds(20)))
  wireframe.addStandardPresenters(on: navigation)

  try wireframe.register("/products/:id<int>", option: .push, tags: [.fromServer]) { route in
    ProductScreen(try await server.product(route["id"]))
  }
  wireframe.addPlaceholder(tag: .fromServer) { _, loading in
    LoadingScreen(title: "Product", loading)
  }
  // snippet.hide
  // snippet.specific
  wireframe.addPlaceholder(for: "/products/:id<int>") { route, loading in
    LoadingScreen(title: "Product \(route.path.last ?? "")", loading)
  }
  // snippet.hide
  wireframe.add(watcher: Spinner())
}

// snippet.spinner
@MainActor
final class Spinner: RoutingProgressWatcher {
  private var longIDs: Set<Int> = []
  var isShown: Bool { !longIDs.isEmpty }

  func takesLong(_ routing: RoutingProgress, in stage: String) { longIDs.insert(routing.id) }
  func didEnd(_ routing: RoutingProgress) { longIDs.remove(routing.id) }
}
// snippet.hide

// snippet.uikit
#if canImport(UIKit) && !os(watchOS)
  final class LoadingViewController: UIViewController {
    private let loading: ScreenLoading
    private let message = UILabel()
    private let button = UIButton(type: .system)

    init(_ loading: ScreenLoading) {
      self.loading = loading
      super.init(nibName: nil, bundle: nil)
      button.setTitle("Try again", for: .normal)
      button.addAction(UIAction { _ in loading.retry() }, for: .touchUpInside)
      loading.onChange { [weak self] in self?.show() }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let stack = UIStackView(arrangedSubviews: [message, button])
      stack.axis = .vertical
      stack.frame = view.bounds.insetBy(dx: 20, dy: 200)
      stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(stack)
      view.backgroundColor = .systemBackground
      show()
    }

    private func show() {
      message.text = loading.failure == nil ? "Loading …" : "This could not be loaded."
      button.isHidden = loading.failure == nil
    }
  }

  @MainActor
  func addPlaceholder(to wireframe: UIWireframe) {
    wireframe.addPlaceholder(tag: .fromServer) { _, loading in LoadingViewController(loading) }
  }
#endif

// snippet.swiftui
#if canImport(SwiftUI)
  @MainActor
  struct LoadingView: View {
    @ObservedObject var loading: ScreenLoading

    var body: some View {
      if loading.failure == nil {
        ProgressView()
      } else {
        Text("This could not be loaded.")
        Button("Try again") { loading.retry() }
      }
    }
  }

  @MainActor
  func addPlaceholder(to wireframe: Wireframe<ViewScreen>) {
    wireframe.addPlaceholder(tag: .fromServer) { _, loading in
      ViewScreen("Loading") { LoadingView(loading: loading) }
    }
  }
#endif
