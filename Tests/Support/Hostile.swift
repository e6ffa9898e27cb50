package import Testing

/// Texts that an app or a file may hold, and that must not reach a log as they are.
package enum Hostile {
  /// Scalars that end a line, turn the text around them, or cannot be seen.
  package static let scalars: [Unicode.Scalar] =
    [
      0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
      0x180B...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164,
      0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xE0100...0xE01EF,
    ].flatMap { $0.compactMap(Unicode.Scalar.init) }

  /// What a pattern's literal may hold of them: no ASCII controls.
  package static let literal =
    "a\u{85}b\u{2028}c\u{202E}d\u{2066}e\u{200B}f\u{FEFF}g\u{E0041}h\u{61C}"
  /// A forged line, and text that is read backwards.
  package static let text = "\n2001-01-01 \u{1B}[31m\r\t\u{0}" + literal

  /// What of a text would break or forge a line.
  package static func scalars(in text: String) -> [Unicode.Scalar] {
    let hostile = Set(scalars)
    return text.unicodeScalars.filter(hostile.contains)
  }

  /// Whether a text shows hostile parts, by escapes.
  package static func isShown(in text: String) -> Bool {
    text.contains("\\u{202E}") || text.contains("%E2%80%AE")
  }
}

package func expectOneLine(
  _ text: String, _ comment: Comment, _ location: SourceLocation = #_sourceLocation
) {
  #expect(Hostile.scalars(in: text).isEmpty, comment, sourceLocation: location)
  #expect(Hostile.isShown(in: text), comment, sourceLocation: location)
}
