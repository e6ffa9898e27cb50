/// A controller on screen.
public struct NavigationEntry<Controller>: Identifiable {
  // One reference: a copy costs the same whatever the controller is, and states copy and compare many entries.
  private let stay: Stay

  fileprivate final class Stay {
    let id: NavigationEntryID
    let identity: ObjectIdentifier?
    let route: Route?
    let option: (any RoutingOption)?
    let controller: Controller

    init(
      _ id: NavigationEntryID, _ controller: Controller, _ route: Route?,
      _ option: (any RoutingOption)?
    ) {
      identity = objectIdentity(of: controller)
      self.id = id
      self.controller = controller
      self.route = route
      self.option = option
    }
  }

  /// The stay's identifier.
  public var id: NavigationEntryID { stay.id }
  /// The controller.
  public var controller: Controller { stay.controller }
  /// The route that brought it, or nil if code put it there without a route.
  public var route: Route? { stay.route }
  /// How it was presented; nil if code put it there in a way of its own.
  public var option: (any RoutingOption)? { stay.option }
  /// Whether it is a placeholder: its screen will take its place, and the stay goes on.
  public var isPlaceholder: Bool { stay.route?.loading != nil }
  /// Which object the controller is; nil for a value, which may be shown twice.
  var identity: ObjectIdentifier? { stay.identity }

  /// Makes the entry of a new stay.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it; nil for none.
  ///   - option: How it is presented; nil for a way of the app's own.
  @MainActor
  public init(_ controller: Controller, route: Route? = nil, option: (any RoutingOption)? = nil) {
    self.init(id: NavigationEntryID(), controller: controller, route: route, option: consume option)
  }

  /// Makes an entry with an identifier that is known already.
  package init(
    id: NavigationEntryID, controller: Controller, route: Route?, option: (any RoutingOption)? = nil
  ) { stay = Stay(id, controller, route, consume option) }

  /// Whether it is the same stay, and both are a placeholder or none is.
  func isSame(as other: NavigationEntry) -> Bool {
    id == other.id && (stay === other.stay || isPlaceholder == other.isPlaceholder)
  }
}

extension NavigationEntry: Sendable where Controller: Sendable {}
extension NavigationEntry.Stay: Sendable where Controller: Sendable {}

private func objectIdentity(of controller: Any) -> ObjectIdentifier? {
  guard type(of: controller) is any AnyObject.Type else { return nil }
  // A cast by the run time: `as AnyObject` would also look for ways to make an object of a value.
  func object<T>(as type: T.Type) -> T? { controller as? T }
  return object(as: AnyObject.self).map(ObjectIdentifier.init)
}

extension NavigationEntry: Equatable where Controller: Equatable {}
extension NavigationEntry.Stay: Equatable where Controller: Equatable {
  /// Whether both are the same stay of the same controller; a stay changes only once, when a placeholder's screen is
  /// there.
  static func == (
    left: NavigationEntry<Controller>.Stay, right: NavigationEntry<Controller>.Stay
  ) -> Bool { left.id == right.id && left.controller == right.controller }
}
