package import WireframeCore

/// A checked entry of a configuration file.
package struct ConfiguredRoute: Hashable, Sendable {
  /// Where the destination comes from.
  package enum Destination: Hashable, Sendable {
    /// A builder, by name.
    case builder(String)
    /// A storyboard, by name, and the controller's identifier in it.
    case storyboard(String, id: String)
    /// There is none: the navigator removes a screen.
    case none
  }

  /// The pattern.
  package let pattern: RoutePattern
  /// The old names of the route, in the file's order.
  package let aliases: [RoutePattern]
  /// Where the destination comes from.
  package let destination: Destination
  /// The navigator's name.
  package let navigator: String
  /// The values for navigator and builder.
  package let options: OptionValues
  /// The transition's name; nil leaves it to the types of the screens.
  package let transition: String?
  /// The pattern of the screen below, for links; nil for none.
  package let parent: RoutePattern?
  /// The tab to which the screen belongs; nil for its parent's.
  package let tab: String?
  /// What happens to a request for a screen that is already shown.
  package let ifPresented: PresentedRule
  /// Whether the route's screens are saved and restored.
  package let restoration: RestorationRule
  /// Marks by which observers know the route.
  package let tags: Set<RouteTag>
  /// Which requests from outside the app may reach the route.
  package let exposure: RouteExposure
  /// The title, for the builder.
  package let title: String?
}

extension ConfiguredRoute: DescribedValue {
  /// Pattern, destination and navigator.
  package var description: String { "'\(pattern)': \(destination), \(navigator)".escaped }
}

extension ConfiguredRoute.Destination: CustomStringConvertible {
  /// The builder's name, the storyboard's with the identifier, or `-`.
  package var description: String {
    switch self {
    case .builder(let name): name.escaped
    case .storyboard(let name, let id): "\(name)#\(id)".escaped
    case .none: "-"
    }
  }
}
