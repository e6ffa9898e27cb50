// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import UIKit

@MainActor
public protocol View {}

open class UIHostingController<Content: View>: UIViewController {
  public var rootView: Content

  public init(rootView: Content) {
    self.rootView = rootView
    super.init(nibName: nil, bundle: nil)
  }

  public required init(nibName: String?, bundle: Bundle?) {
    fatalError("A hosting controller has no nib")
  }

  public required init?(coder: NSCoder) { nil }
}
