// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

/// Storyboards are in the bundle, as on a device; the test declares what they hold.
@MainActor
open class UIStoryboard: NSObject {
  /// What the storyboards of a bundle's path hold: by storyboard name, by identifier; an empty identifier
  /// is the initial controller.
  public static var contents: [String: [String: [String: @MainActor () -> UIViewController]]] = [:]
  /// What would have been an exception.
  public private(set) static var faults: [String] = []

  private let name: String
  private let bundle: Bundle

  public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
    self.name = name
    bundle = storyboardBundleOrNil ?? .main
    super.init()
    if bundle.path(forResource: name, ofType: "storyboardc") == nil {
      Self.faults.append("Could not find a storyboard named '\(name)' in bundle")
    }
  }

  open func instantiateInitialViewController() -> UIViewController? { make("") }

  open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    if let controller = make(identifier) { return controller }
    Self.faults.append(
      "Storyboard doesn't contain a view controller with identifier '\(identifier)'")
    return UIViewController()
  }

  private func make(_ identifier: String) -> UIViewController? {
    let controller = Self.contents[bundle.bundlePath]?[name]?[identifier]?()
    controller?.storyboardOfOrigin = self
    return controller
  }
}
