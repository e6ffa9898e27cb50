/// The one rule of order for all roles: higher priority first; equal priority in order of registration.
///
/// Elements are put in place when they are added, so that a routing only walks along.
struct PriorityList<Element> {
  private(set) var elements: [Element] = []
  private var ids: [Int] = []
  private var priorities: [Int] = []

  var isEmpty: Bool { ids.isEmpty }

  mutating func add(_ element: Element, id: Int, priority: Int) {
    let place = priorities.firstIndex { $0 < priority } ?? priorities.count
    elements.insert(element, at: place)
    ids.insert(id, at: place)
    priorities.insert(priority, at: place)
  }

  mutating func remove(id: Int) {
    guard let place = ids.firstIndex(of: id) else { return }
    elements.remove(at: place)
    ids.remove(at: place)
    priorities.remove(at: place)
  }

  /// The elements that pass a test, each asked once and in order; where all do, the list's own array.
  func elements(where isWanted: (Element) -> Bool) -> [Element] {
    guard let first = elements.firstIndex(where: { !isWanted($0) }) else { return elements }
    return elements[..<first] + elements[(first + 1)...].filter(isWanted)
  }

  /// The place before all elements of a priority and of lower ones.
  func place(before priority: Int) -> Int {
    priorities.firstIndex { $0 <= priority } ?? priorities.count
  }
}
