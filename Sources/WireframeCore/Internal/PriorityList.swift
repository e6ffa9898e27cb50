/// The one rule of order for all roles: higher priority first; equal priority in order of registration.
///
/// Elements are sorted when they are added, so that a routing only iterates.
package struct PriorityList<Element> {
  package private(set) var elements: [Element] = []
  private var ids: [Int] = []
  private var priorities: [Int] = []

  package var isEmpty: Bool { ids.isEmpty }

  /// The list with another element; lists are replaced, so that reading one needs no guarding against changes.
  func adding(_ element: Element, id: Int, priority: Int) -> Self {
    var list = self
    let index = priorities.firstIndex { $0 < priority } ?? priorities.count
    list.elements.insert(element, at: index)
    list.ids.insert(id, at: index)
    list.priorities.insert(priority, at: index)
    return list
  }

  func removing(id: Int) -> Self {
    guard let index = ids.firstIndex(of: id) else { return self }
    var list = self
    list.elements.remove(at: index)
    list.ids.remove(at: index)
    list.priorities.remove(at: index)
    return list
  }

  /// The index before all elements of a priority and of lower ones.
  func index(before priority: Int) -> Int {
    priorities.firstIndex { $0 <= priority } ?? priorities.count
  }
}

extension Array {
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
