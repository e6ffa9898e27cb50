import Foundation

/// Standard output and standard error, written at once so that both keep their order.
struct Console {
  /// Colours are for a terminal that has some, and not for somebody who set NO_COLOR (https://no-color.org).
  let isColoured =
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  /// Whether somebody sits there and types.
  let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1

  func write(_ line: String = "") { put(line + "\n", FileHandle.standardOutput) }
  func writeError(_ line: String) { put(line + "\n", FileHandle.standardError) }
  func prompt(_ text: String) { put(text, FileHandle.standardOutput) }

  /// An error here means that nobody reads any more; then there is nobody to tell it either.
  private func put(_ text: String, _ file: FileHandle) {
    try? file.write(contentsOf: Data(text.utf8))
  }

  func paint(_ text: String, _ colour: Colour) -> String {
    isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  enum Colour: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case cyan = 36
  }
}
