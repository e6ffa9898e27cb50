package import WireframeCore

/// Which columns of a split view are side by side.
package enum ColumnVisibility: CaseIterable, Sendable {
  /// SwiftUI decides: an upright iPad shows the last column alone, and others show all.
  case automatic
  /// All of them.
  case all
  /// The last two.
  case doubleColumn
  /// The last one.
  case detailOnly

  /// Whether a column is shown, of two or three; nil if only SwiftUI knows.
  package func shows(_ column: Int, of count: Int) -> Bool? {
    switch self {
    case .automatic: column == count - 1 ? true : nil
    case .all: true
    case .doubleColumn: column >= count - 2
    case .detailOnly: column == count - 1
    }
  }
}

/// How the columns of one layer are drawn.
struct DrawnColumns {
  /// Which of them SwiftUI is told to show.
  var visibility = ColumnVisibility.automatic
  /// Whether the host has shown some of them, and the user has not said otherwise since.
  var areShownByHost = false
  /// Whether they are one stack, without room side by side; nil as long as nobody knows.
  var isCollapsed: Bool?
}

// The columns of a split view: side by side, hidden, or one over the other. What is hidden never appears, so no move
// waits for it, and a move to a hidden column shows it.
extension SwiftUINavigationHost {
  /// How many columns are drawn at most.
  private static let maximumColumns = 3

  /// Which columns of a layer SwiftUI is told to show.
  package func columnVisibility(ofLayer layer: NavigationEntryID) -> ColumnVisibility {
    drawnColumns[layer]?.visibility ?? .automatic
  }

  /// The user has shown or hidden columns.
  ///
  /// Pushes go where the user looks: if the selected column is hidden, the first one that is shown is selected.
  package func columnsChanged(to visibility: ColumnVisibility, ofLayer id: NavigationEntryID) {
    guard visibility != columnVisibility(ofLayer: id),
      let index = drawn.index(ofLayer: id)
    else { return }
    let layer = drawn.layers[index]
    let before = layer.stacks.indices.map { shows($0, of: layer) }
    setColumnVisibility(visibility, ofLayer: id)
    // Of two columns SwiftUI may say in two ways that both are shown.
    if before != layer.stacks.indices.map({ shows($0, of: layer) }) {
      drawnColumns[id]?.areShownByHost = false
    }
    guard isCollapsed(layer: id) != true, shows(layer.selected, of: layer) == false,
      let column = layer.stacks.indices.first(where: {
        shows($0, of: layer) == true && !layer.stacks[$0].entries.isEmpty
      })
    else { return }
    drawn.layers[index].selected = column
    received(.select(column, layer: id))
  }

  /// SwiftUI draws a layer with room for columns side by side, or without.
  ///
  /// The system draws an app that goes to the background in several size classes, for the list of apps: nothing changes
  /// then, or views would lose their state. A window that is resized is active again at the end.
  package func drawn(inCompactWidth isCompact: Bool, isActive: Bool, layer id: NavigationEntryID) {
    let before = isCollapsed(layer: id)
    guard isActive || before == nil else { return }
    let isChanged = isCompact != (before ?? false)
    if isChanged { publish() }
    drawnColumns[id, default: DrawnColumns()].isCollapsed = isCompact
    guard isChanged else { return }
    if let layer = drawn.layers.first(where: { $0.id == id }) { showSelectedColumn(of: layer) }
    shownScreensChanged()
  }

  /// Whether the columns of a layer are drawn as one stack; nil as long as nobody knows.
  package func isCollapsed(layer id: NavigationEntryID) -> Bool? {
    drawnColumns[id]?.isCollapsed
  }

  /// Shows the columns to which a move goes.
  func showColumns(of next: State) {
    for layer in next.layers where layer.kind == .columns {
      let before = drawn.layers.first { $0.id == layer.id }
      if before?.selected != layer.selected || before?.top?.id != layer.top?.id {
        showSelectedColumn(of: layer)
      }
    }
  }

  /// Shows the selected column. If it is the last one, which is always shown, SwiftUI decides on the others again.
  func showSelectedColumn(of layer: State.Layer) {
    guard layer.kind == .columns, isCollapsed(layer: layer.id) != true else { return }
    let count = min(layer.stacks.count, Self.maximumColumns)
    if layer.selected == count - 1 {
      guard drawnColumns[layer.id]?.areShownByHost == true else { return }
      drawnColumns[layer.id]?.areShownByHost = false
      setColumnVisibility(.automatic, ofLayer: layer.id)
    } else if layer.selected < count, layer.top != nil, shows(layer.selected, of: layer) != true {
      drawnColumns[layer.id, default: DrawnColumns()].areShownByHost = true
      setColumnVisibility(layer.selected == 0 ? .all : .doubleColumn, ofLayer: layer.id)
    }
  }

  private func setColumnVisibility(_ visibility: ColumnVisibility, ofLayer id: NavigationEntryID) {
    publish()
    drawnColumns[id, default: DrawnColumns()].visibility = visibility
    shownScreensChanged()
  }

  private func shows(_ column: Int, of layer: State.Layer) -> Bool? {
    let count = min(layer.stacks.count, Self.maximumColumns)
    return column < count ? columnVisibility(ofLayer: layer.id).shows(column, of: count) : false
  }

  /// The entries of a layer that are surely seen if nothing covers it.
  func tops(of layer: State.Layer) -> [NavigationEntryID] {
    guard layer.kind == .columns, isCollapsed(layer: layer.id) != true else {
      return entries(of: .init(layer: layer.id, stack: nil), in: layer).last.map { [$0.id] } ?? []
    }
    return layer.stacks.indices.filter { shows($0, of: layer) == true }
      .compactMap { layer.stacks[$0].entries.last?.id }
  }

  /// The column that is shown after a long way back, where all columns are one stack: the last one of which the first
  /// screen stays; nil if it is the selected one.
  func columnBack(in layer: State.Layer, removing removed: [NavigationEntryID]) -> Int? {
    let column = layer.stacks[...layer.selected].lastIndex { stack in
      stack.entries.first.map { !removed.contains($0.id) } ?? false
    }
    return column.flatMap { $0 < layer.selected ? $0 : nil }
  }
}
