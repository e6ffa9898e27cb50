/// An entry on a stack, with the entries below it; it never changes.
/// Stacks share the entries below: a push makes one place, a pop makes none, and two stacks are the same from the place
/// on that they share. The compiler releases a chain without recursion, as long as `below` is the only link.
final class StackedEntry<Controller> {
  let below: StackedEntry?
  let count: Int
  /// The address of the entry's object, at hand for a search; 0 for a value.
  private let address: UInt
  // Stored last: its size depends on the type, and what is behind it has no fixed offset.
  let entry: NavigationEntry<Controller>

  init(_ entry: NavigationEntry<Controller>, above below: StackedEntry? = nil) {
    self.entry = entry
    self.below = below
    count = (below?.count ?? 0) + 1
    address = entry.identity.map { UInt(bitPattern: $0) } ?? 0
  }

  /// A method, since one knows the class: from outside it would be looked up among the generic types.
  func adding(_ entry: NavigationEntry<Controller>) -> StackedEntry {
    StackedEntry(entry, above: self)
  }

  /// The entries above the first so many, in their order.
  func entries(above count: Int) -> [NavigationEntry<Controller>] {
    var entries: [NavigationEntry<Controller>] = []
    entries.reserveCapacity(max(self.count - count, 0))
    var place: StackedEntry? = self
    while let next = place, next.count > count {
      Steps.add()
      entries.append(next.entry)
      place = next.below
    }
    entries.reverse()
    return entries
  }

  /// The uppermost of the first so many places.
  func place(at count: Int) -> StackedEntry? {
    var place: StackedEntry? = self
    while let current = place, current.count > count { place = current.below }
    return place
  }

  /// The index of an entry, searched for from here down.
  func index(of entry: NavigationEntryID) -> Int? {
    var place: StackedEntry? = self
    while let current = place {
      Steps.add()
      if current.entry.id == entry { return current.count - 1 }
      place = current.below
    }
    return nil
  }

  func holds(_ identity: ObjectIdentifier) -> Bool {
    var place = find(UInt(bitPattern: identity))
    while let next = place {
      if next.entry.identity == identity { return true }
      place = next.below?.find(UInt(bitPattern: identity))
    }
    return false
  }

  func isAlone(besides address: UInt) -> Bool { below == nil && self.address != address }

  func last(where fits: (NavigationEntry<Controller>) -> Bool) -> NavigationEntry<Controller>? {
    var place: StackedEntry? = self
    while let current = place {
      Steps.add()
      if fits(current.entry) { return current.entry }
      place = current.below
    }
    return nil
  }

  /// The place of an object, or one further down to go on from; nil if it is not there.
  /// By recursion, which borrows what a loop would retain at each place; in pieces, since a stack may be deep.
  func find(_ address: UInt, in steps: Int = 200) -> StackedEntry? {
    if self.address == address || steps == 0 { return self }
    return below?.find(address, in: steps &- 1)
  }
}

extension StackedEntry: Sendable where Controller: Sendable {}

extension StackedEntry: CustomReflectable {
  /// The entries in their order, not how they are held.
  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: entries(above: 0), displayStyle: .collection)
  }
}

extension NavigationState.Stack {
  package var count: Int { uppermost?.count ?? 0 }

  package var top: NavigationEntry<Controller>? { uppermost?.entry }

  mutating func push(_ entry: NavigationEntry<Controller>) {
    uppermost = uppermost?.adding(entry) ?? StackedEntry(entry)
  }

  /// Takes away what is above the first so many entries.
  mutating func keep(_ count: Int) { uppermost = uppermost?.place(at: count) }

  /// How many entries from the first on are the same.
  /// Complexity: O(*n*) in the entries above the place that both share; in all of them if they share none.
  func commonCount(with other: Self) -> Int {
    var (own, others) = (uppermost?.place(at: other.count), other.uppermost?.place(at: count))
    var common = own?.count ?? 0
    while let place = own, let otherPlace = others, place !== otherPlace {
      if !place.entry.isSame(as: otherPlace.entry) { common = place.count - 1 }
      (own, others) = (place.below, otherPlace.below)
    }
    return common
  }

  /// The index of an entry, searched for from the top down.
  package func index(of entry: NavigationEntryID) -> Int? { uppermost?.index(of: entry) }
}

extension StackedEntry: Equatable where Controller: Equatable {
  /// Whether both hold the same entries.
  static func == (left: StackedEntry, right: StackedEntry) -> Bool {
    guard left.count == right.count else { return false }
    var (own, others): (StackedEntry?, StackedEntry?) = (left, right)
    while let place = own, let otherPlace = others, place !== otherPlace {
      guard place.entry == otherPlace.entry else { return false }
      (own, others) = (place.below, otherPlace.below)
    }
    return true
  }
}

// MARK: - Layers

/// A layer, with the layers below it; it never changes, and states share what they have in common.
/// A class, whose methods know the type of controllers: those of a value would look it up at each move.
final class StackedLayer<Controller> {
  typealias State = NavigationState<Controller>

  /// The stack that is selected.
  let stack: State.Stack
  let below: StackedLayer?
  let count: Int
  /// The layer without that stack, whose former screens it would retain.
  private let frame: State.Layer
  private let isSingle: Bool

  init(_ layer: State.Layer, above below: StackedLayer? = nil) {
    var frame = layer
    isSingle = layer.stacks.count == 1 && layer.selected == 0
    // A host may be about to select another one.
    let isKnown = layer.stacks.indices.contains(layer.selected)
    stack = isKnown ? layer.stacks[layer.selected] : State.Stack(canPush: false)
    if isSingle {
      frame.stacks = []
    } else if isKnown {
      frame.stacks[layer.selected] = State.Stack()
    }
    self.frame = frame
    self.below = below
    count = (below?.count ?? 0) + 1
  }

  private init(_ other: StackedLayer, _ uppermost: StackedEntry<Controller>?) {
    var stack = other.stack
    stack.uppermost = uppermost
    self.stack = stack
    frame = other.frame
    isSingle = other.isSingle
    below = other.below
    count = other.count
  }

  var id: NavigationEntryID { frame.id }
  var kind: LayerKind { frame.kind }
  var selected: Int { frame.selected }

  var layer: State.Layer {
    var layer = frame
    if isSingle {
      layer.stacks = [stack]
    } else if layer.stacks.indices.contains(layer.selected) {
      layer.stacks[layer.selected] = stack
    }
    return layer
  }

  /// The layers above the first so many, from the lowest up.
  func layers(above count: Int) -> [State.Layer] {
    var layers: [State.Layer] = []
    var place: StackedLayer? = self
    while let current = place, current.count > count {
      layers.append(current.layer)
      place = current.below
    }
    layers.reverse()
    return layers
  }

  /// How many layers from the root up are the same for both, since neither has moved.
  func sharedCount(with other: StackedLayer?) -> Int {
    var (own, others): (StackedLayer?, StackedLayer?) = (self, other)
    while let layer = own, let otherLayer = others, layer !== otherLayer {
      if layer.count >= otherLayer.count { own = layer.below }
      if otherLayer.count >= layer.count { others = otherLayer.below }
    }
    return own === others ? own?.count ?? 0 : 0
  }

  var root: StackedLayer {
    var root = self
    while let below = root.below { root = below }
    return root
  }

  func adding(_ modal: State.Layer) -> StackedLayer { StackedLayer(modal, above: self) }

  func adding(_ entry: NavigationEntry<Controller>) -> StackedLayer {
    StackedLayer(self, stack.uppermost?.adding(entry) ?? StackedEntry(entry))
  }

  /// The same without what is above the first so many entries of the selected stack.
  func keeping(_ count: Int) -> StackedLayer {
    StackedLayer(self, stack.uppermost?.place(at: count))
  }

  /// Selects a stack, and takes away what is above its first so many entries.
  func showing(_ stack: Int, keeping count: Int) -> StackedLayer {
    if stack == selected { return keeping(count) }
    var layer = layer
    layer.selected = stack
    layer.stacks[stack].keep(count)
    return StackedLayer(layer, above: below)
  }

  /// Where an entry is. By recursion, as all that goes down here: there are few layers.
  func place(of entry: NavigationEntryID) -> (layer: Int, stack: Int, index: Int)? {
    if let index = stack.uppermost?.index(of: entry) { return (count - 1, selected, index) }
    if !isSingle {
      for place in 0..<frame.stacks.count where place != selected {
        if let index = frame.stacks[place].index(of: entry) { return (count - 1, place, index) }
      }
    }
    return below?.place(of: entry)
  }

  func holds(_ identity: ObjectIdentifier) -> Bool {
    // Most modals have one screen, and it is another one.
    let isOther = isSingle && stack.uppermost?.isAlone(besides: UInt(bitPattern: identity)) == true
    return !isOther && ownHolds(identity) || below?.holds(identity) == true
  }

  private func ownHolds(_ identity: ObjectIdentifier) -> Bool {
    if stack.uppermost?.holds(identity) == true { return true }
    return !isSingle && frame.stacks.contains { $0.uppermost?.holds(identity) == true }
  }
}

extension StackedLayer: Sendable where Controller: Sendable {}

extension StackedLayer: Equatable where Controller: Equatable {
  static func == (left: StackedLayer, right: StackedLayer) -> Bool {
    left === right || left.layer == right.layer && left.below == right.below
  }
}
