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
    /// A route of a `UIWireframe` shows a SwiftUI view among view controllers in a `UIHostingController`.
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

    func makeUIViewController(context: Context) -> ControllerFrame {
      ControllerFrame(of: controller)
    }

    func updateUIViewController(_ frame: ControllerFrame, context: Context) {}
  }

  /// A parent for a screen's controller, made for each view that shows it: the view that SwiftUI makes anew takes the
  /// controller over, and the one before takes away only its own frame.
  private final class ControllerFrame: UIViewController {
    private let content: UIViewController

    init(of content: UIViewController) {
      self.content = content
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      addChild(content)
      content.view.frame = view.bounds
      content.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(content.view)
      content.didMove(toParent: self)
    }
  }
#endif
