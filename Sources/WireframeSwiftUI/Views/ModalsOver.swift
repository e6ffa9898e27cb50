#if canImport(SwiftUI) && !os(watchOS)
  import SwiftUI
  import WireframeCore

  /// A modal in a binding: its screens travel with it, so that they are still drawn while it leaves.
  private struct ModalItem: Identifiable {
    let id: ShownModal
    let layer: SwiftUINavigationHost.State.Layer
  }

  /// Presents the modal over a layer.
  @MainActor
  struct ModalsOver: ViewModifier {
    @ObservedObject var host: SwiftUINavigationHost
    let layer: NavigationEntryID
    let parts: Parts
    @State private var sheets = ShownModals()
    @State private var covers = ShownModals()

    func body(content: Content) -> some View {
      #if os(macOS)
        content.sheet(item: item { _ in true }, onDismiss: { sheets.dismissed(on: host) }) {
          modal($0, sheets)
        }
      #else
        content
          .sheet(item: item { $0 == .sheet }, onDismiss: { sheets.dismissed(on: host) }) {
            modal($0, sheets)
          }
          .fullScreenCover(item: item { $0 != .sheet }, onDismiss: { covers.dismissed(on: host) }) {
            modal($0, covers)
          }
      #endif
    }

    private func item(_ isOfStyle: @escaping (ModalStyle?) -> Bool) -> Binding<ModalItem?> {
      func now() -> ModalItem? {
        guard let modal = host.modal(over: layer),
          let layer = host.drawn.layers.first(where: { $0.id == modal.layer }),
          isOfStyle(layer.style)
        else { return nil }
        return ModalItem(id: modal, layer: layer)
      }
      // A write is about the modal of this style that was drawn when SwiftUI got the binding, not about a later one.
      let drawn = now()
      return Binding {
        now()
      } set: {
        if $0 == nil, let drawn { host.modalChanged(drawn.id) }
      }
    }

    private func modal(_ item: ModalItem, _ shown: ShownModals) -> some View {
      ModalView(host: host, layer: item.layer, parts: parts)
        .onAppear { shown.appeared(item.id, on: host) }
    }
  }

  /// What a modal shows: the layer as it is drawn now, or as it was while it leaves.
  @MainActor
  private struct ModalView: View {
    @ObservedObject var host: SwiftUINavigationHost
    let layer: SwiftUINavigationHost.State.Layer
    let parts: Parts

    var body: some View {
      LayerView(host: host, layer: host.asDrawn(layer), parts: parts)
        .interactiveDismissDisabled(host.isGuarded(layer.id))
    }
  }
#endif
