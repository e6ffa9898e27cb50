internal import WireframeCore

// From what SwiftUI draws to the state, a step at a time. There is no plan: each step is found anew, since the user may
// do something meanwhile.
extension SwiftUINavigationHost {
  /// Brings the drawing to the state, decides on what the user does meanwhile, and returns when all is seen.
  ///
  /// The caller has the turn.
  func settle(animated: Bool) async {
    while true {
      decide()
      guard attachments > 0 else { return }
      if !isAllSeen {
        let isInTime = await lookout.wait(limit) { [weak self] in self?.isAllSeen ?? true }
        if !isInTime { stopWaiting() }
      } else if let next = drawn.step(to: state) {
        if mustPause {
          mustPause = false
          _ = await lookout.wait(Self.pause) { false }
        } else {
          (drawnBefore, begun) = (drawn, [])
          transact(animated && next == state) {
            showColumns(of: next)
            drawn = next
          }
        }
      } else {
        return forgetWhatLeft()
      }
    }
  }

  /// Whether all that is to come is there, and all modals that left are gone.
  private var isAllSeen: Bool { arriving.isEmpty && leaving.isEmpty }

  private var leaving: Set<ShownModal> { presented.subtracting(drawn.layers.map(shown)) }

  func shown(_ layer: State.Layer) -> ShownModal {
    ShownModal(layer: layer.id, number: presentations[layer.id] ?? 0)
  }

  /// Takes for seen what has not been seen within the limit. A modal whose view SwiftUI has not even begun to make was
  /// dropped, since another one was leaving: it is presented once more. A path of which nothing has begun to appear was
  /// ignored: SwiftUI gets the one before, and then this one again, which it would ignore otherwise.
  private func stopWaiting() {
    presented.subtract(leaving)
    if let layer = drawn.layers.last, drawn.layers.count > 1, !arriving.isEmpty,
      !presented.contains(shown(layer)), drops[layer.id, default: 0] == 0
    {
      drops[layer.id] = 1
      mustPause = true
      drawn.layers.removeLast()
    } else if let other = otherPaths, !isToldAgain {
      isToldAgain = true
      mustPause = true
      drawn = other
      arriving = []
    } else {
      if otherPaths != nil {
        for entry in drawn.entries where arriving.contains(entry.id) { notShown(entry.controller) }
      }
      seen.formUnion(arriving)
      if let layer = drawn.layers.last, drawn.layers.count > 1 { presented.insert(shown(layer)) }
      arriving = []
    }
  }

  /// Other paths for a moment, if SwiftUI shows nothing at all of those that are drawn; nil if it has shown something.
  private var otherPaths: State? {
    guard isInForeground, !arriving.isEmpty, arriving.isDisjoint(with: begun) else { return nil }
    // Without what has never been seen, or what was drawn before a way back.
    var other = drawn
    let unseen = arriving.subtracting(seen)
    for layer in other.layers.indices {
      for stack in other.layers[layer].stacks.indices {
        let entries = other.layers[layer].stacks[stack].entries
        if entries.count > 1, let top = entries.last, unseen.contains(top.id) {
          other.layers[layer].stacks[stack].entries.removeLast()
        }
      }
    }
    if other != drawn { return other }
    let isOfSameLayers = drawn.layers.map(\.id) == drawnBefore.layers.map(\.id)
    let isSamePaths = drawn.layers.map(\.entries) == drawnBefore.layers.map(\.entries)
    return isOfSameLayers && !isSamePaths ? drawnBefore : nil
  }

  private func forgetWhatLeft() {
    isToldAgain = false
    let layers = Set(drawn.layers.map(\.id))
    presentations = presentations.filter { layers.contains($0.key) }
    drawnColumns = drawnColumns.filter { layers.contains($0.key) }
    drops = [:]
    mustPause = false
  }

  func drawingChanged(from before: State) {
    seen.formIntersection(drawn.entries.map(\.id))
    for layer in drawn.layers.dropFirst()
    where !before.layers.contains(where: { $0.id == layer.id }) {
      lastPresentation += 1
      presentations[layer.id] = lastPresentation
    }
    shownScreensChanged()
  }

  /// Finds out which screens are to appear, now that others can be seen, and looks for them.
  func shownScreensChanged() {
    let before = visible
    visible = Set(drawn.layers.flatMap { tops(of: $0) })
    appeared.subtract(before.subtracting(visible))
    let uppermost = Set(drawn.layers.last.map { tops(of: $0) } ?? [])
    arriving.formIntersection(uppermost)
    arriving.formUnion(uppermost.subtracting(before).subtracting(appeared))
    lookout.look()
    redraws()
  }

  /// The entries of a stack in a layer. Without a stack: those of the selected one, in columns behind those of the
  /// columns before it.
  func entries(of place: StackPlace, in layer: State.Layer) -> [NavigationEntry<ViewScreen>] {
    if let stack = place.stack {
      return layer.stacks.indices.contains(stack) ? layer.stacks[stack].entries : []
    }
    guard layer.kind == .columns else { return layer.stacks[layer.selected].entries }
    return layer.stacks[...layer.selected].flatMap(\.entries)
  }
}

extension NavigationState<ViewScreen> {
  /// The index of a layer; nil if it is not in the state.
  func index(ofLayer id: NavigationEntryID) -> Int? { layers.firstIndex { $0.id == id } }

  /// The next state on the way to another one; nil if there is nothing to do.
  ///
  /// SwiftUI drops what comes while something else leaves: modals leave from the top, one after the other, then stacks
  /// change, then new modals come, one at a time.
  fileprivate func step(to target: Self) -> Self? {
    guard self != target else { return nil }
    var next = self
    let common = zip(layers, target.layers).prefix { $0.id == $1.id }.count
    if layers.count > max(common, 1) {
      next.layers.removeLast()
    } else if common == 0 {
      next.layers = Array(target.layers.prefix(1))
    } else if layers[..<common] != target.layers[..<common] {
      next.layers.replaceSubrange(..<common, with: target.layers[..<common])
    } else {
      next.layers.append(target.layers[common])
    }
    return next
  }
}
