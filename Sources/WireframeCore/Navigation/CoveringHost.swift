/// A host that can put one screen over everything that it shows: what a lock needs.
///
/// The tree and the hosts of UIKit and SwiftUI are such hosts. ``Wireframe/add(lock:)`` sets the cover, no app does.
@MainActor
public protocol CoveringHost<Controller>: NavigationHost {
  /// The screen that covers everything, also what is presented later; nil for none.
  ///
  /// Setting it takes effect at once, without animation, and in the middle of a transition, too. What is below stays as
  /// it is: ``NavigationHost/state`` is that of below, and the user cannot reach it.
  var cover: Controller? { get set }
}
