public import WireframeCore

/// A checked entry of a configuration file.
///
/// ``RouteConfiguration/check(_:named:)`` gives a file's entries, for tests and tools.
public struct ConfiguredRoute: Hashable, Sendable {
  /// Where the destination comes from.
  public enum Destination: Hashable, Sendable {
    /// A builder, by name.
    case builder(String)
    /// A storyboard, by name, and the controller's identifier in it.
    case storyboard(String, id: String)
    /// There is none: the navigator removes a screen.
    case none
  }

  /// The pattern.
  public let pattern: RoutePattern
  /// The old names of the route, in the file's order.
  public let aliases: [RoutePattern]
  /// Where the destination comes from.
  public let destination: Destination
  /// The navigator's name.
  public let navigator: String
  /// The values for navigator and builder.
  public let options: OptionValues
  /// The transition's name; nil leaves it to the types of the screens.
  public let transition: String?
  /// The pattern of the screen below, for links; nil for none.
  public let parent: RoutePattern?
  /// The tab to which the screen belongs; nil for its parent's.
  public let tab: String?
  /// What happens to a request for a screen that is already shown.
  public let ifPresented: PresentedRule
  /// Whether the route's screens are saved and restored.
  public let restoration: RestorationRule
  /// Marks by which observers know the route.
  public let tags: Set<RouteTag>
  /// Which requests from outside the app may reach the route.
  public let exposure: RouteExposure
  /// The title, for the builder.
  public let title: String?
}

extension ConfiguredRoute: CustomStringConvertible, CustomReflectable {
  /// Pattern, destination and navigator.
  public var description: String { "'\(pattern)': \(destination), \(navigator)".escaped }

  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension ConfiguredRoute.Destination: CustomStringConvertible {
  /// The builder's name, the storyboard's with the identifier, or `-`.
  public var description: String {
    switch self {
    case .builder(let name): name.escaped
    case .storyboard(let name, let id): "\(name)#\(id)".escaped
    case .none: "-"
    }
  }
}
