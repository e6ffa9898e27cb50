internal import CGTK
internal import WireframeCore

/// What a window shows, and what covers it.
///
/// What is covered stays as it is, with its texts, but cannot be used. The app's alerts are hidden.
final class WindowCover {
  /// Marks the widgets of a cover.
  static let style = "cover"

  let window: Widget
  private let overlay: Widget
  private var page: Page?
  private var screen: GTKScreen?
  /// Where the keys went.
  private var focus: Widget?
  /// The windows over this one that were open.
  private var hidden: [Widget] = []

  /// Makes a window coverable.
  ///
  /// - Parameter window: The window, without content.
  init(of window: Widget) {
    guard let overlay = gtk_overlay_new() else { preconditionFailure("GTK has no overlay.") }
    self.window = window
    self.overlay = overlay
    gtk_window_set_child(window.cast(), overlay)
  }

  /// What is covered, or can be.
  var content: Widget? {
    get { gtk_overlay_get_child(overlay.opaque) }
    set { gtk_overlay_set_child(overlay.opaque, newValue) }
  }

  /// Covers the window with a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - dialogs: The windows that the host closes then.
  func cover(with screen: GTKScreen, closing dialogs: [Widget]) {
    if page == nil {
      keepFocus()
      hideOthers(but: dialogs)
    }
    removePage()
    let page = Page(NavigationEntryID(), screen, goBack: {})
    gtk_widget_set_visible(page.backButton, 0)
    gtk_overlay_add_overlay(overlay.opaque, page.widget.styled("background", Self.style))
    self.page = page
    self.screen = screen
    // An app may be locked before it shows anything.
    if gtk_widget_get_visible(window) == 0 { gtk_window_present(window.cast()) }
    gtk_widget_child_focus(page.widget, GTK_DIR_TAB_FORWARD)
  }

  /// Takes the cover away.
  func uncover() {
    removePage()
    if let content { gtk_widget_set_sensitive(content, 1) }
    if let focus {
      if gtk_widget_is_ancestor(focus, window) != 0 { gtk_window_set_focus(window.cast(), focus) }
      g_object_unref(focus)
    }
    focus = nil
  }

  private func removePage() {
    if let page { gtk_overlay_remove_overlay(overlay.opaque, page.widget) }
    (page, screen) = (nil, nil)
  }

  /// The content is another one, or shows something else: nobody uses it below a cover.
  func contentChanged() {
    guard let screen else { return }
    if let content {
      gtk_widget_set_sensitive(content, 0)
      for widget in content.descendants where widget.className.hasPrefix("GtkPopover") {
        gtk_popover_popdown(widget.cast())
      }
    }
    gtk_window_set_title(window.cast(), screen.title)
  }

  private func keepFocus() {
    focus = gtk_window_get_focus(window.cast())
    if let focus { g_object_ref(focus) }
  }

  /// Hides the app's alerts over the window and its dialogs.
  private func hideOthers(but dialogs: [Widget]) {
    for other in Self.all
    where gtk_widget_get_visible(other) != 0 && isBelow(other) && !dialogs.contains(other) {
      g_object_ref(other)
      hidden.append(other)
      gtk_widget_set_visible(other, 0)
    }
  }

  /// Shows the app's alerts again that nobody has closed meanwhile.
  func presentOthers(over top: Widget) {
    let standing = Self.all
    for other in hidden {
      if standing.contains(other) {
        gtk_window_set_transient_for(other.cast(), top.cast())
        gtk_window_present(other.cast())
      }
      g_object_unref(other)
    }
    hidden = []
  }

  private func isBelow(_ other: Widget) -> Bool {
    guard let parent = gtk_window_get_transient_for(other.cast()) else { return false }
    let below = UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GtkWidget.self)
    return below == window || isBelow(below)
  }

  /// The windows of the app.
  private static var all: [Widget] {
    guard let list = gtk_window_get_toplevels() else { return [] }
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      guard let item = g_list_model_get_item(list, index) else { return nil }
      g_object_unref(item)
      return item.assumingMemoryBound(to: GtkWidget.self)
    }
  }
}
