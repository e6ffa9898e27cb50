internal import WireframeCore
package import WireframeJSON

/// Reads binary property lists: a header, objects, a table of their offsets, and a trailer.
///
/// Foundation's reader trusts the counts and offsets of a file, and a large one ends the process. Here
/// every one is checked against the file first. Objects may be shared, so that a small file could describe an
/// endless value: values and bytes of text are counted as often as they are referred to.
package struct BinaryPropertyListReader {
  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32
  /// The most bytes of text, which is what a file in another format could hold.
  private static let maximumTextBytes = ConfigurationFile.maximumSize

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  /// Where the objects end and the table of their offsets begins.
  private let objectsEnd: Int
  private var textBytes = 0
  private var state = SyntaxState()

  /// The value of a file.
  package static func read(_ bytes: [UInt8]) throws(SyntaxFault) -> JSONValue {
    guard bytes.starts(with: header) else { throw fault("another header than 'bplist00'") }
    let trailer = bytes.count - trailerSize
    guard trailer > header.count else { throw fault("\(bytes.count) bytes") }
    let root = bytes[(trailer + 16)...].prefix(8).bigEndian
    var reader = try Self(bytes, trailer: trailer)
    return try reader.readObject(root, referredAt: trailer + 16)
  }

  private init(_ bytes: [UInt8], trailer: Int) throws(SyntaxFault) {
    self.bytes = bytes
    let numbers = bytes[trailer...]
    offsetSize = Int(numbers[trailer + 6])
    referenceSize = Int(numbers[trailer + 7])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize else {
      throw Self.fault("numbers of \(offsetSize) and \(referenceSize) bytes", at: trailer + 6)
    }
    let count = numbers.dropFirst(8).prefix(8).bigEndian
    let table = numbers.dropFirst(24).bigEndian
    guard let table = Int(exactly: table), Self.header.count..<trailer ~= table else {
      throw Self.fault("a table of offsets at \(table)", at: trailer + 24)
    }
    // The table fills the file up to the trailer; so its size cannot overflow here.
    guard let count = Int(exactly: count), count <= trailer - table,
      count * offsetSize == trailer - table
    else { throw Self.fault("a count of \(count) objects", at: trailer + 8) }
    objectCount = count
    objectsEnd = table
  }

  // MARK: Objects

  private mutating func readObject(
    _ index: UInt64, referredAt reference: Int
  ) throws(SyntaxFault) -> JSONValue {
    try state.addValue(at: nil)
    let start = try offset(of: index, referredAt: reference)
    let low = Int(bytes[start] & 15)
    return switch bytes[start] >> 4 {
    case 0x0 where low == 0: JSONValue(.other("null"))
    case 0x0 where 8...9 ~= low: JSONValue(.bool(low == 9))
    case 0x1 where low <= 4: JSONValue(try whole(start, size: 1 << low))
    case 0x2 where 2...3 ~= low: JSONValue(try real(start, size: 1 << low))
    case 0x3 where low == 3: JSONValue(try other("a date", start + 1, count: 8))
    case 0x4: JSONValue(try readData(start))
    case 0x5, 0x6: JSONValue(.string(try readText(start)))
    case 0x8: JSONValue(try other("a UID", start + 1, count: low + 1))
    case 0xA: JSONValue(.list(try readElements(start)))
    case 0xD: JSONValue(.object(try readMembers(start)))
    default:
      throw Self.fault(
        "an object of the unknown kind 0x\(String(bytes[start], radix: 16, uppercase: true))",
        at: start)
    }
  }

  /// One, two and four bytes are without a sign; sixteen hold what is too large for eight with one.
  private func whole(_ start: Int, size: Int) throws(SyntaxFault) -> JSONValue.Content {
    let data = try data(start + 1, count: size)
    let number = data.suffix(8).bigEndian
    guard size == 16 else { return .int(Int(truncatingIfNeeded: number)) }
    guard data.prefix(8).bigEndian == 0 else {
      throw Self.fault("a number of more than 64 bits", at: start)
    }
    return Int(exactly: number).map { .int($0) } ?? .double(Double(number))
  }

  private func real(_ start: Int, size: Int) throws(SyntaxFault) -> JSONValue.Content {
    let bits = try data(start + 1, count: size).bigEndian
    let number =
      size == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    guard number.isFinite else { throw Self.fault("the number \(number)", at: start) }
    return .double(number)
  }

  private func other(
    _ kind: String, _ start: Int, count: Int
  ) throws(SyntaxFault) -> JSONValue.Content {
    _ = try data(start, count: count)
    return .other(kind)
  }

  private func readData(_ start: Int) throws(SyntaxFault) -> JSONValue.Content {
    let (count, next) = try readCount(start)
    return try other("data", next, count: count)
  }

  private mutating func readText(_ start: Int) throws(SyntaxFault) -> String {
    let (count, next) = try readCount(start)
    let isASCII = bytes[start] >> 4 == 0x5
    let data = try data(next, count: count, size: isASCII ? 1 : 2)
    textBytes += data.count
    guard textBytes <= Self.maximumTextBytes else {
      throw SyntaxFault(
        offset: nil, found: "one more text",
        allowed: "at most \(Self.maximumTextBytes) bytes of text")
    }
    if isASCII {
      guard data.allSatisfy({ $0 < 0x80 }) else {
        throw Self.fault("a text that is not ASCII", at: start)
      }
      return String(decoding: data, as: UTF8.self)
    }
    guard let text = String(bigEndianUTF16: data) else {
      throw Self.fault("a text that is not UTF-16", at: start)
    }
    return try text.streamSafe(at: nil)
  }

  private mutating func readElements(_ start: Int) throws(SyntaxFault) -> [JSONValue] {
    let (count, next) = try enter(start)
    defer { state.leave() }
    let references = try data(next, count: count, size: referenceSize)
    var elements: [JSONValue] = []
    for place in stride(from: next, to: references.endIndex, by: referenceSize) {
      elements.append(try readObject(reference(at: place), referredAt: place))
    }
    return elements
  }

  /// The keys come before the values.
  private mutating func readMembers(_ start: Int) throws(SyntaxFault) -> [JSONValue.Member] {
    let (count, next) = try enter(start)
    defer { state.leave() }
    let references = try data(next, count: count, size: 2 * referenceSize)
    let middle = next + count * referenceSize
    var members: [JSONValue.Member] = []
    for place in stride(from: middle, to: references.endIndex, by: referenceSize) {
      let key = try readKey(at: place - count * referenceSize)
      let value = try readObject(reference(at: place), referredAt: place)
      try state.add(.init(key: key, offset: nil, value: value), to: &members)
    }
    return members
  }

  private mutating func readKey(at place: Int) throws(SyntaxFault) -> String {
    let start = try offset(of: reference(at: place), referredAt: place)
    guard 0x5...0x6 ~= bytes[start] >> 4 else {
      throw Self.fault("a key that is no text", at: start)
    }
    return try readText(start)
  }

  /// Goes into a list or an object.
  private mutating func enter(_ start: Int) throws(SyntaxFault) -> (count: Int, next: Int) {
    try state.enter(at: nil)
    return try readCount(start)
  }

  // MARK: Bytes

  /// The count of an object, and where its content begins: in the marker, or as a number behind it.
  private func readCount(_ start: Int) throws(SyntaxFault) -> (count: Int, next: Int) {
    let low = Int(bytes[start] & 15)
    guard low == 15 else { return (low, start + 1) }
    let marker = try data(start + 1, count: 1).bigEndian
    guard 0x10...0x13 ~= marker else { throw Self.fault("an object without a count", at: start) }
    let number = try data(start + 2, count: 1 << Int(marker & 15))
    guard let count = Int(exactly: number.bigEndian) else {
      throw Self.fault("a count of \(number.bigEndian)", at: start)
    }
    return (count, number.endIndex)
  }

  /// So many items of some bytes each, if all of them lie among the objects.
  private func data(
    _ start: Int, count: Int, size: Int = 1
  ) throws(SyntaxFault) -> ArraySlice<UInt8> {
    guard count <= (objectsEnd - start) / size else {
      throw Self.fault("an object longer than the file", at: start)
    }
    return bytes[start..<start + count * size]
  }

  /// The reference at an offset that is known to be among the objects.
  private func reference(at place: Int) -> UInt64 { bytes[place..<place + referenceSize].bigEndian }

  private func offset(
    of index: UInt64, referredAt reference: Int
  ) throws(SyntaxFault) -> Int {
    guard let index = Int(exactly: index), index < objectCount else {
      throw Self.fault("a reference to object \(index) of \(objectCount)", at: reference)
    }
    let entry = objectsEnd + index * offsetSize
    let offset = bytes[entry..<entry + offsetSize].bigEndian
    guard let offset = Int(exactly: offset), Self.header.count..<objectsEnd ~= offset else {
      throw Self.fault("an offset of \(offset)", at: entry)
    }
    return offset
  }

  // MARK: Faults

  private static func fault(_ found: String, at start: Int? = nil) -> SyntaxFault {
    SyntaxFault(
      offset: nil, found: found + (start.map { " at byte \($0)" } ?? ""),
      allowed: "a binary property list")
  }
}

extension ArraySlice<UInt8> {
  /// The number that at most eight bytes are, the highest first.
  fileprivate var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

extension String {
  /// Nil for half a pair of surrogates.
  fileprivate init?(bigEndianUTF16 data: ArraySlice<UInt8>) {
    let units = stride(from: data.startIndex, to: data.endIndex, by: 2).map { place in
      UInt16(data[place]) << 8 | UInt16(data[place + 1])
    }
    self.init(decoding: units, as: UTF16.self)
    // Half a pair is decoded as another character.
    guard utf16.elementsEqual(units) else { return nil }
  }
}
