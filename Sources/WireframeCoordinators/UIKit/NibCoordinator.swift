#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  internal import WireframeCore
  internal import WireframeUIKit

  /// A coordinator of a controller with the view of a nib, by default of the one with its class's name.
  ///
  /// ```swift
  /// final class FriendCoordinator: NibCoordinator<FriendViewController> {
  ///   private let friend: Friend
  ///
  ///   init(friend: Friend) {
  ///     self.friend = friend
  ///     super.init()  // FriendViewController.nib
  ///   }
  ///
  ///   override func start() throws { try screen.friend = friend }
  /// }
  /// ```
  open class NibCoordinator<C: UIViewController>: ManualCoordinator<UIViewController> {
    private let made: OnceMade<C>

    /// Makes a coordinator; the controller is made when it is needed.
    ///
    /// - Parameters:
    ///   - name: The nib's name; nil for that of the controller's class.
    ///   - bundle: Where the nib is.
    public init(nib name: String? = nil, in bundle: Bundle = .main) {
      let source = NibSource(C.self, named: name, in: bundle)
      let made = OnceMade { try source.controller() }
      self.made = made
      super.init { try made.value }
    }

    /// The controller.
    ///
    /// - Throws: `UIKitError.Code.missingNib`.
    public final var screen: C { get throws { try made.value } }
  }
#endif
