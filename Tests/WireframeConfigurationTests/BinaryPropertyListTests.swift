import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// Binary property lists: what is read, and what is refused before a byte beyond the file is touched.
@MainActor
@Suite struct BinaryPropertyListTests {
  typealias ListCase = Case<BinaryList, String>

  let configuration = PropertyListTests.makeConfiguration()

  func texts(_ data: Data) -> [String] { configuration.faults(of: data).map(\.description) }

  /// What the only entry has under the option `key`.
  func option(_ key: String, _ value: [UInt8]) throws -> OptionValues.Value? {
    let list = BinaryList(
      BinaryList.dictionary([1], [2]), BinaryList.ascii("routes"), BinaryList.list([3]),
      BinaryList.dictionary([4, 6, 8, 10], [5, 7, 9, 11]),
      BinaryList.ascii("pattern"), BinaryList.ascii("/a"),
      BinaryList.ascii("builder"), BinaryList.ascii("b"),
      BinaryList.ascii("navigator"), BinaryList.ascii("push"),
      BinaryList.ascii("options"), BinaryList.dictionary([12], [13]), BinaryList.ascii(key), value)
    return try configuration.entries(of: list.data, named: "x").first?.options[key]
  }

  // MARK: What is read

  @Test("A text is ASCII or UTF-16, of any length")
  func strings() throws {
    let long = String(repeating: "ab ", count: 100)
    #expect(try option("s", BinaryList.ascii("")) == .string(""))
    #expect(try option("s", BinaryList.ascii("\u{0} \u{7F}")) == .string("\u{0} \u{7F}"))
    #expect(try option("s", BinaryList.ascii(long)) == .string(long))
    #expect(try option("s", BinaryList.utf16([])) == .string(""))
    #expect(
      try option("s", BinaryList.utf16([0xE9, 0xFFFF, 0xD7FF, 0xE000]))
        == .string("é\u{FFFF}\u{D7FF}\u{E000}"))
    #expect(
      try option("s", BinaryList.utf16([0xD800, 0xDC00, 0xDBFF, 0xDFFF]))
        == .string("\u{10000}\u{10FFFF}"))
    #expect(try option("s", BinaryList.utf16(Array(long.utf16))) == .string(long))
    #expect(try option("s", [0x5F, 0x10, 1, 0x41]) == .string("A"))
    #expect(try option("s", [0x5F, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0x41]) == .string("A"))
  }

  @Test("Numbers of all sizes keep their kind")
  func numbers() throws {
    #expect(try option("b", [0x08]) == .bool(false))
    #expect(try option("b", [0x09]) == .bool(true))
    #expect(try option("i", [0x10, 0xFF]) == .int(255))
    #expect(try option("i", [0x11, 0xFF, 0xFE]) == .int(65_534))
    #expect(try option("i", [0x12, 0xFF, 0xFF, 0xFF, 0xFF]) == .int(4_294_967_295))
    #expect(try option("i", [0x13] + BinaryList.bytes(.max, 8)) == .int(-1))
    #expect(try option("i", [0x13] + BinaryList.bytes(1 << 63, 8)) == .int(.min))
    #expect(try option("i", [0x14] + BinaryList.bytes(0, 8) + BinaryList.bytes(7, 8)) == .int(7))
    #expect(
      try option("d", [0x14] + BinaryList.bytes(0, 8) + BinaryList.bytes(1 << 63, 8))
        == .double(0x1p63))
    #expect(
      try option("d", [0x14] + BinaryList.bytes(0, 8) + BinaryList.bytes(.max, 8))
        == .double(0x1p64))
    #expect(
      try option("d", [0x22] + BinaryList.bytes(UInt64(Float(1.5).bitPattern), 4)) == .double(1.5))
    #expect(try option("d", [0x23] + BinaryList.bytes((-2.25).bitPattern, 8)) == .double(-2.25))
  }

  @Test(
    "Offsets and references are of one to eight bytes", arguments: Array<UInt8>(1...8))
  func sizes(size: UInt8) {
    let reference = BinaryList.bytes(1, Int(size))
    var list = BinaryList(
      [0xD1] + reference + BinaryList.bytes(2, Int(size)), BinaryList.ascii("a"), [0x09])
    list.offsetSize = size
    list.referenceSize = size
    #expect(
      texts(list.data).first == "shop.json: found the key 'a'; allowed: 'defaults', 'routes'.")
  }

  @Test("The root may be any of the objects, and objects may be shared, or not be used")
  func sharing() {
    var list = BinaryList(
      BinaryList.ascii("a"), BinaryList.dictionary([0, 3], [0, 0]), [0xFF], BinaryList.ascii("b"))
    list.root = 1
    #expect(
      configuration.faults(of: list.data).map(\.found) == ["the key 'a'", "the key 'b'", "nothing"])
  }

  @Test(
    "A value of no use is named",
    arguments: [
      Case([0x00], "null"), Case([0x33, 0, 0, 0, 0, 0, 0, 0, 0], "a date"),
      Case([0x42, 1, 2], "data"),
      Case([0x40], "data"), Case([0x80, 7], "a UID"), Case([0x81, 7, 7], "a UID"),
    ] as [Case<[UInt8], String>])
  func useless(row: Case<[UInt8], String>) {
    #expect(
      texts(BinaryList(row.given).data) == ["shop.json: found \(row.expected); allowed: an object."]
    )
  }

  // MARK: What is refused

  @Test("A count that no file could hold is a fault, and not the end of the process")
  func hugeCount() throws {
    let base64 = "YnBsaXN0MDDfE3//////////CQkACAASABMAAAAAAAACAQAAAAAAAAADAAAAAAAAAAAAAAAAAAAAFA=="
    let data = try #require(Data(base64Encoded: base64))
    #expect(data.count == 58)
    #expect(
      texts(data) == [
        "shop.json: found an object longer than the file at byte 18; allowed: a binary property list."
      ])
  }

  @Test("A text with more combining marks in a row than any word has is refused")
  func combiningMarks() throws {
    let marks = [UInt16](repeating: 0x301, count: 30)
    let word = [0x62] + marks
    #expect(
      texts(BinaryList(BinaryList.utf16(word + [0x301])).data) == [
        "shop.json: found 31 combining marks in a row; allowed: at most 30."
      ])
    let text = String(decoding: word + word, as: UTF16.self)
    #expect(try option("s", BinaryList.utf16(word + word)) == .string(text))
  }

  nonisolated static func list(_ objects: [UInt8]..., change: (inout BinaryList) -> Void = { _ in })
    -> BinaryList
  {
    var list = BinaryList(objects: objects)
    change(&list)
    return list
  }

  nonisolated static let badStructure: [ListCase] = [
    // Header and trailer: an object at byte 8, the table at 9, the trailer at 13
    ListCase(list([9]) { $0.header = "bplist01" }, "another header than 'bplist00'"),
    ListCase(list([9]) { $0.header = "bplistxx" }, "another header than 'bplist00'"),
    ListCase(list([9]) { $0.offsetSize = 0 }, "numbers of 0 and 1 bytes at byte 15"),
    ListCase(list([9]) { $0.offsetSize = 9 }, "numbers of 9 and 1 bytes at byte 24"),
    ListCase(list([9]) { $0.referenceSize = 0 }, "numbers of 4 and 0 bytes at byte 19"),
    ListCase(list([9]) { $0.referenceSize = 9 }, "numbers of 4 and 9 bytes at byte 19"),
    ListCase(list([9]) { $0.count = 0 }, "a count of 0 objects at byte 21"),
    ListCase(list([9]) { $0.count = 2 }, "a count of 2 objects at byte 21"),
    ListCase(
      list([9]) { $0.count = 1 << 62 | 1 }, "a count of 4611686018427387905 objects at byte 21"),
    ListCase(list([9]) { $0.count = .max }, "a count of 18446744073709551615 objects at byte 21"),
    ListCase(list([9]) { $0.table = 7 }, "a table of offsets at 7 at byte 37"),
    ListCase(list([9]) { $0.table = 8 }, "a count of 1 objects at byte 21"),
    ListCase(list([9]) { $0.table = 13 }, "a table of offsets at 13 at byte 37"),
    ListCase(
      list([9]) { $0.table = .max }, "a table of offsets at 18446744073709551615 at byte 37"),
    ListCase(list([9]) { $0.root = 1 }, "a reference to object 1 of 1 at byte 29"),
    ListCase(
      list([9]) { $0.root = .max }, "a reference to object 18446744073709551615 of 1 at byte 29"),
    // Offsets and references
    ListCase(list([9]) { $0.offsets[0] = 7 }, "an offset of 7 at byte 9"),
    ListCase(list([9]) { $0.offsets[0] = 9 }, "an offset of 9 at byte 9"),
    ListCase(
      list([9]) { ($0.offsetSize, $0.offsets[0]) = (8, .max) },
      "an offset of 18446744073709551615 at byte 9"),
    ListCase(list([0xA1, 1]), "a reference to object 1 of 1 at byte 9"),
    ListCase(
      list([0xD1, 1, 0], BinaryList.ascii("a")) { $0.objects[0][1] = 9 },
      "a reference to object 9 of 2 at byte 9"),
    ListCase(list([0xD1, 1, 9], BinaryList.ascii("a")), "a reference to object 9 of 2 at byte 10"),
    // Counts
    ListCase(list([0xA1]), "an object longer than the file at byte 9"),
    ListCase(list([0xD1, 0]), "an object longer than the file at byte 9"),
    ListCase(list([0x52, 0x41]), "an object longer than the file at byte 9"),
    ListCase(list([0x61, 0x41]), "an object longer than the file at byte 9"),
    ListCase(list([0x42, 0x41]), "an object longer than the file at byte 9"),
    ListCase(list([0x5F]), "an object longer than the file at byte 9"),
    ListCase(list([0x5F, 0x09]), "an object without a count at byte 8"),
    ListCase(list([0x5F, 0x14] + BinaryList.bytes(0, 16)), "an object without a count at byte 8"),
    ListCase(list([0x5F, 0x10]), "an object longer than the file at byte 10"),
    ListCase(list([0x5F, 0x13, 0, 0]), "an object longer than the file at byte 10"),
    ListCase(
      list([0x5F, 0x13] + BinaryList.bytes(.max, 8)), "a count of 18446744073709551615 at byte 8"),
  ]

  nonisolated static let badCounts: [ListCase] = [0x4F, 0x5F, 0x6F, 0xAF, 0xDF].flatMap {
    (marker: UInt8) -> [ListCase] in
    let counts: [UInt64] = [1, 1 << 31, 1 << 60, 1 << 62, UInt64(Int.max)]
    return counts.map {
      ListCase(
        list([marker, 0x13] + BinaryList.bytes($0, 8)), "an object longer than the file at byte 18")
    }
  }

  nonisolated static let badScalars: [ListCase] = [
    // Scalars
    ListCase(list([0x11, 0]), "an object longer than the file at byte 9"),
    ListCase(list([0x14] + BinaryList.bytes(0, 15)), "an object longer than the file at byte 9"),
    ListCase(
      list([0x14] + BinaryList.bytes(1, 8) + BinaryList.bytes(0, 8)),
      "a number of more than 64 bits at byte 8"),
    ListCase(
      list([0x14] + BinaryList.bytes(.max, 8) + BinaryList.bytes(.max, 8)),
      "a number of more than 64 bits at byte 8"),
    ListCase(
      list([0x15] + BinaryList.bytes(0, 32)), "an object of the unknown kind 0x15 at byte 8"),
    ListCase(list([0x21, 0, 0]), "an object of the unknown kind 0x21 at byte 8"),
    ListCase(
      list([0x24] + BinaryList.bytes(0, 16)), "an object of the unknown kind 0x24 at byte 8"),
    ListCase(list([0x23, 0]), "an object longer than the file at byte 9"),
    ListCase(
      list([0x22] + BinaryList.bytes(UInt64(Float.infinity.bitPattern), 4)),
      "the number inf at byte 8"),
    ListCase(
      list([0x23] + BinaryList.bytes((-Double.infinity).bitPattern, 8)),
      "the number -inf at byte 8"),
    ListCase(list([0x23] + BinaryList.bytes(Double.nan.bitPattern, 8)), "the number nan at byte 8"),
    ListCase(list([0x32, 0, 0, 0, 0]), "an object of the unknown kind 0x32 at byte 8"),
    ListCase(list([0x33, 0]), "an object longer than the file at byte 9"),
    ListCase(list([0x81, 0]), "an object longer than the file at byte 9"),
    ListCase(list([0x01]), "an object of the unknown kind 0x1 at byte 8"),
    ListCase(list([0x0F]), "an object of the unknown kind 0xF at byte 8"),
    ListCase(list([0x71, 0x41]), "an object of the unknown kind 0x71 at byte 8"),
    ListCase(list([0xB0]), "an object of the unknown kind 0xB0 at byte 8"),
    ListCase(list([0xC0]), "an object of the unknown kind 0xC0 at byte 8"),
    ListCase(list([0xF0]), "an object of the unknown kind 0xF0 at byte 8"),
    // Text
    ListCase(list([0x52, 0x41, 0x80]), "a text that is not ASCII at byte 8"),
    ListCase(list(BinaryList.utf16([0x41, 0xD800])), "a text that is not UTF-16 at byte 8"),
    ListCase(list(BinaryList.utf16([0xD800, 0x41])), "a text that is not UTF-16 at byte 8"),
    ListCase(list(BinaryList.utf16([0xDC00])), "a text that is not UTF-16 at byte 8"),
    ListCase(list(BinaryList.utf16([0xDC00, 0xD800])), "a text that is not UTF-16 at byte 8"),
    ListCase(list([0xD1, 1, 1], [0x09]), "a key that is no text at byte 11"),
    ListCase(list([0xD1, 0, 1], [0x09]), "a key that is no text at byte 8"),
  ]

  @Test(
    "What is wrong in a binary list is named with its byte",
    arguments: badStructure + badCounts + badScalars)
  func refusal(row: ListCase) {
    #expect(
      texts(row.given.data) == [
        "shop.json: found \(row.expected); allowed: a binary property list."
      ])
  }

  @Test("A file that is cut off anywhere is refused")
  func truncation() {
    let list = BinaryList(
      BinaryList.dictionary([1], [2]), BinaryList.ascii("routes"), BinaryList.list([])
    ).data
    #expect(configuration.faults(of: list).isEmpty)
    for count in 6..<list.count {
      #expect(configuration.faults(of: list.prefix(count)).count == 1)
      #expect(configuration.faults(of: list.prefix(count) + [0]).count == 1)
    }
    #expect(
      texts(Data("bplist00".utf8)) == ["shop.json: found 8 bytes; allowed: a binary property list."]
    )
    #expect(
      texts(Data("bplist00".utf8) + Data(count: 32)) == [
        "shop.json: found 40 bytes; allowed: a binary property list."
      ])
  }

  @Test("A repeated key is a fault, in whichever encoding")
  func repeatedKeys() {
    let list = BinaryList(
      BinaryList.dictionary([1, 2, 1], [3, 3, 3]), BinaryList.ascii("routes"),
      BinaryList.utf16(Array("routes".utf16)), BinaryList.list([]))
    #expect(
      texts(list.data) == ["shop.json: found the key 'routes' once more; allowed: each key once."])
  }

  // MARK: What is endless

  @Test("Lists and objects are at most 32 deep, and one that holds itself is deeper")
  func depth() {
    let tooDeep = [
      "shop.json: found one more; allowed: at most 32 lists and objects inside one another."
    ]
    func nested(_ count: Int) -> BinaryList {
      BinaryList(objects: (1..<count).map { BinaryList.list([UInt8($0)]) } + [BinaryList.list([])])
    }
    #expect(texts(nested(32).data) == ["shop.json: found a list; allowed: an object."])
    #expect(texts(nested(33).data) == tooDeep)
    #expect(texts(BinaryList(BinaryList.list([0])).data) == tooDeep)
    #expect(
      texts(BinaryList(BinaryList.dictionary([1], [0]), BinaryList.ascii("a")).data) == tooDeep)
    #expect(texts(BinaryList(BinaryList.list([1, 1]), BinaryList.list([0, 0])).data) == tooDeep)
  }

  @Test(
    "Values are counted as often as they are referred to: at most 131072",
    .enabled(if: Load.isFull))
  func values() {
    func list(_ count: Int) -> BinaryList {
      BinaryList(
        [0xAF, 0x12] + BinaryList.bytes(UInt64(count), 4) + Array(repeating: 1, count: count),
        [0x09])
    }
    let tooMany = ["shop.json: found one more; allowed: at most 131072 values."]
    #expect(texts(list(131_071).data) == ["shop.json: found a list; allowed: an object."])
    #expect(texts(list(131_072).data) == tooMany)
    let levels: Range<UInt8> = 0..<30
    let lists = levels.map { BinaryList.list(Array(repeating: $0 + 1, count: 14)) }
    #expect(texts(BinaryList(objects: lists + [BinaryList.list([])]).data) == tooMany)
    let keyIndices = [UInt8](31..<45)
    let objects = levels.map {
      BinaryList.dictionary(keyIndices, Array(repeating: $0 + 1, count: 14))
    }
    let keys = (0..<14).map { BinaryList.ascii("\($0)") }
    let empty = BinaryList.dictionary([], [])
    #expect(texts(BinaryList(objects: objects + [empty] + keys).data) == tooMany)
  }

  @Test(
    "Text is counted as often as it is referred to: at most 1 MiB", .enabled(if: Load.isFull))
  func text() {
    func list(_ count: Int, of length: Int) -> BinaryList {
      BinaryList(
        BinaryList.list(Array(repeating: 1, count: count)),
        BinaryList.ascii(String(repeating: "a", count: length)))
    }
    let tooMuch = ["shop.json: found one more text; allowed: at most 1048576 bytes of text."]
    #expect(texts(list(16, of: 65_536).data) == ["shop.json: found a list; allowed: an object."])
    #expect(texts(list(17, of: 65_536).data) == tooMuch)
    #expect(texts(list(255, of: 500_000).data) == tooMuch)
    let wide = BinaryList(
      BinaryList.list(Array(repeating: 1, count: 9)),
      BinaryList.utf16(Array(repeating: 0x41, count: 65_536)))
    #expect(texts(wide.data) == tooMuch)
    let keys = BinaryList(
      BinaryList.list(Array(repeating: 1, count: 17)), BinaryList.dictionary([2], [3]),
      BinaryList.ascii(String(repeating: "a", count: 65_536)), [0x09])
    #expect(texts(keys.data) == tooMuch)
  }
}
