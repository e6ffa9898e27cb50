#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import WireframeCore

  /// A move that UIKit would ignore or trap on, a screen that cannot be made, or a saved state that an
  /// activity does not carry, or cannot.
  ///
  /// In a routing it is the `underlyingError` of the `presenterFailed` or `providerFailed`.
  public struct UIKitError: LocalizedError, Sendable, DescribedValue {
    /// What kind of failure it is; more codes may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// The code's name, for logs and machines.
      public let rawValue: String

      /// Makes a code of a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      // MARK: Moves

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
      /// UIKit did not finish a transition in time. It may still do so, as when the app is in the foreground again.
      public static let unfinished = Self(rawValue: "unfinished")

      // MARK: Screens

      /// There is no nib with the name.
      public static let missingNib = Self(rawValue: "missingNib")
      /// There is no storyboard with the name.
      public static let missingStoryboard = Self(rawValue: "missingStoryboard")
      /// The storyboard has no initial controller.
      public static let noInitialController = Self(rawValue: "noInitialController")
      /// The storyboard has no controller with the identifier.
      public static let unknownIdentifier = Self(rawValue: "unknownIdentifier")
      /// The controller has another class.
      public static let wrongClass = Self(rawValue: "wrongClass")
      /// The alert has no enabled action with the title.
      public static let noAction = Self(rawValue: "noAction")
      /// The device does not have the source of images, or the user may not use it.
      public static let sourceNotAvailable = Self(rawValue: "sourceNotAvailable")

      // MARK: Saved states

      /// The activity has another type, or carries no state.
      public static let noState = Self(rawValue: "noState")
      /// The state has more than 64 KB.
      public static let tooLarge = Self(rawValue: "tooLarge")
      /// The state is damaged, or of another version.
      public static let damaged = Self(rawValue: "damaged")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong, and how to fix it; on one line.
    public let description: String
    /// Why a saved state could not be decoded; nil for all other codes.
    public let underlyingError: (any Error)?

    init(_ code: Code, _ description: String, underlyingError: (any Error)? = nil) {
      (self.code, self.description) = (code, description.escaped)
      self.underlyingError = underlyingError
    }
  }
#endif
