// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public final class PHPhotoLibrary: Sendable {
  private static let library = PHPhotoLibrary()
  public class func shared() -> PHPhotoLibrary { library }
}
