// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import UIKit

@MainActor
public protocol View {}

open class UIHostingController<Content: View>: UIViewController {
  public var rootView: Content?

  public convenience init(rootView: Content) {
    self.init(nibName: nil, bundle: nil)
    self.rootView = rootView
  }
}
