// "Using Wireframe with SwiftUI": views, their routes, and the window. Empty where there is no SwiftUI.
import WireframeCore
import WireframeSwiftUI

#if canImport(SwiftUI)
  import Combine
  import SwiftUI

  struct CartView: View { var body: some View { Text("Cart") } }
  struct FilterView: View { var body: some View { Text("Filter") } }
  struct ProductView: View {
    let id: Int
    var body: some View { Text("Product \(id)") }
  }

  @MainActor
  func registerViews(on wireframe: Wireframe<ViewScreen>) throws {
    try wireframe.register("/", option: .root) { _ in StartView() }
    try wireframe.register("/cart", option: .push) { _ in CartView() }
    try wireframe.register("/products/:id<int>", option: .push, exposure: .external) { route in
      ProductView(id: try route["id"])
    }
    try wireframe.register("/filter", option: .modal(.sheet)) { _ in FilterView() }
  }

  struct StartView: View {
    @Environment(\.router) private var router

    var body: some View {
      Button("Lamp") { Task { try await router?.route(to: "/products/1") } }
    }
  }

  @MainActor
  struct StartWindow: View {
    @StateObject private var model = StartModel()

    var body: some View {
      WireframeView(model.host)
        .wireframe(model.wireframe, model.host)
        .restoresScreens(of: model.wireframe, on: model.host, first: "/")
    }
  }

  @MainActor
  final class StartModel: ObservableObject {
    let host = SwiftUINavigationHost()
    let wireframe = Wireframe<ViewScreen>(sources: ["myapp:", "https://example.com"])

    init() {
      wireframe.addStandardPresenters(on: host)
      do {
        try registerViews(on: wireframe)
      } catch {
        assertionFailure("\(error)")  // two patterns contradict each other: the text names them
      }
    }

    deinit { Task { @MainActor [wireframe] in wireframe.close() } }  // the window has gone
  }
#endif
