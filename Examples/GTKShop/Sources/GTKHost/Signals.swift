internal import CGTK

/// A Swift closure behind a C callback; GLib releases it with the object.
private final class Handler {
  let body: (UnsafeMutableRawPointer?) -> Bool

  init(_ body: @escaping (UnsafeMutableRawPointer?) -> Bool) { self.body = body }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func call(_ pointer: gpointer?, _ argument: UnsafeMutableRawPointer? = nil) -> Bool {
    guard let pointer else { return false }
    return Unmanaged<Handler>.fromOpaque(pointer).takeUnretainedValue().body(argument)
  }

  static let release: GClosureNotify = { pointer, _ in
    if let pointer { Unmanaged<Handler>.fromOpaque(pointer).release() }
  }
}

extension Widget {
  /// Calls a closure at a signal without arguments.
  ///
  /// - Parameters:
  ///   - signal: The signal's name.
  ///   - body: The closure; it must not retain the widget.
  public func on(_ signal: String, _ body: @escaping () -> Void) {
    let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
      _ = Handler.call(data)
    }
    connect(signal, unsafeBitCast(callback, to: GCallback.self)) { _ in
      body()
      return false
    }
  }

  /// Calls a closure at a signal with one argument, as that a row was chosen or a property has changed.
  ///
  /// - Parameters:
  ///   - signal: The signal's name.
  ///   - body: The closure; it gets the argument, and must not retain the widget.
  public func onObject(_ signal: String, _ body: @escaping (UnsafeMutableRawPointer?) -> Void) {
    let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, object, data in
      _ = Handler.call(data, object)
    }
    connect(signal, unsafeBitCast(callback, to: GCallback.self)) { object in
      body(object)
      return false
    }
  }

  /// Calls a closure when the user closes the window, instead of closing it.
  ///
  /// - Parameter body: The closure; it must not retain the window.
  public func onClose(_ body: @escaping () -> Void) {
    let callback: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
      Handler.call(data) ? 1 : 0
    }
    connect("close-request", unsafeBitCast(callback, to: GCallback.self)) { _ in
      body()
      return true
    }
  }

  /// Calls a closure at keys, wherever the focus is in the widget.
  ///
  /// - Parameters:
  ///   - keys: The keys as GTK writes them, such as `Escape|<Alt>Left`.
  ///   - body: The closure; it must not retain the widget.
  public func onKeys(_ keys: String, _ body: @escaping () -> Void) {
    let action = gtk_callback_action_new(
      { _, _, data in Handler.call(data) ? 1 : 0 },
      Handler({ _ in
        body()
        return true
      }).pointer, { pointer in Handler.release(pointer, nil) })
    let controller = gtk_shortcut_controller_new()
    gtk_shortcut_controller_add_shortcut(
      controller, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), action))
    gtk_widget_add_controller(self, controller)
  }

  private func connect(
    _ signal: String, _ callback: @escaping GCallback,
    _ body: @escaping (UnsafeMutableRawPointer?) -> Bool
  ) {
    g_signal_connect_data(
      self, signal, callback, Handler(body).pointer, Handler.release, GConnectFlags(rawValue: 0))
  }
}
