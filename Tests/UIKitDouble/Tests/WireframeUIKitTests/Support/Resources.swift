import Foundation
import UIKit

/// A bundle of compiled nibs and storyboards, in a folder of its own that goes with it.
@MainActor
final class Resources {
  let bundle: Bundle
  private let folder: URL

  struct Unreadable: Error {}

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString)").appendingPathComponent("Test.bundle")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let bundle = Bundle(path: folder.path) else { throw Unreadable() }
    self.bundle = bundle
  }

  deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

  func addNib(_ name: String) throws {
    try Data().write(to: folder.appendingPathComponent("\(name).nib"))
  }

  /// Adds a storyboard; an empty identifier is the initial controller.
  func addStoryboard(
    _ name: String, tellsIDs: Bool = true,
    _ controllers: [String: @MainActor () -> UIViewController]
  ) throws {
    let storyboard = folder.appendingPathComponent("\(name).storyboardc")
    try FileManager.default.createDirectory(at: storyboard, withIntermediateDirectories: true)
    UIStoryboard.contents[bundle.bundlePath, default: [:]][name] = controllers
    guard tellsIDs else { return }
    let ids = controllers.keys.filter { !$0.isEmpty }
    let info = [
      "UIViewControllerIdentifiersToNibNames": Dictionary(
        uniqueKeysWithValues: ids.map { ($0, "\($0)-view") })
    ]
    try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0)
      .write(to: storyboard.appendingPathComponent("Info.plist"))
  }
}

/// A weak reference.
struct Weak {
  weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}
