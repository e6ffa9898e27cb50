import WireframeCore

/// Covers a host now and then, and looks whether it keeps the laws of ``/WireframeCore/CoveringHost``.
@MainActor
struct CoverCheck<Controller> {
  private let host: any CoveringHost<Controller>
  private let covers: [Controller]
  private let isSame: (Any, Any) -> Bool

  /// Makes the check of a host; nil for one that cannot be covered.
  init?(
    _ host: any NavigationHost<Controller>, _ screen: (Int) -> Controller,
    isSame: @escaping (Any, Any) -> Bool
  ) {
    guard let host = host as? any CoveringHost<Controller> else { return nil }
    self.host = host
    self.isSame = isSame
    covers = [screen(-1), screen(-2)]
  }

  /// What is wrong with a cover that comes, also twice, and with another one in its place.
  func cover(_ report: () -> String?) -> String? {
    for cover in covers + covers.suffix(1) {
      host.cover = cover
      guard let read = host.cover, isSame(read, cover) else {
        return "'cover' is not the screen that it was set to"
      }
      if let fault = report() { return "A cover that came: \(fault)" }
    }
    return nil
  }

  /// What is wrong with a cover that an operation has met, and that leaves now, also twice.
  func uncover(_ report: () -> String?) -> String? {
    guard let read = host.cover, isSame(read, covers[1]) else {
      return "The cover has left with an operation"
    }
    for _ in 0..<2 {
      host.cover = nil
      if host.cover != nil { return "'cover' is not nil after it was set to nil" }
      if let fault = report() { return "A cover that left: \(fault)" }
    }
    return nil
  }

  var isCovered: Bool { host.cover != nil }
}
