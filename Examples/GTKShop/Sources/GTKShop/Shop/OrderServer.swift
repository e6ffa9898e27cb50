import CGTK
import Foundation

/// What the user has ordered, and where it is.
struct Order {
  let name: String
  let state: String
  let picture: String
}

/// The server cannot be reached.
struct Unreachable: Error {}

/// Knows the orders.
///
/// It answers at once, unless the variable `GTKSHOP_SERVER` names a pipe: then each answer is a line that somebody
/// writes into it, "ok" or anything else for a failure.
final class OrderServer {
  private let pipe = ProcessInfo.processInfo.environment["GTKSHOP_SERVER"]

  func orders() async throws -> [Order] {
    if let pipe, access(pipe, F_OK) == 0 {
      let answer = Answer(from: pipe)
      let line = try await withTaskCancellationHandler {
        try await answer.line()
      } onCancel: {
        Task { @MainActor in answer.end(with: .failure(CancellationError())) }
      }
      guard line == "ok" else { throw Unreachable() }
    }
    return [
      Order(name: "Reading chair", state: "On its way", picture: "chair"),
      Order(name: "Wool blanket", state: "On its way", picture: "blanket"),
      Order(name: "Stoneware mug", state: "Delivered on 3 May", picture: "mug"),
    ]
  }
}

/// A line that comes through a pipe.
private final class Answer {
  private let descriptor: Int32
  private var source: (any DispatchSourceRead)?
  private var continuation: CheckedContinuation<String, any Error>?
  private var result: Result<String, any Error>?

  init(from pipe: String) { descriptor = open(pipe, O_RDWR | O_NONBLOCK) }

  func line() async throws -> String {
    if let result { return try result.get() }
    guard descriptor >= 0 else { throw Unreachable() }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    self.source = source
    source.setEventHandler { [weak self, descriptor] in
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = read(descriptor, &bytes, bytes.count)
      let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
      MainActor.assumeIsolated {
        self?.end(with: .success(text.trimmingCharacters(in: .newlines)))
      }
    }
    source.setCancelHandler { [descriptor] in _ = close(descriptor) }
    source.resume()
    return try await withCheckedThrowingContinuation { continuation = $0 }
  }

  func end(with result: Result<String, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    source?.cancel()
    continuation?.resume(with: result)
    continuation = nil
  }
}
