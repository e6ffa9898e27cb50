#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  internal import WireframeCore
  internal import WireframeUIKit

  /// A button of an ``AlertCoordinator``.
  @MainActor
  public struct AlertAction<Value> {
    let title: String
    let style: UIAlertAction.Style
    let value: Value
    let handler: @MainActor () -> Void

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - title: The button's title.
    ///   - style: How the button looks.
    ///   - value: What the alert ends with.
    ///   - handler: What is done once the alert has left; hold the alert's coordinator weakly in it.
    public init(
      _ title: String, style: UIAlertAction.Style = .default, value: Value,
      handler: @escaping @MainActor () -> Void = {}
    ) {
      self.title = title
      self.style = style
      self.value = value
      self.handler = handler
    }
  }

  extension AlertAction<String> {
    /// Makes a button whose value is its title.
    ///
    /// - Parameters:
    ///   - title: The button's title.
    ///   - style: How the button looks.
    ///   - handler: What is done once the alert has left; hold the alert's coordinator weakly in it.
    public init(
      _ title: String, style: UIAlertAction.Style = .default,
      handler: @escaping @MainActor () -> Void = {}
    ) {
      self.init(title, style: style, value: title, handler: handler)
    }
  }

  /// A coordinator of an alert or action sheet that ends with the value of the button.
  ///
  /// ```swift
  /// let alert = AlertCoordinator("Delete the list?", style: .actionSheet, actions: [
  ///   AlertAction("Delete", style: .destructive), AlertAction("Keep", style: .cancel),
  /// ])
  /// try await go.present(alert)
  /// if try await alert.result() == "Delete" { … }
  /// ```
  ///
  /// A test chooses by title: `try await alert.trigger("Delete")`.
  open class AlertCoordinator<Output>: ManualCoordinator<UIViewController>, ResultCoordinator {
    /// The alert, for text fields and the like.
    public let alertController: UIAlertController

    private let actions: [AlertAction<Output>]

    /// Makes an alert.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - message: The message.
    ///   - style: An alert, or an action sheet.
    ///   - actions: The buttons, in order; of several of the style `cancel` the first one has it.
    public init(
      _ title: String?, message: String? = nil, style: UIAlertController.Style = .alert,
      actions: [AlertAction<Output>]
    ) {
      alertController = UIAlertController(title: title, message: message, preferredStyle: style)
      self.actions = actions
      super.init(alertController)
      // UIKit raises an exception for a second one.
      let firstCancel = actions.firstIndex { $0.style == .cancel }
      for (index, action) in actions.enumerated() {
        let style = action.style == .cancel && index != firstCancel ? .default : action.style
        alertController.addAction(
          UIAlertAction(title: action.title, style: style) { [weak self] _ in
            self?.settle(with: action.value)
            self?.tellHost()
            action.handler()
          })
      }
    }

    /// Chooses a button by its title, as a tap does; returns when the alert has left.
    ///
    /// - Parameters:
    ///   - title: The button's title.
    ///   - animated: Whether the dismissal is animated.
    /// - Throws: `UIKitError.Code.noAction` if there is no such button, or it is not enabled;
    ///   what `ResultCoordinator.finish(with:animated:)` throws.
    public final func trigger(_ title: String, animated: Bool = true) async throws {
      let enabled = Set(alertController.actions.filter(\.isEnabled).map(\.title))
      guard let action = actions.first(where: { $0.title == title && enabled.contains(title) })
      else { throw UIKitError.noAction(title, among: actions.map(\.title)) }
      try await finish(with: action.value, animated: animated)
      action.handler()
    }
  }

  extension Coordinator<UIViewController> {
    /// UIKit has taken the screen away itself, and reports it nowhere else.
    func tellHost() { (try? host as? UIKitNavigationHost)?.refresh() }
  }
#endif
