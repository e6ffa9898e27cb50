#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit
  internal import WireframeCore
  internal import WireframeUIKit

  /// A coordinator of the system's image picker; it leaves when the user has chosen, or cancelled.
  ///
  /// ```swift
  /// let picker = ImagePickerCoordinator(source: .camera)
  /// try await go.present(picker)
  /// let image = try await picker.result()?[.originalImage] as? UIImage  // nil if cancelled
  /// ```
  open class ImagePickerCoordinator: ManualCoordinator<UIViewController>, ResultCoordinator {
    /// What the picker reports of the image.
    public typealias Output = [UIImagePickerController.InfoKey: Any]

    private let delegate: PickerDelegate

    /// Makes a picker; it is there when it is needed.
    ///
    /// If the source is not available, the call that shows it throws `UIKitError.Code.sourceNotAvailable`.
    ///
    /// - Parameters:
    ///   - source: Where images come from.
    ///   - prepare: Sets what else is wanted of the picker; the delegate is the coordinator's.
    public init(
      source: UIImagePickerController.SourceType = .photoLibrary,
      prepare: @escaping @MainActor (UIImagePickerController) -> Void = { _ in }
    ) {
      let delegate = PickerDelegate()
      self.delegate = delegate
      super.init {
        guard UIImagePickerController.isSourceTypeAvailable(source) else {
          throw UIKitError.sourceNotAvailable(
            source == .photoLibrary || source == .savedPhotosAlbum ? "photo library" : "camera")
        }
        let picker = UIImagePickerController()
        picker.sourceType = source
        prepare(picker)
        picker.delegate = delegate
        return picker
      }
      delegate.coordinator = self
    }
  }

  /// Takes the picker away, which UIKit leaves to the app.
  @MainActor
  private final class PickerDelegate: NSObject, UIImagePickerControllerDelegate,
    UINavigationControllerDelegate
  {
    weak var coordinator: ImagePickerCoordinator?

    func imagePickerController(
      _ picker: UIImagePickerController,
      didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
      guard let coordinator else { return }
      // It fails if the picker has left already, or the app does not let it leave; the result says so.
      Task { try? await coordinator.finish(with: info) }
    }

    func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
      guard let coordinator else { return }
      Task { try? await coordinator.popOrDismiss() }
    }
  }
#endif
