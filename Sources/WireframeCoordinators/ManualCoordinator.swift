internal import WireframeCore

/// A coordinator of a controller that code makes.
///
/// ```swift
/// try await go.present(ManualCoordinator(HelpScreen()))
/// try await go.push(ManualCoordinator { TermsScreen() })
/// ```
///
/// Subclass it to capture inputs in `init` and hand them to the screen in ``start()``.
@MainActor
open class ManualCoordinator<Controller: Coordinated>: Coordinator
where Controller.CoordinatedController == Controller {
  /// The node in the tree of coordinators.
  public let node = CoordinatorNode<Controller>()

  /// Whether the screen may be popped, dismissed or replaced now.
  open var allowsDismissal = true

  private let made: OnceMade<Controller>

  /// Makes a coordinator of a controller.
  ///
  /// - Parameter controller: The controller.
  public init(_ controller: Controller) { made = OnceMade { controller } }

  /// Makes a coordinator of a controller that is made when it is needed, once.
  ///
  /// - Parameter factory: Makes the controller; what it throws comes out of the call that shows.
  public init(_ factory: @escaping @MainActor () throws -> Controller) { made = OnceMade(factory) }

  /// The controller.
  ///
  /// - Throws: What the factory throws; it is then asked anew the next time.
  public final var controller: Controller { get throws { try made.value } }

  /// Hands the coordinator's inputs to its screen; does nothing here.
  ///
  /// - Throws: Anything; then nothing is shown.
  open func start() throws {}
}

/// A controller that is made when it is asked for first.
@MainActor
final class OnceMade<Controller> {
  private let make: @MainActor () throws -> Controller
  private var made: Controller?

  init(_ make: @escaping @MainActor () throws -> Controller) { self.make = make }

  /// The controller; if it cannot be made, it is tried anew the next time.
  var value: Controller {
    get throws {
      if let made { return made }
      let controller = try make()
      made = controller
      return controller
    }
  }
}
