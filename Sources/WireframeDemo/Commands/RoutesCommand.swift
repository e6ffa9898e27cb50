import WireframeCore

extension ShopWireframe {
  /// The table of routes: pattern, option, guarded or not.
  var routeTable: [String] {
    let width = routes.map(\.pattern.text.count).max() ?? 0
    return routes.map { route in
      let option = route.option?.name ?? "-"
      return route.pattern.text.padded(to: width + 2) + option.padded(to: 8)
        + (route.isGuarded ? "guarded" : "open")
    }
  }
}
