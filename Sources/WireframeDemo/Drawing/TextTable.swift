/// A table in a terminal: cells in columns, below the names of the columns.
enum TextTable {
  /// The lines of a table; an empty cell is drawn as `-`.
  static func lines(_ head: [String], _ rows: [[String]]) -> [String] {
    let rows = [head] + rows.map { row in row.map { $0.isEmpty ? "-" : $0.printable } }
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { cell, width in cell.padded(to: width) }.joined(separator: "  ")
        .trimmingEnd
    }
  }
}
