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
  public var tab: String?
  /// What happens to a request for a screen that is already shown.
  public var ifPresented: PresentedRule
  /// Whether the route's screens are saved and restored.
  public var restoration: RestorationRule

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

  /// Above its parent.
  ///
  /// - Parameters:
  ///   - parent: The pattern of the screen below, for links; its names are among the route's.
  ///   - tab: The tab, or the column, of the screen; nil for its parent's.
  /// - Returns: The place.
  public static func under(_ parent: RoutePattern, tab: String? = nil) -> ScreenPlace {
    ScreenPlace(under: parent, tab: tab)
  }

  /// In a tab, or a column.
  ///
  /// - Parameter name: Its name.
  /// - Returns: The place.
  public static func tab(_ name: String) -> ScreenPlace { ScreenPlace(tab: name) }

  /// The pattern of the screen below; nil for none.
  public var parent: RoutePattern? { parents.first }

  var isOnTop: Bool {
    parents.isEmpty && tab == nil && ifPresented == .presentAgain && restoration == .always
  }
}

/// Where a request's screen goes among those that are there. More ways may come.
public struct Landing: Hashable, Sendable, CustomStringConvertible {
  // A byte: each request holds one.
  private let rawValue: UInt8

  /// On top of what is shown: how the app's own requests land, unless they say otherwise.
  public static let onTop = Landing(rawValue: 0)
  /// In its tab, above its parents: how links from outside land.
  ///
  /// The parents that are on screen are kept, what is above them leaves, and missing ones are made. A route without
  /// parent and tab lands on top.
  public static let underParents = Landing(rawValue: 1)

  /// The way's name.
  public var description: String { self == .onTop ? "on top" : "under parents" }
}

/// What happens to a request for a screen that is already shown: same pattern, values and query. More ways may come.
public struct PresentedRule: Hashable, Sendable, CustomStringConvertible {
  private let rawValue: UInt8

  /// The screen is made and presented again.
  public static let presentAgain = PresentedRule(rawValue: 0)
  /// What is above it leaves; nothing is made.
  public static let bringToFront = PresentedRule(rawValue: 1)
  /// What is above it leaves, and a new screen takes its place.
  public static let replace = PresentedRule(rawValue: 2)

  /// The rule's name.
  public var description: String {
    switch self {
    case .presentAgain: "present again"
    case .bringToFront: "bring to front"
    default: "replace"
    }
  }
}

/// Whether a route's screens are saved and restored. More ways may come.
public struct RestorationRule: Hashable, Sendable, CustomStringConvertible {
  private let name: String

  /// They are saved, and are back after a restart.
  public static let always = RestorationRule(name: "always")
  /// They are not saved, and neither are the screens above them.
  public static let never = RestorationRule(name: "never")

  /// The rule's name.
  public var description: String { name }
}
