public import WireframeCore

/// A controller that finds its coordinator: `try await go.push(…)`.
///
/// The base class of an app's screens adopts it with one stored constant. A platform may look the
/// coordination up in another way: that is what the requirement is for.
///
/// ```swift
/// class Screen: Coordinated {
///   let wireframeCoordination = Coordination<Screen>()
/// }
/// ```
@MainActor
public protocol Coordinated: AnyObject {
  /// What a screen is: the base class of the app's screens.
  associatedtype CoordinatedController: Coordinated
  where CoordinatedController.CoordinatedController == CoordinatedController

  /// What coordinators store with the controller; always the same object.
  var wireframeCoordination: Coordination<CoordinatedController> { get }

  /// The controller in which this one is embedded, whose coordinator serves for both; nil by default.
  var coordinatedContainer: CoordinatedController? { get }
}

extension Coordinated {
  /// Nil.
  public var coordinatedContainer: CoordinatedController? { nil }

  /// The controller's coordinator, else that of its stack, else that of the controller it is embedded in.
  ///
  /// - Throws: `RoutingError.Code.noCoordinator` if there is none.
  public var go: any Coordinator<CoordinatedController> {
    get throws(RoutingError) { try go(as: (any Coordinator<CoordinatedController>).self) }
  }

  /// The nearest coordinator of a type: the controller's own, that of its stack, or that of its container.
  ///
  /// - Parameter type: A class, or a protocol: `(any FriendPicking).self`.
  /// - Returns: The coordinator.
  /// - Throws: `RoutingError.Code.noCoordinator` if there is none of this type.
  public func go<T>(as type: T.Type) throws(RoutingError) -> T {
    let coordinators = coordinators
    for case let coordinator as T in coordinators { return coordinator }
    throw RoutingError(
      .noCoordinator(
        controller: roleName(self), wanted: "\(type)", found: coordinators.map { roleName($0) }))
  }

  private var coordinators: [any Coordinator<CoordinatedController>] {
    wireframeCoordination.coordinators + (coordinatedContainer?.coordinators ?? [])
  }
}

/// What a controller knows of coordinators; it retains none.
@MainActor
public final class Coordination<Controller: AnyObject> {
  // Untyped, so that a class can adopt Coordinated by storing a coordination of itself.
  private weak var own: AnyObject?
  private weak var ofStack: AnyObject?

  /// Makes the coordination of a controller without coordinators.
  public init() {}
}

extension Coordination
where Controller: Coordinated, Controller.CoordinatedController == Controller {
  var coordinator: (any Coordinator<Controller>)? {
    get { own as? any Coordinator<Controller> }
    set { own = newValue }
  }

  var stackCoordinator: (any Coordinator<Controller>)? {
    get { ofStack as? any Coordinator<Controller> }
    set { ofStack = newValue }
  }

  /// The controller's own coordinator, then that of its stack.
  var coordinators: [any Coordinator<Controller>] {
    [coordinator, stackCoordinator].compactMap(\.self)
  }
}

/// A controller and those around it, from inside out.
@MainActor
func withContainers<Controller: Coordinated>(_ controller: Controller) -> [Controller]
where Controller.CoordinatedController == Controller {
  Array(sequence(first: controller, next: \.coordinatedContainer))
}

/// Whether a controller is another one, or is contained in it: hosts know the controllers in tabs and stacks, and not
/// the tabs and stacks.
@MainActor
func stands<Controller: Coordinated>(_ controller: Controller, in container: Controller) -> Bool
where Controller.CoordinatedController == Controller {
  withContainers(controller).contains { $0 === container }
}
