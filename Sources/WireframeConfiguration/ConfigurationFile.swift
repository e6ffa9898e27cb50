#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Reads a file, whose size is asked for before a byte is read.
package enum ConfigurationFile {
  /// The most bytes of a file of routes.
  package static let maximumSize = 1 << 20

  /// What was found in place of a file that can be read.
  package struct Fault: Error, Equatable {
    package let found: String
    package var allowed = "a file"

    package static let unreadable = Fault(found: "nothing that can be read")
    package static let notUTF8 = Fault(found: "bytes that are not UTF-8", allowed: "text in UTF-8")

    static func tooLarge(_ size: String, atMost limit: Int) -> Fault {
      Fault(found: "\(size) bytes", allowed: "at most \(limit) bytes")
    }
  }

  /// The bytes of a regular file, if they are not too many.
  package static func bytes(at path: String, atMost limit: Int) throws(Fault) -> [UInt8] {
    // In the system's eyes a path would end at a NUL.
    guard !path.utf8.contains(0) else { throw .unreadable }
    // Without waiting for the writer of a pipe.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw Fault(found: kind == S_IFDIR ? "a directory" : "a pipe or a device")
    }
    guard status.st_size <= limit else { throw .tooLarge("\(status.st_size)", atMost: limit) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    // The file may have grown, or be one whose size the system does not tell.
    while bytes.count <= limit {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      guard count > 0 else { throw .unreadable }
      bytes += chunk[..<count]
    }
    throw .tooLarge("more than \(limit)", atMost: limit)
  }
}
