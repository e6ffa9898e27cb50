#if canImport(SwiftUI) && !os(watchOS)
  import SwiftUI
  import WireframeCore

  /// Draws the cover of a host over a layer, where no window can stand above all of them.
  @MainActor
  struct Covered: ViewModifier {
    @ObservedObject var host: SwiftUINavigationHost
    let layer: NavigationEntryID?

    func body(content: Content) -> some View {
      let part = host.coverPart(ofLayer: layer)
      content
        // A field gives the keyboard back, and keeps its text.
        .disabled(part != nil)
        .accessibilityHidden(part != nil)
        .allowsHitTesting(part == nil)
        // A window's bar is above the views, with titles and a back button.
        #if os(macOS)
          .toolbar(part == nil ? .automatic : .hidden, for: .windowToolbar)
        #endif
        .overlay { if let part { CoverView(part: part) } }
    }
  }

  @MainActor
  private struct CoverView: View {
    let part: CoverPart

    var body: some View {
      ZStack {
        Rectangle().fill(.background).ignoresSafeArea()
        // On UIKit there is a window for the cover as soon as there is one for the views: drawn twice, it would ask
        // for a face twice.
        #if !canImport(UIKit)
          if case .screen(let screen) = part { screen.content().id(screen.id) }
        #endif
      }
      .transition(.identity)
    }
  }

  #if canImport(UIKit)
    import UIKit

    /// An invisible view that finds out in which window the screens are, and shows covers in a window above that one.
    @MainActor
    struct CoverAnchor: UIViewRepresentable {
      let host: SwiftUINavigationHost

      func makeCoordinator() -> CoverPresenter { CoverPresenter(of: host) }

      func makeUIView(context: Context) -> AnchorView {
        let view = AnchorView()
        view.isUserInteractionEnabled = false
        view.presenter = context.coordinator
        return view
      }

      func updateUIView(_ view: AnchorView, context: Context) {
        context.coordinator.environment = context.environment
      }

      static func dismantleUIView(_ view: AnchorView, coordinator: CoverPresenter) {
        coordinator.leave()
      }

      final class AnchorView: UIView {
        weak var presenter: CoverPresenter?

        override func didMoveToWindow() {
          super.didMoveToWindow()
          // A full-screen cover takes the view out of the window, and brings it back.
          if let window { presenter?.come(to: window) }
        }
      }
    }

    /// Shows a host's covers above the window in which its screens are drawn.
    @MainActor
    final class CoverPresenter: CoverPlace {
      private let host: SwiftUINavigationHost
      private weak var window: UIWindow?
      private var shown: (screen: ViewScreen, controller: UIHostingController<AnyView>)?
      private var coverWindow: CoverWindow?

      /// What the app has put around the `WireframeView`: covers have it, too.
      var environment = EnvironmentValues() {
        didSet {
          if let shown { shown.controller.rootView = view(of: shown.screen) }
        }
      }

      init(of host: SwiftUINavigationHost) { self.host = host }

      func come(to window: UIWindow) {
        guard window !== self.window else { return }
        host.leave(self)
        self.window = window
        host.take(self)
      }

      func leave() { host.leave(self) }

      func show(_ cover: ViewScreen?) {
        guard let cover, let window else {
          coverWindow?.remove()
          (coverWindow, shown) = (nil, nil)
          return
        }
        guard shown?.screen != cover else { return }
        let controller = UIHostingController(rootView: view(of: cover))
        shown = (cover, controller)
        if let coverWindow {
          coverWindow.show(controller)
        } else {
          coverWindow = CoverWindow(over: window, showing: controller)
        }
      }

      private func view(of screen: ViewScreen) -> AnyView {
        AnyView(screen.content().environment(\.self, environment))
      }
    }
  #endif
#endif
