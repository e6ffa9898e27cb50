/// An entry on a stack, with the entries below it; it never changes.
/// Stacks share the entries below: a push makes one place, a pop makes none, and two stacks are the same from the place
/// on that they share. The compiler releases a chain without recursion, as long as `below` is the only link.
final class StackedEntry<Controller> {
  let entry: NavigationEntry<Controller>
  let below: StackedEntry?
  let count: Int
  /// The address of the entry's object, at hand for a search; 0 for a value.
  private let address: UInt

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
    Descent(place: self, underestimatedCount: max(self.count - count, 0)).reversed()
  }

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

/// So many entries from a place down.
private struct Descent<Controller>: Sequence, IteratorProtocol {
  var place: StackedEntry<Controller>?
  var underestimatedCount: Int

  mutating func next() -> NavigationEntry<Controller>? {
    guard underestimatedCount > 0, let current = place else { return nil }
    Steps.add()
    underestimatedCount -= 1
    place = current.below
    return current.entry
  }
}

extension NavigationState.Stack: CustomReflectable {
  package var count: Int { uppermost?.count ?? 0 }

  package var top: NavigationEntry<Controller>? { uppermost?.entry }

  mutating func push(_ entry: NavigationEntry<Controller>) {
    uppermost = uppermost?.adding(entry) ?? StackedEntry(entry)
  }

  /// Takes away what is above the first so many entries.
  mutating func keep(_ count: Int) { uppermost = place(at: count) }

  /// How many entries from the first on are the same.
  /// Complexity: O(*n*) in the entries above the place that both share; in all of them if they share none.
  func commonCount(with other: Self) -> Int {
    var (own, others) = (place(at: other.count), other.place(at: count))
    var common = own?.count ?? 0
    while let place = own, let otherPlace = others, place !== otherPlace {
      if !place.entry.isSame(as: otherPlace.entry) { common = place.count - 1 }
      (own, others) = (place.below, otherPlace.below)
    }
    return common
  }

  /// The index of an entry, searched for from the top down.
  package func index(of entry: NavigationEntryID) -> Int? {
    var place = uppermost
    while let current = place {
      Steps.add()
      if current.entry.id == entry { return current.count - 1 }
      place = current.below
    }
    return nil
  }

  func holds(_ identity: ObjectIdentifier) -> Bool {
    var place = uppermost
    while let next = place?.find(UInt(bitPattern: identity)) {
      if next.entry.identity == identity { return true }
      place = next.below
    }
    return false
  }

  /// The uppermost of the first so many places.
  private func place(at count: Int) -> StackedEntry<Controller>? {
    var place = uppermost
    while let current = place, current.count > count { place = current.below }
    return place
  }

  /// The name, the entries, and whether screens can be pushed.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["name": name, "entries": entries, "canPush": canPush], displayStyle: .struct)
  }
}

extension NavigationState.Stack: Equatable where Controller: Equatable {
  /// Whether both have the same name and entries.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.name == right.name, left.canPush == right.canPush, left.count == right.count
    else { return false }
    var (own, others) = (left.uppermost, right.uppermost)
    while let place = own, let otherPlace = others, place !== otherPlace {
      guard place.entry == otherPlace.entry else { return false }
      (own, others) = (place.below, otherPlace.below)
    }
    return true
  }
}
