/// Why a gate cannot be a wireframe's lock.
package enum LockFault: Equatable, Sendable {
  case doesNotCover
  case isForOnce
  case another
  case ofModule
  case hostCannotCover

  var sentence: String {
    switch self {
    case .doesNotCover: "The gate does not cover. Make it with 'covers: true'."
    case .isForOnce:
      "A lock cannot be passed for once: it is in front of every route. Make it without 'keeps: .once'."
    case .another: "The wireframe has a lock already. Remove its registration first."
    case .ofModule:
      "A mounted wireframe has no lock of its own. Add the lock to the outermost one: it covers all modules."
    case .hostCannotCover:
      "The host cannot cover its screens. Let it be a 'CoveringHost', and add the standard presenters first."
    }
  }
}
