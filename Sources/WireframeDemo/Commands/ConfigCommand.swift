import Foundation
import WireframeConfiguration
import WireframeCore

/// `config`: checks a file of routes against what the configured shop knows by name.
struct ConfigCommand {
  private let path: String

  init(arguments: [String]) throws(UsageError) {
    path = try CommandArguments(arguments, of: "config").only("a file")
  }

  /// Lists the file's routes, or everything that is wrong with it; false if something is.
  @MainActor
  func run(_ console: Console) throws -> Bool {
    let bytes = try UnreadableFile.bytes(at: path, atMost: ConfigurationFile.maximumSize)
    do {
      let configuration = ConfiguredShop().configuration
      let routes = try configuration.entries(of: Data(bytes), named: path.printable)
      let lines = TextTable.lines(
        [
          "pattern", "destination", "navigator", "options", "transition", "exposure", "tags",
          "title",
        ], routes.map(Self.row))
      for line in lines { console.write(line) }
      return true
    } catch {
      for fault in error.faults { console.write(fault.description.printable) }
      return false
    }
  }

  private static func row(of route: ConfiguredRoute) -> [String] {
    let tags = route.tags.map(\.rawValue).sorted().joined(separator: ", ")
    return [
      route.pattern.text, "\(route.destination)", route.navigator, "\(route.options)",
      route.transition ?? "", "\(route.exposure)", tags, route.title ?? "",
    ]
  }
}

/// There is no such file, or it cannot be read.
struct UnreadableFile: Error, CustomStringConvertible {
  let path: String
  var fault: ConfigurationFile.Fault?

  var description: String {
    guard let fault, fault != .unreadable else {
      return "The file '\(path.printable)' cannot be read."
    }
    return
      "The file '\(path.printable)' is not read: found \(fault.found); allowed: \(fault.allowed)."
  }

  /// The bytes of a file that a command names, if they are not too many.
  static func bytes(at path: String, atMost limit: Int) throws(UnreadableFile) -> [UInt8] {
    do throws(ConfigurationFile.Fault) {
      return try ConfigurationFile.bytes(at: path, atMost: limit)
    } catch {
      throw UnreadableFile(path: path, fault: error)
    }
  }
}
