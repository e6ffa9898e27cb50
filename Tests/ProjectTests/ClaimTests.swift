import Foundation
import Testing

/// What the pages claim of systems and versions: Package.swift, README, pages, `.spi.yml` and the scripts say the same.
struct ClaimTests {
  private static let guide = "Sources/WireframeCore/WireframeCore.docc/GettingStarted.md"

  @Test("Each system of Package.swift has its row, and the README names it with its version")
  func systems() throws {
    let manifest = try Repository.text(of: "Package.swift")
    let line = try #require(manifest.firstMatch(of: /platforms: \[(.*)\]/)).1
    let systems = line.matches(of: /\.(\w+)\(\.v(\d+)\)/).map { (String($0.1), $0.2) }
    let names = systems.map(\.0)
    #expect(names == ["iOS", "macOS", "tvOS", "visionOS"])
    let guide = try Repository.text(of: Self.guide)
    let readme = try Repository.text(of: "README.md")
    for (name, version) in systems {
      #expect(guide.contains("| \(name) | \(version) | "), "\(name)")
      #expect(readme.contains("\(name) \(version)"), "\(name)")
    }
    let rows = guide.matches(of: #/\n\| (\w+) \| (Swift )?[\d.]+ \| /#).map { String($0.1) }
    #expect(rows == ["Linux"] + names)
  }

  @Test("A row says of .ci/mac what its plan does")
  func rows() throws {
    let guide = try Repository.text(of: Self.guide)
    let short = try Repository.run(["bash", ".ci/mac", "--plan"]).output
    let all = try Repository.run(["bash", ".ci/mac", "--plan", "--all"]).output
    for match in guide.matches(of: /\n\| (\w+) \| \S+ \| (.*`\.ci\/mac.*`) \|/) {
      let plan = match.2.contains("--all") ? all : short
      #expect(plan.contains(", \(match.1)\n"), "\(match.1)")
      #expect(
        match.2.contains("run by") == plan.contains(try Regex("(test-macos|facts), \(match.1)\\b")))
    }
  }

  @Test("That it has not run on a Mac is said where somebody would rely on it")
  func honesty() throws {
    for page in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", Self.guide] {
      #expect(try Repository.text(of: page).contains("not run on a Mac yet"), "\(page)")
    }
    for shop in ["UIKitShop", "SwiftUIShop"] {
      let page = try Repository.text(of: "Examples/\(shop)/README.md")
      #expect(page.contains("Nobody has opened") && page.contains("\(shop).xcodeproj"))
    }
  }

  @Test("The package index documents every product, for iOS")
  func index() throws {
    let text = try Repository.text(of: ".spi.yml")
    #expect(text.contains("- platform: ios\n"))
    let documented = text.matches(of: /(?m)^        - (\w+)$/).map { String($0.1) }
    #expect(try Set(documented) == Repository.products())
    #expect(documented.count == Set(documented).count)
  }

  @Test("On a Mac .ci/run leaves out by name what cannot work there, after everything else")
  func darwin() throws {
    let parts = try Repository.text(of: ".ci/run").split(
      separator: "= Darwin ]; then", maxSplits: 1)
    let (before, after) = try (#require(parts.first), #require(parts.last))
    #expect(parts.count == 2)
    #expect(after.contains("Left out on macOS: Tests/UIKitDouble, Fuzzing, .ci/docs."))
    for name in ["--package-path Tests/UIKitDouble", "run Fuzzing/run", "run .ci/docs"] {
      #expect(after.contains(name) && !before.contains(name), "\(name)")
    }
    for name in ["swift test\n", "swift format lint", "--sanitize=address"] {
      #expect(before.contains(name), "\(name)")
    }
  }

  @Test("The first version has a date, and the pages that name it name the same one")
  func version() throws {
    let changes = try Repository.text(of: "CHANGELOG.md")
    let headings = changes.matches(of: /(?m)^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$/)
    #expect(headings.first?.1 == "Unreleased")
    let version = try #require(headings.dropFirst().first)
    #expect(version.2 != nil)
    let minor = version.1.split(separator: ".").prefix(2).joined(separator: ".")
    for page in ["README.md", "Sources/WireframeCore/WireframeCore.docc/Updating.md"] {
      let text = try Repository.text(of: page)
      #expect(text.contains(".upToNextMinor(from: \"\(minor).0\")"), "\(page)")
    }
    #expect(try Repository.text(of: "SECURITY.md").contains("now \(minor)."))
  }

  @Test("Tests use nothing that macOS 13 does not have, but behind a question for the system")
  func newerNames() throws {
    let tests = Repository.paths(under: "Tests").filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix("Tests/UIKitDouble/")
        && !$0.hasPrefix("Tests/ProjectTests/")
    }
    #expect(tests.count > 150)
    let newer = [
      "import Synchronization", "Mutex(", "Mutex<", "Atomic<", "InlineArray<", "UTF8Span",
      "isolated deinit", "Task.immediate",
    ]
    for path in tests {
      let text = try Repository.text(of: path)
      guard let name = newer.first(where: { text.contains($0) }) else { continue }
      #expect(text.contains("available(iOS 26, macOS 26"), "\(path): \(name)")
    }
  }

  @Test("The first page of the site leads to pages that there are, and shows a call of the README")
  func firstPage() throws {
    let page = try Repository.text(of: ".ci/start.html")
    let pages = Set(
      Repository.paths(under: "Sources").filter { $0.hasSuffix(".md") }.map { path in
        let parts = path.split(separator: "/")
        return "documentation/\(parts[1])/\(parts[parts.count - 1].dropLast(3))/".lowercased()
      })
    let links = page.matches(of: /href="([^"]*)"/).map { String($0.1) }
    #expect(links.count >= 4 && pages.isSuperset(of: links), "\(links)")
    #expect(page.contains("<!-- modules -->\n"))
    let sample = try #require(page.firstMatch(of: /<pre>([^\n]*)\n/)).1
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    #expect(try Repository.text(of: "README.md").contains(sample))
  }
}
