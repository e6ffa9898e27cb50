#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Wireframe {
  /// The request that waits for ``resume()``, or nil if there is none or it has expired.
  ///
  /// Set it to what the app stored before a restart. In any case it expires no later than
  /// ``RoutingLimits/parked`` after it was parked.
  public var parked: ParkedRequest? {
    get {
      if let parent = mount?.parent { return parent.parked }
      return parkedRequest.flatMap { $0.isValid(at: now()) ? $0 : nil }
    }
    set {
      if let parent = mount?.parent {
        parent.parked = newValue
      } else {
        parkedRequest = newValue?.expiring(within: limits.parked)
      }
    }
  }

  /// Runs the parked request again, through the whole pipeline, guards included.
  ///
  /// Call it after the login that an observer redirected to. A request is run once; if a guard redirects
  /// it with `resuming:` again, it is parked again and expires no later than before.
  ///
  /// - Returns: What came of it, or nil if nothing is parked or what was parked has expired.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func resume() async throws(RoutingError) -> RoutingResult<Controller>? {
    try await resumedResult().map(RoutingResult.init)
  }

  func resumedResult() async throws(RoutingError) -> PipelineResult? {
    if let mount, let parent = mount.parent {
      return try await parent.resumedResult().map(mount.local)
    }
    guard let parked else {
      self.parked = nil
      return nil
    }
    try checkReentrancy(parked.request)
    let routing = Routing(parked.request, for: .resumedScreen, settings)
    try reserve(routing)
    return try await run(routing) {
      // In the meantime another one may have been parked, or this one run or expired.
      guard let parked = self.parked else { return nil }
      self.parked = nil
      routing.resumed = parked
      var request = parked.request
      request.proveOrigin()
      routing.request = request
      return try await show(routing)
    }
  }

  /// Drops the parked request, and what gates keep.
  public func discardParked() {
    parked = nil
    for gate in outermost.allGates { gate.forget() }
  }

  func park(_ request: RoutingRequest, _ rule: ParkingRule, _ routing: Routing) {
    if rule == .oldest, parked != nil { return }
    let now = now()
    parkedRequest = ParkedRequest(
      urlText: request.urlText, origin: request.origin, isTrusted: request.isTrusted,
      parkedAt: routing.resumed?.parkedAt ?? now,
      expiresAt: routing.resumed?.expiresAt ?? now.addingTimeInterval(limits.parked.inSeconds))
  }
}
