#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  import UIKit
  import WireframeCore

  /// What UIKit would have ignored in silence, or trapped on; found before it is tried.
  ///
  /// In a routing it is the `underlyingError` of a `presenterFailed`.
  public struct UIKitHostError: Error, Sendable {
    /// What kind of failure it is; more codes may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// The code's name, for logs and machines.
      public let rawValue: String

      /// Makes a code.
      ///
      /// - Parameter rawValue: A name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The window of the host is gone.
      public static let windowGone = Self(rawValue: "windowGone")
      /// The controller is in no window, or its window has no host.
      public static let noHost = Self(rawValue: "noHost")
      /// The view of the controller that would present is not in the window.
      public static let notInWindow = Self(rawValue: "notInWindow")
      /// The controller that would present presents something already: an alert, for one.
      public static let alreadyPresenting = Self(rawValue: "alreadyPresenting")
      /// The controller is presented already, or is the window's root.
      public static let alreadyPresented = Self(rawValue: "alreadyPresented")
      /// The controller is a child of another one.
      public static let alreadyEmbedded = Self(rawValue: "alreadyEmbedded")
      /// A navigation controller, or an alert, cannot be pushed.
      public static let cannotBePushed = Self(rawValue: "cannotBePushed")
      /// There is no navigation controller at the top.
      public static let noStack = Self(rawValue: "noStack")
      /// What a popover points to is not on screen any more.
      public static let noAnchor = Self(rawValue: "noAnchor")
      /// A sheet cannot rest at one of its heights, or is to come at one that it does not have.
      public static let invalidDetent = Self(rawValue: "invalidDetent")
      /// The user has taken an interactive transition back: the screens are as before.
      public static let takenBack = Self(rawValue: "takenBack")
      /// UIKit did not present the controller, and does not say why.
      public static let ignored = Self(rawValue: "ignored")
      /// UIKit has not finished a transition in time; it may still do so, in the foreground for one.
      public static let unfinished = Self(rawValue: "unfinished")
    }

    /// What kind of failure it is.
    public let code: Code
    /// The type of the controller that it is about.
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
      case .windowGone: "The window of the host is gone. Retain it as long as you route."
      case .noHost:
        "\(controller) is in no window that has a host. Make a UIKitNavigationHost for the window."
      case .notInWindow: "\(controller) cannot present: its view is not in the window."
      case .alreadyPresenting:
        "\(controller) cannot present: it presents something already. Dismiss that first."
      case .alreadyPresented:
        "\(controller) is already on screen, and cannot be in two places. Make a new one."
      case .alreadyEmbedded:
        "\(controller) is a child of another controller. Take it out first, or make a new one."
      case .cannotBePushed: "\(controller) cannot be pushed. Present it, or push its first screen."
      case .noStack: "There is no navigation controller at the top to push \(controller) onto."
      case .noAnchor:
        "What the popover of \(controller) points to is not on screen any more. Name a view or a button that is."
      case .invalidDetent:
        "The sheet of \(controller) cannot rest at '\(detail ?? "")'. Heights are positive numbers, fractions at most "
          + "1, each stands once, and a selected or undimmed one is among them."
      case .takenBack:
        "The user has taken the transition of \(controller) back. The screens are as before."
      case .ignored: "UIKit did not present \(controller), and does not say why."
      case .unfinished:
        controllerType.map { "UIKit has not shown or removed \($0) in time. It may still do so." }
          ?? "UIKit has not finished a transition in time, so the move was not begun."
      default: code.rawValue
      }
    }
  }
#endif
