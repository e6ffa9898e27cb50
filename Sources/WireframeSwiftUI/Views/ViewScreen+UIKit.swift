#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
  internal import SwiftUI
  public import UIKit

  extension ViewScreen {
    /// Makes a screen of a view controller.
    ///
    /// ```swift
    /// try wireframe.register("/scan", option: .modal) { _ in ViewScreen(ScannerViewController()) }
    /// ```
    ///
    /// For SwiftUI views among view controllers, a `UIWireframe` of `WireframeUIKit` registers views.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - name: What the screen is called in `host.state`; nil for the name of the controller's type.
    @MainActor
    public init(_ controller: UIViewController, name: String? = nil) {
      self.init(name ?? "\(type(of: controller))") { ControllerView(controller: controller) }
    }
  }

  @MainActor
  private struct ControllerView: UIViewControllerRepresentable {
    let controller: UIViewController

    func makeUIViewController(context: Context) -> UIViewController { controller }
    func updateUIViewController(_ controller: UIViewController, context: Context) {}
  }
#endif
