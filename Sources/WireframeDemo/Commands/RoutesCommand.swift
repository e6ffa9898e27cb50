import WireframeCore

extension ShopWireframe {
  /// The table of routes: pattern, option, exposure, and the tags by which guards and gates know a route.
  var routeTable: [String] {
    TextTable.lines(
      ["pattern", "option", "exposure", "guard"],
      routes.map { route in
        [
          route.pattern.description, route.option?.name ?? "-", route.exposure.description,
          route.tags.isEmpty ? "-" : route.tags.map(\.description).sorted().joined(separator: ", "),
        ]
      })
  }
}
