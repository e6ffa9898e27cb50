import Foundation
import HouseRules
import Testing

/// A project in a temporary folder, which is removed with it.
private final class Sample {
  let root: URL

  init(_ files: [String: String]) throws {
    root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    for (path, text) in files {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  var project: Project { get throws { try Project(at: root) } }
}

struct HouseRulesTests {
  @Test func `names in comments and in strings do not count`() {
    let text = SwiftText(
      "let a: Alpha = \"Beta \\\" Gamma\" // Delta\nlet b = \"\"\"\nZeta\n\"\"\"\nEta()")
    #expect(text.names == ["Alpha": 1, "Eta": 1])
  }

  @Test func `types and functions at the top of a file count, also inside a condition`() {
    let text = SwiftText(
      """
      @MainActor public final class Outer {
        struct Nested {}
      }
      #if canImport(UIKit)
        enum Conditional {
          struct Nested {}
        }
      #endif
      extension Foreign {
        func member() {}
      }
      package func free<T>(_ value: T) {}
      @MainActor private func hidden() {}
      """)
    #expect(text.declaredNames == ["Outer", "Conditional", "free"])
  }

  @Test func `a call of a free function counts, its declaration and a member do not`() {
    let text = SwiftText("func free() { free(); value.free(); let free = free }")
    #expect(text.names == ["free": 1])
  }

  @Test func `declarations that say public count, imports do not`() {
    let text = SwiftText(
      """
      public import Foundation
      @MainActor public final class One {
        public private(set) var two = 2
        open func three() {}
        let open = 4
      }
      """)
    #expect(text.publicDeclarations == 3)
  }

  @Test func `a pair must be listed, and a listed pair must be there`() throws {
    let sample = try Sample([
      "Sources/M/A/a.swift": "struct Alpha { let beta: Beta }",
      "Sources/M/B/b.swift": "struct Beta { let alphas: [Alpha]; let gamma: Gamma }",
      "Sources/M/C/c.swift": "struct Gamma {}",
      "none": "# none", "right": "M: A, B: why", "old": "M: B, A: why\nM: B, C: why\nN: A, B: why",
      "bad": "M: A, B",
    ])
    let project = try sample.project
    #expect(
      try project.checkArrows(list: "none").problems
        == ["M: A, B: not in none: A names Beta (1); B names Alpha (1)"])
    #expect(try project.checkArrows(list: "right").problems == [])
    #expect(
      try project.checkArrows(list: "old").problems
        == ["M: B, C: no longer a pair; remove it from old", "old: there is no module N"])
    #expect(try project.checkArrows(list: "bad").problems.count == 2)
  }

  @Test func `a budget must be there, and not be exceeded`() throws {
    let rest = "lines M 3\nfiles M 2\npublic M 1\npairs M 0\nwords README.md 5\nlinks README.md 2\n"
    let sample = try Sample([
      "Sources/M/A/a.swift": "@inline(__always)\nfunc alpha() {}\n",
      "Sources/M/B/b.swift": "public struct Beta {}\n",
      "README.md":
        "# Title\n```swift\nlet code = 1\n```\n- [one](a)\n- two ![three](b)\n  four | —\n",
      "right": rest + "inline Sources/M/A/a.swift 1\nlongest README.md 28\nlines M-B 2",
      "wrong": rest + "longest README.md 27\nlines N 7\nheight M 7\nlines",
    ])
    let project = try sample.project
    #expect(try project.checkBudgets(list: "right").problems == [])
    #expect(
      try project.checkBudgets(list: "wrong").problems == [
        "longest README.md: 28, and its budget is 27",
        "wrong: lines N: there is no such thing; remove its budget",
        "wrong: height M: there is no such thing; remove its budget",
        "wrong: not 'measure subject figure': lines",
        "wrong needs 'inline Sources/M/A/a.swift 1'",
      ])
  }

  @Test func `an interface has what the module declares, and what apps see of it`() throws {
    let sample = try Sample([
      "Sources/M/Views/v.swift": """
      #if canImport(SwiftUI) && !os(watchOS)
        extension Box where Content == Int {
          /// Opens it.
          @MainActor
          public func open(
            _ body: () -> Void = { }, key: String = ""
          ) -> some View {
            var local = 1
          }
          func hidden() {}
        }
      #else
        public func alsoInTheGraph() {}
      #endif
      """,
      "graphs/M.symbols.json": Self.graph([
        Self.symbol("box", "Box", "class Box", file: "/Sources/M/b.swift", access: "open"),
        Self.symbol("far", "Far", "struct Far", file: "/Sources/Other/f.swift"),
        Self.symbol("x::SYNTHESIZED::box", "Box.x()", "func x()", file: "/Sources/M/b.swift"),
      ]),
      "graphs/M@Swift.symbols.json": Self.graph([
        Self.symbol("int", "Int.twice(_:)", "func twice(_\\n  n: Int)", file: "/Sources/M/i.swift")
      ]),
    ])
    let project = try sample.project
    let interfaces = try project.interfaces(from: sample.root.appending(path: "graphs"))
    let lines = [
      "Box.open: @MainActor func open(_ body: () -> Void = { }, key: String = \"\") -> some View"
        + " // where Content == Int",
      "Box: open class Box // is Sendable", "Int.twice: func twice(_ n: Int)",
    ]
    #expect(interfaces.map(\.module) == ["M"])
    #expect(interfaces.first?.lines.sorted() == lines)

    try project.write(interfaces, to: "Interfaces")
    #expect(
      try project.text(of: "Interfaces/M.txt").hasSuffix(
        "# Swift, linux\n\(lines[0])\n\(lines[1])\n\(lines[2])\n"))
    #expect(try project.checkInterfaces(interfaces, in: "Interfaces").problems == [])
    let other = Interface(module: "M", text: "# Swift, linux\nBox: struct Box")
    #expect(
      try project.checkInterfaces([other], in: "Interfaces").problems
        == ["Interfaces/M.txt:\n- \(lines[0])\n- \(lines[1])\n- \(lines[2])\n+ Box: struct Box"])
    let foreign = Interface(module: "M", text: "# Swift, macosx\nBox: struct Box")
    #expect(try project.checkInterfaces([foreign], in: "Interfaces").problems == [])
    #expect(
      try project.checkInterfaces([], in: "Interfaces").problems
        == ["Interfaces/M.txt: there is no such public interface"])
  }

  private static func graph(_ symbols: [String]) -> String {
    """
    {"metadata": {"generator": "Swift"}, "module": {"platform": {"operatingSystem": {"name": "linux"}}},
    "symbols": [\(symbols.joined(separator: ", "))], "relationships": [
    {"kind": "conformsTo", "source": "box", "target": "s", "targetFallback": "Swift.Sendable"},
    {"kind": "conformsTo", "source": "box", "target": "c", "targetFallback": "Swift.Copyable"}]}
    """
  }

  private static func symbol(
    _ id: String, _ path: String, _ declaration: String, file: String, access: String = "public"
  ) -> String {
    let path = path.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      {"kind": {"identifier": ""}, "identifier": {"precise": "\(id)"}, "pathComponents": [\(path)],
      "accessLevel": "\(access)", "declarationFragments": [{"spelling": "\(declaration)"}],
      "location": {"uri": "file://\(file)"}}
      """
  }
}
