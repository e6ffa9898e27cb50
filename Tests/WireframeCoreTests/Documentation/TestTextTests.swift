import Testing

/// What CONTRIBUTING promises of the tests themselves.
struct TestTextTests {
  @Test("No test waits for a fixed number of turns, or goes on counting when its condition holds")
  func turns() throws {
    let files = DocumentationTests.swiftFiles(under: "Tests")
      .filter { $0.hasPrefix("Tests/Wireframe") }
    #expect(files.count > 100)
    for file in files {
      let text = try DocumentationTests.text(of: file)
      let loops =
        text.matches(of: #/for _ in [\d._<]+\s*\{\s*await Task\.yield\(\)\s*\}/#)
        + text.matches(of: #/for _ in [^{\n]* where [^\n]*\{\s*await /#)
      #expect(loops.isEmpty, "\(file): \(loops.map { "\($0.0)" })")
    }
  }

  @Test("No test that holds a role up at a barrier measures limits in real time")
  func realTime() throws {
    let files = DocumentationTests.swiftFiles(under: "Tests")
      .filter { $0.hasPrefix("Tests/Wireframe") }
    for file in files {
      let text = try DocumentationTests.text(of: file)
      guard text.contains("Barrier()") else { continue }
      for function in text.split(separator: "\n  }\n") where function.contains("Barrier()") {
        let made = function.matches(of: #/Wireframe<\w+>\([^()]*\)/#).map { String($0.0) }
        #expect(
          made.allSatisfy { $0.contains("limits:") || $0.contains("clock:") }, "\(file): \(made)")
      }
    }
  }
}
