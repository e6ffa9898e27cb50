// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@MainActor
open class UIAlertAction: NSObject {
  public enum Style: Int, Sendable { case `default`, cancel, destructive }

  public let title: String?
  public let style: Style
  open var isEnabled = true
  fileprivate let handler: ((UIAlertAction) -> Void)?

  public init(
    title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil
  ) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable { case actionSheet, alert }

  open var message: String?
  public private(set) var preferredStyle = Style.alert
  public private(set) var actions: [UIAlertAction] = []
  open var preferredAction: UIAlertAction?

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
    modalPresentationStyle = .overFullScreen
  }

  /// What would have been an exception.
  public private(set) var faults: [String] = []

  open func addAction(_ action: UIAlertAction) {
    if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
      faults.append(
        "UIAlertController can only have one action with a style of UIAlertActionStyleCancel")
    }
    actions.append(action)
  }

  /// The user taps beside an action sheet: it is dismissed, and no action runs.
  public func tapOutside() {
    guard isInReach else { return }
    presentingViewController?.dismiss(animated: true)
  }

  /// The user taps a button: the alert is dismissed, then the action runs.
  public func tap(_ title: String) {
    guard isInReach, let action = actions.first(where: { $0.title == title && $0.isEnabled }) else {
      return
    }
    presentingViewController?.dismiss(animated: true) { action.handler?(action) }
  }
}

open class UIActivity: NSObject {
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let mail = ActivityType(rawValue: "com.apple.UIKit.activity.Mail")
  }
}

open class UIActivityViewController: UIViewController {
  public typealias CompletionWithItemsHandler = (
    UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
  ) -> Void

  public private(set) var activityItems: [Any] = []
  open var completionWithItemsHandler: CompletionWithItemsHandler?

  public convenience init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    self.init(nibName: nil, bundle: nil)
    self.activityItems = activityItems
  }

  /// The user leaves an activity, and is back on the sheet.
  public func leave(_ activity: UIActivity.ActivityType) {
    guard isInReach else { return }
    completionWithItemsHandler?(activity, false, nil, nil)
  }

  /// The user chooses an activity, or closes the sheet: it is dismissed, then the handler is called.
  public func choose(
    _ activity: UIActivity.ActivityType?, error: (any Error)? = nil, animated: Bool = true
  ) {
    guard isInReach else { return }
    presentingViewController?.dismiss(animated: animated) { [self] in
      completionWithItemsHandler?(activity, activity != nil && error == nil, nil, error)
    }
  }
}

@MainActor
public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

open class UIImagePickerController: UINavigationController {
  public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
  public struct InfoKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
    public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
  }

  override var automaticStyle: UIModalPresentationStyle { .formSheet }
  open var sourceType = SourceType.photoLibrary
  public static var availableSourceTypes: Set<SourceType> = [.photoLibrary, .savedPhotosAlbum]
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool {
    availableSourceTypes.contains(sourceType)
  }

  /// The user chooses a picture, or cancels; the app is to dismiss the picker.
  public func choose(_ info: [InfoKey: Any]?) {
    guard isInReach else { return }
    let delegate = delegate as? any UIImagePickerControllerDelegate
    if let info {
      delegate?.imagePickerController(self, didFinishPickingMediaWithInfo: info)
    } else {
      delegate?.imagePickerControllerDidCancel(self)
    }
  }
}

open class UISearchController: UIViewController {
  /// The user begins to search: the search is presented over the controller.
  public func begin(over controller: UIViewController) {
    guard controller.isInReach else { return }
    modalPresentationStyle = .overCurrentContext
    controller.present(self, animated: true)
  }
}

/// What UIKit presents over the screen while a menu is open.
public final class _UIContextMenuActionsOnlyViewController: UIViewController {}

@MainActor
public protocol UIDocumentPickerDelegate: NSObjectProtocol {
  func documentPicker(
    _ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
}

/// A controller of the system's that dismisses itself.
open class UIDocumentPickerViewController: UIViewController {
  public weak var delegate: (any UIDocumentPickerDelegate)?

  /// The user chooses documents, or cancels: the picker is dismissed, and its delegate hears of the choice before or
  /// after.
  public func choose(_ urls: [URL]?, tellsFirst: Bool) {
    guard isInReach else { return }
    let tell = { [weak self] in
      if let self, let urls { delegate?.documentPicker(self, didPickDocumentsAt: urls) }
    }
    if tellsFirst { tell() }
    presentingViewController?.dismiss(animated: true) { if !tellsFirst { tell() } }
  }
}
