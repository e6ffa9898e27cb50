/// How to present a controller; it carries what the presenter needs for that.
///
/// An app makes options of its own, from nothing or by refining one of the standard protocols:
///
/// ```swift
/// struct HiddenBarPush: PushOption {}         // still a push: the standard presenter takes it,
///                                             // unless the app adds a presenter for it
/// struct BannerOption: RoutingOption, Equatable {  // needs a presenter of the app's own
///   var seconds = 3
/// }
/// ```
public protocol RoutingOption: Sendable {}

/// An option that names what presents it, and says what is missing if nothing does.
package protocol NamedOption: RoutingOption {
  var missingPart: CoreReason { get }
  var isRoot: Bool { get }
}

/// A push onto the innermost stack at the top; refine it to add to a push.
public protocol PushOption: RoutingOption {
  /// Whether the transition is animated; true by default.
  var isAnimated: Bool { get }
  /// Whether modals above the stack are dismissed first; otherwise they are an error. True by default.
  var dismissesModals: Bool { get }
}

extension PushOption {
  /// True.
  public var isAnimated: Bool { true }
  /// True.
  public var dismissesModals: Bool { true }
}

/// A push onto the innermost stack at the top.
public struct Push: PushOption, Hashable {
  /// Whether the transition is animated.
  public var isAnimated: Bool
  /// Whether modals above the stack are dismissed first; otherwise they are an error.
  public var dismissesModals: Bool
}

extension RoutingOption where Self == Push {
  /// A push onto the innermost stack at the top, which dismisses modals above it first.
  public static var push: Push { .push() }

  /// A push onto the innermost stack at the top.
  ///
  /// - Parameters:
  ///   - animated: Whether the transition is animated.
  ///   - dismissesModals: Whether modals above the stack are dismissed first; otherwise
  ///     ``RoutingError/Code/modalInTheWay``.
  /// - Returns: The option.
  public static func push(animated: Bool = true, dismissesModals: Bool = true) -> Push {
    Push(isAnimated: animated, dismissesModals: dismissesModals)
  }
}

/// How much of the screen a modal takes.
public enum ModalStyle: String, Hashable, Sendable {
  /// The modal covers all that is below it.
  case fullScreen
  /// The modal is a sheet that leaves some of what is below in sight.
  case sheet
}

/// A modal over the top; refine it to add to a modal.
public protocol ModalOption: RoutingOption {
  /// How much of the screen it takes; full screen by default.
  var style: ModalStyle { get }
  /// Whether the modal gets a stack of its own, onto which later screens are pushed; false by default.
  var hasStack: Bool { get }
  /// Whether the transition is animated; true by default.
  var isAnimated: Bool { get }
}

extension ModalOption {
  /// Full screen.
  public var style: ModalStyle { .fullScreen }
  /// False.
  public var hasStack: Bool { false }
  /// True.
  public var isAnimated: Bool { true }
}

/// A modal over the top.
public struct Modal: ModalOption, Hashable {
  /// How much of the screen it takes.
  public var style: ModalStyle
  /// Whether the modal gets a stack of its own.
  public var hasStack: Bool
  /// Whether the transition is animated.
  public var isAnimated: Bool
}

extension RoutingOption where Self == Modal {
  /// A full-screen modal over the top.
  public static var modal: Modal { .modal() }

  /// A modal over the top.
  ///
  /// - Parameters:
  ///   - style: How much of the screen it takes.
  ///   - hasStack: Whether the modal gets a stack of its own.
  ///   - animated: Whether the transition is animated.
  /// - Returns: The option.
  public static func modal(
    _ style: ModalStyle = .fullScreen, hasStack: Bool = false, animated: Bool = true
  ) -> Modal { Modal(style: style, hasStack: hasStack, isAnimated: animated) }
}

/// A replacement of the screen at the top.
public struct ReplaceTop: RoutingOption, Hashable {
  /// Whether the transition is animated.
  public var isAnimated: Bool
}

extension RoutingOption where Self == ReplaceTop {
  /// A replacement of the screen at the top, without animation.
  public static var replaceTop: ReplaceTop { .replaceTop() }

  /// A replacement of the screen at the top, animated or not.
  public static func replaceTop(animated: Bool = false) -> ReplaceTop {
    ReplaceTop(isAnimated: animated)
  }
}

/// A new root, which clears everything that is on screen.
public struct Root: RoutingOption, Hashable {
  /// Whether the root is the first screen of a stack.
  public var hasStack: Bool
  /// Whether the transition is animated.
  public var isAnimated: Bool
}

extension RoutingOption where Self == Root {
  /// A new root in a stack, which clears everything that is on screen.
  public static var root: Root { .root() }

  /// A new root, which clears everything that is on screen.
  ///
  /// - Parameters:
  ///   - hasStack: Whether the root is the first screen of a stack.
  ///   - animated: Whether the transition is animated.
  /// - Returns: The option.
  public static func root(hasStack: Bool = true, animated: Bool = false) -> Root {
    Root(hasStack: hasStack, isAnimated: animated)
  }
}

/// A way back to a screen that is on screen already; nothing is built.
public struct Back: RoutingOption, Hashable {
  /// The entry to go back to, or nil for the nearest one that shows the same route.
  public var entry: NavigationEntryID?
  /// Whether the transition is animated.
  public var isAnimated: Bool
}

extension RoutingOption where Self == Back {
  /// A way back to the nearest screen that shows the same route.
  public static var back: Back { .back() }

  /// A way back to a screen that is on screen already.
  ///
  /// - Parameters:
  ///   - entry: The entry to go back to, or nil for the nearest one that shows the same route
  ///     (pattern, values and query).
  ///   - animated: Whether the transition is animated.
  /// - Returns: The option.
  public static func back(to entry: NavigationEntryID? = nil, animated: Bool = true) -> Back {
    Back(entry: entry, isAnimated: animated)
  }
}

/// A push if there is a stack at the top, else a modal.
public struct Show: RoutingOption, Hashable {
  /// Whether the transition is animated.
  public var isAnimated: Bool
}

extension RoutingOption where Self == Show {
  /// A push if there is a stack at the top, else a modal.
  public static var show: Show { .show() }

  /// A push if there is a stack at the top, else a modal; animated or not.
  public static func show(animated: Bool = true) -> Show { Show(isAnimated: animated) }
}

/// A change to another tab; a tab that is still empty gets the route's screen as its first.
public struct SelectTab: RoutingOption, Hashable, DescribedValue {
  /// The tab's name.
  public var name: String

  /// The tab's name, on one line.
  public var description: String { "tab '\(name.escaped)'" }
}

extension RoutingOption where Self == SelectTab {
  /// A change to the tab of a name; its screens are shown as they were left.
  public static func tab(_ name: String) -> SelectTab { SelectTab(name: name) }
}

/// The option of a controller that the wireframe does not present.
///
/// See ``Wireframe/controller(for:payload:)``.
public struct Embedded: RoutingOption, Hashable {}

extension RoutingOption where Self == Embedded {
  /// The option of a controller that the caller puts somewhere itself.
  public static var embedded: Embedded { Embedded() }
}
