internal import CGTK
#if canImport(Glibc)
  internal import Glibc
#endif

/// GTK's loop, which also runs the main actor.
public enum MainLoop {
  /// Lets GLib run the main actor's jobs on GTK's thread; call it before the loop.
  public static func runMainActor() {
    // libdispatch has a descriptor that is readable when jobs wait: GLib sleeps on it, so an idle window costs nothing.
    // A poll would cost wake-ups, or delay; Foundation's run loop does the same with this descriptor.
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    g_unix_fd_add(
      descriptor, G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return 1  // goes on
      }, nil)
  }

  /// Runs the loop until a condition holds; for programs without a `GtkApplication`.
  ///
  /// - Parameter isOver: The condition, asked after each turn.
  public static func run(until isOver: () -> Bool) {
    while !isOver() { g_main_context_iteration(nil, 1) }
  }
}
