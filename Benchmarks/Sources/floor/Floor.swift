import WireframeCore

/// What decides before a routing goes on.
@MainActor
protocol FloorObserver: AnyObject {
  func mayPass(_ urlText: String) async throws -> Bool
}

/// What shows a screen.
@MainActor
protocol FloorPresenter: AnyObject {
  func present(_ screen: Any) async throws
}

struct FloorError: Error {}

/// The least that a pipeline of Wireframe's stages costs: request, match, observers, provider, presenter, one routing
/// after the other, with cancellation, and with a limit for the last two stages if there is one.
///
/// It has the same table, and none of the features: no options, redirects, gates, places, journals or errors that say
/// what went wrong.
@MainActor
final class Floor {
  typealias Provider = @MainActor (String) async throws -> Any

  private var table = RouteTable<Provider>()
  private let observers: [any FloorObserver]
  private let presenter: any FloorPresenter
  private let limit: Duration?
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ observers: [any FloorObserver], _ presenter: any FloorPresenter, limit: Duration?) {
    self.observers = observers
    self.presenter = presenter
    self.limit = limit
  }

  func register(_ pattern: RoutePattern, _ provider: @escaping Provider) throws {
    try table.insert(provider, for: pattern)
  }

  func route(to urlText: String) async throws {
    if isBusy { await withCheckedContinuation { waiting.append($0) } }
    isBusy = true
    defer { leave() }
    guard case .match(let match) = table.match(urlText) else { throw FloorError() }
    let provider = match.value
    for observer in observers {
      guard try await observer.mayPass(urlText) else { throw FloorError() }
    }
    try Task.checkCancellation()
    let presenter = presenter
    if let limit {
      let screen = try await limited(limit) { try await provider(urlText) }
      try Task.checkCancellation()
      _ = try await limited(limit) { try await presenter.present(screen) }
    } else {
      let screen = try await provider(urlText)
      try Task.checkCancellation()
      try await presenter.present(screen)
    }
  }

  private func leave() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}

/// One result, and the task that brings it.
@MainActor
private final class Stage {
  var result: Result<Any, any Error>?
  var waiter: CheckedContinuation<Void, Never>?

  func finish(_ result: Result<Any, any Error>) {
    if self.result == nil { self.result = result }
    waiter?.resume()
    waiter = nil
  }
}

/// Runs a stage in a task of its own; a timer is set only if it suspends.
@MainActor
private func limited(
  _ limit: Duration, _ body: @escaping @MainActor () async throws -> Any
) async throws -> Any {
  let stage = Stage()
  let run: @MainActor () async -> Void = {
    do { stage.finish(.success(try await body())) } catch { stage.finish(.failure(error)) }
  }
  let task =
    if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate(operation: run)
    } else {
      Task(operation: run)
    }
  if stage.result == nil {
    let timer = Task {
      try? await Task.sleep(for: limit)
      stage.finish(.failure(FloorError()))
      task.cancel()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { stage.waiter = $0 }
    } onCancel: {
      task.cancel()
    }
    timer.cancel()
  }
  guard let result = stage.result else { throw FloorError() }
  return try result.get()
}
