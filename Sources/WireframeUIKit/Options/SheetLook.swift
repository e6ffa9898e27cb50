#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// The detents of a sheet, and its grabber.
  struct SheetLook: Sendable {
    let detents: [SheetDetent]
    let selected: SheetDetent?
    let largestUndimmed: SheetDetent?
    let showsGrabber: Bool

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
