#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// How a modal is presented: for the one that comes in its place, and for itself when it comes back.
  ///
  /// It is taken while the modal is on screen: UIKit may make a new presentation controller for each presentation.
  @MainActor
  struct ModalLook {
    let modal: UIViewController
    private let presentation: UIPresentationController?
    /// Whether it is not presented any more.
    var isGone: Bool { modal.presentingViewController == nil }

    init(of modal: UIViewController) {
      self.modal = modal
      presentation = modal.presentingViewController == nil ? nil : modal.presentationController
    }

    /// Presents another modal in the same way, unless that has chosen a way itself.
    func apply(to other: UIViewController) {
      other.setForStay(nil, blocksSwipe: modal.isModalInPresentation)
      guard !other.choosesPresentation, other.transitioningDelegate == nil else { return }
      if other.notes.transition == nil { other.setForStay(modal.notes.transition) }
      if let transitions = modal.transitioningDelegate, !(transitions is TransitionWatch),
        transitions !== modal
      {
        (other.transitioningDelegate, other.notes.givenDelegate) = (transitions, transitions)
      }
      let style = modal.modalPresentationStyle
      // A style of the app's own is nothing without what draws it.
      let isDrawn = other.notes.transition != nil || other.transitioningDelegate != nil
      guard isDrawn || style != .custom else { return }
      #if !os(tvOS) && !os(visionOS)
        // A sheet's choices are kept whole: half of each modal's would suit neither. Another style would cost them.
        if style.isSheet, other.modalPresentationStyle.isSheet,
          other.sheetPresentationController?.isConfigured == true
        {
          return
        }
      #endif
      if other.modalPresentationStyle != style { other.modalPresentationStyle = style }
      giveLook(to: other)
    }

    /// Presents the modal as before, if UIKit has a new presentation controller for it.
    func restore() {
      guard let presentation, let new = modal.presentationController, new !== presentation else {
        return
      }
      let watch = presentation.delegate as? DismissalWatch
      // The host observes it anew.
      let app = watch?.app as? any UIAdaptivePresentationControllerDelegate
      new.delegate = watch == nil ? presentation.delegate : app
      giveLook(to: modal)
    }

    /// Lets a sheet that comes in its place be as high as the user has made it.
    func keepHeight(of other: UIViewController) {
      #if !os(tvOS) && !os(visionOS)
        guard let sheet = other.sheetPresentationController,
          let chosen = (presentation as? UISheetPresentationController)?.selectedDetentIdentifier,
          sheet.detents.contains(where: { $0.identifier == chosen })
        else { return }
        sheet.selectedDetentIdentifier = chosen
      #endif
    }

    private func giveLook(to other: UIViewController) {
      #if !os(tvOS)
        #if !os(visionOS)
          if let sheet = other.sheetPresentationController,
            let old = presentation as? UISheetPresentationController
          {
            sheet.looks(like: old)
          }
        #endif
        other.notes.popoverSource = modal.notes.popoverSource
        if let popover = other.popoverPresentationController,
          let old = presentation as? UIPopoverPresentationController
        {
          popover.points(like: old)
        }
      #endif
    }
  }

  #if !os(tvOS) && !os(visionOS)
    extension UIModalPresentationStyle {
      fileprivate var isSheet: Bool { self == .pageSheet || self == .formSheet }
    }

    extension UISheetPresentationController {
      /// Whether anything but the default has been set.
      fileprivate var isConfigured: Bool {
        detents.map(\.identifier) != [.large] || selectedDetentIdentifier != nil
          || largestUndimmedDetentIdentifier != nil || prefersGrabberVisible
          || prefersEdgeAttachedInCompactHeight || preferredCornerRadius != nil
          || !prefersScrollingExpandsWhenScrolledToEdge
          || widthFollowsPreferredContentSizeWhenEdgeAttached
      }

      fileprivate func looks(like old: UISheetPresentationController) {
        detents = old.detents
        selectedDetentIdentifier = old.selectedDetentIdentifier
        largestUndimmedDetentIdentifier = old.largestUndimmedDetentIdentifier
        prefersGrabberVisible = old.prefersGrabberVisible
        if #available(iOS 17, *) { prefersPageSizing = old.prefersPageSizing }
        prefersEdgeAttachedInCompactHeight = old.prefersEdgeAttachedInCompactHeight
        preferredCornerRadius = old.preferredCornerRadius
        prefersScrollingExpandsWhenScrolledToEdge = old.prefersScrollingExpandsWhenScrolledToEdge
        widthFollowsPreferredContentSizeWhenEdgeAttached =
          old.widthFollowsPreferredContentSizeWhenEdgeAttached
      }
    }
  #endif

  #if !os(tvOS)
    extension UIPopoverPresentationController {
      fileprivate func points(like old: UIPopoverPresentationController) {
        let item = old.sourceItem ?? old.barButtonItem
        if let view = old.sourceView, !(item is UIBarButtonItem) {
          (sourceView, sourceRect) = (view, old.sourceRect)
        } else {
          sourceItem = item
        }
        permittedArrowDirections = old.permittedArrowDirections
      }
    }
  #endif
#endif
