/// The one rule of order for all roles: higher priority first; equal priority in order of registration.
/// Elements are sorted when they are added, so that a routing only iterates.
package final class PriorityList<Element> {
  // Swapped out while it changes, and changed in this module only: then a routing reads it without a check for
  // exclusive access.
  private var list: [Element] = []
  private var keys: [(id: Int, priority: Int)] = []
  private var lastID = 0

  package var elements: [Element] { list }
  package var isEmpty: Bool { list.isEmpty }

  /// Adds an element, at the end if its priority is not higher than the last one's.
  @MainActor
  func add(_ element: Element, priority: Int) -> Registration {
    lastID += 1
    var index = keys.count
    while index > 0, keys[index - 1].priority < priority { index -= 1 }
    keys.insert((lastID, priority), at: index)
    var elements: [Element] = []
    swap(&list, &elements)
    elements.insert(element, at: index)
    swap(&list, &elements)
    return Registration { [weak self, id = lastID] in self?.remove(id: id) }
  }

  /// Removes an element, and returns it: its `deinit` may remove another one, once this list is no longer accessed.
  @discardableResult
  private func remove(id: Int) -> Element? {
    guard let index = keys.firstIndex(where: { $0.id == id }) else { return nil }
    keys.remove(at: index)
    var elements: [Element] = []
    swap(&list, &elements)
    defer { swap(&list, &elements) }
    return elements.remove(at: index)
  }

  func index(before priority: Int) -> Int {
    keys.firstIndex { $0.priority <= priority } ?? keys.count
  }
}

extension Array {
  /// Removes the elements that pass a test, without one all, and returns them: their `deinit` may remove others.
  @discardableResult
  package mutating func take(where isGone: (Element) -> Bool = { _ in true }) -> [Element] {
    defer { removeAll(where: isGone) }
    return filter(isGone)
  }

  /// These elements, then those of another array; where one of them has none, the other array itself.
  func joined(with other: [Element]) -> [Element] {
    isEmpty ? other : other.isEmpty ? self : self + other
  }

  /// The elements that pass a test, each asked once and in order; where all do, the same array.
  func all(where isWanted: (Element) -> Bool) -> [Element] {
    guard let first = firstIndex(where: { !isWanted($0) }) else { return self }
    var wanted = Array(self[..<first])
    for index in (first + 1)..<count where isWanted(self[index]) { wanted.append(self[index]) }
    return wanted
  }
}
