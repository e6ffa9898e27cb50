/// Where a route's screen belongs: above which parent, in which tab, and what happens to it later.
///
/// ```swift
/// try wireframe.register("/products", option: .push, place: .under("/")) { … }
/// try wireframe.register("/cart", option: .push, place: .tab("Cart")) { … }
/// try wireframe.register("/pin", option: .modal, place: .init(restoration: .never)) { … }
/// ```
public struct ScreenPlace: Sendable {
  /// The parent's pattern, then its possible names in the wireframes around a module: the first registered one counts.
  var parents: [RoutePattern]
  /// The tab, or the column, of the screen; nil for its parent's.
  var tab: String?
  /// What happens to a request for a screen that is already shown.
  package var ifPresented: PresentedRule
  /// Whether the route's screens are saved and restored.
  var restoration: RestorationRule

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - parent: The pattern of the screen below, for links; its names are among the route's. Nil for none.
  ///   - tab: The tab, or the column, of the screen; nil for its parent's.
  ///   - ifPresented: What happens to a request for a screen that is already shown.
  ///   - restoration: Whether the route's screens are saved and restored.
  public init(
    under parent: RoutePattern? = nil, tab: String? = nil,
    ifPresented: PresentedRule = .presentAgain, restoration: RestorationRule = .always
  ) {
    parents = parent.map { [$0] } ?? []
    self.tab = tab
    self.ifPresented = ifPresented
    self.restoration = restoration
  }

  /// On top of what is shown.
  public static let onTop = ScreenPlace()

  /// Above the screen of its parent, whose names are among the route's; in the parent's tab, or its column, unless
  /// another one is named.
  public static func under(_ parent: RoutePattern, tab: String? = nil) -> ScreenPlace {
    ScreenPlace(under: parent, tab: tab)
  }

  /// In the tab, or the column, of a name.
  public static func tab(_ name: String) -> ScreenPlace { ScreenPlace(tab: name) }

  /// The pattern of the screen below; nil for none.
  var parent: RoutePattern? { parents.first }

  var isOnTop: Bool {
    parents.isEmpty && tab == nil && ifPresented == .presentAgain && restoration == .always
  }
}

/// Where a request's screen goes among those that are there.
public enum Landing: Hashable, Sendable {
  /// On top of what is shown: how the app's own requests land, unless they say otherwise.
  case onTop
  /// In its tab, above its parents: how links from outside land.
  ///
  /// The parents that are on screen are kept, what is above them leaves, and missing ones are made. A route without
  /// parent and tab lands on top.
  case underParents
}

/// What happens to a request for a screen that is already shown: same pattern, values and query.
public enum PresentedRule: Hashable, Sendable {
  /// The screen is made and presented again.
  case presentAgain
  /// What is above it leaves; nothing is made.
  case bringToFront
  /// What is above it leaves, and a new screen takes its place.
  case replace
}

/// Whether a route's screens are saved and restored.
public enum RestorationRule: Hashable, Sendable {
  /// They are saved, and are back after a restart.
  case always
  /// They are not saved, and neither are the screens above them.
  case never
}
