internal import Foundation

/// A Swift text without its comments and without what is in its strings.
///
/// A string ends at the next quotation mark, also inside an interpolation: the names in an interpolation do not count.
package struct SwiftText: Sendable {
  /// The lines, with their indentation.
  package let lines: [String]

  package init(_ text: String) {
    lines = text.replacing(#""""(?s:.*?)"""|"(?:\\.|[^"\\\n])*""#, by: #""""#)
      .replacing("//[^\n]*", by: "").components(separatedBy: "\n")
  }

  /// How often each name is in the text that can be a type's, or a free function's that is called.
  package var names: [String: Int] {
    var names: [String: Int] = [:]
    for line in lines {
      for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        let before = line[..<word.startIndex]
        let isCalled =
          line[word.endIndex...].hasPrefix("(") && !before.hasSuffix(".")
          && !before.hasSuffix("func ")
        guard word.count > 1, word.first?.isUppercase == true || isCalled else { continue }
        names[String(word), default: 0] += 1
      }
    }
    return names
  }

  /// The types and free functions that the file declares at its top, also inside `#if`, which indents them.
  ///
  /// Nested types do not count: many folders have a `Kind`. Nor do private functions: no other file can call them.
  package var declaredNames: Set<String> {
    let type = "^ *([@\\w().]+ )*?(\(Self.types)) +([A-Z]\\w+).*"
    let function = "^ *((?!private|fileprivate)[@\\w().]+ )*?(func) +(\\w+).*"
    var names: Set<String> = []
    var conditions = 0
    for line in lines {
      if line.trimmed.hasPrefix("#if") { conditions += 1 }
      if line.trimmed.hasPrefix("#endif") { conditions -= 1 }
      let indentation = line.prefix { $0 == " " }.count
      guard indentation == 0 || indentation == 2 * conditions else { continue }
      for declaration in [type, function] {
        let name = line.replacing(declaration, by: "$3")
        if name != line { names.insert(name) }
      }
    }
    return names
  }

  static let types = "struct|class|enum|protocol|actor|typealias"

  /// How many declarations say `public` or `open`. Cases of an enum and requirements of a protocol do not count.
  package var publicDeclarations: Int { lines.count { $0.isPublicDeclaration } }
}

extension String {
  var isPublicDeclaration: Bool {
    let start =
      "^ *(@\\S+ |final |static |nonisolated |override |indirect )*(public|open) (?!import)"
    return range(of: start, options: .regularExpression) != nil
  }

  func replacing(_ pattern: String, by text: String) -> String {
    replacingOccurrences(of: pattern, with: text, options: .regularExpression)
  }

  /// The text without spaces around it.
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
