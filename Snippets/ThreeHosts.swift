// "Three hosts" of "Getting started": the same routes in UIKit, SwiftUI and GTK. Linux compiles the routes.
import WireframeCore

#if canImport(UIKit)
  import UIKit
  import WireframeUIKit
#endif
#if canImport(SwiftUI)
  import SwiftUI
  import WireframeSwiftUI
#endif
#if canImport(GTKHost)
  import GTKHost
#endif

@MainActor
func register<S>(on wireframe: Wireframe<S>, screen: @escaping @MainActor (String) -> S) throws {
  try wireframe.register("/", option: .root) { _ in screen("Home") }
  try wireframe.register("/products/:id<int>", option: .push, exposure: .external) { route in
    screen("Product \(try route["id"] as Int)")
  }
}

#if canImport(UIKit)
  @MainActor
  func showShop(in window: UIWindow) async throws {
    let host = UIKitNavigationHost(window: window)  // UIKit
    let wireframe = UIWireframe(sources: ["myapp:"])
    wireframe.addStandardPresenters(on: host)
    try register(on: wireframe) { title in PageController(title: title) }
    try await wireframe.route(to: "/")
  }

  final class PageController: UIViewController {
    init(title: String) {
      super.init(nibName: nil, bundle: nil)
      self.title = title
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }
  }
#endif

#if canImport(SwiftUI)
  @MainActor
  func makeShopView() throws -> some View {
    let host = SwiftUINavigationHost()  // SwiftUI
    let wireframe = Wireframe<ViewScreen>(sources: ["myapp:"])
    wireframe.addStandardPresenters(on: host)
    try register(on: wireframe) { title in ViewScreen { Text(title).navigationTitle(title) } }
    wireframe.enqueue("/")  // comes before any link
    return WireframeView(host).wireframe(wireframe, host)  // draws what is on the host
  }
#endif

#if canImport(GTKHost)
  @MainActor
  func showShop() async throws {
    let host = GTKNavigationHost()  // GTK
    let wireframe = Wireframe<GTKScreen>(sources: ["myapp:"])
    wireframe.addStandardPresenters(on: host)
    try register(on: wireframe) { title in GTKScreen(title) }
    try await wireframe.route(to: "/")
  }
#endif
