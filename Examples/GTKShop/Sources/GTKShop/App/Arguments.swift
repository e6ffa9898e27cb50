/// What the command line asks for.
struct Arguments {
  /// A link to open, as it came: hostile until the wireframe has read it.
  var link: String?
  /// The folder of the saved state; nil for that of the user.
  var stateFolder: String?

  /// - Parameter texts: The arguments without the program's name.
  /// - Throws: ``UsageError``.
  init(_ texts: [String]) throws(UsageError) {
    var rest = texts[...]
    while let option = rest.popFirst() {
      guard option == "--open" || option == "--state-dir" else {
        throw UsageError(text: "There is no option '\(option.printable)'.")
      }
      guard let value = rest.popFirst() else {
        throw UsageError(text: "The option '\(option)' needs a value.")
      }
      if option == "--open" { link = value } else { stateFolder = value }
    }
  }
}

struct UsageError: Error {
  let text: String
}

extension String {
  /// On one line, without control characters: a terminal obeys them.
  var printable: String {
    String(
      prefix(200).unicodeScalars.map { $0.isASCII && (32..<127) ~= $0.value ? Character($0) : "?" })
  }
}
