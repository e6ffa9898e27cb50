/// A route of a wireframe's table, as a value.
///
/// ```swift
/// for route in wireframe.routes where route.exposure != .closed { print(route) }
/// ```
public struct RegisteredRoute: Hashable, Sendable, DescribedValue {
  /// What a route does.
  public enum Target: String, Hashable, Codable, Sendable {
    /// A provider, or a closure, that was registered with the pattern makes its screen.
    case provider
    /// The providers that were added for all routes make its screen.
    case addedProviders
    /// A handler acts, and shows nothing.
    case handler
  }

  /// The pattern.
  public let pattern: RoutePattern
  /// What the route does.
  public let target: Target
  /// The type of the option with which the route was registered; nil for none.
  public let option: String?
  /// The marks by which observers know the route.
  public let tags: Set<RouteTag>
  /// Which requests from outside the app may reach the route.
  public let exposure: RouteExposure
  /// The pattern of the screen below, for links; nil for none.
  public let parent: RoutePattern?
  /// The tab, or the column, of the screen; nil for its parent's.
  public let tab: String?
  /// The path at which the module is mounted that registered the route, `/` for none; nil for the wireframe's own.
  public let module: String?
  /// The name of the type for whose values the route was registered; nil for none.
  public let type: String?
  /// The old names of the route, in order of registration.
  public let aliases: [RoutePattern]
  /// Whether the route is switched off.
  public let isOff: Bool

  /// Pattern, option, exposure, tags and old names, and whether it is off.
  public var description: String {
    let tags = tags.map(\.rawValue).sortedTexts().joined(separator: ", ")
    let words =
      ["'\(pattern)'", option ?? target.rawValue, "\(exposure)"]
      + (tags.isEmpty ? [] : ["[\(tags)]"]) + aliases.map { "once '\($0)'" }
      + (isOff ? ["off"] : [])
    return words.joined(separator: "  ").escaped
  }

  /// The same route, as the links of an old name see it.
  package func named(_ alias: RoutePattern) -> RegisteredRoute {
    RegisteredRoute(
      pattern: alias, target: target, option: option, tags: tags, exposure: exposure,
      parent: parent, tab: tab, module: module, type: type, aliases: [], isOff: isOff)
  }
}

extension Wireframe {
  /// The routes of the table, those of mounted modules included, in the order of registration.
  public var routes: [RegisteredRoute] { table.routes.map { describe($0.0, $0.1) } }

  package func describe(_ pattern: RoutePattern, _ record: RouteRecord) -> RegisteredRoute {
    let snapshot = tableSnapshot
    let parents = record.place?.parents ?? []
    return RegisteredRoute(
      pattern: pattern, target: target(of: record),
      option: record.option.map { "\(Swift.type(of: $0))".onOneLine }, tags: record.tags,
      exposure: record.exposure,
      parent: parents.lazy.compactMap { snapshot.route(of: $0)?.pattern }.first ?? parents.first,
      tab: record.tab, module: modulePath(of: record),
      type: pattern.routeType.map { "\($0)" }, aliases: snapshot.aliases[pattern] ?? [],
      isOff: outermost.switchTable != nil && switchedOff(pattern, record) != nil)
  }

  private func target(of record: RouteRecord) -> RegisteredRoute.Target {
    // One provider represents all of a module's.
    var record = record
    while let inner = module(of: record)?.registered { record = inner }
    return switch record.target {
    case .handler: .handler
    case .provider(.some): .provider
    // An old name is no route.
    case .provider(nil), .alias: .addedProviders
    }
  }

  private func modulePath(of record: RouteRecord?) -> String? {
    guard let (child, inner, _) = module(of: record) else { return nil }
    let path = ("/" as RoutePattern).under(child.mount?.prefix).text
    let rest = child.modulePath(of: inner) ?? "/"
    return path == "/" ? rest : path + (rest == "/" ? "" : rest)
  }
}

// MARK: - Codable

extension RegisteredRoute: Codable {
  private enum CodingKeys: CodingKey {
    case pattern, target, option, tags, exposure, parent, tab, module, type, aliases, isOff
  }

  /// Reads a route, or throws a `DecodingError`; what later versions have added may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pattern = try container.decode(RoutePattern.self, forKey: .pattern)
    target = try container.decode(Target.self, forKey: .target)
    option = try container.decodeIfPresent(String.self, forKey: .option)
    tags = try container.decode(Set<RouteTag>.self, forKey: .tags)
    exposure = try container.decode(RouteExposure.self, forKey: .exposure)
    parent = try container.decodeIfPresent(RoutePattern.self, forKey: .parent)
    tab = try container.decodeIfPresent(String.self, forKey: .tab)
    module = try container.decodeIfPresent(String.self, forKey: .module)
    type = try container.decodeIfPresent(String.self, forKey: .type)
    aliases = try container.decodeIfPresent([RoutePattern].self, forKey: .aliases) ?? []
    isOff = try container.decodeIfPresent(Bool.self, forKey: .isOff) ?? false
  }

  /// Writes the route, its tags sorted: the same text for the same route.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pattern, forKey: .pattern)
    try container.encode(target, forKey: .target)
    try container.encodeIfPresent(option, forKey: .option)
    try container.encode(tags.map(\.rawValue).sortedTexts(), forKey: .tags)
    try container.encode(exposure, forKey: .exposure)
    try container.encodeIfPresent(parent, forKey: .parent)
    try container.encodeIfPresent(tab, forKey: .tab)
    try container.encodeIfPresent(module, forKey: .module)
    try container.encodeIfPresent(type, forKey: .type)
    if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    if isOff { try container.encode(true, forKey: .isOff) }
  }
}

extension RoutePattern: Codable {
  /// Reads a pattern from its text; without text, or a pattern in it, it throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(container.decode(String.self))
    } catch let error as RoutingError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Writes the pattern's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension RouteTag: Codable {}

extension RouteExposure: Codable {
  /// Reads `"closed"`, `"external"`, or a list of origins; anything else throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let origins = try? container.decode([RoutingOrigin].self) {
      self = .only(Set(origins))
      return
    }
    switch try container.decode(String.self) {
    case "closed": self = .closed
    case "external": self = .external
    default:
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "An exposure is 'closed', 'external', or a list of origins.")
    }
  }

  /// Writes `"closed"`, `"external"`, or the sorted list of origins.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if self == .closed || self == .external {
      try container.encode(description)
    } else {
      try container.encode((origins ?? []).map(\.rawValue).sortedTexts())
    }
  }
}
