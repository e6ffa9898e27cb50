internal import CGTK
internal import WireframeCore
internal import Foundation

/// What the window shows, beside what the host's state asks for: for checks.
public struct Dump: Codable {
  /// The windows, read from their widgets.
  public let windows: [ShownWindow]
  /// The windows that the host's state asks for.
  public let expected: [ShownWindow]
  /// What can be seen and used.
  public let widgets: [ShownWidget]
  /// Whether no screen slides and no move waits.
  public let isSettled: Bool

  /// Writes a dump at each SIGUSR1.
  ///
  /// - Parameters:
  ///   - host: The host; not retained.
  ///   - path: The file to write.
  public static func listen(to host: GTKNavigationHost, writingTo path: String) {
    let writer = Unmanaged.passRetained(Writer(host: host, path: path)).toOpaque()
    g_unix_signal_add(
      SIGUSR1,
      { data in
        if let data { Unmanaged<Writer>.fromOpaque(data).takeUnretainedValue().write() }
        return 1
      }, writer)
  }

  private final class Writer {
    private weak var host: GTKNavigationHost?
    private let path: String

    init(host: GTKNavigationHost, path: String) {
      self.host = host
      self.path = path
    }

    func write() {
      guard let host else { return }
      let dump = Dump(
        windows: ShownWindow.all(), expected: ShownWindow.expected(of: host),
        widgets: ShownWidget.all(), isSettled: host.isSettled)
      try? JSONEncoder().encode(dump).write(to: URL(filePath: path), options: .atomic)
    }
  }
}
