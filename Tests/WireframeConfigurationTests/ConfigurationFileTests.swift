import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// Files that are too large, or no files: found out before anything is read.
@MainActor
@Suite(.hangsNever) struct ConfigurationFileTests {
  let configuration = RouteConfiguration(Wireframe<Screen>(), on: NavigationTree())

  /// What is said of the thing that a closure makes at a path.
  func texts(_ name: String = "shop.json", at make: (String) throws -> Void) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try make(file.path)
    return faults(file)
  }

  func faults(_ url: URL) -> [String] {
    let checked = #expect(throws: ConfigurationError.self) {
      try configuration.check(contentsOf: url)
    }
    let loaded = #expect(throws: ConfigurationError.self) {
      try configuration.load(contentsOf: url)
    }
    #expect(checked == loaded)
    return checked?.faults.map(\.description) ?? []
  }

  @Test("A file of 128 GiB is refused by its size, without reading it")
  func sparseFile() throws {
    let texts = try texts { path in
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 1 << 37)
      try handle.close()
    }
    #expect(texts == ["shop.json: found 137438953472 bytes; allowed: at most 1048576 bytes."])
  }

  @Test("A file of 1 MiB is read, and one of a byte more is not")
  func limit() throws {
    let spaces = Data(repeating: UInt8(ascii: " "), count: 1 << 20)
    let full = try texts { try spaces.write(to: URL(fileURLWithPath: $0)) }
    #expect(full == ["shop.json:1:1048577: found the end of the text; allowed: a value."])
    let tooLarge = try texts { try (spaces + [0x20]).write(to: URL(fileURLWithPath: $0)) }
    #expect(tooLarge == ["shop.json: found 1048577 bytes; allowed: at most 1048576 bytes."])
  }

  @Test("A pipe to which nobody writes is refused, and not waited for")
  func pipe() throws {
    var status: Int32 = -1
    let texts = try texts { status = mkfifo($0, 0o600) }
    #expect(status == 0)
    #expect(texts == ["shop.json: found a pipe or a device; allowed: a file."])
  }

  @Test("A device is refused, also behind a link")
  func device() throws {
    let text = "found a pipe or a device; allowed: a file."
    #expect(faults(URL(fileURLWithPath: "/dev/zero")) == ["zero: \(text)"])
    let texts = try texts {
      try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/dev/zero")
    }
    #expect(texts == ["shop.json: \(text)"])
  }

  @Test("A directory, a path with a NUL, and what is not there are refused")
  func noFile() throws {
    let texts = try texts {
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
    }
    #expect(texts == ["shop.json: found a directory; allowed: a file."])
    let nothing = "found nothing that can be read; allowed: a file."
    #expect(faults(URL(fileURLWithPath: "/nowhere/shop.json")) == ["shop.json: \(nothing)"])
    let url = try #require(URL(string: "file:///etc/passwd%00shop.json"))
    #expect(faults(url).map { $0.hasSuffix(nothing) } == [true])
  }

  @Test("A path does not end at a NUL")
  func pathWithNUL() {
    let fault = #expect(throws: ConfigurationFile.Fault.self) {
      try ConfigurationFile.bytes(at: "\(#filePath)\u{0}shop.json", atMost: 1 << 20)
    }
    #expect(fault?.found == "nothing that can be read")
  }

  #if os(Linux)
    @Test("A file of unknown size is read no further than the limit")
    func unknownSize() throws {
      let file = "/proc/self/status"
      #expect(try ConfigurationFile.bytes(at: file, atMost: 1 << 20).count > 100)
      let fault = #expect(throws: ConfigurationFile.Fault.self) {
        try ConfigurationFile.bytes(at: file, atMost: 10)
      }
      #expect(fault?.found == "more than 10 bytes")
      #expect(fault?.allowed == "at most 10 bytes")
    }
  #endif

  @Test("The URL of something else than a file is not loaded")
  func notAFileURL() throws {
    let url = try #require(URL(string: "https://example.com/shop.json"))
    #expect(faults(url) == ["shop.json: found the URL of something else; allowed: a file."])
  }

  @Test("A name of a file is shown on one line, with escapes")
  func fileName() throws {
    let texts = try texts("a\nb\u{202E}c\u{2028}.json") {
      try Data("7".utf8).write(to: URL(fileURLWithPath: $0))
    }
    #expect(texts == [#"a\nb\u{202E}c\u{2028}.json:1:1: found 7; allowed: an object."#])
  }

  @Test("The size of data is looked at before a byte of it")
  func hugeData() async {
    // Whoever reads the memory ends the process.
    await #expect(processExitsWith: .success) {
      let description = await MainActor.run { () -> String? in
        let size = 1 << 31
        guard let memory = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0) else {
          return nil
        }
        let data = Data(bytesNoCopy: memory, count: size, deallocator: .none)
        let configuration = RouteConfiguration(Wireframe<Screen>(), on: NavigationTree())
        return configuration.faults(of: data).first?.description
      }
      #expect(description == "shop.json: found 2147483648 bytes; allowed: at most 1048576 bytes.")
    }
  }
}
