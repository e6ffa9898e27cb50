#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  extension UIKitNavigationHost {
    /// Brings back what a move has changed before its rest was refused, at once: the user has seen the way back.
    func undo(to state: State, _ looks: [ModalLook], keeping kept: Int, in window: UIWindow) async {
      try? await settle()
      // The very first screens stay: an empty window is of no use to anybody. So does a root that the app has set.
      guard let root = looks.first?.modal, window.rootViewController === movedRoot else { return }
      let there = zip(containers, looks).prefix { $0 === $1.modal }.count
      if let wrong = containers.dropFirst(max(1, there)).first { try? await dismiss(wrong, false) }
      if there == 0 {
        // Screens of the old root may be in the new one.
        window.rootViewController?.asStack?.setViewControllers([], animated: false)
        window.rootViewController = root
      }
      for (index, (now, before)) in zip(read().layers, state.layers).enumerated() {
        try? await change(looks[index].modal, from: now, to: before, false, isSeen: false)
      }
      // If a modal that the move has kept is gone, somebody else has dismissed it, and with it all above it.
      guard there >= kept else { return }
      for look in looks.dropFirst() where look.isGone { await present(look) }
    }

    /// Presents a modal again that a move has dismissed; false if it is not there then.
    @discardableResult
    func present(_ look: ModalLook) async -> Bool {
      try? await settle()
      guard let presenter = containers.last?.shownPresenter else { return false }
      look.restore()
      look.modal.anchorPopover(over: presenter)
      watch(look.modal, isPresented: true)
      presenter.present(look.modal, animated: false)
      return await waitForPresentation(of: look.modal, over: presenter)
    }
  }
#endif
