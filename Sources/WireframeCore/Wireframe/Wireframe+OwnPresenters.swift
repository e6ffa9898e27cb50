extension Wireframe {
  /// Presents a controller that code brings without a URL, by a presenter of the app's own; for styles whose moves are
  /// the host's.
  ///
  /// The leave guards are asked about what leaves. The event's route has no pattern, and its URL is empty.
  ///
  /// - Returns: False if no presenter of the app's own takes the option; then nothing has happened.
  /// - Throws: ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``,
  ///   ``RoutingError/Code/presenterFailed``, or the presenter's own ``RoutingError``.
  package func present(
    _ controller: Controller, byOwnPresenterOf option: any RoutingOption
  ) async throws -> Bool {
    guard let found = presentation(with: option, by: ownAndOuterPresenters), found.placement == nil
    else { return false }
    let route = Route(
      request: RoutingRequest("", option: option), url: AdmittedURL(text: "", parts: .init()),
      rules: table.rules)
    try await host?.events.ask(found.leavingScreens(for: route))
    try host?.events.checkUncovered()
    found.take(controller, isNew: true)
    do {
      try await found.show(
        RoutingEvent(route: route, redirects: [], router: self, presentation: found))
    } catch let failed as RoleError {
      throw failed.error as? RoutingError
        ?? RoutingError(
          .roleFailed(.present, role: failed.role, error: failed.error), underlying: failed.error)
    }
    return true
  }

  private var ownAndOuterPresenters: [any PresenterEntry] {
    presenters.elements + (mount?.parent?.ownAndOuterPresenters ?? [])
  }
}
