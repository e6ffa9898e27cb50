/// A large value behind one reference; a copy is made when one of several holders changes it.
struct CopyOnWrite<Value> {
  // An array of one element is such a reference.
  private var elements: [Value]

  init(_ value: Value) { elements = [value] }

  var value: Value {
    _read { yield elements[0] }
    _modify { yield &elements[0] }
  }
}

extension CopyOnWrite: Sendable where Value: Sendable {}
