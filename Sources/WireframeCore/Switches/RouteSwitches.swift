/// Routes that are off, by pattern or by tag: a value that usually comes from a server.
///
/// ```swift
/// var switches = RouteSwitches()
/// switches.disable(.pattern("/transfers/new"), fallback: "/help/later")
/// switches.disable(.tag(.payments))
/// wireframe.switches = switches
/// ```
///
/// As JSON:
///
/// ```json
/// {
///   "version": 1,
///   "off": [
///     { "pattern": "/transfers/new", "fallback": "/help/later" },
///     { "tag": "payments" }
///   ]
/// }
/// ```
///
/// It can only close. A name that the wireframe does not know closes nothing, and the audit finds it. What is read or
/// decoded has been checked: another version, a switch without name or with two, a name that is off twice, or more than
/// 1,000 switches are errors. Reading a file is stricter than decoding it: it finds repeated keys, too.
public struct RouteSwitches: Hashable, Sendable, Codable {
  /// What is switched off.
  public enum Name: Hashable, Sendable, CustomStringConvertible {
    /// The route of a pattern, in the pattern's text, with the paths of mounts before it; an old name will do.
    case pattern(String)
    /// All routes with a tag.
    case tag(RouteTag)

    /// Whether two names are written the same, scalar by scalar, as patterns compare.
    public static func == (left: RouteSwitches.Name, right: RouteSwitches.Name) -> Bool {
      switch (left, right) {
      case (.pattern(let text), .pattern(let other)): text.hasSameScalars(as: other)
      case (.tag(let tag), .tag(let other)): tag == other
      default: false
      }
    }

    /// The pattern, or the tag, in words; on one line.
    public var description: String {
      switch self {
      case .pattern(let text): "the pattern \(text.inQuotes)"
      case .tag(let tag): "the tag \(tag.rawValue.inQuotes)"
      }
    }
  }

  /// A name that is off.
  public struct Switch: Hashable, Sendable, DescribedValue {
    /// The name.
    public let name: Name
    /// The URL of the screen that is shown instead; nil for none.
    public let fallback: String?

    /// The name in words; free of values, and so without the fallback.
    public var description: String { name.description }
  }

  static let version = 1
  static let maximumCount = 1000
  static let maximumSize = 1 << 16

  /// What is off. A route has the first switch of its pattern, else the first one of its tags.
  public private(set) var off: [Switch] = []

  /// Byte by byte, as URLs compare: `==` on strings equates `é` and `e` with an accent.
  var fallbacks: [[UInt8]?] { off.map { $0.fallback.map { Array($0.utf8) } } }

  /// Makes a value in which nothing is off.
  public init() {}

  /// Reads a file, strictly.
  ///
  /// - Parameter json: The file's bytes, such as a `Data`; at most 64 KiB.
  /// - Throws: ``RoutingError/Code/invalidSwitches`` with what is wrong, and where. Keep the switches that you have
  ///   then.
  public init(_ json: some Collection<UInt8>) throws(RoutingError) {
    guard json.count <= Self.maximumSize else {
      throw RoutingError(
        .invalidSwitches(SwitchesFault("", "\(json.count) bytes", "at most \(Self.maximumSize)")))
    }
    self = try SwitchesReader.read(Array(json))
  }

  /// Reads a file, strictly.
  ///
  /// - Parameter json: The file's text; at most 64 KiB.
  /// - Throws: As for bytes.
  public init(_ json: String) throws(RoutingError) { try self.init(json.utf8) }

  /// Switches a name off.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - fallback: The URL of the screen that is shown instead; nil for none.
  public mutating func disable(_ name: Name, fallback: String? = nil) {
    let new = Switch(name: name, fallback: fallback)
    guard let index = off.firstIndex(where: { $0.name == name }) else { return off.append(new) }
    off[index] = new
  }

  /// Switches a name on again.
  ///
  /// - Parameter name: The name.
  public mutating func enable(_ name: Name) { off.removeAll { $0.name == name } }

  // MARK: Codable

  private enum CodingKeys: CodingKey { case version, off }

  /// Decodes and checks the switches; throws what is wrong with them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      version: container.decode(Int.self, forKey: .version),
      container.decode([Entry].self, forKey: .off).map { entry in
        try Switch(pattern: entry.pattern, tag: entry.tag, fallback: entry.fallback)
      })
  }

  init(version: Int, _ off: [Switch]) throws(SwitchesFault) {
    guard version == Self.version else {
      throw SwitchesFault("version", "\(version)", "\(Self.version)")
    }
    guard off.count <= Self.maximumCount else {
      throw SwitchesFault("off", "\(off.count) switches", "at most \(Self.maximumCount)")
    }
    var seen: Set<Name> = []
    for (index, next) in off.enumerated() where !seen.insert(next.name).inserted {
      throw SwitchesFault("off[\(index)]", "\(next.name) again", "each name once")
    }
    self.off = off
  }

  /// Writes the switches in their order; throws if there are more than can be decoded.
  public func encode(to encoder: any Encoder) throws {
    _ = try Self(version: Self.version, off)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(off.map(Entry.init), forKey: .off)
  }

  /// A switch as it is written.
  private struct Entry: Codable {
    let pattern: String?
    let tag: String?
    let fallback: String?

    init(_ off: Switch) {
      switch off.name {
      case .pattern(let text): (pattern, tag) = (text, nil)
      case .tag(let name): (pattern, tag) = (nil, name.rawValue)
      }
      fallback = off.fallback
    }
  }
}

extension RouteSwitches.Switch {
  init(pattern: String?, tag: String?, fallback: String?) throws(SwitchesFault) {
    switch (pattern, tag) {
    case (let pattern?, nil): name = .pattern(pattern)
    case (nil, let tag?): name = .tag(RouteTag(rawValue: tag))
    default:
      throw SwitchesFault("", pattern == nil ? "neither" : "both", "either 'pattern' or 'tag'")
    }
    self.fallback = fallback
  }
}

/// The switches as a routing looks them up.
final class SwitchTable {
  let switches: RouteSwitches
  private var patterns: [RoutePattern: RouteSwitches.Switch] = [:]
  private var tags: [(tag: RouteTag, off: RouteSwitches.Switch)] = []

  init(_ switches: RouteSwitches) {
    self.switches = switches
    for off in switches.off {
      switch off.name {
      case .pattern(let text):
        // What is no pattern is no registered one.
        if let pattern = try? RoutePattern(text) { patterns[pattern] = off }
      case .tag(let tag): tags.append((tag, off))
      }
    }
  }

  /// The first switch of a route: of its pattern, of its old names, or of its tags.
  func first(
    for pattern: RoutePattern, _ aliases: [RoutePattern], _ routeTags: Set<RouteTag>
  ) -> RouteSwitches.Switch? {
    patterns[pattern] ?? aliases.lazy.compactMap { self.patterns[$0] }.first
      ?? tags.first { routeTags.contains($0.tag) }?.off
  }
}
