import CGTK
import GTKHost

/// A question over a window. GTK's own needs C's variadic calls in 4.8.
enum Alert {
  /// Says something, and waits until it is read.
  static func tell(_ title: String, _ text: String, over window: Widget?) async {
    _ = await show(title, text, buttons: [("OK", nil)], over: window)
  }

  /// Asks whether something that cannot be undone is to be done.
  ///
  /// - Returns: Whether the user wants it; closing the question means no.
  static func ask(
    _ title: String, _ text: String, no: String, yes: String, over window: Widget?
  ) async -> Bool {
    await show(
      title, text, buttons: [(no, nil), (yes, "destructive-action")], over: window) == 1
  }

  private static func show(
    _ title: String, _ text: String, buttons: [(String, String?)], over parent: Widget?
  ) async -> Int {
    guard let window = gtk_window_new() else { return 0 }
    let noTitle = row([])
    gtk_widget_set_visible(noTitle, 0)
    gtk_window_set_titlebar(window.cast(), noTitle)
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_resizable(window.cast(), 0)
    gtk_window_set_transient_for(window.cast(), parent?.cast())
    window.styled("alert")
    let answer = await withCheckedContinuation { (waiting: CheckedContinuation<Int, Never>) in
      // Whichever comes first counts.
      var waiting: CheckedContinuation<Int, Never>? = waiting
      func finish(_ index: Int) {
        waiting?.resume(returning: index)
        waiting = nil
      }
      let row = row(spacing: 12, [])
      gtk_box_set_homogeneous(row.cast(), 1)
      for (index, (name, style)) in buttons.enumerated() {
        let button = button(name) { finish(index) }.expanding()
        if let style { button.styled(style) }
        gtk_box_append(row.cast(), button)
      }
      let heading = label(title, "title-2").aligned(GTK_ALIGN_CENTER)
      let body = label(text).aligned(GTK_ALIGN_CENTER)
      for line in [heading, body] {
        gtk_label_set_justify(line.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_max_width_chars(line.opaque, 36)
        gtk_label_set_xalign(line.opaque, 0.5)
      }
      gtk_window_set_child(
        window.cast(), column(spacing: 12, [heading, body, row.padded(0, vertical: 6)]).padded(24))
      window.onClose { finish(0) }
      window.onKeys("Escape") { finish(0) }
      gtk_window_present(window.cast())
    }
    gtk_window_destroy(window.cast())
    return answer
  }
}
