internal import CGTK
internal import WireframeCore

/// A layer of the state as a window: the main one, or a dialog over the layer below.
final class LayerWindow {
  let id: NavigationEntryID
  let window: Widget
  let isModal: Bool
  private let cover: WindowCover?
  private let stacks: [PageStack]
  private let tabs: Widget?

  /// What the user does in the window.
  struct Moves {
    let goBack: (NavigationEntryID) -> Void
    let selectTab: (String) -> Void
    let close: (NavigationEntryID) -> Void
    let leave: () -> Void
  }

  /// Makes the widgets of a layer; its screens come with `show`.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - cover: The main window's cover, below which the root's widgets are; nil for a dialog.
  ///   - size: The size of the window below.
  ///   - moves: Called when the user does something.
  init(
    _ layer: NavigationState<GTKScreen>.Layer, in cover: WindowCover?, size: (Int32, Int32),
    _ moves: Moves
  ) {
    id = layer.id
    isModal = cover == nil
    self.cover = cover
    window = cover?.window ?? makeWindow()
    stacks = layer.stacks.map { PageStack($0.name, goBack: moves.goBack) }
    if layer.kind == .tabs, let tabs = gtk_stack_new(), let switcher = gtk_stack_switcher_new() {
      for stack in stacks {
        gtk_stack_add_titled(tabs.opaque, stack.widget, stack.name, stack.name)
      }
      gtk_stack_switcher_set_stack(switcher.opaque, tabs.opaque)
      self.tabs = tabs
      let bar = row([switcher.aligned(GTK_ALIGN_CENTER)]).styled("toolbar", "tab-bar")
      switcher.expanding()
      put(column([tabs.expanding(vertically: true), bar]))
    } else {
      tabs = nil
      put(row(stacks.map(\.widget)))
    }
    tabs?.onObject("notify::visible-child-name") { [tabs] _ in
      guard let tabs, let name = gtk_stack_get_visible_child_name(tabs.opaque) else { return }
      moves.selectTab(String(cString: name))
    }
    guard isModal else { return }
    let isSheet = layer.style == .sheet
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_default_size(
      window.cast(), isSheet ? min(420, size.0) : size.0, isSheet ? -1 : size.1)
    window.onClose { [id] in moves.close(id) }
    window.onKeys("Escape|<Alt>Left", moves.leave)
  }

  var isSliding: Bool { stacks.contains(where: \.isSliding) }

  /// Shows a layer as the state has it.
  func show(_ layer: NavigationState<GTKScreen>.Layer, over below: Widget?, animated: Bool) {
    var isChanged = false
    for (index, (stack, content)) in zip(stacks, layer.stacks).enumerated() {
      let isSeen = index == layer.selected && isShown(stack)
      if stack.show(content.entries, animated: animated && isSeen) { isChanged = true }
    }
    // A sheet is as high as its screen.
    if isChanged, isModal, layer.style == .sheet {
      gtk_window_set_default_size(window.cast(), gtk_widget_get_width(window), -1)
    }
    select(layer.selected)
    gtk_window_set_title(window.cast(), layer.top?.controller.title ?? stacks[layer.selected].name)
    gtk_window_set_transient_for(window.cast(), below?.cast())
    if gtk_widget_get_visible(window) == 0 { gtk_window_present(window.cast()) }
  }

  private func put(_ content: Widget?) {
    if let cover { cover.content = content } else { gtk_window_set_child(window.cast(), content) }
  }

  func close() {
    if isModal {
      gtk_window_destroy(window.cast())
    } else {
      put(nil)
    }
  }

  private func isShown(_ stack: PageStack) -> Bool {
    tabs == nil || gtk_stack_get_visible_child(tabs?.opaque) == stack.widget
  }

  func select(_ index: Int) {
    if let tabs { gtk_stack_set_visible_child(tabs.opaque, stacks[index].widget) }
  }
}

/// A window whose pages bring header bars of their own.
func makeWindow() -> Widget {
  guard let window = gtk_window_new() else { preconditionFailure("GTK has no window.") }
  let noTitle = row([])
  gtk_widget_set_visible(noTitle, 0)
  gtk_window_set_titlebar(window.cast(), noTitle)
  return window
}
