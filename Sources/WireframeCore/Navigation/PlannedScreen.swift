/// The placeholder of a screen in the state that a plan works out.
package struct PlannedScreen: Sendable {}

extension NavigationState {
  /// The same screens without their controllers, for a plan.
  package var planned: NavigationState<PlannedScreen> {
    NavigationState<PlannedScreen>(
      layers: layers.map { layer in
        .init(
          id: layer.id, kind: .init(description: layer.kind.description),
          stacks: layer.stacks.map { stack in
            .init(
              name: stack.name,
              entries: stack.entries.map {
                .init(id: $0.id, controller: PlannedScreen(), route: $0.route, option: $0.option)
              }, canPush: stack.canPush)
          }, selected: layer.selected, style: layer.style)
      })
  }
}
