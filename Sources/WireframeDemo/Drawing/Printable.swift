extension String {
  /// The text for one line of a terminal: what would move the cursor, change colours or turn the text around is
  /// written as an escape.
  var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text with spaces behind it, up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text without the spaces at its end.
  var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }

  /// The text in lines of a terminal, broken between words; a word that is longer keeps its line.
  ///
  /// - Parameter indent: How many columns are taken to the left of each line.
  /// - Returns: The lines, at least one.
  func wrapped(indent: Int) -> [String] {
    let width = 80 - indent
    var lines: [String] = []
    var line: String?
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if let start = line {
        if start.count + 1 + word.count <= width {
          line = "\(start) \(word)"
          continue
        }
        lines.append(start.trimmingEnd)
        line = nil
      }
      // The spaces at which a line is broken are left out.
      if lines.isEmpty || !word.isEmpty { line = String(word) }
    }
    return lines + [line?.trimmingEnd].compactMap(\.self)
  }
}
