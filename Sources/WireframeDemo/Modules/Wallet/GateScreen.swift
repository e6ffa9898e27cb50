import WireframeCore

/// What the user has to pass: the login, or the PIN.
final class GateScreen: Screen {
  private let tag: RouteTag
  private weak var router: (any Router)?
  private let open: @MainActor () -> Void

  init(
    _ title: String, for tag: RouteTag, _ router: any Router, open: @escaping @MainActor () -> Void
  ) {
    self.tag = tag
    self.router = router
    self.open = open
    super.init(title)
  }

  /// The user has passed.
  func pass() async throws(RoutingError) {
    open()
    try await router?.resume(after: tag)
  }
}
