internal import WireframeCore
internal import WireframeJSON

/// Reads a file's entries and collects everything that is wrong with them, without registering anything.
@MainActor
struct ConfigurationReader<Controller> {
  let parts: ConfigurationRegistry<Controller>
  private let file: String
  private let bytes: [UInt8]
  /// Used only for faults.
  private lazy var lines = TextLines(bytes)
  private var faults: [ConfigurationFault] = []

  /// Finds out whether the patterns conflict.
  var trial: RegistrationTrial<Controller>
  /// The entries of the patterns of this file.
  var entries: [RoutePattern: Int] = [:]
  var defaults = EntryDefaults()

  // The caller has checked how many bytes there are.
  init(
    _ parts: ConfigurationRegistry<Controller>, _ wireframe: Wireframe<Controller>,
    file: String, _ bytes: [UInt8]
  ) {
    (self.parts, self.file, self.bytes) = (parts, file, bytes)
    trial = RegistrationTrial(of: wireframe)
  }

  /// The most faults that are reported; a file with more is hostile, or another kind of file.
  private static var maximumFaults: Int { 200 }
  /// The most names that a fault lists.
  private static var maximumNames: Int { 30 }

  /// Whether no more faults are reported, so that reading on is of no use.
  var isFull: Bool { faults.count >= Self.maximumFaults }

  mutating func run() throws(ConfigurationError) -> [ConfiguredRoute] {
    var routes: [ConfiguredRoute] = []
    do throws(SyntaxFault) {
      routes = readRoot(try readValue())
    } catch {
      add(FaultScope(), at: error.offset, found: error.found, allowed: error.allowed)
    }
    guard faults.isEmpty else { throw ConfigurationError(faults: inOrder) }
    return routes
  }

  /// What the file holds: a binary property list begins with `bplist`, one in XML with `<`.
  private func readValue() throws(SyntaxFault) -> JSONValue {
    if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyListReader.read(bytes) }
    let first = bytes[bytes.startOfText...].first { !$0.isSpace }
    return first == UInt8(ascii: "<")
      ? try XMLPropertyListReader.read(bytes) : try JSONReader.read(bytes)
  }

  /// The faults in the file's order, as far as their places are known.
  private var inOrder: [ConfigurationFault] {
    faults.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      return (first.line ?? 0, first.column ?? 0, left.offset)
        < (second.line ?? 0, second.column ?? 0, right.offset)
    }.map(\.element)
  }

  private mutating func readRoot(_ root: JSONValue) -> [ConfiguredRoute] {
    let scope = FaultScope()
    guard let object = object(root, scope, keys: ["defaults", "routes"]) else { return [] }
    if let value = object["defaults"] {
      readDefaults(value, scope.inside("defaults"))
    } else if !object.lacks("defaults") {
      defaults = .faulty
    }
    guard case .list(let entries)? = object["routes"]?.content else {
      if !object.misspelt.contains("routes") { add(object, "routes", allowed: "a list of routes") }
      return []
    }
    var routes: [ConfiguredRoute] = []
    for (index, entry) in entries.enumerated() where !isFull {
      if let route = readEntry(entry, at: index) { routes.append(route) }
    }
    return routes
  }

  // MARK: Faults

  mutating func add(
    _ scope: FaultScope, at offset: Int?, found: String, allowed: String, suggestion: String? = nil
  ) {
    guard !isFull else { return }
    let place = offset.map { lines.place(of: $0) }
    faults.append(
      ConfigurationFault(
        file: file, line: place?.line, column: place?.column, entry: scope.entry,
        pattern: scope.pattern, keyPath: scope.keyPath, found: found.escaped,
        allowed: allowed.escaped, suggestion: suggestion))
  }

  mutating func add(
    _ scope: FaultScope, _ value: JSONValue, allowed: String, suggestion: String? = nil
  ) {
    add(scope, at: value.offset, found: value.found, allowed: allowed, suggestion: suggestion)
  }

  /// Reports what an object has under a key, or that it has nothing there.
  mutating func add(_ object: ConfigurationObject, _ key: String, allowed: String) {
    let value = object[key] ?? JSONValue(.other("nothing"), offset: object.offset)
    add(object.scope.inside(key), value, allowed: allowed)
  }

  // MARK: Values

  /// The object that a value is, with every key that it should not have reported.
  mutating func object(
    _ value: JSONValue, _ scope: FaultScope, keys: [String]
  ) -> ConfigurationObject? {
    guard case .object(let members) = value.content else {
      add(scope, value, allowed: "an object")
      return nil
    }
    var object = ConfigurationObject(members: members, offset: value.offset, scope: scope)
    let absent = keys.filter { object[$0] == nil }
    for member in members where !keys.contains(member.key) && !isFull {
      let suggestion = EditDistance.nearest(to: member.key, among: absent)
      if let suggestion { object.misspelt.insert(suggestion) }
      add(
        scope, at: member.offset, found: "the key \(member.key.inQuotes)",
        allowed: keys.isEmpty ? "no keys" : list(keys), suggestion: suggestion)
    }
    return object
  }

  /// The text under a key.
  mutating func string(
    _ object: ConfigurationObject, _ key: String, _ allowed: String
  ) -> Reading<String> {
    guard let value = object[key] else { return object.lacks(key) ? .absent : .faulty }
    guard case .string(let text) = value.content, !text.isEmpty else {
      add(object.scope.inside(key), value, allowed: allowed)
      return .faulty
    }
    return .value(text)
  }

  /// The text under a key, if it is the name of a part.
  mutating func name<Part>(
    _ object: ConfigurationObject, _ key: String, of parts: NamedParts<Part>, _ noun: String
  ) -> Reading<String> {
    guard let value = object[key] else { return object.lacks(key) ? .absent : .faulty }
    // All names are listed only where it is none of them: there may be as many as entries.
    if case .string(let name) = value.content, parts[name] != nil { return .value(name) }
    let names = parts.names
    let reading = string(object, key, self.names(names, noun))
    guard case .value(let name) = reading else { return reading }
    return known(name, value, object.scope.inside(key), names, noun)
  }

  /// A name, if it is one of the known ones.
  mutating func known(
    _ name: String, _ value: JSONValue, _ scope: FaultScope, _ names: [String], _ noun: String
  ) -> Reading<String> {
    guard !names.contains(name) else { return .value(name) }
    let isAlert = name == "alert" && noun == "a builder"
    add(
      scope, value,
      allowed: self.names(names, noun) + (isAlert ? ", and 'alert' after 'register(alerts:)'" : ""),
      suggestion: EditDistance.nearest(to: name, among: names))
    return .faulty
  }

  func names(_ names: [String], _ noun: String) -> String {
    names.isEmpty ? "the name of \(noun), of which there is none" : list(names)
  }

  func list(_ names: [String]) -> String {
    let listed = names.prefix(Self.maximumNames).map(\.inQuotes).joined(separator: ", ")
    let more = names.count - Self.maximumNames
    return more > 0 ? "\(listed) and \(more) more" : listed
  }
}

/// The position of a fault in a file.
struct FaultScope {
  var keyPath = ""
  var entry: Int?
  var pattern: String?

  /// The key may be one that the file made up.
  func inside(_ key: String) -> FaultScope {
    let key = key.onOneLine
    return FaultScope(
      keyPath: keyPath.isEmpty ? key : "\(keyPath).\(key)", entry: entry, pattern: pattern)
  }

  func inside(_ index: Int) -> FaultScope {
    FaultScope(keyPath: "\(keyPath)[\(index)]", entry: entry, pattern: pattern)
  }
}

/// An object of the file, by its keys.
struct ConfigurationObject {
  let members: [JSONValue.Member]
  let offset: Int?
  let scope: FaultScope
  /// The keys that were probably meant by unknown ones: they are not reported as missing, too.
  var misspelt: Set<String> = []

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  func lacks(_ key: String) -> Bool { self[key] == nil && !misspelt.contains(key) }
}

/// What came of reading a value that may be left out.
enum Reading<Value: Sendable>: Sendable {
  case absent
  /// It is there, and was reported.
  case faulty
  case value(Value)

  var value: Value? { if case .value(let value) = self { value } else { nil } }

  var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// This one, or another one if this is left out.
  func or(_ other: Reading) -> Reading { isAbsent ? other : self }
}
