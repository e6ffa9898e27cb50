internal import WireframeCore

extension RouteManifest {
  /// The routes as a Markdown table: a row a route, sorted by pattern.
  public var markdown: String {
    let head = ["Pattern", "Option", "Exposure", "Tags", "Guards", "Parent", "Tab", "Module"]
    let rows = routes.map { entry -> [String] in
      let route = entry.route
      return [
        entry.names.map { Self.code($0.description) }.joined(separator: ", once "),
        route.option ?? route.target.rawValue,
        "\(route.exposure)\(route.isOff ? ", off" : "")",
        route.sortedTags.map(Self.code).joined(separator: ", "),
        entry.guards.joined(separator: ", "), route.parent.map { Self.code("\($0)") } ?? "",
        route.tab ?? "", route.module ?? "",
      ]
    }
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| \($0.map(Self.cell).joined(separator: " | ")) |" }
      .joined(separator: "\n") + "\n"
  }

  /// A cell that stays in its column: a bar would end it, and a line end would end the table.
  private static func cell(_ text: String) -> String {
    text.escaped.replacing("|", with: "\\|")
  }

  /// A text as code, even if it has a backtick.
  private static func code(_ text: String) -> String {
    text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }
}

extension RegisteredRoute {
  var sortedTags: [String] { tags.map(\.rawValue).sorted() }
}
