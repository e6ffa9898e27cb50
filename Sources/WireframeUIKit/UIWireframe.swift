#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  /// A wireframe whose screens are view controllers.
  public typealias UIWireframe = Wireframe<UIViewController>
#endif
