internal import Foundation

extension Project {
  /// Compares what is there with the list of budgets. What needs a budget and has none is a problem, too.
  package func checkBudgets(list path: String) throws -> Report {
    var report = Report()
    var missing = Set(needed)
    for line in try list(path) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let limit = Int(words[2]) else {
        report.problems.append("\(path): not 'measure subject figure': \(line)")
        continue
      }
      let name = "\(words[0]) \(words[1])"
      missing.remove(name)
      guard let figure = figure(words[0], of: words[1]) else {
        report.problems.append("\(path): \(name): there is no such thing; remove its budget")
        continue
      }
      report.notes.append("\(name): \(figure) of \(limit)")
      if figure > limit { report.problems.append("\(name): \(figure), and its budget is \(limit)") }
    }
    for name in missing.sorted() {
      let words = name.split(separator: " ").map(String.init)
      report.problems.append("\(path) needs '\(name) \(figure(words[0], of: words[1]) ?? 0)'")
    }
    return report
  }

  private var needed: [String] {
    let modules = modules.keys.flatMap { module in
      ["lines", "files", "public", "pairs"].map { "\($0) \(module)" }
    }
    let inlining = self.modules.values.joined().filter { $0.code.inlines > 0 }
    return modules + inlining.map { "inline \($0.path)" }
      + ["words", "links", "longest"].map { "\($0) README.md" }
  }

  /// The figure of today; nil if there is no such measure or subject.
  package func figure(_ measure: String, of subject: String) -> Int? {
    switch measure {
    case "lines": files(of: subject)?.reduce(0) { $0 + $1.lineCount }
    case "files": files(of: subject)?.count
    case "public": files(of: subject)?.reduce(0) { $0 + $1.code.publicDeclarations }
    case "pairs": modules[subject].map { Arrows(of: $0).pairs.count }
    case "inline": modules.values.joined().first { $0.path == subject }?.code.inlines
    case "words": page(subject)?.words
    case "links": page(subject)?.links
    case "longest": page(subject)?.longest
    default: nil
    }
  }

  /// The files of modules, without those of folders: `A+B-Matching` is both modules without their folder `Matching`.
  private func files(of subject: String) -> [File]? {
    let parts = subject.components(separatedBy: "-")
    let names = parts[0].components(separatedBy: "+")
    guard names.allSatisfy(modules.keys.contains) else { return nil }
    return names.flatMap { modules[$0] ?? [] }.filter { !parts.dropFirst().contains($0.folder) }
  }

  private func page(_ path: String) -> Page? { (try? text(of: path)).map(Page.init) }
}

extension SwiftText {
  fileprivate var inlines: Int {
    lines.reduce(0) { $0 + $1.components(separatedBy: "@inline").count - 1 }
  }
}

/// A page of Markdown without its blocks of code.
package struct Page: Sendable {
  private let text: String

  package init(_ text: String) {
    self.text = text.replacing("(?ms)^ *```.*?^ *```$", by: "")
  }

  /// What is between spaces and has a letter or a digit.
  package var words: Int {
    text.split(whereSeparator: \.isWhitespace).count { $0.contains { $0.isLetter || $0.isNumber } }
  }

  /// Links, pictures included.
  package var links: Int { text.components(separatedBy: "](").count - 1 }

  /// The characters of the longest paragraph, list item, heading or row of a table, with the addresses of its links.
  package var longest: Int {
    text.replacing("\n *(?=\n|[-*+] |[0-9]+\\. |\\||#)", by: "\u{0}")
      .split(separator: "\u{0}").map { $0.trimmingCharacters(in: .whitespacesAndNewlines).count }
      .max() ?? 0
  }
}
