// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Photos
public import UIKit

public struct PHPickerConfiguration {
  public init(photoLibrary: PHPhotoLibrary) {}
}

public struct PHPickerResult: Hashable {
  public let assetIdentifier: String?
  public init(assetIdentifier: String?) { self.assetIdentifier = assetIdentifier }
}

@MainActor
public protocol PHPickerViewControllerDelegate: AnyObject {
  func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

public final class PHPickerViewController: UIViewController {
  public weak var delegate: (any PHPickerViewControllerDelegate)?

  public convenience init(configuration: PHPickerConfiguration) {
    self.init(nibName: nil, bundle: nil)
  }

  /// The user chooses photos, or none by cancelling; the app is to dismiss the picker.
  public func choose(_ identifiers: [String]) {
    delegate?.picker(self, didFinishPicking: identifiers.map(PHPickerResult.init))
  }
}
