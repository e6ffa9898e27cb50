#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  package import UIKit
  import WireframeCore

  /// A screen that cannot be made or found. UIKit would raise an exception, or do nothing.
  public struct UIKitScreenError: LocalizedError, Sendable, CustomStringConvertible {
    /// What kind of failure it is; more codes may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// The code's name, for logs and machines.
      public let rawValue: String

      /// Makes a code of a name.
      public init(rawValue: String) { self.rawValue = rawValue }

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
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong, and how to fix it; on one line.
    public let description: String
    /// The ``description``.
    public var errorDescription: String? { description }

    private init(_ code: Code, _ description: String) {
      self.code = code
      self.description = description.escaped
    }
  }

  extension UIKitScreenError {
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
  }

  extension Bundle {
    /// The bundle in an error's words, without the path to it.
    fileprivate var shortName: String { "the bundle '\(bundleURL.lastPathComponent)'" }
  }
#endif
