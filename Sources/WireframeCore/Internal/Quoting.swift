extension String {
  /// A text from outside, on one line and no longer than a line: it can neither break nor forge a line of a log.
  package var onOneLine: String {
    let most = 80
    var text = ""
    for scalar in unicodeScalars.prefix(most) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return unicodeScalars.count > most ? text + "…" : text
  }

  /// The text between quotes, on one line and no longer than a line.
  package var inQuotes: String { "'\(onOneLine)'" }
}
