import UIKit
import WireframeCore

/// A button of a screen.
struct ShopButton {
  let title: String
  let tapped: @MainActor () async throws -> Void

  init(_ title: String, tapped: @escaping @MainActor () async throws -> Void) {
    self.title = title
    self.tapped = tapped
  }
}

/// A screen of the shop: lines of text, and buttons below them. It knows no URL, and no other screen.
class ShopScreen: UIViewController {
  private(set) var lines: [String] = []
  private(set) var buttons: [ShopButton] = []
  /// What the last button could not do.
  private(set) var failure: String? {
    didSet { if isViewLoaded, failure != oldValue { draw() } }
  }
  private let stack = UIStackView()

  convenience init(_ title: String, lines: [String] = [], buttons: [ShopButton] = []) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
    show(lines, buttons)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    stack.axis = .vertical
    stack.spacing = 16
    stack.isLayoutMarginsRelativeArrangement = true
    stack.frame = view.bounds
    stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(stack)
    draw()
  }

  func show(_ lines: [String], _ buttons: [ShopButton]) {
    (self.lines, self.buttons) = (lines, buttons)
    if isViewLoaded { draw() }
  }

  /// Does what a button does, and shows a failure on the screen.
  func tap(_ button: ShopButton) async {
    do {
      try await button.tapped()
      failure = nil
    } catch let error as RoutingError
      where error.code == .leaveRefused || error.code == .cancelled
    {
      // The user wants to stay, or has gone elsewhere.
    } catch {
      failure = "That does not work: \(error)"
    }
  }

  private func draw() {
    for view in stack.arrangedSubviews { view.removeFromSuperview() }
    for line in lines + [failure].compactMap(\.self) {
      let label = UILabel()
      label.text = line
      label.numberOfLines = 0
      stack.addArrangedSubview(label)
    }
    for button in buttons {
      let action = UIAction(title: button.title) { [weak self] _ in
        Task { await self?.tap(button) }
      }
      stack.addArrangedSubview(UIButton(type: .system, primaryAction: action))
    }
    stack.addArrangedSubview(UIView())  // takes what room is left
  }
}
