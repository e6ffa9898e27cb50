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
      ["style": .oneOf(["fullScreen", "sheet"]), "hasStack": .bool]
    case .pop, .dismiss: ["animated": .bool]
    case .root: ["hasStack": .bool, "animated": .bool]
    }
  }

  // The pipeline has asked the observers before a navigator runs that shows a screen.
  @MainActor
  private func move<Controller>(
    on host: any NavigationHost<Controller>
  ) -> ConfigurationRegistry<Controller>.Navigator.Move {
    switch self {
    case .push, .pushAnimated: .show(.place { values in .push(pushOption(values)) })
    case .present, .presentAnimated: .show(.place { values in .modal(modalOption(values)) })
    case .root: .show(.place { values in .root(rootOption(values)) })
    case .pop: .leave { values in try await host.pop(animated: values.isAnimated ?? true) }
    case .dismiss: .leave { values in try await host.dismiss(animated: values.isAnimated ?? true) }
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
