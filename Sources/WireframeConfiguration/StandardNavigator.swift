internal import WireframeCore

/// The seven navigators that ship.
enum StandardNavigator: String, CaseIterable {
  case push, present, pop, dismiss, root
  case pushAnimated = "push-animated"
  case presentAnimated = "present-animated"

  @MainActor
  static func all<Controller>(
    on host: any NavigationHost<Controller>
  ) -> [String: ConfigurationRegistry<Controller>.Navigator] {
    allCases.reduce(into: [:]) { navigators, standard in
      navigators[standard.rawValue] = ConfigurationRegistry<Controller>.Navigator(
        options: standard.optionTypes, move: standard.move(on: host))
    }
  }

  private var optionTypes: [String: OptionType] {
    switch self {
    case .push, .pushAnimated: ["dismissesModals": .bool]
    case .present, .presentAnimated:
      ["style": .oneOf("fullScreen", "sheet"), "hasStack": .bool]
    case .pop, .dismiss: ["animated": .bool]
    case .root: ["hasStack": .bool, "animated": .bool]
    }
  }

  /// How it puts a screen onto the host; nil if it removes one.
  func placement(_ values: OptionValues) -> Placement? {
    switch self {
    case .push, .pushAnimated: .push(pushOption(values))
    case .present, .presentAnimated: .modal(modalOption(values))
    case .root: .root(rootOption(values))
    case .pop, .dismiss: nil
    }
  }

  // The pipeline has asked the observers before a navigator runs that shows a screen.
  @MainActor
  private func move<Controller>(
    on host: any NavigationHost<Controller>
  ) -> ConfigurationRegistry<Controller>.Navigator.Move {
    switch self {
    case .push, .pushAnimated, .present, .presentAnimated, .root:
      return .show(
        .init { route, values in
          placement(values).map { host.leavingScreens(by: $0, for: route) } ?? []
        } placement: {
          placement($0)
        } run: { jump in
          guard let placement = placement(jump.options) else { return }
          try await host.place(jump.destination, route: jump.route, by: placement)
        })
    case .pop:
      return .leave { values in try await host.pop(animated: values.isAnimated ?? true) }
    case .dismiss:
      return .leave { values in try await host.dismiss(animated: values.isAnimated ?? true) }
    }
  }

  func pushOption(_ values: OptionValues) -> Push {
    .push(
      animated: self == .pushAnimated,
      dismissesModals: values["dismissesModals", as: Bool.self] ?? true)
  }

  private func rootOption(_ values: OptionValues) -> Root {
    .root(hasStack: values["hasStack", as: Bool.self] ?? true, animated: values.isAnimated ?? false)
  }

  func modalOption(_ values: OptionValues) -> Modal {
    .modal(
      values["style", as: String.self].flatMap(ModalStyle.init) ?? .fullScreen,
      hasStack: values["hasStack", as: Bool.self] ?? false, animated: self == .presentAnimated)
  }
}

extension OptionValues { fileprivate var isAnimated: Bool? { self["animated", as: Bool.self] } }
