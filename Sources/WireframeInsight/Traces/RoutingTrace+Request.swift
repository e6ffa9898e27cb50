internal import WireframeCore

extension RoutingTrace {
  /// What a routing was for. More purposes may come.
  /// Two have no name here: `home`, a screen where nothing else would be, and `loaded`, one after its placeholder.
  public struct Purpose: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The purpose's name.
    public let rawValue: String

    /// Makes a purpose.
    ///
    /// - Parameter rawValue: A name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The purpose's name.
    public var description: String { rawValue.escaped }

    /// A screen, or a handler's work.
    public static let screen = Purpose(rawValue: "screen")
    /// The screen of a request that a gate kept, or that was parked.
    public static let resumed = Purpose(rawValue: "resumed")
    /// A controller, which the caller shows itself.
    public static let controller = Purpose(rawValue: "controller")
    /// The observers' decisions on the screens that are shown.
    public static let reevaluation = Purpose(rawValue: "reevaluation")
    /// The screens of a saved state.
    public static let restoration = Purpose(rawValue: "restoration")
  }

  /// The option that a request named.
  public struct Option: Codable, Hashable, Sendable {
    /// The option's type.
    public let type: String
    /// The style of a modal.
    public let style: String?
    /// Whether a modal, or a root, has a stack.
    public let hasStack: Bool?
    /// Whether a push dismisses modals.
    public let dismissesModals: Bool?
  }

  /// Why ``replay(on:trusting:)`` cannot run it again; nil if it can.
  public var replayObstacle: String? {
    if purpose != .screen {
      return "is not a request for a screen: its purpose is '\(purpose)'. It cannot be run again."
    }
    if hasObjects { return "carried a payload, or waited for an answer, which no trace holds." }
    if let option, option.standardOption == nil {
      return "named the option '\(option.type)', of which a trace holds the type only.".escaped
    }
    if urlText == nil {
      return "was recorded without the values of its URL, and cannot be run again. Record it with "
        + "'keepsValues: true'."
    }
    return nil
  }

  /// The request, to be run again; nil if a trace does not hold all of it.
  var request: RoutingRequest? {
    guard replayObstacle == nil, let urlText else { return nil }
    var request =
      isTrusted ? RoutingRequest(urlText) : RoutingRequest(untrusted: urlText, origin: origin)
    request.origin = origin
    request.option = option?.standardOption
    request.landing = [Landing.onTop, .underParents].first { $0.description == landing }
    request.ifPresented = [PresentedRule.presentAgain, .bringToFront, .replace].first {
      $0.description == ifPresented
    }
    return request
  }
}

extension RoutingTrace.Option {
  init(_ option: any RoutingOption) {
    type = "\(Swift.type(of: option))"
    style = (option as? Modal)?.style.rawValue
    hasStack = (option as? Modal)?.hasStack ?? (option as? Root)?.hasStack
    dismissesModals = (option as? Push)?.dismissesModals
  }

  /// The option; nil if it is none of the standard ones: of an app's own `Push` only the name is known.
  var standardOption: (any RoutingOption)? {
    switch type {
    case "Push": dismissesModals.map { Push.push(dismissesModals: $0) }
    case "Modal":
      style.flatMap(ModalStyle.init).map { Modal.modal($0, hasStack: hasStack ?? false) }
    case "Root": hasStack.map { Root.root(hasStack: $0) }
    case "ReplaceTop": ReplaceTop.replaceTop
    case "Show": Show.show
    default: nil
    }
  }
}
