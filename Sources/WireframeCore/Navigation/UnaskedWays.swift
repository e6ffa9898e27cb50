/// A host whose users can take screens away without a leave guard being asked.
@MainActor
package protocol UnaskedWays {
  /// What such users do, as the middle of a sentence names it: "the menu of the back button".
  var unaskedWays: [String] { get }
}

extension Wireframe {
  /// The ways of the host's users about which the app's leave guards are not asked; none if there are no guards.
  package var unaskedWays: [String] {
    guard hasLeaveGuardOfApp, let host = host as? any UnaskedWays else { return [] }
    return host.unaskedWays
  }

  /// Whether the app has a leave guard now, here or in a module.
  private var hasLeaveGuardOfApp: Bool {
    observers.elements.contains { entry in
      guard let leaveGuard = entry.leaveGuard else { return false }
      return (leaveGuard as? any SelectiveLeaveGuard)?.isOfFramework != true
    } || mounts.contains { $0.child.hasLeaveGuardOfApp }
  }
}
