import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore
import WireframeJSON

/// The readers of property lists and JSON, held against each other and against Foundation's.
@Suite struct PropertyListOracleTests {
  static func read(_ bytes: [UInt8]) throws(SyntaxFault) -> JSONValue {
    if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyListReader.read(bytes) }
    return isPropertyList(bytes)
      ? try XMLPropertyListReader.read(bytes) : try JSONReader.read(bytes)
  }

  static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    bytes.first == UInt8(ascii: "<") || bytes.starts(with: "bplist".utf8)
  }

  @Test("A value reads the same in every format")
  func formats() throws {
    var generator = SplitMix64(seed: 0xF0F0)
    for _ in 0..<Load.scaled(300) {
      let value = JSONValue.random(&generator)
      let xml = try #require(ValueWriter.xml(value))
      for bytes in [ValueWriter.json(value), xml, ValueWriter.binary(value)] {
        #expect(try Self.read(bytes).isSame(as: value), "\(value)")
      }
    }
  }

  @Test("What Foundation writes reads as what it is")
  func written() throws {
    var generator = SplitMix64(seed: 0xF00D)
    for _ in 0..<Load.scaled(300) {
      let value = JSONValue.random(&generator)
      for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
        let data = try PropertyListSerialization.data(
          fromPropertyList: value.forFoundation, format: format, options: 0)
        #expect(try Self.read(Array(data)).isSame(as: value, inOrder: false), "\(value)")
      }
    }
  }

  @Test("A list in which bytes changed is refused, or reads as it does for Foundation")
  func mutations() throws {
    var generator = SplitMix64(seed: 0xBAD5EED)
    var (accepted, refused) = (0, 0)
    for _ in 0..<Load.scaled(60) {
      let value = JSONValue.random(&generator)
      for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
        let data = try PropertyListSerialization.data(
          fromPropertyList: value.forFoundation, format: format, options: 0)
        for _ in 0..<50 {
          let bytes = Array(data).mutated(&generator)
          if Self.check(bytes) { accepted += 1 } else { refused += 1 }
        }
      }
    }
    #expect(accepted > Load.scaled(300) && refused > Load.scaled(3000), "\(accepted) \(refused)")
  }

  /// - Returns: Whether the bytes are read.
  static func check(_ bytes: [UInt8]) -> Bool {
    do throws(SyntaxFault) {
      let root = try read(bytes)
      let extent = root.extent
      #expect(extent.values <= SyntaxLimits.values && extent.depth <= SyntaxLimits.depth)
      // Foundation reads also the objects that nothing refers to.
      guard isPropertyList(bytes) else { return true }
      let other = try? PropertyListDecoder().decode(FoundationValue.self, from: Data(bytes))
      let isXML = bytes.first == UInt8(ascii: "<") && !root.holdsOther
      #expect(
        other?.isSame(as: root) ?? !isXML, "\(Data(bytes).base64EncodedString())")
      return true
    } catch {
      for text in [error.found, error.allowed] {
        #expect(!text.isEmpty && !text.unicodeScalars.contains { $0.isUnprintable })
      }
      return false
    }
  }
}

extension JSONValue {
  /// Whether two values are equal; the order of members may differ.
  func isSame(as other: JSONValue, inOrder: Bool) -> Bool {
    inOrder ? isSame(as: other) : sorted.isSame(as: other.sorted)
  }

  private var sorted: JSONValue {
    switch content {
    case .list(let values): JSONValue(.list(values.map(\.sorted)))
    case .object(let members):
      JSONValue(
        .object(
          members.map { Member(key: $0.key, offset: nil, value: $0.value.sorted) }
            .sorted { $0.key < $1.key }))
    // Foundation writes no sign of a zero.
    case .double(0): JSONValue(.double(0))
    default: self
    }
  }
}
