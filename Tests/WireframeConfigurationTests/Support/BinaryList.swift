import Foundation

/// A binary property list, put together byte by byte; what the trailer and the table say may be wrong.
struct BinaryList: Sendable {
  /// The objects, the first being the root; a reference is a byte.
  var objects: [[UInt8]]
  var header = "bplist00"
  var offsetSize: UInt8 = 4
  var referenceSize: UInt8 = 1
  /// What the trailer says instead of the truth.
  var count: UInt64?
  var root: UInt64 = 0
  var table: UInt64?
  /// What the table says of an object's place instead of the truth.
  var offsets: [Int: UInt64] = [:]

  init(_ objects: [UInt8]...) { self.objects = objects }
  init(objects: [[UInt8]]) { self.objects = objects }

  var data: Data {
    var bytes = Array(header.utf8)
    var places: [UInt64] = []
    for object in objects {
      places.append(UInt64(bytes.count))
      bytes += object
    }
    let table = UInt64(bytes.count)
    for (index, place) in places.enumerated() {
      bytes += Self.bytes(offsets[index] ?? place, Int(offsetSize))
    }
    bytes += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
    for number in [count ?? UInt64(objects.count), root, self.table ?? table] {
      bytes += Self.bytes(number, 8)
    }
    return Data(bytes)
  }

  /// A number of some bytes, the highest first; none of it for none.
  static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
  }

  /// The marker of an object with a count, in four bytes where it does not fit the marker.
  static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + bytes(UInt64(count), 4)
  }

  static func ascii(_ text: String) -> [UInt8] { marker(5, text.utf8.count) + Array(text.utf8) }

  static func utf16(_ units: [UInt16]) -> [UInt8] {
    marker(6, units.count) + units.flatMap { bytes(UInt64($0), 2) }
  }

  static func list(_ references: [UInt8]) -> [UInt8] { marker(10, references.count) + references }

  static func dictionary(_ keys: [UInt8], _ values: [UInt8]) -> [UInt8] {
    marker(13, keys.count) + keys + values
  }
}
