#if canImport(Combine)
  public import Combine
#endif

/// What a placeholder knows of the screen that it stands for: why it could not be made, and how to try again.
///
/// ```swift
/// wireframe.addPlaceholder(for: "/products/:id<int>") { route, loading in
///   LoadingScreen(loading)  // a button calls loading.retry() once there is a failure
/// }
/// ```
///
/// Where there is Combine, it is an `ObservableObject`: a SwiftUI view has it as `@ObservedObject var loading`.
@MainActor
public final class ScreenLoading {
  /// Why the screen could not be made; nil while it is being made.
  public internal(set) var failure: RoutingError? {
    willSet {
      #if canImport(Combine)
        objectWillChange.send()
      #endif
    }
    didSet { for listener in listeners { listener() } }
  }

  #if canImport(Combine)
    /// Publishes that ``failure`` is about to change: a SwiftUI view observes it.
    public let objectWillChange = ObservableObjectPublisher()
  #endif

  /// The route as the roles see it; that of the placeholder's stay is marked.
  let route: Route
  var make: @MainActor () -> Void = {}
  private var listeners: [@MainActor () -> Void] = []

  package init(_ route: Route) { self.route = route }

  /// Makes the screen once more; does nothing unless it has failed. For another user than the one who has asked for it,
  /// nothing is made: the placeholder leaves.
  public func retry() {
    guard failure != nil else { return }
    failure = nil
    make()
  }

  /// Calls a closure whenever ``failure`` has changed.
  ///
  /// - Parameter body: Shows the failure, or that the screen is being made. It holds the placeholder weakly.
  public func onChange(_ body: @escaping @MainActor () -> Void) { listeners.append(body) }
}

#if canImport(Combine)
  extension ScreenLoading: ObservableObject {}
#endif
