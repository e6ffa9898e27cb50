#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  internal import WireframeCore
  public import WireframeUIKit

  /// A coordinator of a controller of a storyboard; the storyboard's name is that of the coordinator's class,
  /// less "Coordinator".
  ///
  /// ```swift
  /// final class FriendsCoordinator: StoryboardCoordinator<FriendsViewController> {}
  ///
  /// let friends = FriendsCoordinator()  // the initial controller of Friends.storyboard
  /// let info = StoryboardCoordinator<InfoViewController>(owner: friends, id: "info")
  /// let map = StoryboardCoordinator<MapViewController>(storyboard: "Maps", id: "map")
  /// ```
  ///
  /// A stack is made by a `NavigationCoordinator`: a storyboard's navigation controller is no screen.
  open class StoryboardCoordinator<C: UIViewController>: ManualCoordinator<UIViewController> {
    /// The storyboard, also for the coordinators that this one owns.
    public let storyboard: StoryboardSource

    private let made: OnceMade<C>

    /// Makes a coordinator; the controller is made when it is needed.
    ///
    /// - Parameters:
    ///   - name: The storyboard's name; nil for that of the coordinator's class, less "Coordinator".
    ///   - id: The controller's identifier; nil for the initial controller.
    ///   - bundle: Where the storyboard is.
    public init(storyboard name: String? = nil, id: String? = nil, in bundle: Bundle = .main) {
      let name = name ?? storyboardName(of: type(of: self))
      let storyboard = StoryboardSource(name, in: bundle)
      let made = OnceMade { try storyboard.controller(id, as: C.self) }
      (self.storyboard, self.made) = (storyboard, made)
      super.init { try made.value }
    }

    /// Makes a coordinator of a controller out of another coordinator's storyboard.
    ///
    /// - Parameters:
    ///   - owner: The other coordinator, which may have an owner itself; not retained.
    ///   - id: The controller's identifier.
    public init<Owner: UIViewController>(owner: StoryboardCoordinator<Owner>, id: String) {
      let storyboard = owner.storyboard
      let made = OnceMade { try storyboard.controller(id, as: C.self) }
      (self.storyboard, self.made) = (storyboard, made)
      super.init { try made.value }
    }

    /// The controller.
    ///
    /// - Throws: `UIKitError.Code.missingStoryboard`, `UIKitError.Code.noInitialController`,
    ///   `UIKitError.Code.unknownIdentifier`, `UIKitError.Code.wrongClass`.
    public final var screen: C { get throws { try made.value } }
  }

  private func storyboardName(of type: Any.Type) -> String {
    let name = plainName(of: type)
    guard name.hasSuffix("Coordinator") else { return name }
    return String(name.dropLast("Coordinator".count))
  }
#endif
