extension String {
  /// The text as every sentence shows it: on one line, with nothing in it that is invisible or turns the text around
  /// it. Line ends, controls, marks of direction, zero-width and tag characters are written as escapes. An escaped text
  /// stays as it is, so that a sentence may be escaped although its parts are.
  package var escaped: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnprintable:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A text from outside, escaped and no longer than a line.
  package var onOneLine: String {
    let most = 80
    let start = String(unicodeScalars.prefix(most)).escaped
    return unicodeScalars.count > most ? start + "…" : start
  }

  /// The text between quotes, on one line and no longer than a line.
  package var inQuotes: String { "'\(onOneLine)'" }

  /// The text with ASCII capitals made small; other letters keep their case.
  package var asciiLowercased: String { String(decoding: utf8.map(\.lowercased), as: UTF8.self) }

  /// Whether two texts are the same scalar by scalar (`==` would take `é` and `e` + accent as equal).
  package func hasSameScalars(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return isSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }
}

extension [String] {
  /// The texts in quotes, or `none`.
  package var asNames: String { isEmpty ? "none" : map { "'\($0)'" }.joined(separator: ", ") }
}

extension Unicode.Scalar {
  /// Whether the scalar shows nothing itself, ends a line or changes the direction of what follows.
  package var isUnprintable: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

extension Sequence<String> {
  /// The texts in their order. Always of an array: `sorted()` makes 4 KB of code for each type of sequence.
  package func sortedTexts() -> [String] { Array(self).sorted() }
}
