#if canImport(UIKit) && !os(watchOS)
  package import Foundation
  package import UIKit
  import WireframeCore

  extension UIKitError {
    /// A move that UIKit would ignore or trap on, or that did not succeed.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - controller: The controller that could not be shown, or could not present.
    ///   - detail: The detent that is at fault.
    @MainActor
    init(_ code: Code, about controller: UIViewController? = nil, detail: String = "") {
      let name = controller.map { "\(type(of: $0))" } ?? "The controller"
      let sentence: String =
        switch code {
        case .windowGone: "The window of the host no longer exists. Keep a strong reference to it."
        case .noHost:
          "\(name) is in no window that has a host. Make a UIKitNavigationHost for the window."
        case .notInWindow: "\(name) cannot present: its view is not in the window."
        case .alreadyPresenting:
          "\(name) cannot present: it is an alert, or already presents another controller. Dismiss that first."
        case .alreadyPresented:
          "\(name) is already on screen, and cannot be shown twice. Make a new one."
        case .alreadyEmbedded:
          "\(name) is a child of another controller. Remove it from its parent, or make a new one."
        case .cannotBePushed: "\(name) cannot be pushed. Present it, or push its first screen."
        case .cannotBeReplaced:
          "\(name) cannot be replaced: its container keeps it. Put a navigation controller around it."
        case .noStack: "There is no navigation controller at the top to push \(name) onto."
        case .noAnchor:
          "The anchor of the popover \(name) is not in the window. Name a view or a bar button item that is."
        case .invalidDetent:
          "The sheet \(name) cannot have the detent '\(detail)'. A height must be positive, and a fraction "
            + "above 0 and at most 1. Name each detent once. A selected or undimmed detent must be one of the sheet's."
        case .takenBack: "The user cancelled the transition of \(name)."
        case .ignored: "UIKit did not present \(name), and did not say why."
        case .unfinished where controller == nil:
          "UIKit did not finish a transition in time, so this move did not begin."
        case .unfinished: "UIKit did not show or remove \(name) in time. It may still do so."
        default: code.rawValue
        }
      self.init(code, sentence)
    }

    // MARK: Screens

    package static func missingNib(_ name: String, in bundle: Bundle) -> Self {
      Self(
        .missingNib,
        "There is no nib '\(name)' in \(bundle.shortName). Give the nib this name and add it to the target, or name "
          + "its bundle.")
    }

    package static func missingStoryboard(_ name: String, in bundle: Bundle) -> Self {
      Self(
        .missingStoryboard,
        "There is no storyboard '\(name)' in \(bundle.shortName). Add it to the target, or name another one, or its "
          + "bundle.")
    }

    package static func noInitialController(_ storyboard: String) -> Self {
      Self(
        .noInitialController,
        "The storyboard '\(storyboard)' has no initial controller. Mark one there, or ask for one by its identifier."
      )
    }

    package static func unknownIdentifier(_ id: String, _ storyboard: String, known: [String])
      -> Self
    {
      Self(
        .unknownIdentifier,
        "The storyboard '\(storyboard)' has no controller '\(id)'. Its identifiers: \(known.asNames)."
      )
    }

    @MainActor
    package static func wrongClass(
      _ controller: UIViewController, _ id: String?, _ storyboard: String, wanted: Any.Type
    ) -> Self {
      let subject = id.map { "The controller '\($0)'" } ?? "The initial controller"
      return Self(
        .wrongClass,
        "\(subject) of the storyboard '\(storyboard)' is of the class '\(type(of: controller))', not '\(wanted)'. Set "
          + "its class and module in the storyboard.")
    }

    package static func noAction(_ title: String, among titles: [String]) -> Self {
      Self(
        .noAction,
        "The alert has no action '\(title)' that can be tapped. Its actions: \(titles.asNames).")
    }

    package static func sourceNotAvailable(_ source: String) -> Self {
      Self(
        .sourceNotAvailable,
        "The image source '\(source)' is not available here. Ask 'UIImagePickerController.isSourceTypeAvailable' "
          + "before you offer it.")
    }

    // MARK: Saved states

    static let noState = Self(
      .noState,
      "The activity carries no saved state. Pass the session's restoration activity, made with "
        + "'savedState().activity()'.")

    static func tooLarge(_ size: Int, maximum: Int) -> Self {
      Self(
        .tooLarge,
        "The saved state has \(size) bytes, and \(maximum) are allowed. Give long URLs 'restoration: .never'."
      )
    }

    static func damaged(_ error: any Error) -> Self {
      Self(
        .damaged,
        "The saved state is damaged, or of another version. Show the first screen instead.",
        underlyingError: error)
    }
  }

  extension Bundle {
    /// The bundle in an error's words, without the path to it.
    fileprivate var shortName: String { "the bundle '\(bundleURL.lastPathComponent)'" }
  }
#endif
