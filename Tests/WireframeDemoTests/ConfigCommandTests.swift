import Foundation
import Testing
import TestSupport

@Suite(.hangsNever) struct ConfigCommandTests {
  static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/WireframeDemo/Resources/shop.json").path

  /// Checks a file with this content.
  static func check(_ content: String) throws -> (run: DemoRun, path: String) {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).json")
    try Data(content.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return (try DemoRun(["config", path.path]), path.path)
  }

  /// The cells of a line, which two spaces part at least.
  static func cells(of line: String) -> [String] {
    line.split(separator: /\s{2,}/).map(String.init)
  }

  @Test func `the file that ships with the demo is good, and listed as a table`() throws {
    let run = try DemoRun(["config", Self.file])
    #expect(run.errors == "")
    #expect(run.status == 0)
    let rows = run.lines.map(Self.cells)
    #expect(
      rows.first == [
        "pattern", "destination", "navigator", "options", "transition", "exposure", "tags", "title",
      ])
    #expect(rows.count == 11)
    #expect(rows.allSatisfy { $0.count == 8 })
    for row in [
      ["/", "screen", "root", "-", "-", "closed", "-", "Home"],
      ["/products/:id<int>", "product", "push-animated", "-", "fade", "external", "-", "-"],
      ["/help", "Help#Contents", "navigation-wrap", "-", "-", "universalLink", "-", "-"],
      ["/account", "screen", "push-animated", "-", "-", "closed", "requires-login", "Account"],
      ["/back", "-", "pop", "-", "-", "closed", "-", "-"],
    ] {
      #expect(rows.contains(row))
    }
  }

  @Test func `a file without routes is good`() throws {
    let run = try Self.check(#"{ "routes": [] }"#).run
    #expect(run.lines.count == 1)
    #expect(run.status == 0)
  }

  @Test func `every fault of a bad file is printed, one a line, and the exit status is 1`() throws {
    let (run, path) = try Self.check(
      """
      { "routes": [
        { "pattern": "/a", "builder": "scren", "navigator": "psh", "colour": "red" },
        { "pattern": "/b", "builder": "screen", "navigator": "push", "transition": "fad" }
      ] }
      """)
    #expect(run.errors == "")
    #expect(run.status == 1)
    #expect(run.lines.count == 4)
    #expect(run.lines.allSatisfy { $0.hasPrefix("\(path):") })
    #expect(
      run.lines.first
        == "\(path):2:33: routes[0].builder ('/a'): found 'scren'; allowed: 'alert', 'cart', 'product', 'screen'. Did you mean 'screen'?"
    )
    #expect(run.lines.last?.hasSuffix("allowed: 'fade'. Did you mean 'fade'?") == true)
  }

  @Test func `text that is no JSON is a fault with its place`() throws {
    let (run, path) = try Self.check("{ \"routes\": [,] }")
    #expect(run.output == "\(path):1:14: found ','; allowed: a value.\n")
    #expect(run.status == 1)
  }

  @Test func `a file that cannot be read is said to be so`() throws {
    let run = try DemoRun(["config", "/nowhere/routes.json"])
    #expect(run.output == "")
    #expect(run.errors == "error: The file '/nowhere/routes.json' cannot be read.\n")
    #expect(run.status == 1)
  }

  @Test func `a file that is too large, or no file, is not read`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
    try Data().write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 1 << 37)
    try file.close()
    #expect(
      try DemoRun(["config", path]).errors
        == "error: The file '\(path)' is not read: found 137438953472 bytes; allowed: at most 1048576 bytes.\n"
    )
    #expect(
      try DemoRun(["config", "/"]).errors
        == "error: The file '/' is not read: found a directory; allowed: a file.\n")
  }

  @Test func `what a file holds cannot move the cursor`() throws {
    let run = try Self.check(#"{ "routes": [{ "pattern": "\u001b[31m" }] }"#).run
    #expect(!run.output.contains("\u{1B}"))
    #expect(run.output.contains("\\u{1B}[31m"))
  }
}
