import CGTK
import Foundation
import GTKHost
import WireframeCore

/// A cover over real windows: what is below is hidden, keeps its texts, and hears neither the pointer nor the keyboard.
enum CoverCheck {
  static func run() async throws {
    try await coldStart()
    let host = GTKNavigationHost()
    try await host.setRoot(FieldScreen("Home"))
    try await host.push(FieldScreen("List"), option: .push(animated: false))
    try await show(host)
    try await backButton(of: host)
    try await dialogs(of: host)
    try await alert(over: host)
    say("cover: over a window and its dialogs")
  }

  private static func backButton(of host: GTKNavigationHost) async throws {
    let back = try await place(of: "Back")
    let lock = FieldScreen("Locked")
    // More than once: a screen's widgets are made once.
    for _ in 0..<2 {
      let state = ShownWindow.expected(of: host.state)
      host.cover = lock
      try await show(host)
      try expect(
        ShownWindow.expected(of: host.state) == state, "The cover has changed the state.")
      try await click(back, named: "Locked")
      try await press("Escape", "alt+Left")
      await pause()
      try expect(
        ShownWindow.expected(of: host.state) == state, "The user has moved what is covered.")
      try expect(
        ShownWidget.all().allSatisfy { $0.text != "Back" }, "A back button is seen below a cover.")
      try await type("1234", on: host, "Locked")
      try expect(lock.text == "1234", "The cover's field has '\(lock.text)'.")
      lock.text = ""
      host.cover = nil
      try await show(host)
    }
    // The same click does something without a cover.
    try await click(back, named: "List")
    try await until("the click went back") { host.state.entries.count == 1 }
    try await show(host)
  }

  private static func dialogs(of host: GTKNavigationHost) async throws {
    let form = FieldScreen("Form")
    try await host.present(form, option: .modal(.sheet, animated: false))
    try await show(host)
    try await type("draft", on: host, "Form")
    let lock = FieldScreen("Locked")
    host.cover = lock
    try await show(host)
    try await press("Escape")
    await pause()
    try expect(host.state.layers.count == 2, "The user has closed a dialog that is covered.")
    // What comes meanwhile is not seen.
    try await host.present(FieldScreen("More"), option: .modal(.sheet, animated: false))
    try await show(host)
    try expect(ShownWindow.all().count == 1, "A dialog is over the cover.")
    host.cover = nil
    try await show(host)
    try expect(ShownWindow.all().count == 3, "\(ShownWindow.all()) is shown, not three windows.")
    try expect(form.text == "draft", "The form has '\(form.text)'.")
    host.cover = lock
    try await host.perform(.dismiss(2), animated: false)
    host.cover = nil
    try await show(host)
  }

  /// A window that the app has put over the host's.
  private static func alert(over host: GTKNavigationHost) async throws {
    guard let alert = gtk_window_new() else { throw Failure("GTK has no window.") }
    gtk_window_set_transient_for(alert.cast(), host.topWindow.cast())
    gtk_window_present(alert.cast())
    try await until("the alert is there") { gtk_widget_get_mapped(alert) != 0 }
    host.cover = FieldScreen("Locked")
    try expect(gtk_widget_get_mapped(alert) == 0, "An alert is over the cover.")
    host.cover = nil
    try await until("the alert is back") { gtk_widget_get_mapped(alert) != 0 }
    host.cover = FieldScreen("Locked")
    // Somebody has answered it meanwhile.
    gtk_window_destroy(alert.cast())
    host.cover = nil
    try await show(host)
  }

  private static func coldStart() async throws {
    let host = GTKNavigationHost()
    host.cover = FieldScreen("Locked")
    try await show(host)
    try await host.setRoot(FieldScreen("Home"))
    try await show(host)
    host.cover = nil
    try await show(host)
  }

  // MARK: Windows

  /// Waits until the windows show what the host says.
  private static func show(_ host: GTKNavigationHost) async throws {
    try await until("\(ShownWindow.expected(of: host)) is shown") {
      host.isSettled && ShownWindow.all() == ShownWindow.expected(of: host)
    }
  }

  private static func until(_ what: String, _ isTrue: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while try !isTrue() {
      guard .now < end else {
        throw Failure("It took too long until \(what); \(ShownWindow.all()) is shown.")
      }
      await pause(.milliseconds(20))
    }
  }

  /// What the user does gets some time to arrive.
  private static func pause(_ time: Duration = .milliseconds(300)) async {
    try? await Task.sleep(for: time)
  }

  private static func expect(_ isTrue: Bool, _ what: String) throws {
    if !isTrue { throw Failure(what) }
  }

  // MARK: The user

  private static func click(_ widget: ShownWidget, named window: String) async throws {
    try await xdotool(
      "search", "--onlyvisible", "--sync", "--pid", "\(getpid())", "--name", "^\(window)$",
      "windowactivate", "--sync", "mousemove", "--window", "%1", "\(widget.x)", "\(widget.y)",
      "click", "1")
  }

  private static func press(_ keys: String...) async throws {
    for key in keys { try await xdotool("key", key) }
  }

  private static func type(
    _ text: String, on host: GTKNavigationHost, _ window: String
  ) async throws {
    try await click(place(of: "Field of \(window)"), named: window)
    try await xdotool("type", "--delay", "8", text)
    await pause()
  }

  /// Where a widget is, once it stays there: a new window is still being placed.
  private static func place(of text: String) async throws -> ShownWidget {
    var (last, found): (ShownWidget?, ShownWidget?)
    try await until("'\(text)' has its place") {
      last = found
      found = ShownWidget.all().last { $0.text == text }
      return found.map { $0 == last && $0.x > 10 } ?? false
    }
    guard let found else { throw Failure("There is no '\(text)'.") }
    return found
  }

  private static func xdotool(_ words: String...) async throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdotool"] + words
    // GTK's loop goes on meanwhile: the window manager may wait for it.
    let status = try await withCheckedThrowingContinuation {
      (ended: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    guard status == 0 else { throw Failure("'xdotool \(words)' failed with \(status).") }
  }
}

/// A screen with a field.
private final class FieldScreen: GTKScreen {
  private var field: Widget?

  var text: String {
    get { field.flatMap { gtk_editable_get_text($0.opaque) }.map { String(cString: $0) } ?? "" }
    set { if let field { gtk_editable_set_text(field.opaque, newValue) } }
  }

  override func makeContent() -> Widget {
    guard let field = gtk_entry_new() else { return label(title) }
    gtk_widget_set_name(field, "Field of \(title)")
    self.field = field
    return column([label(title), field]).padded(24)
  }
}
