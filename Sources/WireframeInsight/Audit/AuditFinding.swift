public import WireframeCore

/// Something in a table that cannot work, or that may not be intended.
public struct AuditFinding: Hashable, Sendable, CustomStringConvertible {
  /// What kind of finding it is.
  public let code: Code
  /// The pattern that it is about; nil for a gate, a source, a host or an allowance.
  public let pattern: RoutePattern?
  /// What was found and how to fix it, on one line.
  public let message: String
  /// Whether what was found cannot work. Otherwise it is a warning: it works, but may not be intended.
  public let isError: Bool

  /// `error` or `warning`, code and message, on one line.
  public var description: String {
    "\(isError ? "error" : "warning"): \(code.rawValue): \(message)"
  }

  private static let warnings: Set<Code> = [
    .unguarded, .unusedSource, .notChecked, .unaskedWays, .unfitParent, .ownerlessGate,
    .unknownSwitch, .unknownPlaceholder, .unknownPath, .lostGuard,
  ]

  init(_ code: Code, _ pattern: RoutePattern?, _ message: String, isWarning: Bool = false) {
    self.code = code
    self.pattern = pattern
    self.message = message.escaped
    isError = !isWarning && !Self.warnings.contains(code)
  }
}

extension AuditFinding {
  /// What kind of finding it is. More codes may come: a `switch` needs a default.
  public enum Code: String, Hashable, Sendable {
    /// Nothing makes the route's screen.
    case noProvider
    /// Nothing says how the route is presented.
    case noOption
    /// No presenter accepts the route's option.
    case noPresenter
    /// No observer, gate or leave guard is made for a tag of the route, nor a placeholder or a switch.
    ///
    /// A warning if other code may read the tag: an option provider, a guard of all routes, a watcher.
    case unknownTag
    /// Links from outside reach the route, and no observer or gate is asked. A warning.
    ///
    /// Every observer counts that is asked about the route, even one that lets all pass, unless `isGuard` is false.
    case unguarded
    /// The route's parent is not registered.
    case missingParent
    /// The route's parent does not take all values that the route takes. A warning.
    case unfitParent
    /// Routes are behind gates of which none has an owner: what is kept is shown to whoever passes. A warning.
    case ownerlessGate
    /// The wireframe's home is not registered.
    case missingHome
    /// A gate or an observer leads to a route that is not registered, or a gate to a handler.
    case missingRedirect
    /// An old name leads to a route that is not registered.
    case missingTarget
    /// No route has the pattern, or the tag, that is switched off. A warning: other versions of the app may have it.
    case unknownSwitch
    /// No route has the pattern, or the tag, for which a placeholder was added. A warning.
    case unknownPlaceholder
    /// No route is at the path of an `observe(under:)`, or below it. A warning.
    case unknownPath
    /// A guard observes an old name's path, and not the route to which it leads: it is asked about neither. A warning.
    case lostGuard
    /// A switch names a route that is never off: of a gate or a lock, the home, or that of a tab.
    case neverOff
    /// The fallback of a switch cannot be shown. A warning if only links from outside do not reach it.
    case deadFallback
    /// Other patterns are more specific for every URL of the route; as a warning, for the bare name of a handler.
    case shadowed
    /// The screen of a gate is behind the gate itself.
    case closedGate
    /// Two routes are registered for values of one type.
    case typeClash
    /// A route of a file names a part that is not registered.
    case missingPart
    /// No route is exposed to the links of an https source. A warning.
    case unusedSource
    /// No URL of the route is known, so no observer was asked about it. A warning.
    case notChecked
    /// The app has leave guards, and its host's users have ways about which no guard is asked. A warning, one for all.
    case unaskedWays
    /// Something is allowed that was not found.
    case unusedAllowance
  }
}

/// A finding that an app has looked at and means as it is.
public struct AuditAllowance: Hashable, Sendable {
  let code: AuditFinding.Code
  let patterns: Set<RoutePattern>

  /// Allows findings of a code.
  ///
  /// ```swift
  /// #expect(wireframe.audit(allowing: [.allow(.unguarded, "/", "/products")]).isEmpty)
  /// ```
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - patterns: The patterns, for each of which it has to be found; none for all.
  /// - Returns: The allowance.
  public static func allow(_ code: AuditFinding.Code, _ patterns: RoutePattern...) -> Self {
    AuditAllowance(code: code, patterns: Set(patterns))
  }

  func allows(_ finding: AuditFinding) -> Bool {
    finding.code == code && (patterns.isEmpty || finding.pattern.map(patterns.contains) ?? false)
  }
}
