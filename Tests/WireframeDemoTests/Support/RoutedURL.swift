import Foundation
import Testing

/// A line of `route --json`.
struct RoutedURL: Decodable, Equatable {
  enum Value: Decodable, Equatable {
    case text(String)
    case list([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([String].self))
      }
    }
  }

  let url: String
  let outcome: String
  let code: String?
  let message: String?
  let pattern: String?
  let finalURL: String
  let redirects: [String]
  let values: [String: Value]
  let query: [[String]]
  let option: String?
  let screen: String?
  let tree: [String]

  static let keys: Set = [
    "url", "outcome", "code", "message", "pattern", "finalURL", "redirects", "values", "query",
    "option", "screen", "tree",
  ]

  /// Routes URLs with `--json`: one whole object a line, with every key, and nothing else.
  static func route(
    _ urls: String..., isSignedIn: Bool = false, flags: [String] = [], resuming: String? = nil
  ) throws -> (urls: [RoutedURL], status: Int32) {
    let run = try DemoRun(
      ["route", "--json"] + flags + (isSignedIn ? ["--signed-in"] : []) + urls)
    let urls = urls + [resuming].compactMap(\.self)
    #expect(run.errors == "")
    #expect(run.lines.count == urls.count)
    for line in run.lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object.map { Set($0.keys) } == keys)
    }
    let routed = try run.lines.map {
      try JSONDecoder().decode(RoutedURL.self, from: Data($0.utf8))
    }
    #expect(routed.map(\.url) == urls)
    return (routed, run.status)
  }
}
