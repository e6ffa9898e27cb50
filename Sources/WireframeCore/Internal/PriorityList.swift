/// The one rule of order for all roles: higher priority first; equal priority in order of registration.
///
/// Elements are put in place when they are added, so that a routing only walks along.
struct PriorityList<Element> {
  struct Item {
    let id: Int
    let priority: Int
    let element: Element
  }

  private(set) var items: [Item] = []

  mutating func add(_ element: Element, id: Int, priority: Int) {
    let place = items.firstIndex { $0.priority < priority } ?? items.count
    items.insert(Item(id: id, priority: priority, element: element), at: place)
  }

  mutating func remove(id: Int) {
    items.removeAll { $0.id == id }
  }
}
