/// The screens of a wireframe as a value that survives a restart: their URLs, and their places.
///
/// It holds the values of URLs: keep it where only the app can read and write. What is decoded has been checked: a
/// version, kinds and numbers that are not known, or more than 16 layers, 16 stacks a layer or 200 screens, are a
/// `DecodingError`.
public struct SavedState: Hashable, Sendable, Codable, DescribedValue {
  static let version = 1
  static let maximumScreens = 200
  static let maximumStacks = 16
  static let maximumLayers = 16

  struct Screen: Hashable, Codable {
    let url: String
    /// The owners of the gates that were passed for it; nil for none.
    var owners: [SavedOwner]?
  }

  struct Stack: Hashable, Codable {
    let name: String
    var canPush: Bool
    var screens: [Screen]
  }

  struct Layer: Hashable, Codable {
    let kind: String
    let style: String?
    let selected: Int
    var stacks: [Stack]
  }

  let version: Int
  let layers: [Layer]
  /// How many screens were not saved: those without a route, with a payload, from which an answer is awaited, of a
  /// route with `restoration: .never`, gates, and the screens above all these.
  public let omittedCount: Int

  init(layers: [Layer], omittedCount: Int) {
    version = Self.version
    self.layers = layers
    self.omittedCount = omittedCount
  }

  /// Decodes and checks a state; another version, or more than the bounds allow, throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "The version is \(version), and \(Self.version) is known.")
    }
    layers = try container.decode([Layer].self, forKey: .layers)
    omittedCount = try container.decode(Int.self, forKey: .omittedCount)
    if let fault {
      throw DecodingError.dataCorruptedError(
        forKey: .layers, in: container, debugDescription: fault)
    }
  }

  var screenCount: Int { layers.reduce(0) { $0 + $1.stacks.reduce(0) { $0 + $1.screens.count } } }

  private var fault: String? {
    let count = screenCount
    if omittedCount < 0 { return "A count of omitted screens below 0." }
    if layers.count > Self.maximumLayers || count > Self.maximumScreens {
      return "More than \(Self.maximumLayers) layers or \(Self.maximumScreens) screens."
    }
    for (index, layer) in layers.enumerated() {
      let names = layer.stacks.map(\.name)
      if Set(names).count != names.count || layer.kind == "stack" && names.count != 1 {
        return "A layer whose stacks cannot be told apart."
      }
      if layer.stacks.contains(where: { !$0.canPush && $0.screens.count > 1 }) {
        return "A place for one screen that holds several."
      }
      if layer.kind == "stack", layer.stacks[0].screens.isEmpty, layers.count > 1 {
        return "A layer without a screen."
      }
      if LayerKind(rawValue: layer.kind) == nil { return "A layer of unknown kind." }
      if layer.stacks.count > Self.maximumStacks || !layer.stacks.indices.contains(layer.selected) {
        return "A layer selects a stack that it does not have, or has too many."
      }
      if index == 0 ? layer.style != nil : layer.style.flatMap(ModalStyle.init) == nil {
        return "A layer of unknown style."
      }
    }
    return nil
  }

  /// How many screens it has; free of values.
  public var description: String { "\(screenCount) saved screens" }
}

/// The outcome of a restoration: which screens are back, and which are not.
public struct RestorationReport: Sendable, DescribedValue {
  /// The routes of the restored screens, from the lowest up.
  public internal(set) var restored: [Route] = []
  /// The URLs of saved screens that were not restored: a guard refused them, they are another owner's, no route matches
  /// any more, or a provider failed. The screens above them are not restored either.
  public internal(set) var omitted: [String] = []
  /// Why screens failed; each error names its URL.
  public internal(set) var failures: [RoutingError] = []
  /// How many screens a closed gate or lock keeps until the user has passed.
  public internal(set) var keptCount = 0

  /// How many screens were restored, kept and not restored; free of values.
  public var description: String {
    "\(restored.count) restored, \(keptCount) kept by a gate, \(omitted.count) left out"
  }
}

extension Wireframe {
  /// The screens on screen and below, as a value that survives a restart.
  ///
  /// Screens without a route or with a payload, gates, screens from which an answer is awaited, and routes with
  /// `restoration: .never` are not saved, nor are the screens above them; ``SavedState/omittedCount`` tells how many.
  ///
  /// - Returns: The state, for ``restore(_:trusting:)``.
  /// - Throws: ``RoutingError/Code/noHost``.
  public func savedState() throws(RoutingError) -> SavedState {
    guard let state = host?.state else { throw RoutingError(.noHost) }
    let snapshot = outermost.tableSnapshot
    let gateScreens = outermost.gateScreens
    let gates = Set(gateScreens.compactMap { $0.gate.screen })
    let gateRoutes = gateScreens.compactMap { try? outermost.find($0.request).0 }
    func isSaved(_ entry: NavigationEntry<Controller>) -> Bool {
      guard let route = entry.route, let pattern = route.pattern, route.payload.isEmpty,
        route.waiter?.waitsAgain != false
      else { return false }
      return snapshot.entry(of: pattern)?.registered.place?.restoration != .never
        && !gates.contains(entry.id) && !gateRoutes.contains(where: route.hasSamePath)
    }
    var layers: [SavedState.Layer] = []
    var savedCount = 0
    for layer in state.layers.prefix(SavedState.maximumLayers) {
      // Tabs of one name cannot be told apart: the shown one is saved, else the first.
      var names: Set<String> = []
      let indices = ([layer.selected] + layer.stacks.indices)
        .filter { names.insert(layer.stacks[$0].name).inserted }
        .prefix(SavedState.maximumStacks).sorted()
      var stacks: [SavedState.Stack] = []
      var count = savedCount
      for stack in indices.map({ layer.stacks[$0] }) {
        let screens = stack.entries.prefix(while: isSaved)
          .prefix(SavedState.maximumScreens - count).compactMap(\.route)
          .map { SavedState.Screen(url: $0.urlText, owners: $0.request.owners?.saved(gateScreens)) }
        stacks.append(.init(name: stack.name, canPush: stack.canPush, screens: screens))
        count += screens.count
      }
      let selected = indices.firstIndex(of: layer.selected) ?? 0
      // A modal without its first screen is left out.
      if layer.style != nil, stacks[selected].screens.isEmpty { break }
      layers.append(
        .init(
          kind: layer.kind.rawValue, style: layer.style?.rawValue, selected: selected,
          stacks: stacks))
      savedCount = count
      if stacks[selected].screens.count < layer.stacks[layer.selected].entries.count { break }
      // A modal above a root without screens could not be read again.
      if layer.kind == .stack, stacks[selected].screens.isEmpty { break }
    }
    return SavedState(layers: layers, omittedCount: state.entries.count - savedCount)
  }
}
