/// How a request's screen comes to stand among those that are there. More ways may come.
public struct Landing: Hashable, Sendable {
  // A byte: each request holds one.
  private let rawValue: UInt8

  /// On top of what is shown: how the app's own requests land, unless they say otherwise.
  public static let onTop = Landing(rawValue: 0)
  /// In its tab, above its parents: how links from outside land.
  ///
  /// The parents that stand already are kept, what stands above them leaves, and missing ones are made. A route without
  /// `parent:` and `tab:` lands on top.
  public static let underParents = Landing(rawValue: 1)
}

/// What becomes of a request for a screen that stands already: the same pattern, values and query. More ways may come.
public struct PresentedRule: Hashable, Sendable {
  private let rawValue: UInt8

  /// The screen is made and presented again.
  public static let presentAgain = PresentedRule(rawValue: 0)
  /// What stands above it leaves; nothing is made.
  public static let bringToFront = PresentedRule(rawValue: 1)
  /// What stands above it leaves, and a new screen takes its place.
  public static let replace = PresentedRule(rawValue: 2)
}

/// Whether a route's screens are saved and restored. More ways may come.
public struct RestorationRule: Hashable, Sendable {
  private let name: String

  /// They are saved, and stand again after a restart.
  public static let always = RestorationRule(name: "always")
  /// They are not saved, and neither are the screens above them.
  public static let never = RestorationRule(name: "never")
}

/// Where a registered route's screens belong.
///
/// A class, so that a routing looks at one word to see that a route has no place.
final class RoutePlace {
  /// The pattern of the parent, as written; then, for the route of a module, as the wireframes around it may know it.
  /// The first that is registered counts.
  let parents: [RoutePattern]
  let tab: String?
  let ifPresented: PresentedRule
  let restoration: RestorationRule

  init(
    parents: [RoutePattern], tab: String?, ifPresented: PresentedRule = .presentAgain,
    restoration: RestorationRule = .always
  ) {
    self.parents = parents
    self.tab = tab
    self.ifPresented = ifPresented
    self.restoration = restoration
  }

  /// A place, or nil if nothing was said about it.
  convenience init?(
    parent: RoutePattern?, tab: String?, ifPresented: PresentedRule = .presentAgain,
    restoration: RestorationRule = .always
  ) {
    if parent == nil, tab == nil, ifPresented == .presentAgain, restoration == .always {
      return nil
    }
    self.init(
      parents: parent.map { [$0] } ?? [], tab: tab, ifPresented: ifPresented,
      restoration: restoration)
  }
}

extension Landing: CustomStringConvertible {
  /// The way's name.
  public var description: String { self == .onTop ? "on top" : "under parents" }
}

extension PresentedRule: CustomStringConvertible {
  /// The rule's name.
  public var description: String {
    switch self {
    case .presentAgain: "present again"
    case .bringToFront: "bring to front"
    default: "replace"
    }
  }
}

extension RestorationRule: CustomStringConvertible {
  /// The rule's name.
  public var description: String { name }
}
