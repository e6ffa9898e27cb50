#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  /// A modal in any of UIKit's styles, as a sheet with detents, a popover with an anchor, or with your own animators.
  ///
  /// The standard modal presenter accepts it.
  ///
  /// ```swift
  /// try wireframe.register("/filter", option: .sheet([.medium, .large], showsGrabber: true)) { … }
  /// try wireframe.register("/help", option: .uiModal(.overFullScreen)) { … }
  /// ```
  public struct UIKitModal: ModalOption {
    /// How UIKit presents a modal.
    enum Presentation: Sendable {
      /// One of UIKit's styles.
      case style(UIModalPresentationStyle)
      #if !os(tvOS)
        /// A sheet with detents; visionOS ignores them.
        case sheet(SheetLook)
        /// A popover that points to its anchor; UIKit shows a sheet instead if the width is compact.
        case popover(PopoverSource)
      #endif
    }

    let presentation: Presentation
    /// Whether the modal gets a stack of its own.
    public var hasStack: Bool
    var isSwipeable = true
    var transition: ScreenTransition?
    /// Whether the transition is animated.
    public var isAnimated: Bool

    /// Whether the modal covers the screen below it.
    public var style: ModalStyle {
      switch presentation {
      case .style(let style): style.modalStyle
      #if !os(tvOS)
        case .sheet, .popover: .sheet
      #endif
      }
    }

    @MainActor
    func prepare(_ controller: UIViewController) {
      switch presentation {
      case .style(let style):
        // `automatic` leaves the choice to the controller, and so does `none`, with which UIKit would trap.
        if style != .automatic, style != .none { controller.modalPresentationStyle = style }
      #if !os(tvOS)
        case .sheet(let look):
          controller.modalPresentationStyle = .defaultSheet
          // Sheets have no detents on visionOS.
          #if !os(visionOS)
            if let sheet = controller.sheetPresentationController { look.apply(to: sheet) }
          #endif
        case .popover(let source):
          controller.modalPresentationStyle = .popover
          controller.notes.popoverSource = source
      #endif
      }
      controller.setForStay(transition, blocksSwipe: !isSwipeable)
    }
  }

  extension RoutingOption where Self == UIKitModal {
    /// A modal in one of UIKit's styles.
    ///
    /// - Parameters:
    ///   - style: UIKit's style. In tabs name `.overFullScreen`: a current context is only one tab there.
    ///   - hasStack: Whether the modal gets a stack of its own.
    ///   - isSwipeable: Whether the user may swipe it away.
    ///   - transition: The animators of its presentation and dismissal; nil for UIKit's own.
    ///   - animated: Whether the transition is animated.
    /// - Returns: The option.
    public static func uiModal(
      _ style: UIModalPresentationStyle = .automatic, hasStack: Bool = false,
      isSwipeable: Bool = true, transition: ScreenTransition? = nil, animated: Bool = true
    ) -> UIKitModal {
      UIKitModal(
        presentation: .style(style), hasStack: hasStack, isSwipeable: isSwipeable,
        transition: transition, isAnimated: animated)
    }

    #if !os(tvOS)
      /// A sheet with detents.
      ///
      /// UIKit ignores an impossible or repeated detent, and a selected or undimmed one that is not in the list. The
      /// host throws ``UIKitError/Code/invalidDetent`` for them, and shows nothing.
      ///
      /// - Parameters:
      ///   - detents: The detents, from the smallest to the largest; if empty, UIKit's default, which is large.
      ///   - selected: The detent at which the sheet appears; nil for the smallest.
      ///   - largestUndimmed: The largest detent at which UIKit does not dim the screen below, which can then be used;
      ///     nil for none.
      ///   - showsGrabber: Whether the sheet shows a grabber.
      ///   - hasStack: Whether the sheet gets a stack of its own.
      ///   - isSwipeable: Whether the user may swipe it away.
      ///   - animated: Whether the transition is animated.
      /// - Returns: The option.
      public static func sheet(
        _ detents: [SheetDetent] = [], selected: SheetDetent? = nil,
        largestUndimmed: SheetDetent? = nil, showsGrabber: Bool = false, hasStack: Bool = false,
        isSwipeable: Bool = true, animated: Bool = true
      ) -> UIKitModal {
        let look = SheetLook(
          detents: detents, selected: selected, largestUndimmed: largestUndimmed,
          showsGrabber: showsGrabber)
        return UIKitModal(
          presentation: .sheet(look), hasStack: hasStack, isSwipeable: isSwipeable,
          isAnimated: animated)
      }

      /// A popover that points to its anchor; UIKit shows a sheet instead if the width is compact.
      ///
      /// - Parameters:
      ///   - source: The anchor.
      ///   - hasStack: Whether the popover gets a stack of its own.
      ///   - animated: Whether the transition is animated.
      /// - Returns: The option.
      public static func popover(
        from source: PopoverSource, hasStack: Bool = false, animated: Bool = true
      ) -> UIKitModal {
        UIKitModal(presentation: .popover(source), hasStack: hasStack, isAnimated: animated)
      }
    #endif
  }
#endif
