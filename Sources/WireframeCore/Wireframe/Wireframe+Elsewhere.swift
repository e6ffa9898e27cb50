/// Where links go that the app does not show.
struct Elsewhere {
  let codes: Set<RoutingError.Code>
  let takesCustomSchemes: Bool
  let open: @MainActor (RoutingRequest) -> Void
}

extension Wireframe {
  /// Opens web links elsewhere that the app does not show: in the browser, or in a web view.
  ///
  /// ```swift
  /// wireframe.openElsewhere(for: [.noRoute, .notExposed]) { request in
  ///   browser.open(request.urlText)
  /// }
  /// ```
  ///
  /// Called for links of the app's own web sites, whether the app itself or somebody else asks. The routing counts as
  /// handled then. Paths and redirects never come here, and neither do links of foreign sites, for which
  /// ``open(_:origin:)-(String,_)`` answers ``OpenOutcome/foreign``. Add it to the window's wireframe, not a module's.
  ///
  /// - Parameters:
  ///   - codes: Why the app does not show them: ``RoutingError/Code/noRoute``, ``RoutingError/Code/notExposed``,
  ///     ``RoutingError/Code/disabled``. Other codes are never asked about.
  ///   - takesCustomSchemes: Whether links of the app's own custom schemes come here, too. Any app or page may have
  ///     made those. Do not hand them to the system, which would bring them back to the app.
  ///   - open: Opens the link. Of several, the first that was added for a code is called.
  /// - Returns: The registration, for removing it.
  @discardableResult
  public func openElsewhere(
    for codes: Set<RoutingError.Code> = [.noRoute, .notExposed], takesCustomSchemes: Bool = false,
    _ open: @escaping @MainActor (RoutingRequest) -> Void
  ) -> Registration {
    elsewhere.add(
      Elsewhere(codes: codes, takesCustomSchemes: takesCustomSchemes, open: open), priority: 0)
  }

  /// Shows what was kept, or had a placeholder. A link of this user's that the app no longer shows is opened elsewhere.
  func showKept(_ routing: Routing) async throws -> Ended {
    do { return try await show(routing) } catch {
      guard let ended = openedElsewhere(routing, error) else { throw error }
      return ended
    }
  }

  /// Opens a link elsewhere whose routing has failed; nil if the error stays.
  func openedElsewhere(_ routing: Routing, _ failure: any Error) -> Ended? {
    let (error, table) = (routing.error(endedBy: failure), tableSnapshot.table)
    let request = routing.request
    guard [RoutingError.Code.noRoute, .notExposed, .disabled].contains(error.code),
      error.chain == [request.urlText], !request.isIndirect,
      routing.purpose == .screen || !routing.isOutdated,
      case .admitted(let url, _) = table.index.read(request.urlText, isTrusted: false)
    else { return nil }
    let site = elsewhere.elements.first {
      $0.codes.contains(error.code) && ($0.takesCustomSchemes || request.urlText.hasHTTPSScheme)
    }
    guard let site else { return nil }
    let route = Route(
      request: request, source: table.sources[Int(url.parts.source)], url: url, rules: table.rules)
    site.open(request)
    let wanted = resolution(of: route)
    announce(event(route, wanted), wanted)
    return ended(.handled, wanted, routing)
  }
}
