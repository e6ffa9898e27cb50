internal import WireframeCore
internal import WireframeJSON

/// How large a configuration file may be.
package enum ConfigurationLimits {
  /// The most bytes of a file.
  package static let size = 1 << 20
}

/// A configuration file's text, in whichever format it is.
struct ConfigurationText {
  private let bytes: [UInt8]
  /// Used only for faults.
  private(set) lazy var lines = TextLines(bytes)

  /// - Parameter bytes: The file, found not to be too large.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What the file holds: a binary property list begins with `bplist`, one in XML with `<`.
  func read() throws(SyntaxFault) -> JSONValue {
    if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyListReader.read(bytes) }
    let first = bytes[bytes.startOfText...].first { !$0.isSpace }
    return first == UInt8(ascii: "<")
      ? try XMLPropertyListReader.read(bytes) : try JSONReader.read(bytes)
  }
}
