#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WireframeCore

/// One thing that is wrong with a configuration file: where, what was found, and what is allowed there.
///
/// Printed, it is one line, such as
///
/// ```text
/// shop.json:5:51: routes[1].builder ('/cart'): found 'crat'; allowed: 'alert', 'cart', 'screen'. Did you mean 'cart'?
/// ```
public struct ConfigurationFault: Hashable, Sendable {
  /// The file's name, as it was given to the call that loads it.
  public let file: String
  /// The line, from 1; nil for the file as a whole, and in a binary property list, which has no lines.
  public internal(set) var line: Int?
  /// The column in bytes, from 1; nil if there is no line.
  public internal(set) var column: Int?
  /// The index of the entry in `routes`, from 0; nil if the fault is in none.
  public internal(set) var entry: Int?
  /// The entry's pattern as text; nil if it has none.
  public internal(set) var pattern: String?
  /// Where in the file, such as `routes[1].options.style`, with escapes; empty for the file as a whole.
  public let keyPath: String
  /// What the file has there, in words, shortened and with escapes.
  public let found: String
  /// What the file may have there, in words.
  public let allowed: String
  /// The allowed name that was probably meant.
  public internal(set) var suggestion: String?
}

extension ConfigurationFault: DescribedValue {
  /// The fault on one line, with escapes for what could end the line or turn its direction.
  public var description: String {
    var text = file
    if let line, let column { text += ":\(line):\(column)" }
    text += ": "
    if !keyPath.isEmpty { text += keyPath + (pattern.map { " (\($0.inQuotes))" } ?? "") + ": " }
    text += "found \(found); allowed: \(allowed)"
    if !text.hasSuffix(".") { text += "." }
    if let suggestion { text += " Did you mean \(suggestion.inQuotes)?" }
    return text.escaped
  }
}

/// What is wrong with a configuration file: everything at once, in the file's order; nothing was registered.
public struct ConfigurationError: Error, Hashable, Sendable {
  /// The faults; there is at least one.
  public let faults: [ConfigurationFault]
}

extension ConfigurationError: DescribedValue, LocalizedError {
  /// The faults, one a line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension EditDistance {
  /// The name that was probably meant, or nil if all are too far off; case does not count.
  static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = text.asciiLowercased
    let rated = names.compactMap { name -> (name: String, distance: Int)? in
      // A short name is not similar to every other short name.
      between(name.asciiLowercased, wanted, atMost: min(3, name.count / 2)).map { (name, $0) }
    }
    return rated.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }
}
