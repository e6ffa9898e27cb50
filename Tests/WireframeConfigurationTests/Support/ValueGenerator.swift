import Foundation
import TestSupport
import WireframeJSON

extension JSONValue {
  /// A value by chance, a list or an object, of all kinds and a few levels.
  static func random(_ generator: inout SplitMix64, depth: Int = 0) -> JSONValue {
    switch Int.random(in: depth == 0 ? 0...1 : 0...(depth < 4 ? 8 : 6), using: &generator) {
    case 0, 7: list(&generator, depth)
    case 1, 8: object(&generator, depth)
    case 2: JSONValue(.bool(Bool.random(using: &generator)))
    case 3: JSONValue(.int(int(&generator)))
    case 4: JSONValue(.double(double(&generator)))
    case 5: JSONValue(.other("a date"))
    default: JSONValue(.string(string(&generator)))
    }
  }

  private static func list(_ generator: inout SplitMix64, _ depth: Int) -> JSONValue {
    let count = depth < 5 ? Int.random(in: 0...4, using: &generator) : 0
    return JSONValue(.list((0..<count).map { _ in random(&generator, depth: depth + 1) }))
  }

  private static func object(_ generator: inout SplitMix64, _ depth: Int) -> JSONValue {
    let count = depth < 5 ? Int.random(in: 0...4, using: &generator) : 0
    var keys: Set<String> = []
    while keys.count < count { keys.insert(string(&generator)) }
    return JSONValue(
      .object(
        keys.sorted().map {
          Member(key: $0, offset: nil, value: random(&generator, depth: depth + 1))
        }))
  }

  private static func int(_ generator: inout SplitMix64) -> Int {
    generator.oneIn(4)
      ? [Int.min, .max, 0, -1, 255, 256, 65_535, 65_536, 1 << 31, 1 << 32].pick(&generator)
      : Int.random(in: -1000...1000, using: &generator)
  }

  private static func double(_ generator: inout SplitMix64) -> Double {
    generator.oneIn(4)
      ? [0, -0.0, 1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1e22, 0x1p63].pick(
        &generator)
      : Double.random(in: -1e6...1e6, using: &generator)
  }

  private static func string(_ generator: inout SplitMix64) -> String {
    let pieces = [
      "a", "b", "key", "routes", " ", "\n", "\t", "é", "e\u{301}", "😀", "&", "<", ">", "\"", "'",
      "&amp;",
      "]]>", "<!--", "\u{2028}", "\u{FFFD}", "\u{FEFF}", "\\", "/", "0123456789abcdef",
    ]
    let count = Int.random(in: 0...3, using: &generator)
    return (0..<count).map { _ in pieces.pick(&generator) }.joined()
  }

  /// The value as Foundation's writers take it.
  var forFoundation: Any {
    switch content {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .list(let values): values.map(\.forFoundation)
    case .object(let members):
      Dictionary(members.map { ($0.key, $0.value.forFoundation) }) { first, _ in first }
    case .other: Date(timeIntervalSince1970: 0)
    }
  }
}

extension [UInt8] {
  /// The bytes with one to four changes: some lost, doubled, turned, or overwritten by what means something.
  func mutated(_ generator: inout SplitMix64) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      let end = Swift.min(bytes.count, place + Int.random(in: 1...12, using: &generator))
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 3: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 4: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 5:
        bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x13, 0x5F, 0x6F, 0xAF, 0xDF].pick(&generator)
      case 6:
        // At the numbers of a trailer, or anywhere.
        let start = generator.oneIn(2) ? Swift.max(0, bytes.count - 24) : place
        let high: UInt8 = [0x7F, 0xFF, 0x80, 0, 0x3F].pick(&generator)
        for index in start..<Swift.min(bytes.count, start + 8) {
          bytes[index] = index == start ? high : [0xFF, 0].pick(&generator)
        }
      case 7:
        let tokens = [
          "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>",
          "<true/>",
          "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&amp;", "&#65;", "&#x", "<plist>",
          "<integer>",
          "</integer>", "<real>", "</real>", "<!DOCTYPE plist [", "\"", "/>", "<date/>",
        ]
        bytes.insert(contentsOf: tokens.pick(&generator).utf8, at: place)
      default:
        if generator.oneIn(4) {
          bytes.removeSubrange(place...)
        } else {
          bytes.swapAt(place, end - 1)
        }
      }
    }
    return bytes
  }
}
