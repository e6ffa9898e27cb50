/// The one error of the framework: what failed, for which URL and pattern, and how to fix it.
///
/// ``description`` is safe to log: it is one line, and names patterns, keys and matched literals, never a value
/// or a whole URL. Those are in the properties. `localizedDescription` is the same text.
///
/// ```swift
/// do {
///   try await wireframe.route(to: link)
/// } catch {
///   if error.code == .noRoute { showNotFound() }
/// }
/// ```
public struct RoutingError: Error, Sendable {
  /// What kind of failure it is; more codes may come.
  public struct Code: RawRepresentable, Hashable, Sendable, DescribedValue {
    /// The code's name, for logs and machines.
    public let rawValue: String

    /// Makes a code of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's name.
    public var description: String { rawValue.escaped }
  }

  // One reference: an error goes through many functions.
  private let facts: Box<Facts>

  private struct Facts: Sendable {
    let reason: any Reason
    let pattern: RoutePattern?
    let underlyingError: (any Error)?
    let urlText: String?
    let origin: RoutingOrigin?
    let chain: [String]
  }

  /// What kind of failure it is.
  public var code: Code { facts.value.reason.code }
  /// The text of the URL that failed last, or nil if the error belongs to no routing.
  public var urlText: String? { facts.value.urlText }
  /// Where the request began, or nil if the error belongs to no routing.
  public var origin: RoutingOrigin? { facts.value.origin }
  /// The pattern that the failure is about, if there is one.
  public var pattern: RoutePattern? { facts.value.pattern }
  /// The URL texts of the whole chain: those that were left by redirect, then ``urlText``.
  public var chain: [String] { facts.value.chain }
  /// What the app's own code threw, if that is why.
  public var underlyingError: (any Error)? { facts.value.underlyingError }

  /// What happened, in the words of the module that found it.
  package var reason: any Reason { facts.value.reason }

  /// An error that belongs to no routing unless it is given a URL.
  @inline(never)  // Inlined, it would be copied to sixty places, 4 KB; so would the next one.
  package init(
    _ reason: any Reason, pattern: RoutePattern? = nil, underlying: (any Error)? = nil,
    urlText: String? = nil, origin: RoutingOrigin? = nil, chain: [String] = []
  ) {
    facts = Box(
      Facts(
        reason: reason, pattern: pattern ?? reason.pattern, underlyingError: underlying,
        urlText: urlText, origin: origin, chain: chain))
  }

  @inline(never) package init(
    _ reason: RouteReason, pattern: RoutePattern? = nil, underlying: (any Error)? = nil
  ) { self.init(reason as any Reason, pattern: pattern, underlying: underlying) }

  /// What happened; each module has reasons of its own, with their sentences.
  package protocol Reason: Sendable {
    var code: Code { get }
    /// The pattern that it is about, if the reason knows one.
    var pattern: RoutePattern? { get }
    /// What happened and how to fix it, for one line of a log; free of values. The route is in words, by its pattern.
    func sentence(about route: String) -> String
  }
}

/// One reference to a value of several words, for what goes through many functions.
@usableFromInline
package final class Box<Value: Sendable>: Sendable {
  @usableFromInline package let value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}

// Each module adds the codes of its own failures; these are those of writing a URL.
extension RoutingError.Code {
  /// The URL has a fault, or two readings; nothing was asked.
  public static let rejected = Self(rawValue: "rejected")

  // MARK: Values

  /// A path value, query value or payload object is not there.
  public static let missingValue = Self(rawValue: "missingValue")
  /// A path value, query value or payload object is of another type than wanted.
  public static let unfitValue = Self(rawValue: "unfitValue")
  /// A value is given for a name that the pattern does not have.
  public static let unknownValue = Self(rawValue: "unknownValue")

  // MARK: Patterns and sources

  /// A pattern's text has a fault, or names a type that the table does not know.
  public static let invalidPattern = Self(rawValue: "invalidPattern")
  /// A source is malformed, or not declared by the table.
  public static let invalidSource = Self(rawValue: "invalidSource")
}

extension RoutingError.Reason {
  package var pattern: RoutePattern? { nil }
}

extension RoutingError: DescribedValue {
  /// What happened, for which pattern or part of the URL, and how to fix it; on one line, free of values.
  ///
  /// What an app or a file wrote into it, such as the reason of a `.stop`, is shown with escapes for line ends,
  /// controls, marks of direction and other invisible characters.
  public var description: String {
    reason.sentence(about: pattern.map { "'\($0)'" } ?? "a URL without pattern").escaped
  }
}
