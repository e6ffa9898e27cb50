// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

// What the screens of Examples/UIKitShop are made of; nothing is drawn.

@MainActor
open class UIColor: NSObject {
  public static let systemBackground = UIColor()
  public static let systemBlue = UIColor()
}

extension UIView {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }

  public var backgroundColor: UIColor? {
    get { nil }
    set {}
  }
  public var frame: CGRect {
    get { bounds }
    set { bounds = newValue }
  }
  public var autoresizingMask: AutoresizingMask {
    get { [] }
    set {}
  }
}

open class UILabel: UIView {
  open var text: String?
  open var numberOfLines = 1
}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor
open class UIAction: NSObject {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public let title: String
  public let identifier: Identifier
  fileprivate let handler: UIActionHandler
  public init(
    title: String = "", identifier: Identifier? = nil, handler: @escaping UIActionHandler
  ) {
    self.title = title
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.handler = handler
  }

  /// What a property holds that copies.
  var copied: UIAction { UIAction(title: title, identifier: identifier, handler: handler) }

  func perform() { handler(self) }
}

open class UIButton: UIView {
  public enum ButtonType: Int, Sendable { case custom = 0, system = 1 }

  private var action: UIAction?
  public var currentTitle: String? { action?.title }

  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init()
    action = primaryAction
  }

  /// The user taps it.
  public func tap() {
    if isInReach, let action { action.handler(action) }
  }
}

public enum NSLayoutConstraint {
  public enum Axis: Int, Sendable { case horizontal, vertical }
}

open class UIStackView: UIView {
  open var axis = NSLayoutConstraint.Axis.horizontal
  open var spacing: CGFloat = 0
  open var isLayoutMarginsRelativeArrangement = false
  open var arrangedSubviews: [UIView] { subviews }
  open func addArrangedSubview(_ view: UIView) { addSubview(view) }
}
