import WireframeCore

extension ShopWireframe {
  /// The table of routes: pattern, option, exposure, and the tag by which the guard knows a route.
  var routeTable: [String] {
    TextTable.lines(
      ["pattern", "option", "exposure", "guard"],
      routes.map { route in
        [
          route.pattern.description, route.option?.name ?? "-", route.exposure.description,
          route.isGuarded ? RouteTag.requiresLogin.description : "-",
        ]
      })
  }
}
