import SwiftUI
import WireframeCore
import WireframeSwiftUI

#if canImport(UIKit)
  import UIKit
#endif

/// Lets the user type the code of a voucher, and answers with it. On iOS it is a view controller, as an app may have
/// from before SwiftUI.
@MainActor
enum VoucherScreen {
  static func make(answer: AnswerHandle<String>, _ router: any Router) -> ViewScreen {
    #if canImport(UIKit)
      ViewScreen(VoucherController(answer: answer, router))
    #else
      ViewScreen("Voucher") { VoucherView(answer: answer) }
    #endif
  }
}

#if canImport(UIKit)
  final class VoucherController: UIViewController {
    private let answer: AnswerHandle<String>
    private weak var router: (any Router)?
    private let field = UITextField()

    init(answer: AnswerHandle<String>, _ router: any Router) {
      (self.answer, self.router) = (answer, router)
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("The screen is made in code.") }

    override func viewDidLoad() {
      super.viewDidLoad()
      field.placeholder = "Code"
      field.borderStyle = .roundedRect
      let use = UIAction(title: "Use") { [weak self] _ in
        guard let self, let code = field.text, !code.isEmpty else { return }
        Task { await self.answer.finish(with: code) }
      }
      let cancel = UIAction(title: "Cancel") { [weak self] _ in
        Task { try await self?.router?.dismiss() }
      }
      let parts = [field, UIButton(type: .system, primaryAction: use)]
      let stack = UIStackView(
        arrangedSubviews: parts + [UIButton(type: .system, primaryAction: cancel)])
      stack.axis = .vertical
      stack.spacing = 16
      stack.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(stack)
      NSLayoutConstraint.activate([
        stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
        stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
      ])
    }
  }
#else
  private struct VoucherView: View {
    let answer: AnswerHandle<String>
    @State private var code = ""

    var body: some View {
      VStack(spacing: 16) {
        TextField("Code", text: $code)
        Button("Use") { Task { await answer.finish(with: code) } }
          .disabled(code.isEmpty)
        CancelButton()
      }
      .padding()
    }
  }
#endif
