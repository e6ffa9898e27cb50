/// A table of texts, printed with aligned columns or as Markdown.
package struct TextTable {
  private let title: String
  private let heads: [String]
  private var rows: [[String]] = []

  package init(_ title: String, _ heads: [String]) {
    self.title = title
    self.heads = heads
  }

  package mutating func add(_ row: [String]) { rows.append(row) }

  package func text(asMarkdown: Bool) -> String {
    let widths = heads.indices.map { column in
      ([heads] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ row: [String]) -> String {
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return asMarkdown ? "| \(cells.joined(separator: " | ")) |" : cells.joined(separator: "  ")
    }
    let rule = widths.enumerated().map { column, width in
      column == 0
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    let head = asMarkdown ? "### \(title)\n\n" : "\(title)\n"
    return head + ([heads, rule] + rows).map(line).joined(separator: "\n") + "\n"
  }
}

/// A number with as many digits as it deserves.
package func short(_ number: Double) -> String {
  guard number.isFinite else { return "–" }
  let decimals = number >= 100 ? 0 : number >= 10 ? 1 : 2
  let scale = [1.0, 10, 100][decimals]
  let whole = Int((number * scale).rounded())
  guard decimals > 0 else { return grouped(whole) }
  let rest = String(whole % Int(scale))
  return "\(whole / Int(scale))."
    + String(repeating: "0", count: decimals - rest.count) + rest
}

private func grouped(_ number: Int) -> String {
  guard number >= 1000 else { return String(number) }
  let rest = String(number % 1000)
  return grouped(number / 1000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
}
