/// The path values of a route: what the URL holds in the places that the pattern names.
///
/// A value is decoded when it is read, and typed by its context:
///
/// ```swift
/// let id: Int = try route["id"]                      // throws if missing or not an Int
/// let section: String? = try route["section"]        // nil if the optional segment is absent
/// let topics: [String] = try route["topic"]          // a catch-all's segments
/// ```
///
/// A name that the pattern declares is never filled from the query or from the payload.
public struct RouteValues: Sendable, DescribedValue {
  let url: AdmittedURL
  let pattern: RoutePattern?
  /// Where the segments are, if so many have a name that a search for each would cost more.
  private let ranges: [Range<Int>]?

  @usableFromInline
  init(url: AdmittedURL, pattern: RoutePattern?, _ ranges: [Range<Int>]? = nil) {
    self.url = url
    self.pattern = pattern
    self.ranges = ranges
  }

  /// The values that are there, by name, in the pattern's order; an absent optional is left out.
  public var all: [(name: String, value: RouteValue)] {
    guard let pattern else { return [] }
    let areFound = ranges != nil || !pattern.hasManyNames
    let values = areFound ? self : RouteValues(url: url, pattern: pattern, url.segmentRanges)
    return pattern.segments.enumerated().compactMap { index, segment in
      switch segment {
      case .literal: nil
      case .parameter(let name, _, _): values.text(at: index).map { (name, .text($0)) }
      case .catchAll(let name, _): (name, .list(url.segmentTexts(from: index)))
      }
    }
  }

  /// The names that the pattern declares.
  package var names: [String] { pattern?.names ?? [] }

  /// The value of a name, undecided about its type.
  ///
  /// - Parameter name: A name of the pattern.
  /// - Returns: The value; nil if the pattern has no such name, or the URL no such value.
  public func value(of name: String) -> RouteValue? {
    guard let (index, isCatchAll) = pattern?.segment(named: name) else { return nil }
    if isCatchAll { return .list(url.segmentTexts(from: index)) }
    guard ranges != nil else { return url.segmentText(at: index).map(RouteValue.text) }
    return text(at: index).map(RouteValue.text)
  }

  private func text(at index: Int) -> String? {
    guard let ranges else { return url.segmentText(at: index) }
    return index < ranges.count ? url.segmentText(in: ranges[index]) : nil
  }

  /// The value of a name as the type that is asked for.
  ///
  /// - Parameter name: A name of the pattern.
  /// - Throws: ``RoutingError/Code/missingValue`` or ``RoutingError/Code/unfitValue``, naming
  ///   parameter, type and pattern.
  public subscript<T: RouteTextConvertible>(name: String) -> T {
    get throws(RoutingError) {
      let value: T? = try self[name]
      guard let value else { throw missing(name, T.self) }
      return value
    }
  }

  /// The value of an optional parameter, or nil if the URL does not have it.
  ///
  /// - Parameter name: A name of the pattern.
  /// - Throws: ``RoutingError/Code/unfitValue`` if the text does not fit the type, and
  ///   ``RoutingError/Code/missingValue`` if the pattern does not declare the name at all.
  public subscript<T: RouteTextConvertible>(name: String) -> T? {
    get throws(RoutingError) {
      switch value(of: name) {
      case nil:
        guard names.contains(name) else { throw missing(name, T.self) }
        return nil
      case .text(let text)?:
        guard let value = T(routeText: text) else { throw unfit(name, T.self) }
        return value
      case .list?:
        throw unfit(name, T.self)
      }
    }
  }

  /// The segments of a catch-all, each as the type that is asked for; empty if there are none.
  ///
  /// - Parameter name: The catch-all's name.
  /// - Throws: ``RoutingError/Code/missingValue`` if the pattern does not declare the name, and
  ///   ``RoutingError/Code/unfitValue`` if it is not a catch-all or a segment does not fit the type.
  public subscript<T: RouteTextConvertible>(name: String) -> [T] {
    get throws(RoutingError) {
      guard pattern?.segment(named: name) != nil else { throw missing(name, [T].self) }
      guard case .list(let texts)? = value(of: name) else { throw unfit(name, [T].self) }
      return try texts.map { text throws(RoutingError) -> T in
        guard let value = T(routeText: text) else { throw unfit(name, [T].self) }
        return value
      }
    }
  }

  private func missing(_ name: String, _ type: Any.Type) -> RoutingError {
    RoutingError(.missingValue(.path, name: name, type: "\(type)", names: names), pattern: pattern)
  }

  private func unfit(_ name: String, _ type: Any.Type) -> RoutingError {
    RoutingError(.unfitValue(.path, name: name, type: "\(type)"), pattern: pattern)
  }

  /// The names; free of values.
  public var description: String { "values: \(names.joined(separator: ", "))" }
}
