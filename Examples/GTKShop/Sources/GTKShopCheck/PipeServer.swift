import Foundation

/// The shop's server, as slow as a journey wants it: its answers are lines in a pipe.
struct PipeServer {
  let path: String

  /// Makes it slow; otherwise the app answers itself.
  func slowDown() throws {
    guard mkfifo(path, 0o600) == 0 else { throw Failure("No pipe can be made.") }
  }

  func speedUp() { unlink(path) }

  /// Whether the app waits for an answer.
  var isAsked: Bool {
    let pipe = open(path, O_WRONLY | O_NONBLOCK)
    if pipe >= 0 { close(pipe) }
    return pipe >= 0
  }

  /// Answers the app; false if it does not ask.
  func answer(_ line: String) -> Bool {
    let pipe = open(path, O_WRONLY | O_NONBLOCK)
    guard pipe >= 0 else { return false }
    defer { close(pipe) }
    let bytes = Array("\(line)\n".utf8)
    return write(pipe, bytes, bytes.count) == bytes.count
  }
}
