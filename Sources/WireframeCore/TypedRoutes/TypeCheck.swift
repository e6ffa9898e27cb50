#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Checks a route's type against its pattern, without a URL.
enum TypeCheck {
  /// The pattern as it is registered for the type. Throws one error with everything that is wrong.
  static func pattern<T: TypedRoute>(of type: T.Type) throws(RoutingError) -> RoutePattern {
    let findings = findings(of: type)
    guard findings.isEmpty else {
      throw RoutingError(TypeCheckReason.invalidType("\(type)", findings), pattern: T.pattern)
    }
    return T.pattern.typed(as: type)
  }

  static func findings<T: TypedRoute>(of type: T.Type) -> [TypedRouteFinding] {
    let full = TypeProbe(T.pattern, isSparse: false)
    let value = full.value(of: type)
    // What the first URL has and the second one has not is what a type needs.
    let sparse = TypeProbe(T.pattern, isSparse: true)
    let isReadSparsely = sparse.value(of: type) != nil
    var findings = full.findings
    for finding in sparse.findings where !findings.contains(finding) {
      // A type may need some of its optional properties.
      if isReadSparsely || !finding.isUnchecked { findings.append(finding) }
    }
    if value != nil {
      findings += T.pattern.names.filter { full.types[$0] == nil }.map { .noProperty($0) }
    }
    if let value, findings.isEmpty, let finding = readingBack(value, full.types) {
      findings.append(finding)
    }
    guard !T.examples.isEmpty else { return findings }
    findings.removeAll(where: \.isUnchecked)
    for (index, example) in T.examples.enumerated() {
      if let finding = readingBack(example) { findings.append(.example(index + 1, finding)) }
    }
    return findings
  }

  /// What is wrong with a value's URL, or with what is read of it.
  private static func readingBack<T: TypedRoute>(
    _ value: T, _ types: [String: String] = [:]
  ) -> TypedRouteFinding? {
    do throws(RoutingError) {
      _ = try RouteTexts(of: value).urlText(for: T.pattern)
      return nil
    } catch {
      if case .unfitForURL(_, let segment, let name)? = error.reason as? RouteReason,
        let type = types[name]
      {
        return .unfit(name, type: type, segment)
      }
      if case .notTheSame? = error.reason as? RouteReason { return .notTheSame }
      return .failed(error.description)
    }
  }
}

/// Decodes a type with placeholders, and notes which properties it asks for, and how.
/// One probe has a value for everything, the other one only what each URL of the pattern has.
private final class TypeProbe: PropertyReader {
  private(set) var findings: [TypedRouteFinding] = []
  private(set) var types: [String: String] = [:]
  private let pattern: RoutePattern
  private let isSparse: Bool
  private var segments: [String: RoutePattern.Segment] = [:]

  /// There is no value to go on with.
  private struct End: Error {}

  init(_ pattern: RoutePattern, isSparse: Bool) {
    self.pattern = pattern
    self.isSparse = isSparse
    for segment in pattern.segments { segment.name.map { segments[$0] = segment } }
  }

  func value<T: TypedRoute>(of type: T.Type) -> T? {
    do {
      return try T(from: RouteDecoder(reader: self))
    } catch is End {
      return nil
    } catch {
      findings.append(.uncheckedType)
      return nil
    }
  }

  var names: [String] { pattern.names.filter { !isSparse || segments[$0]?.isOptional == false } }
  func has(_ name: String) -> Bool { !isSparse || names.contains(name) }

  func refusal(of name: String) -> any Error {
    findings.append(.noSingleText(name, type: types[name]))
    return End()
  }

  func value<T: Decodable>(_ type: T.Type, of name: String) throws -> T {
    let count = findings.count
    if !has(name), !(type is any TextList.Type) {
      findings.append(segments[name].map { .optionalSegment(name, $0) } ?? .requiredInQuery(name))
    }
    if let value = sample(type, name) { return value }
    if findings.count == count { findings.append(.unchecked(name, type: "\(type)")) }
    throw End()
  }

  func valueIfPresent<T: Decodable>(_ type: T.Type, of name: String) throws -> T? {
    if type is any TextList.Type { findings.append(.optionalList(name)) }
    return isNil(name) ? nil : sample(type, name)
  }

  func isNil(_ name: String) -> Bool {
    if let segment = segments[name], !segment.isOptional {
      findings.append(.optionalProperty(name, segment, isLast: pattern.segments.last == segment))
    }
    return !has(name)
  }

  /// A placeholder that the property's place in a URL can hold.
  private func sample<T: Decodable>(_ type: T.Type, _ name: String) -> T? {
    types[name] = "\(type)"
    let list = type as? any TextList.Type
    let segment = segments[name]
    if let segment, !isSparse { check(type, name, segment, isList: list != nil) }
    let texts = Placeholders.texts(for: segment) + Placeholders.any
    do throws(TextFault) {
      guard let list else { return try SingleText.sample(type, of: texts) }
      if let sample = try list.sample(of: texts) { return sample as? T }
      if case .catchAll(_, isOptional: false)? = segment { return nil }
      return try list.read([]) as? T
    } catch {
      findings.append(.noSingleText(name, type: "\(type)"))
      return nil
    }
  }

  private func check(
    _ type: any Decodable.Type, _ name: String, _ segment: RoutePattern.Segment, isList: Bool
  ) {
    switch segment {
    case .catchAll where !isList: findings.append(.notAList(name, type: "\(type)", segment))
    case .parameter where isList: findings.append(.list(name, type: "\(type)", segment))
    case .parameter(_, .type(let builtIn)?, _) where Placeholders.fits(type, builtIn) == false:
      findings.append(.unfit(name, type: "\(type)", segment))
    case .parameter(_, .words(let words)?, _):
      let others = words.filter { !Placeholders.holds(type, $0) }
      guard !others.isEmpty else { return }
      findings.append(
        others == words
          ? .unfit(name, type: "\(type)", segment)
          : .missingWords(name, type: "\(type)", segment, others))
    case .literal, .parameter, .catchAll: break
    }
  }
}

private enum Placeholders {
  /// Texts that a segment matches; none if any text or an app's own type is meant.
  static func texts(for segment: RoutePattern.Segment?) -> [String] {
    switch segment {
    case .parameter(_, .words(let words)?, _)?: words
    case .parameter(_, .type("int")?, _)?, .parameter(_, .type("uint")?, _)?: ["0", "1", "2"]
    case .parameter(_, .type("double")?, _)?: ["0", "0.5", "1"]
    case .parameter(_, .type("bool")?, _)?: ["false", "true"]
    case .parameter(_, .type("uuid")?, _)?: [nilUUID]
    default: []
    }
  }

  static let any = ["0", "1", "a", "false", nilUUID, "2001-01-01T00:00:00Z", "https://example.com"]

  private static let nilUUID = "00000000-0000-0000-0000-000000000000"

  /// Whether the values of a type match a built-in parameter type; nil if only its texts can tell.
  static func fits(_ type: Any.Type, _ builtIn: String) -> Bool? {
    guard ParameterType.builtInNames.contains(builtIn) else { return nil }
    return switch type {
    case is any FixedWidthInteger.Type: builtIn == "int" || builtIn == "uint"
    case is Double.Type, is Float.Type: builtIn == "double"
    case is Bool.Type: builtIn == "bool"
    case is UUID.Type: builtIn == "uuid"
    case is String.Type, is URL.Type, is Date.Type: false
    default: nil
    }
  }

  /// Whether a text can be read as a value of the type, and the value is written as the same text.
  static func holds<T: Decodable>(_ type: T.Type, _ text: String) -> Bool {
    guard let value = try? SingleText.read(type, from: text) else { return false }
    guard let value = value as? any Encodable else { return true }
    return (try? SingleText.write(value)) == text
  }
}
