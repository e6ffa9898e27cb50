extension NavigationHost {
  /// Calls a closure at every change, and another one once the host is gone.
  ///
  /// - Parameters:
  ///   - body: Gets what came, what left, and why.
  ///   - whenGone: Called once; also when the registration is removed.
  /// - Returns: The registration.
  package func onChange(
    _ body: @escaping @MainActor (NavigationChange<Controller>) -> Void,
    whenGone: @escaping @Sendable () -> Void
  ) -> Registration {
    let watch = HostLifetime(whenGone)
    return onChange { change in withExtendedLifetime(watch) { body(change) } }
  }
}

/// Tells when the host is gone: it is kept by the host's listener alone.
private final class HostLifetime: Sendable {
  private let whenGone: @Sendable () -> Void

  init(_ whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }

  deinit { whenGone() }
}
