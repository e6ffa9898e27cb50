import Foundation
import Testing

/// README and articles say what is so: their samples compile, their links lead somewhere.
struct DocumentationTests {
  static let catalogPages = modules.flatMap { module in
    names(in: "Sources/\(module)/\(module).docc", endingIn: ".md")
      .map { "Sources/\(module)/\(module).docc/\($0)" }
  }
  static let pages = ["README.md"] + catalogPages
  static let articles = catalogPages.filter { page in
    !modules.contains { page.hasSuffix("/\($0).md") }
  }

  @Test func `there are README, overview and articles`() {
    #expect(Self.pages.contains("README.md"))
    #expect(Self.pages.contains("\(Self.catalog)/WireframeCore.md"))
    #expect(Self.articles.count >= 9)
  }

  @Test(arguments: pages)
  func `every Swift sample is in a file that is compiled`(page: String) throws {
    let compiled = try Self.compiledFiles.get()
    for block in try Self.swiftBlocks(of: page) where !block.contains(".package(") {
      let lines = Self.codeLines(of: block)
      #expect(!lines.isEmpty, "an empty sample in \(page)")
      #expect(
        compiled.contains { Self.hasRun(of: lines, in: $0) },
        "no file of samples in Snippets, Examples or Tests holds this one of \(page):\n\(block)")
    }
  }

  @Test func `the search for samples finds runs only`() {
    #expect(Self.hasRun(of: ["b", "c"], in: ["a", "b", "c", "d"]))
    #expect(!Self.hasRun(of: ["b", "d"], in: ["a", "b", "c", "d"]))
    #expect(!Self.hasRun(of: ["c", "d", "e"], in: ["a", "b", "c", "d"]))
    #expect(Self.codeLines(of: "  a\n\n// snippet.hide\n b ") == ["a", "b"])
  }

  @Test func `the README is short`() throws {
    let code = /^```.*?^```$/.anchorsMatchLineEndings().dotMatchesNewlines()
    let text = try Self.text(of: "README.md").replacing(code, with: "")
    let words = text.split(whereSeparator: \.isWhitespace)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
    #expect((300...900).contains(words.count))
    #expect((10...20).contains(text.matches(of: #/\]\(/#).count))
    // A paragraph, an item of a list or a row of a table.
    for part in text.replacing(#/\n(?=\n|- |\|)/#, with: "\0").split(separator: "\0") {
      #expect(part.count <= 400, "\(part)")
    }
  }

  @Test func `the page of all pages has every page`() throws {
    let text = try Self.text(of: "\(Self.catalog)/AllPages.md")
    for page in Self.catalogPages where !page.hasSuffix("/AllPages.md") {
      let name = page.split(separator: "/")[3].dropLast(3)
      let isOfCore = page.hasPrefix(Self.catalog)
      let entry = isOfCore ? "](doc:\(name)) |" : "(`\(name)`) |"
      #expect(name == "WireframeCore" || text.contains(entry), "\(page)")
    }
  }

  @Test(arguments: pages + ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
  func `every relative link leads to a file or an article`(page: String) throws {
    let text = try Self.text(of: page)
    let folder = Self.root.appending(path: page).deletingLastPathComponent()
    for match in text.matches(of: #/\]\(([^)\s]+)\)/#) {
      let target = String(match.1)
      if target.hasPrefix("https://") || target.hasPrefix("#") { continue }
      if target.hasPrefix("doc:") {
        let name = target.dropFirst(4).split(separator: "#")[0].split(separator: "/").last ?? ""
        #expect(Self.articles.contains { $0.hasSuffix("/\(name).md") }, "\(target) in \(page)")
        continue
      }
      let file = target.split(separator: "#")[0]
      #expect(
        FileManager.default.fileExists(atPath: folder.appending(path: String(file)).path),
        "\(target) in \(page)")
    }
    for match in text.matches(of: /<doc:(?:\/WireframeCore\/)?([A-Za-z]+)/) {
      #expect(Self.articles.contains { $0.hasSuffix("/\(match.1).md") }, "\(match.0) in \(page)")
    }
  }

  @Test(arguments: pages + ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
  func `a link to a page has words of its own, except in lists of topics`(page: String) throws {
    var isInTopics = false
    for line in try Self.text(of: page).split(separator: "\n") {
      if line.hasPrefix("## ") { isInTopics = line == "## Topics" }
      #expect(isInTopics || !line.contains("<doc:"), "\(line) in \(page)")
    }
  }

  @Test func `every link of the README leads to a file of the repository`() throws {
    let targets = try Self.text(of: "README.md").matches(of: #/\]\(([^)]*)\)/#).map { String($0.1) }
    #expect(!targets.isEmpty)
    for target in targets {
      let file = Self.root.appending(path: target).path
      #expect(!target.isEmpty && !target.contains(":") && !target.hasPrefix("/"), "\(target)")
      #expect(FileManager.default.fileExists(atPath: file), "\(target)")
    }
  }

  @Test func `the glossary has types that there are, and the tables files that there are`() throws {
    let text = try Self.text(of: "CONTRIBUTING.md")
    let glossary = try #require(text.split(separator: "## Glossary").last)
      .split(separator: "\n## ")[0]
    var declared: Set<Substring> = []
    for file in Self.swiftFiles(under: "Sources/WireframeCore") {
      let words = try Self.text(of: file).split { !$0.isLetter && !$0.isNumber }
      for (kind, name) in zip(words, words.dropFirst())
      where ["struct", "class", "enum", "protocol"].contains(kind) { declared.insert(name) }
    }
    let names = glossary.matches(of: #/\n\| `(\w+)` \| /#).map { $0.1 }
    #expect(names.count >= 40 && Set(names).count == names.count)
    #expect(declared.isSuperset(of: names), "\(Set(names).subtracting(declared))")
    let table = try #require(text.split(separator: "| stage | file |").last)
      .split(separator: "\nTo add a stage")[0]
    let files = table.matches(of: #/`(\w+/[\w+]*(\.swift)?)`/#).map { String($0.1) }
    #expect(files.count >= 30)
    for file in files {
      let path = Self.root.appending(path: "Sources/WireframeCore/\(file)").path
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }

  @Test(arguments: articles)
  func `every article is linked from its module's overview`(article: String) throws {
    let parts = article.split(separator: "/")
    let overview = try Self.text(of: parts[..<3].joined(separator: "/") + "/\(parts[1]).md")
    #expect(overview.contains("- <doc:\(parts[3].dropLast(3))>"))
  }

  @Test func `every error code has an entry in Troubleshooting`() throws {
    let codes = try Self.codes()
    #expect(codes.count >= 25)
    let page = try Self.text(of: "\(Self.catalog)/Troubleshooting.md")
    for code in codes {
      #expect(page.contains("\n### \(code)\n"), "no entry for the code '\(code)'")
    }
    let entries = page.matches(of: /\n### (\w+)\n/).map { String($0.1) }
    #expect(Set(entries).subtracting(codes).isEmpty, "entries for codes that do not exist")
  }

  private struct Catalog: Decodable {
    struct Entry: Decodable { let localizations: [String: Localization] }
    struct Localization: Decodable { let stringUnit: Unit }
    struct Unit: Decodable { let value: String }

    let strings: [String: Entry]
  }

  @Test func `every error code has a text for people, and the example's catalog has it`() throws {
    let page = try Self.text(of: "\(Self.catalog)/TellingPeople.md")
    var texts: [String: String] = [:]
    for row in page.matches(of: #/\n\| (`[^|]*`) \| ([^|]+) \| [^|]+ \|/#) {
      for code in row.1.matches(of: #/`(\w+)`/#) {
        #expect(texts.updateValue(String(row.2), forKey: String(code.1)) == nil, "\(code.1) twice")
      }
    }
    #expect(try Set(texts.keys) == Set(Self.codes()))
    let source = try Self.text(of: "Examples/SwiftUIShop/Sources/App/Errors.xcstrings")
    let catalog = try JSONDecoder().decode(Catalog.self, from: Data(source.utf8)).strings
    let told = texts.filter { $0.value != "—" }
    #expect(Set(catalog.keys) == Set(told.keys).union(["other"]))
    for (key, entry) in catalog {
      let text = try #require(entry.localizations["en"]?.stringUnit.value)
      #expect(text == told[key] ?? "Something went wrong.")
      let german = try #require(entry.localizations["de"]?.stringUnit.value)
      #expect(!german.isEmpty && german != text, "\(key)")
    }
    let silent = texts.filter { $0.value == "—" }.keys.sorted()
    let code = try Self.text(of: "Examples/SwiftUIShop/Sources/Shop/ErrorTexts.swift")
    let cases = try #require(code.firstMatch(of: /case (.*): nil/)).1
    #expect(cases.split(separator: ", ").map { String($0.dropFirst()) }.sorted() == silent)
  }

  @Test(arguments: modules)
  func `every public type is listed in its module's overview`(module: String) throws {
    let overview = try Self.text(of: "Sources/\(module)/\(module).docc/\(module).md")
    let files = Self.swiftFiles(under: "Sources/\(module)")
    #expect(files.count >= 8)
    // Whole files for UIKit are inside a condition, which indents them; some types are inside a second one.
    let declaration =
      /^( *)(?:public|open) (?:final )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    for file in files {
      let text = try Self.text(of: file)
      let isForUIKit = text.hasPrefix("#if canImport(UIKit) && !os(watchOS)")
      // What Linux does not compile has no link there.
      let isForSwiftUI = text.hasPrefix("#if canImport(SwiftUI) && ")
      // A link to a file of WireframeUIKit.
      if file.hasSuffix("/Views/CoverWindow.swift") { continue }
      #expect(isForSwiftUI == file.contains("WireframeSwiftUI/Views/"), "\(file)")
      #expect(isForUIKit == (module == "WireframeUIKit" || file.contains("/UIKit/")), "\(file)")
      for match in text.matches(of: declaration.anchorsMatchLineEndings()) {
        let isNested = [
          "CoordinatedController", "Controller", "Code", "Presentation", "Output", "Outcome",
        ].contains(match.2)
        guard match.1.isEmpty || (isForUIKit || isForSwiftUI) && match.1.count <= 4 && !isNested
        else { continue }
        let name = isForSwiftUI ? "| `\(match.2)` |" : "- ``\(match.2)``"
        #expect(overview.contains(name), "\(match.2) of \(file)")
      }
    }
  }
}

// MARK: - Reading

extension DocumentationTests {
  static let catalog = "Sources/WireframeCore/WireframeCore.docc"
  static let modules = [
    "WireframeRoutes", "WireframeCore", "WireframeFlows", "WireframeCoordinators",
    "WireframeConfiguration", "WireframeInsight", "WireframeTesting", "WireframeUIKit",
    "WireframeSwiftUI",
  ]
  static let samples = "WireframeCoreTests/Documentation/SampleTests.swift"
  static let samplesOfUIKit = "UIKitDouble/Tests/WireframeUIKitTests/SampleTests.swift"

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The codes of errors, of all modules.
  static func codes() throws -> [String] {
    try modules.flatMap { module in
      try swiftFiles(under: "Sources/\(module)").flatMap { file in
        try text(of: file).matches(of: /\n  public static let (\w+) = Self\(rawValue: "\w+"\)/)
          .map { String($0.1) }.filter { _ in
            file.hasSuffix("RoutingError.swift") || file.hasSuffix("RoutingError+Pipeline.swift")
              || file.hasSuffix("Reason.swift")
          }
      }
    }
  }

  static func names(in folder: String, endingIn suffix: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    return (names ?? []).filter { $0.hasSuffix(suffix) }.sorted()
  }

  static func swiftFiles(under folder: String) -> [String] {
    let paths = try? FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path)
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  /// The code lines of the files from which samples may be taken, read once.
  static let compiledFiles = Result {
    let files =
      swiftFiles(under: "Snippets") + swiftFiles(under: "Examples/OrdersModule")
      + swiftFiles(under: "Examples/GTKShop/Sources")
      + swiftFiles(under: "Examples/SwiftUIShop/Sources")
      + ["Tests/\(samples)", "Tests/\(samplesOfUIKit)"]
    return try files.map { codeLines(of: try text(of: $0)) }
  }

  static func swiftBlocks(of page: String) throws -> [String] {
    try text(of: page).matches(of: #/```swift\n(?s)(.*?)```/#).map { String($0.1) }
  }

  /// The lines that count in a comparison: trimmed, without blank ones and snippet markers.
  static func codeLines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("// snippet.") }
  }

  static func hasRun(of lines: [String], in file: [String]) -> Bool {
    guard let last = file.indices.last, lines.count <= last + 1 else { return false }
    return (0...(last + 1 - lines.count)).contains { start in
      file[start..<(start + lines.count)].elementsEqual(lines)
    }
  }
}
