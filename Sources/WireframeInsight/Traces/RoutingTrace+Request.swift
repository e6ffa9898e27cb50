internal import WireframeCore

extension RoutingTrace {
  /// The option that a request named.
  struct Option: Codable, Hashable, Sendable {
    /// The option's type.
    let type: String
    /// The style of a modal.
    let style: String?
    /// Whether a modal, or a root, has a stack.
    let hasStack: Bool?
    /// Whether a push dismisses modals.
    let dismissesModals: Bool?
  }

  /// The words for landings and rules in a trace's file.
  static let landings: [String: Landing] = ["on top": .onTop, "under parents": .underParents]
  static let rules: [String: PresentedRule] = [
    "present again": .presentAgain, "bring to front": .bringToFront, "replace": .replace,
  ]

  /// Why `replay(on:trusting:)` cannot run it again; nil if it can.
  public var replayObstacle: String? {
    if purpose != "screen" {
      return "is not a request for a screen: its purpose is '\(purpose)'. It cannot be run again."
        .escaped
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
    request.landing = landing.flatMap { Self.landings[$0] }
    request.ifPresented = ifPresented.flatMap { Self.rules[$0] }
    return request
  }
}

extension RoutingTrace.Option {
  init(_ option: any RoutingOption) {
    let name = "\(Swift.type(of: option))"
    // By the plain name, an app's own option would be run again as the standard one.
    let isOwn = ["ReplaceTop", "Show"].contains(name) && !(option is ReplaceTop || option is Show)
    type = isOwn ? String(reflecting: Swift.type(of: option)) : name
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
