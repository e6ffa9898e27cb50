public import WireframeCore

/// Something in a table that cannot work, or that may not be intended.
public struct AuditFinding: Hashable, Sendable, CustomStringConvertible {
  /// What kind of finding it is; more codes may come.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code's name, for logs and machines.
    public let rawValue: String

    /// Makes a code.
    ///
    /// - Parameter rawValue: A name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's name.
    public var description: String { rawValue.escaped }
  }

  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// It cannot work.
    case error
    /// It works, but may not be intended: fix it, or allow it.
    case warning
  }

  /// What kind of finding it is.
  public let code: Code
  /// The pattern that it is about; nil for a gate, a source, a host or an allowance.
  public let pattern: RoutePattern?
  /// What was found and how to fix it, on one line.
  public let message: String
  /// How bad it is.
  public let severity: Severity

  /// Severity, code and message, on one line.
  public var description: String { "\(severity.rawValue): \(code): \(message)" }

  private static let warnings: Set<Code> = [
    .unguarded, .unusedSource, .notChecked, .unaskedWays, .unfitParent, .ownerlessGate,
    .unknownSwitch, .unknownPlaceholder, .unknownPath, .lostGuard,
  ]

  init(_ code: Code, _ pattern: RoutePattern?, _ message: String, isWarning: Bool = false) {
    self.code = code
    self.pattern = pattern
    self.message = message.escaped
    severity = isWarning || Self.warnings.contains(code) ? .warning : .error
  }
}

extension AuditFinding.Code {
  /// Nothing makes the route's screen.
  public static let noProvider = Self(rawValue: "noProvider")
  /// Nothing says how the route is presented.
  public static let noOption = Self(rawValue: "noOption")
  /// No presenter accepts the route's option.
  public static let noPresenter = Self(rawValue: "noPresenter")
  /// No observer, gate or leave guard is made for a tag of the route, nor a placeholder or a switch.
  ///
  /// A warning if other code may read the tag: an option provider, a guard of all routes, a watcher.
  public static let unknownTag = Self(rawValue: "unknownTag")
  /// Links from outside reach the route, and no observer or gate is asked. A warning.
  ///
  /// Every observer counts that is asked about the route, also one that lets everything pass; but none whose `isGuard`
  /// is false.
  public static let unguarded = Self(rawValue: "unguarded")
  /// The route's parent is not registered.
  public static let missingParent = Self(rawValue: "missingParent")
  /// The route's parent does not take all values that the route takes. A warning.
  public static let unfitParent = Self(rawValue: "unfitParent")
  /// Routes are behind gates of which none has an owner: what is kept is shown to whoever passes. A warning.
  public static let ownerlessGate = Self(rawValue: "ownerlessGate")
  /// The wireframe's home is not registered.
  public static let missingHome = Self(rawValue: "missingHome")
  /// A gate or an observer leads to a route that is not registered.
  public static let missingRedirect = Self(rawValue: "missingRedirect")
  /// An old name leads to a route that is not registered.
  public static let missingTarget = Self(rawValue: "missingTarget")
  /// No route has the pattern, or the tag, that is switched off. A warning: other versions of the app may have it.
  public static let unknownSwitch = Self(rawValue: "unknownSwitch")
  /// No route has the pattern, or the tag, for which a placeholder was added. A warning.
  public static let unknownPlaceholder = Self(rawValue: "unknownPlaceholder")
  /// No route is at the path of an `observe(under:)`, or below it. A warning.
  public static let unknownPath = Self(rawValue: "unknownPath")
  /// A guard observes an old name by its path, and not the route to which it leads: it is asked about neither. A
  /// warning.
  public static let lostGuard = Self(rawValue: "lostGuard")
  /// A switch names a route that is never off: of a gate or a lock, the home, or that of a tab.
  public static let neverOff = Self(rawValue: "neverOff")
  /// The fallback of a switch cannot be shown. A warning if only links from outside do not reach it.
  public static let deadFallback = Self(rawValue: "deadFallback")
  /// Other patterns are more specific for every URL of the route.
  public static let shadowed = Self(rawValue: "shadowed")
  /// The screen of a gate is behind the gate itself.
  public static let closedGate = Self(rawValue: "closedGate")
  /// Two routes are registered for values of one type.
  public static let typeClash = Self(rawValue: "typeClash")
  /// A route of a file names a part that is not registered.
  public static let missingPart = Self(rawValue: "missingPart")
  /// No route is exposed to the links of an https source. A warning.
  public static let unusedSource = Self(rawValue: "unusedSource")
  /// No URL of the route is known, so no observer was asked about it. A warning.
  public static let notChecked = Self(rawValue: "notChecked")
  /// The app has leave guards, and its host's users have ways about which no guard is asked. A warning, one for all.
  public static let unaskedWays = Self(rawValue: "unaskedWays")
  /// Something is allowed that was not found.
  public static let unusedAllowance = Self(rawValue: "unusedAllowance")
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
