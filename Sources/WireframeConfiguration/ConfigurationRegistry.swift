internal import WireframeCore

/// What a configuration knows by name; held by the routes that are registered, and so by their wireframe.
@MainActor
final class ConfigurationRegistry<Controller> {
  struct Builder {
    let options: [String: OptionType]
    let make: @MainActor (BuilderParameters) async throws -> Controller?
  }

  struct Storyboard {
    /// The identifiers of its controllers; nil if they are not known before.
    let ids: [String]?
    let make: @MainActor (_ id: String, BuilderParameters) async throws -> Controller?
  }

  struct Navigator {
    enum Move {
      case show(Showing)
      /// Shows by an option of the app's own, which a presenter of the app's own takes.
      case present(@MainActor (OptionValues) -> any RoutingOption)
      /// Removes a screen.
      case leave(@MainActor (OptionValues) async throws -> Void)
    }

    enum Showing {
      /// Puts the screen onto the host as a standard option does.
      case place(@MainActor (OptionValues) -> Placement)
      /// Runs code of the app's own.
      case run(@MainActor (Jump<Controller>) async throws -> Void)
    }

    let options: [String: OptionType]
    let move: Move

    var takesAway: Bool { if case .leave = move { true } else { false } }
    var isOption: Bool { if case .present = move { true } else { false } }
    var showing: Showing? { if case .show(let showing) = move { showing } else { nil } }
  }

  let host: any NavigationHost<Controller>
  let tags: Set<RouteTag>
  let origins: Set<RoutingOrigin>
  let builders = NamedParts<Builder>()
  let storyboards = NamedParts<Storyboard>()
  let navigators: NamedParts<Navigator>
  let transitions = NamedParts<any JumpTransition<Controller>>()
  /// The transition of all jumps that have no more specific one.
  var transition: (any JumpTransition<Controller>)?
  /// The transitions of pairs of types, in order of registration.
  private(set) var pairs: [(id: Int, pair: TransitionPair<Controller>)] = []
  private var lastID = 0

  var hasTransitions: Bool { transition != nil || !pairs.isEmpty }

  init(
    on host: any NavigationHost<Controller>, tags: Set<RouteTag>, origins: Set<RoutingOrigin>
  ) {
    (self.host, self.tags, self.origins) = (host, tags, origins)
    navigators = NamedParts(StandardNavigator.all(on: host))
  }

  /// Adds a transition of two types; the registration removes it.
  func add(_ pair: TransitionPair<Controller>) -> Registration {
    lastID += 1
    pairs.append((lastID, pair))
    return Registration { [weak self, id = lastID] in self?.pairs.take { $0.id == id } }
  }

  /// The destination of an entry.
  func controller(
    of entry: ConfiguredRoute, _ route: Route, _ router: any Router
  ) async throws -> Controller? {
    let parameters = BuilderParameters(route: route, entry: entry, router: router)
    switch entry.destination {
    case .builder(let name):
      return try await RoleError.named("the builder \(name.inQuotes)") { [builders] in
        try await builders.part("builder", name).make(parameters)
      }
    case .storyboard(let name, let id):
      return try await RoleError.named("the storyboard \(name.inQuotes)") { [storyboards] in
        try await storyboards.part("storyboard", name).make(id, parameters)
      }
    case .none:
      return nil
    }
  }

  /// The parts that an entry names and that have been removed since; of a navigator's option it has its own.
  func missingParts(of entry: ConfiguredRoute, hasOption: Bool) -> [MissingPart] {
    var missing: [String] = []
    switch entry.destination {
    case .builder(let name) where builders[name] == nil: missing.append("builder \(name.inQuotes)")
    case .storyboard(let name, _) where storyboards[name] == nil:
      missing.append("storyboard \(name.inQuotes)")
    case .builder, .storyboard, .none: break
    }
    if !hasOption, entry.destination != .none, showing(entry.navigator) == nil {
      missing.append("navigator \(entry.navigator.inQuotes)")
    }
    if !hasOption, let name = entry.transition, transitions[name] == nil {
      missing.append("transition \(name.inQuotes)")
    }
    return missing.map { (pattern: entry.pattern, part: $0) }
  }

  /// How a navigator shows a screen; one that is an option counts for files that are loaded later, and hides none here.
  func showing(_ name: String) -> Navigator.Showing? {
    navigators.all(name).lazy.compactMap(\.showing).first
  }

  /// An option of a call that neither its navigator nor a builder takes; those of files were checked when loaded.
  func unfitOption(for call: NavigatorOption) -> CoreReason? {
    guard call.owner == nil,
      let types = navigators.all(call.name).first(where: { $0.showing != nil })?.options
    else { return nil }
    let unfit = call.options.values.filter { key, value in
      types[key].map { !$0.takes(value) }
        ?? !builders.names.contains { builders[$0]?.options[key] != nil }
    }
    guard let key = unfit.keys.min() else { return nil }
    let keys = types.keys.sorted().map(\.inQuotes).joined(separator: ", ")
    let allowed = types[key]?.allowed ?? (keys.isEmpty ? "no options" : "the options \(keys)")
    return .unfitOption(key, navigator: call.name, allowed: allowed)
  }

  /// Leaves as an entry without destination says: by the shipped navigator, whatever has taken its name since.
  func leave(by entry: ConfiguredRoute) async throws {
    for navigator in navigators.all(entry.navigator) {
      if case .leave(let run) = navigator.move { return try await run(entry.options) }
    }
    throw RoutingError(
      .unregistered(
        part: "No navigator \(entry.navigator.inQuotes) that removes a screen", .noPresenter))
  }
}

/// Parts by name; of several of one name the latest serves, and the one before when that is removed.
@MainActor
final class NamedParts<Part> {
  private var parts: [String: [(id: Int, part: Part)]]
  private var lastID = 0

  /// - Parameter parts: The parts that there are at first.
  init(_ parts: [String: Part] = [:]) { self.parts = parts.mapValues { [(0, $0)] } }

  /// Adds a part; the registration removes it.
  func add(_ part: Part, named name: String) -> Registration {
    lastID += 1
    parts[name, default: []].append((lastID, part))
    return Registration { [weak self, id = lastID] in self?.remove(name, id: id) }
  }

  /// Returns the part: its `deinit` may remove others, once these are no longer accessed.
  @discardableResult
  private func remove(_ name: String, id: Int) -> Part? {
    defer { if parts[name]?.isEmpty == true { parts[name] = nil } }
    return parts[name]?.take { $0.id == id }.first?.part
  }

  var names: [String] {
    Steps.add(parts.count)
    return parts.keys.sorted()
  }
  subscript(name: String) -> Part? { parts[name]?.last?.part }

  /// The part that serves, as an entry needs it for its controller.
  func part(_ kind: String, _ name: String) throws(RoutingError) -> Part {
    guard let part = self[name] else {
      throw RoutingError(.unregistered(part: "No \(kind) \(name.inQuotes)", .noController))
    }
    return part
  }

  /// Whether the part that serves is the one that there was at first.
  func isOriginal(_ name: String) -> Bool { parts[name]?.last?.id == 0 }

  /// All parts of a name, the one that serves first.
  func all(_ name: String) -> [Part] { parts[name, default: []].reversed().map(\.part) }
}
