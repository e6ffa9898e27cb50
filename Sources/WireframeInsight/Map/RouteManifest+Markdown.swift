internal import WireframeCore

extension RouteManifest {
  /// The routes as a Markdown table: a row a route, sorted by pattern.
  public var markdown: String {
    let head = ["Pattern", "Option", "Exposure", "Tags", "Guards", "Parent", "Tab", "Module"]
    let rows = entries.map { entry -> [String] in
      let route = entry.route
      return [
        entry.route.names.map { Self.code($0.description) }.joined(separator: ", once "),
        Self.plain(route.option ?? route.target.rawValue),
        Self.plain("\(route.exposure)\(route.isOff ? ", off" : "")"),
        route.sortedTags.map(Self.code).joined(separator: ", "),
        Self.plain(entry.guards.joined(separator: ", ")),
        route.parent.map { Self.code("\($0)") } ?? "",
        Self.plain(route.tab ?? ""), Self.plain(route.module ?? ""),
      ]
    }
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n") + "\n"
  }

  /// A text that Markdown shows as it is: no element, no link, no end of its cell.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.escaped.unicodeScalars {
      switch scalar {
      case "&": plain += "&amp;"
      case "<": plain += "&lt;"
      case ">": plain += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "~", "|": plain += "\\\(scalar)"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    // GitHub makes a link of what only begins as an address.
    return plain.replacing("www.", with: "www\\.").replacing("://", with: "\\://")
  }

  /// A text as code, between more backticks than it has in a row.
  private static func code(_ text: String) -> String {
    let scalars = text.escaped.unicodeScalars
    // In a cell a backslash before a bar belongs to the cell, in code as well; and there is no code without text.
    if scalars.isEmpty || scalars.contains("\\") && scalars.contains("|") { return plain(text) }
    let longest = scalars.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1) + (longest == 0 ? "" : " ")
    return fence + scalars.map { $0 == "|" ? "\\|" : "\($0)" }.joined() + String(fence.reversed())
  }
}

extension RegisteredRoute { var sortedTags: [String] { tags.map(\.rawValue).sorted() } }
