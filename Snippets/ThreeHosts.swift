// "Three hosts side by side" of the README: the same routes in UIKit, SwiftUI and GTK.
import WireframeCore

@MainActor
func registerShop<Screen>(
  on wireframe: Wireframe<Screen>, makeScreen: @escaping @MainActor (String) -> Screen
) throws {
  try wireframe.register("/", option: .root) { _ in makeScreen("Home") }
  try wireframe.register("/products/:id<int>", option: .push, exposure: .external) { route in
    makeScreen("Product \(try route["id"] as Int)")
  }
}

#if canImport(UIKit)
  import UIKit
  import WireframeUIKit

  @MainActor
  final class ShopWindow {
    let wireframe = UIWireframe(sources: ["myapp:"])

    init(_ window: UIWindow) throws {
      wireframe.addStandardPresenters(on: UIKitNavigationHost(window: window))
      try registerShop(on: wireframe) { title in
        let screen = UIViewController()
        screen.title = title
        return screen
      }
    }  // then route to "/": it makes the window visible
  }
#endif

#if canImport(SwiftUI)
  import Combine
  import SwiftUI
  import WireframeSwiftUI

  @MainActor
  final class ShopModel: ObservableObject {
    let (host, wireframe) = (SwiftUINavigationHost(), Wireframe<ViewScreen>(sources: ["myapp:"]))

    init() throws {
      wireframe.addStandardPresenters(on: host)
      try registerShop(on: wireframe) { title in
        ViewScreen { Text(title).navigationTitle(title) }
      }
    }  // then WireframeView(host).wireframe(wireframe, host), and route to "/"
  }
#endif

#if canImport(GTKHost)
  import GTKHost

  @MainActor
  final class ShopProgram {
    let (host, wireframe) = (GTKNavigationHost(), Wireframe<GTKScreen>(sources: ["myapp:"]))

    init() throws {
      wireframe.addStandardPresenters(on: host)
      try registerShop(on: wireframe) { GTKScreen($0) }
    }  // then route to "/": it makes the window visible
  }
#endif
