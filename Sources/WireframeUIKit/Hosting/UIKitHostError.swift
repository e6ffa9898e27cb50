#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  import UIKit
  import WireframeCore

  /// A move that UIKit would ignore or trap on, or that did not succeed.
  ///
  /// In a routing it is the `underlyingError` of a `presenterFailed`.
  public struct UIKitHostError: Error, Sendable {
    /// What kind of failure it is; more codes may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// The code's name, for logs and machines.
      public let rawValue: String

      /// Makes a code of a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The window of the host no longer exists.
      public static let windowGone = Self(rawValue: "windowGone")
      /// The controller is in no window, or its window has no host.
      public static let noHost = Self(rawValue: "noHost")
      /// The controller that should present is not in the window.
      public static let notInWindow = Self(rawValue: "notInWindow")
      /// The controller that should present is an alert, or already presents another controller.
      public static let alreadyPresenting = Self(rawValue: "alreadyPresenting")
      /// The controller is already presented, is the root of a window, or is in another window.
      public static let alreadyPresented = Self(rawValue: "alreadyPresented")
      /// The controller is a child of another one.
      public static let alreadyEmbedded = Self(rawValue: "alreadyEmbedded")
      /// A navigation controller, a split view controller or an alert cannot be pushed.
      public static let cannotBePushed = Self(rawValue: "cannotBePushed")
      /// The container of the screen puts no other controller in its place.
      public static let cannotBeReplaced = Self(rawValue: "cannotBeReplaced")
      /// There is no navigation controller at the top to push onto.
      public static let noStack = Self(rawValue: "noStack")
      /// The anchor of a popover, a view or a bar button item, is not in the window.
      public static let noAnchor = Self(rawValue: "noAnchor")
      /// A detent of a sheet is impossible or repeated, or a selected or undimmed one is not among its detents.
      public static let invalidDetent = Self(rawValue: "invalidDetent")
      /// The user cancelled an interactive transition.
      public static let takenBack = Self(rawValue: "takenBack")
      /// UIKit did not present the controller, and did not say why.
      public static let ignored = Self(rawValue: "ignored")
      /// UIKit did not finish a transition in time. It may still do so, for example when the app is in the foreground
      /// again.
      public static let unfinished = Self(rawValue: "unfinished")
    }

    /// What kind of failure it is.
    public let code: Code
    /// The type of the controller that could not be shown, or could not present.
    public let controllerType: String?
    private let detail: String?

    @MainActor
    init(_ code: Code, about controller: UIViewController? = nil, detail: String? = nil) {
      self.code = code
      self.detail = detail
      controllerType = controller.map { "\(type(of: $0))" }
    }
  }

  extension UIKitHostError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and how to fix it; on one line.
    public var description: String { sentence.escaped }
    /// The ``description``.
    public var errorDescription: String? { description }

    private var sentence: String {
      let controller = controllerType ?? "The controller"
      return switch code {
      case .windowGone: "The window of the host no longer exists. Keep a strong reference to it."
      case .noHost:
        "\(controller) is in no window that has a host. Make a UIKitNavigationHost for the window."
      case .notInWindow: "\(controller) cannot present: its view is not in the window."
      case .alreadyPresenting:
        "\(controller) cannot present: it is an alert, or already presents another controller. Dismiss that first."
      case .alreadyPresented:
        "\(controller) is already on screen, and cannot be shown twice. Make a new one."
      case .alreadyEmbedded:
        "\(controller) is a child of another controller. Remove it from its parent, or make a new one."
      case .cannotBePushed: "\(controller) cannot be pushed. Present it, or push its first screen."
      case .cannotBeReplaced:
        "\(controller) cannot be replaced: its container keeps it. Put a navigation controller around it."
      case .noStack: "There is no navigation controller at the top to push \(controller) onto."
      case .noAnchor:
        "The anchor of the popover \(controller) is not in the window. Name a view or a bar button item that is."
      case .invalidDetent:
        "The sheet \(controller) cannot have the detent '\(detail ?? "")'. A height must be positive, and a fraction "
          + "above 0 and at most 1. Name each detent once. A selected or undimmed detent must be one of the sheet's."
      case .takenBack: "The user cancelled the transition of \(controller)."
      case .ignored: "UIKit did not present \(controller), and did not say why."
      case .unfinished:
        controllerType.map { "UIKit did not show or remove \($0) in time. It may still do so." }
          ?? "UIKit did not finish a transition in time, so this move did not begin."
      default: code.rawValue
      }
    }
  }
#endif
