import Foundation
import WireframeCore

/// What survives a restart: the screens and the cart, in a file that only its owner can read.
struct StateFile {
  struct Content: Codable {
    var screens: SavedState
    var cart: [Int: Int]
  }

  private static let maximumSize = 1 << 20
  private let folder: URL
  private var file: URL { folder.appending(path: "state.json") }

  /// - Parameter path: The folder; nil for `$XDG_STATE_HOME/gtkshop`.
  init(in path: String?) {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? NSHomeDirectory()
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder =
      path.map { URL(filePath: $0) }
      ?? URL(filePath: state ?? "\(home)/.local/state").appending(path: "gtkshop")
  }

  /// The content; nil if there is none, or if it is damaged: the shop then begins anew.
  func load() -> Content? {
    guard let handle = try? FileHandle(forReadingFrom: file),
      let data = try? handle.read(upToCount: Self.maximumSize)
    else { return nil }
    return try? JSONDecoder().decode(Content.self, from: data)
  }

  /// The newest switches that the server has sent: whoever downloads them writes `switches.json` beside the state.
  ///
  /// - Throws: What is wrong with the file.
  func switches() throws -> RouteSwitches? {
    guard let data = try? Data(contentsOf: folder.appending(path: "switches.json")) else {
      return nil
    }
    return try RouteSwitches(data)
  }

  /// Writes all of it or nothing.
  func save(_ content: Content) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let data = try JSONEncoder().encode(content)
    let new = folder.appending(path: "state.json.new")
    // Never readable by others, not for a moment.
    let descriptor = open(new.path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard fchmod(descriptor, 0o600) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    try handle.write(contentsOf: data)
    guard rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
