#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  /// A controller's stay on a host. The controller itself holds it, so that reading the state keeps nothing alive.
  @MainActor
  final class Stay {
    let id: NavigationEntryID
    private let route: Route?
    private let option: (any RoutingOption)?

    init(_ entry: NavigationEntry<UIViewController>) {
      (id, route, option) = (entry.id, entry.route, entry.option)
    }

    func entry(of controller: UIViewController) -> NavigationEntry<UIViewController> {
      NavigationEntry(id: id, controller: controller, route: route, option: option)
    }

    /// Takes back what the option has set: the controller may come again with another one.
    func undoOption(of controller: UIViewController) {
      let modal = option as? UIKitModal
      if let modal, !modal.isSwipeable, !modal.hasStack { controller.isModalInPresentation = false }
      let push = option as? UIKitPush
      #if !os(tvOS)
        if push?.hidesBottomBar == true { controller.hidesBottomBarWhenPushed = false }
      #endif
      guard let own = modal?.transition ?? push?.transition else { return }
      if controller.ownTransition === own { controller.ownTransition = nil }
    }
  }

  @MainActor
  struct WeakController {
    weak var controller: UIViewController?
  }

  /// What a host has given to a controller.
  @MainActor
  private final class HostMark {
    weak var host: UIKitNavigationHost?
    var stay: Stay?
    var layer: NavigationEntryID?

    init(_ host: UIKitNavigationHost) { self.host = host }
  }

  extension UIViewController {
    private func mark(of host: UIKitNavigationHost) -> HostMark? {
      let mark = objc_getAssociatedObject(self, &markKey) as? HostMark
      return mark?.host === host ? mark : nil
    }

    private func makeMark(of host: UIKitNavigationHost) -> HostMark {
      if let mark = mark(of: host) { return mark }
      let mark = HostMark(host)
      objc_setAssociatedObject(self, &markKey, mark, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return mark
    }

    func stay(on host: UIKitNavigationHost) -> Stay? { mark(of: host)?.stay }
    func setStay(_ stay: Stay?, on host: UIKitNavigationHost) { makeMark(of: host).stay = stay }
    func layerID(on host: UIKitNavigationHost) -> NavigationEntryID? { mark(of: host)?.layer }
    func setLayerID(_ id: NavigationEntryID?, on host: UIKitNavigationHost) {
      // The host of another window may have the controller by now.
      (id == nil ? mark(of: host) : makeMark(of: host))?.layer = id
    }
  }

  @MainActor private var markKey: UInt8 = 0
#endif
