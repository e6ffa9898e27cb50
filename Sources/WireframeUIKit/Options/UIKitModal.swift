#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  /// A modal in UIKit's words: any modal style, a sheet with detents, a popover with its source, or an animation
  /// of the app's.
  ///
  /// The standard modal presenter takes it.
  ///
  /// ```swift
  /// try wireframe.register("/filter", option: .sheet([.medium, .large], showsGrabber: true)) { … }
  /// try wireframe.register("/help", option: .uiModal(.overFullScreen)) { … }
  /// ```
  public struct UIKitModal: ModalOption {
    /// How UIKit presents a modal.
    public enum Presentation: Sendable {
      /// One of UIKit's styles.
      case style(UIModalPresentationStyle)
      #if !os(tvOS)
        /// A sheet that rests at some heights; on visionOS at its only one.
        case sheet(SheetLook)
        /// A popover that points to where it comes from; a sheet where there is little room.
        case popover(PopoverSource)
      #endif
    }

    /// How UIKit presents it.
    public var presentation: Presentation
    /// Whether the modal gets a stack of its own.
    public var hasStack: Bool
    /// Whether the user may swipe it away.
    public var isSwipeable: Bool
    /// How the modal arrives and leaves; nil for the system's own way.
    public var transition: ScreenTransition?
    /// Whether the transition is animated.
    public var isAnimated: Bool

    /// Makes a modal.
    ///
    /// - Parameters:
    ///   - presentation: How UIKit presents it.
    ///   - hasStack: Whether the modal gets a stack of its own.
    ///   - isSwipeable: Whether the user may swipe it away.
    ///   - transition: How the modal arrives and leaves; nil for the system's own way.
    ///   - isAnimated: Whether the transition is animated.
    public init(
      presentation: Presentation = .style(.automatic), hasStack: Bool = false,
      isSwipeable: Bool = true, transition: ScreenTransition? = nil, isAnimated: Bool = true
    ) {
      self.presentation = presentation
      self.hasStack = hasStack
      self.isSwipeable = isSwipeable
      self.transition = transition
      self.isAnimated = isAnimated
    }

    /// Whether it covers what is below it.
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
        // `automatic` leaves the choice to the controller.
        if style != .automatic { controller.modalPresentationStyle = style }
      #if !os(tvOS)
        case .sheet(let look):
          controller.modalPresentationStyle = .pageSheet
          // Sheets have no detents on visionOS.
          #if !os(visionOS)
            if let sheet = controller.sheetPresentationController { look.apply(to: sheet) }
          #endif
        case .popover(let source):
          controller.modalPresentationStyle = .popover
          controller.popoverSource = source
      #endif
      }
      if !isSwipeable { controller.isModalInPresentation = true }
      if let transition { controller.ownTransition = transition }
    }
  }

  extension RoutingOption where Self == UIKitModal {
    /// A modal in one of UIKit's styles.
    ///
    /// - Parameters:
    ///   - style: UIKit's style.
    ///   - hasStack: Whether the modal gets a stack of its own.
    ///   - isSwipeable: Whether the user may swipe it away.
    ///   - transition: How the modal arrives and leaves; nil for the system's own way.
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
  }

  #if !os(tvOS)
    extension RoutingOption where Self == UIKitModal {
      /// A sheet that rests at some heights.
      ///
      /// - Parameters:
      ///   - detents: The heights, from the smallest to the largest; without any, the system's own.
      ///   - selected: The height at which it comes; nil for the smallest.
      ///   - largestUndimmed: The largest height at which what is below stays bright and can be used; nil for none.
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
        UIKitModal(
          presentation: .sheet(
            SheetLook(
              detents, selected: selected, largestUndimmed: largestUndimmed,
              showsGrabber: showsGrabber)), hasStack: hasStack, isSwipeable: isSwipeable,
          transition: nil, isAnimated: animated)
      }

      /// A popover that points to where it comes from; a sheet where there is little room.
      ///
      /// - Parameters:
      ///   - source: Where it comes from.
      ///   - hasStack: Whether the popover gets a stack of its own.
      ///   - animated: Whether the transition is animated.
      /// - Returns: The option.
      public static func popover(
        from source: PopoverSource, hasStack: Bool = false, animated: Bool = true
      ) -> UIKitModal {
        UIKitModal(
          presentation: .popover(source), hasStack: hasStack, isSwipeable: true, transition: nil,
          isAnimated: animated)
      }
    }
  #endif
#endif
