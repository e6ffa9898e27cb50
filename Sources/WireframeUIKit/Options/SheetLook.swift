#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// The detents of a sheet, and its grabber.
  ///
  /// UIKit ignores an impossible or repeated detent, and a selected or undimmed one that is not in the list. The host
  /// throws ``UIKitHostError/Code/invalidDetent`` for them, and shows nothing.
  public struct SheetLook: Hashable, Sendable {
    /// The detents, from the smallest to the largest; if empty, UIKit's default, which is large.
    public var detents: [SheetDetent]
    /// The detent at which the sheet appears; nil for the smallest.
    public var selected: SheetDetent?
    /// The largest detent at which UIKit does not dim the screen below, which can then be used; nil for none.
    public var largestUndimmed: SheetDetent?
    /// Whether the sheet shows a grabber.
    public var showsGrabber: Bool

    /// Makes the look of a sheet.
    ///
    /// - Parameters:
    ///   - detents: The detents, from the smallest to the largest; if empty, UIKit's default, which is large.
    ///   - selected: The detent at which the sheet appears; nil for the smallest.
    ///   - largestUndimmed: The largest detent at which UIKit does not dim the screen below; nil for none.
    ///   - showsGrabber: Whether the sheet shows a grabber.
    public init(
      _ detents: [SheetDetent] = [], selected: SheetDetent? = nil,
      largestUndimmed: SheetDetent? = nil, showsGrabber: Bool = false
    ) {
      (self.detents, self.showsGrabber) = (detents, showsGrabber)
      (self.selected, self.largestUndimmed) = (selected, largestUndimmed)
    }

    /// The detent that UIKit would ignore; nil if there is none.
    var fault: SheetDetent? {
      // The system's own is the large one.
      let known = detents.isEmpty ? [.large] : detents
      return known.indices.first { !known[$0].isUsable || known[..<$0].contains(known[$0]) }
        .map { known[$0] }
        ?? [selected, largestUndimmed].compactMap(\.self).first { !known.contains($0) }
    }

    #if !os(visionOS)
      @MainActor
      func apply(to sheet: UISheetPresentationController) {
        if !detents.isEmpty { sheet.detents = detents.map(\.detent) }
        sheet.selectedDetentIdentifier = selected?.identifier
        sheet.largestUndimmedDetentIdentifier = largestUndimmed?.identifier
        sheet.prefersGrabberVisible = showsGrabber
      }
    #endif
  }

  /// A detent: a height at which a sheet rests.
  public enum SheetDetent: Hashable, Sendable {
    /// About half of the screen.
    case medium
    /// All of the screen that a sheet takes.
    case large
    /// A height in points, at most that of a large sheet.
    case height(Double)
    /// A part of a large sheet's height, from 0 to 1.
    case fraction(Double)

    fileprivate var isUsable: Bool {
      switch self {
      case .medium, .large: true
      case .height(let height): height.isFinite && height > 0
      case .fraction(let part): part > 0 && part <= 1
      }
    }

    #if !os(visionOS)
      /// The name by which UIKit knows it.
      var identifier: UISheetPresentationController.Detent.Identifier {
        switch self {
        case .medium: .medium
        case .large: .large
        case .height(let height): .init("wireframe.height.\(height)")
        case .fraction(let part): .init("wireframe.fraction.\(part)")
        }
      }

      @MainActor
      fileprivate var detent: UISheetPresentationController.Detent {
        switch self {
        case .medium: .medium()
        case .large: .large()
        case .height(let height):
          .custom(identifier: identifier) { min(CGFloat(height), $0.maximumDetentValue) }
        case .fraction(let part):
          .custom(identifier: identifier) { CGFloat(part) * $0.maximumDetentValue }
        }
      }
    #endif
  }
#endif
