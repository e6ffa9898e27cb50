/// How a request's screen comes to stand among those that are there. More ways may come.
public struct Landing: Hashable, Sendable {
  private let name: String

  /// On top of what is shown: how the app's own requests land, unless they say otherwise.
  public static let onTop = Landing(name: "on top")
  /// In its tab, above its parents: how links from outside land.
  ///
  /// The parents that stand already are kept, what stands above them leaves, and missing ones are made. A route without
  /// `parent:` and `tab:` lands on top.
  public static let underParents = Landing(name: "under parents")
}

/// What becomes of a request for a screen that stands already: the same pattern, values and query. More ways may come.
public struct PresentedRule: Hashable, Sendable {
  private let name: String

  /// The screen is made and presented again.
  public static let presentAgain = PresentedRule(name: "present again")
  /// What stands above it leaves; nothing is made.
  public static let bringToFront = PresentedRule(name: "bring to front")
  /// What stands above it leaves, and a new screen takes its place.
  public static let replace = PresentedRule(name: "replace")
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
  public var description: String { name }
}

extension PresentedRule: CustomStringConvertible {
  /// The rule's name.
  public var description: String { name }
}
