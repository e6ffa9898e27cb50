struct ScreenBelow {
  /// Its pattern, whose values are the wanted screen's; nil for a home, and for one that comes back.
  let pattern: RoutePattern?
  let registered: RouteRecord?
  /// Whether it is a home, for a place that nothing fills.
  var isHome = false
  let tab: String?
  /// Nil until it is known to be missing.
  var resolution: Resolution?
  /// How it is put below the next one; nil until it is known to be missing.
  var placement: Placement?
  /// Nil if it was on screen already, or until it is made.
  var made: Any?
  /// What is being made while its placeholder is there.
  var load: (any PendingScreen)?

  init(_ parent: Parent) {
    pattern = parent.pattern
    registered = parent.registered
    tab = parent.tab
  }

  /// A screen that comes back, or a home, for which the observers were asked.
  init(_ resolution: Resolution, tab: String?) {
    pattern = nil
    registered = resolution.registered
    self.tab = tab
    self.resolution = resolution
  }
}
