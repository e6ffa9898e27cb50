// What the other modules of the package ask of a wireframe.
extension Wireframe {
  /// Whether the calling task is one that the current routing waits for.
  package var isRunningInCurrentTask: Bool {
    outermost.queue.current?.isRunningInCurrentTask == true
  }

  /// Whether the calling task asks on behalf of a routing whether screens may leave.
  package var isAskingToLeave: Bool {
    outermost.queue.current?.stage == .leave && isRunningInCurrentTask
  }

  /// Makes a host the wireframe's own, unless it has one.
  ///
  /// - Returns: The registration, for having none again.
  package func adopt(_ host: some NavigationHost<Controller>) -> Registration {
    guard ownHost == nil else { return Registration {} }
    ownHost = host
    watchTabs()
    return Registration { [weak self, weak host] in
      if self?.ownHost === host { self?.ownHost = nil }
    }
  }

  /// Whether a request's screen is being presented now.
  package func isPresenting(_ request: RoutingRequest) -> Bool {
    if let (_, parent, request) = forwarded(request) { return parent.isPresenting(request) }
    guard let routing = queue.current, routing.stage == .present else { return false }
    return routing.request.urlText == request.urlText && routing.request.origin == request.origin
  }

  /// Whether a request leads to a handler, as long as no guard sends it elsewhere.
  package func runsHandler(for request: RoutingRequest) -> Bool {
    if let (_, parent, request) = forwarded(request) { return parent.runsHandler(for: request) }
    guard case .match(let match) = table.match(request.urlText, isTrusted: request.isTrusted),
      case .handler = match.value.target
    else { return false }
    return true
  }
}
