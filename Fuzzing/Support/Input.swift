extension String {
  /// The text of an input; what is no UTF-8 in it becomes the replacement character.
  init(input start: UnsafePointer<UInt8>?, _ count: Int) {
    self.init(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The lines, empty ones included; a carriage return is a character like any other.
  var lines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
