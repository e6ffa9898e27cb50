#if canImport(SwiftUI) && !os(watchOS)
  import SwiftUI

  #if canImport(UIKit)
    import UIKit

    /// Reports when the view around it is fully on screen: `onAppear` comes when a transition begins.
    @MainActor
    struct AppearanceReporter: UIViewControllerRepresentable {
      let appeared: @MainActor () -> Void

      func makeUIViewController(context: Context) -> Reporter { Reporter() }

      func updateUIViewController(_ reporter: Reporter, context: Context) {
        reporter.appeared = appeared
      }

      final class Reporter: UIViewController {
        var appeared: @MainActor () -> Void = {}

        override func viewDidLoad() {
          super.viewDidLoad()
          view.isUserInteractionEnabled = false
          view.backgroundColor = .clear
        }

        override func viewDidAppear(_ animated: Bool) {
          super.viewDidAppear(animated)
          appeared()
        }
      }
    }
  #elseif canImport(AppKit)
    import AppKit

    /// Reports when the view around it is fully on screen: `onAppear` comes when a transition begins.
    @MainActor
    struct AppearanceReporter: NSViewControllerRepresentable {
      let appeared: @MainActor () -> Void

      func makeNSViewController(context: Context) -> Reporter { Reporter() }

      func updateNSViewController(_ reporter: Reporter, context: Context) {
        reporter.appeared = appeared
      }

      final class Reporter: NSViewController {
        var appeared: @MainActor () -> Void = {}

        override func loadView() { view = NSView() }

        override func viewDidAppear() {
          super.viewDidAppear()
          appeared()
        }
      }
    }
  #endif
#endif
