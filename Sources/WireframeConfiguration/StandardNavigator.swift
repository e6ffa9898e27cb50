internal import WireframeCore

/// The seven navigators that ship.
enum StandardNavigator: String, CaseIterable {
  case push = "push"
  case pushAnimated = "push-animated"
  case present = "present"
  case presentAnimated = "present-animated"
  case pop = "pop"
  case dismiss = "dismiss"
  case root = "root"

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
    case .push, .pushAnimated:
      return .show(
        .init { route, values in
          host.leavingScreens(by: .push(pushOption(values)), for: route)
        } run: { jump in
          try await host.place(
            jump.destination, route: jump.route, by: .push(pushOption(jump.options)))
        })
    case .present, .presentAnimated:
      return .show(
        .init { jump in
          try await host.place(
            jump.destination, route: jump.route, by: .modal(modalOption(jump.options)))
        })
    case .root:
      return .show(
        .init { route, values in
          host.leavingScreens(by: .root(rootOption(values)), for: route)
        } run: { jump in
          try await host.place(
            jump.destination, route: jump.route, by: .root(rootOption(jump.options)))
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
