import WireframeCore
import WireframeSwiftUI

// The views of screens: what SwiftUI keeps of each, and what the user sees.
extension SwiftUIModel {
  /// The view of each screen that is shown reads what the host draws.
  func drawScreens() {
    let entries = kept.entries
    let stays = Set(entries.map(\.id))
    views = views.filter { stays.contains($0.key) }
    for entry in entries {
      let view = views[entry.id] ?? ShownScreen()
      views[entry.id] = view
      _ = view.screen(of: entry, on: host)
    }
  }

  /// What SwiftUI keeps, as a state.
  private var kept: State { State(layers: (root.map { [$0] } ?? []) + modals.map(\.content)) }

  /// What the user sees, as a state.
  var picture: State {
    var picture = kept
    picture.change { entries in
      entries.map { entry in
        NavigationEntry(
          id: entry.id,
          controller: views[entry.id]?.screen(of: entry, on: host) ?? entry.controller,
          route: entry.route, option: entry.option)
      }
    }
    return picture
  }
}

extension NavigationState<ViewScreen> {
  fileprivate mutating func change(
    _ body: ([NavigationEntry<ViewScreen>]) -> [NavigationEntry<ViewScreen>]
  ) {
    for layer in layers.indices {
      for stack in layers[layer].stacks.indices {
        layers[layer].stacks[stack].entries = body(layers[layer].stacks[stack].entries)
      }
    }
  }
}

extension NavigationState<ViewScreen>.Layer {
  /// Keeps the values of a path that are equal for SwiftUI: those of the same stays, though a screen has taken the
  /// place of its placeholder.
  mutating func keepValues(of old: Self) {
    for (index, (new, old)) in zip(stacks, old.stacks).enumerated() {
      let known = old.entries.dropFirst()
      stacks[index].entries = new.entries.enumerated().map { place, entry in
        place == 0 ? entry : known.first { $0.id == entry.id } ?? entry
      }
    }
  }
}
