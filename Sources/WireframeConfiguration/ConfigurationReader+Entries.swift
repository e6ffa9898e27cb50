internal import WireframeCore
internal import WireframeJSON

/// What the entries of a file leave out.
struct EntryDefaults: Sendable {
  var navigator = Reading<String>.absent
  var transition = Reading<String>.absent
  var tags = Reading<Set<RouteTag>>.absent
  var exposure = Reading<RouteExposure>.absent

  /// There are some, and they cannot be read.
  static let faulty = EntryDefaults(
    navigator: .faulty, transition: .faulty, tags: .faulty, exposure: .faulty)
}

extension ConfigurationReader {
  mutating func readDefaults(_ value: JSONValue, _ scope: FaultScope) {
    let keys = ["exposure", "navigator", "tags", "transition"]
    guard let object = object(value, scope, keys: keys) else { return defaults = .faulty }
    defaults = readCommon(object)
  }

  /// What entries and defaults have in common.
  private mutating func readCommon(_ object: ConfigurationObject) -> EntryDefaults {
    EntryDefaults(
      navigator: name(object, "navigator", of: parts.navigators, "a navigator"),
      transition: name(object, "transition", of: parts.transitions, "a transition"),
      tags: tags(object), exposure: exposure(object))
  }

  mutating func readEntry(_ value: JSONValue, at index: Int) -> ConfiguredRoute? {
    var scope = FaultScope().inside("routes").inside(index)
    scope.entry = index
    scope.pattern = value.patternText
    let keys = [
      "aliases", "builder", "exposure", "id", "ifPresented", "navigator", "options", "parent",
      "pattern", "restoration", "storyboard", "tab", "tags", "title", "transition",
    ]
    guard let object = object(value, scope, keys: keys) else { return nil }
    let pattern = pattern(object, entry: index)
    let aliases = aliases(object, of: pattern, entry: index)
    let own = readCommon(object)
    let navigator = own.navigator.or(defaults.navigator)
    if navigator.isAbsent {
      add(object, "navigator", allowed: names(parts.navigators.names, "a navigator"))
    }
    let known = navigator.value.flatMap { parts.navigators[$0] }
    let leaves = known?.takesAway ?? false
    let destination =
      leaves ? nothing(object, navigator.value ?? "") : destination(object, isKnown: known != nil)
    let options = options(object, known?.options, builderOptions(object, leaves: leaves))
    let title = string(object, "title", "a text that is not empty")
    let parent = parent(object, of: pattern)
    let tab = string(object, "tab", "the name of a tab")
    let rule = name(object, "ifPresented", of: NamedParts(Self.rules), "a rule")
    let restoration = name(object, "restoration", of: NamedParts(Self.restorationRules), "a rule")
    guard let pattern, let navigator = navigator.value, let destination = destination.value else {
      return nil
    }
    return ConfiguredRoute(
      pattern: pattern, aliases: aliases, destination: destination, navigator: navigator,
      options: options, transition: leaves ? nil : own.transition.or(defaults.transition).value,
      parent: parent, tab: tab.value,
      ifPresented: rule.value.flatMap { Self.rules[$0] } ?? .presentAgain,
      restoration: restoration.value.flatMap { Self.restorationRules[$0] } ?? .always,
      tags: own.tags.or(defaults.tags).value ?? [],
      exposure: own.exposure.or(defaults.exposure).value ?? .closed, title: title.value)
  }

  // MARK: Patterns

  private mutating func pattern(_ object: ConfigurationObject, entry: Int) -> RoutePattern? {
    let reading = string(object, "pattern", "a pattern")
    let scope = object.scope.inside("pattern")
    if reading.isAbsent { add(object, "pattern", allowed: "a pattern") }
    guard let text = reading.value, let value = object["pattern"] else { return nil }
    return self.pattern(text, value, scope, entry: entry)
  }

  /// A pattern that is free, for an entry, or for an old name of its pattern.
  private mutating func pattern(
    _ text: String, _ value: JSONValue, _ scope: FaultScope, entry: Int,
    of route: RoutePattern? = nil
  ) -> RoutePattern? {
    do {
      let pattern = try RoutePattern(text)
      try trial.insert(pattern, as: route)
      entries[pattern] = entry
      return pattern
    } catch let conflict as RegistrationTrial<Controller>.Conflict {
      add(scope, value, allowed: allowed(instead: conflict.error, isInParent: conflict.isInParent))
    } catch {
      add(
        scope, value, allowed: (error as? RoutingError).map { allowed(instead: $0) } ?? "a pattern")
    }
    return nil
  }

  /// The old names of an entry's pattern.
  private mutating func aliases(
    _ object: ConfigurationObject, of pattern: RoutePattern?, entry: Int
  ) -> [RoutePattern] {
    guard let value = object["aliases"] else { return [] }
    let scope = object.scope.inside("aliases")
    guard case .list(let elements) = value.content else {
      add(scope, value, allowed: "a list of patterns")
      return []
    }
    var names: [RoutePattern] = []
    for (index, element) in elements.enumerated() where !isFull {
      let place = scope.inside(index)
      guard case .string(let text) = element.content else {
        add(place, element, allowed: "a pattern")
        continue
      }
      guard let name = self.pattern(text, element, place, entry: entry, of: pattern), let pattern
      else { continue }
      switch AliasFault(name, of: pattern) {
      case nil: names.append(name)
      case .noSource?: add(place, element, allowed: "a pattern with a source, as the entry's own")
      default:
        add(place, element, allowed: "a pattern with the names and types of the entry's own")
      }
    }
    return names
  }

  private static var rules: [String: PresentedRule] {
    ["presentAgain": .presentAgain, "bringToFront": .bringToFront, "replace": .replace]
  }

  private static var restorationRules: [String: RestorationRule] {
    ["always": .always, "never": .never]
  }

  /// The pattern below an entry's own.
  private mutating func parent(
    _ object: ConfigurationObject, of pattern: RoutePattern?
  ) -> RoutePattern? {
    let allowed = "a pattern whose names are among those of the entry's own"
    guard let text = string(object, "parent", allowed).value else { return nil }
    guard let parent = try? RoutePattern(text) else {
      add(object, "parent", allowed: "a pattern")
      return nil
    }
    guard let pattern else { return nil }
    if !Set(parent.names).isSubset(of: pattern.names) {
      add(object, "parent", allowed: allowed)
    } else if (try? trial.place(pattern, under: parent)) == nil {
      add(object, "parent", allowed: "a pattern whose parents do not lead back to the entry's own")
    }
    return parent
  }

  private func allowed(instead error: RoutingError, isInParent: Bool = false) -> String {
    func ofItsOwn(_ other: RoutePattern, _ why: String) -> String {
      let place =
        isInParent
        ? "of a wireframe above" : entries[other].map { "of routes[\($0)]" } ?? "of the wireframe"
      return "a pattern of its own: \(other.text.inQuotes) \(place) \(why)"
    }
    if case .invalidPattern(_, let fault)? = error.reason as? RouteReason {
      return "a pattern. At its column \(fault.column): \(fault.reason.sentence)"
    }
    return switch error.coreReason {
    case .sameShape(_, let other): ofItsOwn(other, "matches the same URLs")
    case .sharedWord(_, let other, let word):
      ofItsOwn(other, "has the word \(word.inQuotes) at the same place")
    case .optionalWords(_, let other):
      ofItsOwn(other, "matches without its optional words, too")
    case .undeclaredSource(_, _, let declared):
      "a pattern without source"
        + (declared.isEmpty ? "" : ", or of \(list(declared.map(\.description)))")
    default: error.description
    }
  }

  // MARK: Destinations

  /// Reports what an entry has although its navigator removes a screen.
  private mutating func nothing(
    _ object: ConfigurationObject, _ navigator: String
  ) -> Reading<ConfiguredRoute.Destination> {
    let ofScreens = ["builder", "id", "storyboard", "transition"]
    let ofPlaces = ["ifPresented", "parent", "restoration", "tab"]
    for key in ofScreens + ofPlaces where object[key] != nil {
      add(object, key, allowed: "nothing: the navigator \(navigator.inQuotes) removes a screen")
    }
    return .value(.none)
  }

  private mutating func destination(
    _ object: ConfigurationObject, isKnown: Bool
  ) -> Reading<ConfiguredRoute.Destination> {
    let builder = name(object, "builder", of: parts.builders, "a builder")
    let storyboard = name(object, "storyboard", of: parts.storyboards, "a storyboard")
    let id = string(object, "id", "an identifier of the storyboard")
    switch (builder.isAbsent, storyboard.isAbsent) {
    case (false, false):
      if object["storyboard"] != nil {
        add(object, "storyboard", allowed: "nothing besides 'builder', or no 'builder'")
      }
      return .faulty
    case (true, true):
      if !id.isAbsent {
        add(object, "storyboard", allowed: names(parts.storyboards.names, "a storyboard"))
      } else if isKnown {
        // Where the navigator is not known, it may be one that needs no destination.
        let builders = names(parts.builders.names, "a builder")
        add(object, "builder", allowed: "\(builders), or 'storyboard' and 'id'")
      }
      return .faulty
    case (false, true):
      if object["id"] != nil { add(object, "id", allowed: "nothing without 'storyboard'") }
      return builder.value.map { .value(.builder($0)) } ?? .faulty
    case (true, false):
      guard let name = storyboard.value else { return .faulty }
      return self.id(id, of: name, object)
    }
  }

  private mutating func id(
    _ id: Reading<String>, of storyboard: String, _ object: ConfigurationObject
  ) -> Reading<ConfiguredRoute.Destination> {
    let ids = parts.storyboards[storyboard]?.ids
    let scope = object.scope.inside("id")
    guard let text = id.value, let value = object["id"] else {
      let known = ids.map { names($0.sorted(), "a controller") }
      if id.isAbsent { add(object, "id", allowed: known ?? "an identifier of the storyboard") }
      return .faulty
    }
    if let ids, !ids.contains(text) {
      _ = known(text, value, scope, ids.sorted(), "a controller")
      return .faulty
    }
    return .value(.storyboard(storyboard, id: text))
  }

  // MARK: Options

  /// What the builder of an entry allows; nil if that is not known.
  private func builderOptions(
    _ object: ConfigurationObject, leaves: Bool
  ) -> [String: OptionType]? {
    if leaves || !object.lacks("storyboard") { return [:] }
    guard case .string(let name)? = object["builder"]?.content else { return nil }
    return parts.builders[name]?.options
  }

  private mutating func options(
    _ object: ConfigurationObject, _ ofNavigator: [String: OptionType]?,
    _ ofBuilder: [String: OptionType]?
  ) -> OptionValues {
    guard let value = object["options"] else { return [:] }
    let scope = object.scope.inside("options")
    guard case .object(let members) = value.content else {
      add(scope, value, allowed: "an object")
      return [:]
    }
    if let ofNavigator, let ofBuilder {
      let keys = Set(ofNavigator.keys).union(ofBuilder.keys).sorted()
      _ = self.object(value, scope, keys: keys)
    }
    var values: [String: OptionValues.Value] = [:]
    for member in members where !isFull {
      let types = [ofNavigator?[member.key], ofBuilder?[member.key]].compactMap(\.self)
      let value = OptionValues.Value(member.value)
      if let unfit = types.first(where: { value.map($0.takes) != true }) {
        add(
          scope.inside(member.key), member.value, allowed: unfit.allowed,
          suggestion: suggestion(for: member.value, unfit))
      } else {
        values[member.key] = types.isEmpty ? nil : value
      }
    }
    return OptionValues(values)
  }

  private func suggestion(for value: JSONValue, _ type: OptionType) -> String? {
    guard case .string(let text) = value.content, case .oneOf(let texts) = type else { return nil }
    return EditDistance.nearest(to: text, among: texts)
  }

  // MARK: Tags and exposure

  private mutating func tags(_ object: ConfigurationObject) -> Reading<Set<RouteTag>> {
    guard let value = object["tags"] else { return object.lacks("tags") ? .absent : .faulty }
    let names = parts.tags.map(\.rawValue).sorted()
    let noun = "a tag that 'tags:' declares"
    return list(value, object.scope.inside("tags"), among: names, noun, "a list of tags") {
      Set($0.map(RouteTag.init(rawValue:)))
    }
  }

  private mutating func exposure(_ object: ConfigurationObject) -> Reading<RouteExposure> {
    guard let value = object["exposure"] else {
      return object.lacks("exposure") ? .absent : .faulty
    }
    let scope = object.scope.inside("exposure")
    let words = ["closed": RouteExposure.closed, "external": .external]
    let allowed = "'closed', 'external', or a list of origins"
    if case .string(let word) = value.content {
      if let exposure = words[word] { return .value(exposure) }
      let suggestion = EditDistance.nearest(to: word, among: words.keys.sorted())
      add(scope, value, allowed: allowed, suggestion: suggestion)
      return .faulty
    }
    let origins: Set<RoutingOrigin> = [
      .universalLink, .customScheme, .restoration, .notification, .spotlight, .shortcut, .content,
    ]
    let names = origins.union(parts.origins).map(\.rawValue).sorted()
    return list(value, scope, among: names, "an origin", allowed) {
      .only(Set($0.map(RoutingOrigin.init(rawValue:))))
    }
  }

  /// What the names of a list stand for.
  private mutating func list<Value: Sendable>(
    _ value: JSONValue, _ scope: FaultScope, among names: [String], _ noun: String,
    _ allowed: String, _ meaning: ([String]) -> Value
  ) -> Reading<Value> {
    guard case .list(let elements) = value.content else {
      add(scope, value, allowed: allowed)
      return .faulty
    }
    var known: [String] = []
    for (index, element) in elements.enumerated() where !isFull {
      let place = scope.inside(index)
      if case .string(let name) = element.content {
        if let name = self.known(name, element, place, names, noun).value { known.append(name) }
      } else {
        add(place, element, allowed: self.names(names, noun))
      }
    }
    return known.count == elements.count ? .value(meaning(known)) : .faulty
  }
}

extension JSONValue {
  /// The pattern of an entry, as far as there is a text.
  fileprivate var patternText: String? {
    guard case .object(let members) = content,
      case .string(let text)? = members.first(where: { $0.key == "pattern" })?.value.content
    else { return nil }
    return text
  }
}
