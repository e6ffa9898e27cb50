import WireframeCore

/// What the user has to pass: the login, or the PIN.
final class GateScreen: Screen {
  let tag: RouteTag
  private weak var router: (any Router)?
  private let open: @MainActor (Session.User) -> Void

  init(
    _ title: String, for tag: RouteTag, _ router: any Router,
    open: @escaping @MainActor (Session.User) -> Void
  ) {
    self.tag = tag
    self.router = router
    self.open = open
    super.init(title)
  }

  /// The user has passed; who it is only a login asks.
  func pass(as user: Session.User = .unnamed) async throws(RoutingError) {
    open(user)
    try await router?.resume(after: tag)
  }
}
