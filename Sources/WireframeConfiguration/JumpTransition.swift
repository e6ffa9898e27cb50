internal import WireframeCore

/// Prepares the animation of a jump: the destination is built, the navigator has not run yet.
///
/// A configuration has one for all jumps, some for pairs of screen types, and some by name for single routes;
/// the most specific one is called, and no other.
///
/// ```swift
/// struct Zoom: JumpTransition {
///   func prepare(_ jump: Jump<Screen>) async throws {
///     jump.destination.arrivesFrom = jump.source?.title
///   }
/// }
///
/// configuration.transition = Zoom()
/// ```
@MainActor
public protocol JumpTransition<Controller> {
  /// What a screen is.
  associatedtype Controller

  /// Prepares a jump; may tell by the types of source and destination what to do.
  ///
  /// - Parameter jump: Source, destination, route and values.
  /// - Throws: Anything; the routing fails with ``/WireframeCore/RoutingError/Code/presenterFailed``, and the navigator
  ///   does not run.
  func prepare(_ jump: Jump<Controller>) async throws
}

/// A transition made of a closure.
struct ClosureTransition<Controller>: JumpTransition, RoleWrapper {
  /// What it is called in errors.
  let role: Any
  let body: @MainActor (Jump<Controller>) async throws -> Void

  func prepare(_ jump: Jump<Controller>) async throws { try await body(jump) }
}

/// A transition for jumps between two types of screens.
struct TransitionPair<Controller> {
  let transition: any JumpTransition<Controller>
  private let source: ScreenType
  private let destination: ScreenType

  init<Source, Destination>(
    _ transition: any JumpTransition<Controller>, from source: Source.Type,
    to destination: Destination.Type
  ) {
    self.transition = transition
    (self.source, self.destination) = (ScreenType(source), ScreenType(destination))
  }

  func fits(_ jump: Jump<Controller>) -> Bool {
    jump.source.map(source.holds) ?? false && destination.holds(jump.destination)
  }

  /// Whether a matching pair is more specific than another one: in one of its types, and in the other no less.
  func isMoreSpecial(than other: Self, for jump: Jump<Controller>) -> Bool {
    guard let from = jump.source else { return false }
    let places = [
      (source, other.source, from), (destination, other.destination, jump.destination),
    ]
    return places.contains { $0.isMoreSpecial(than: $1, for: $2) }
      && !places.contains { $1.isMoreSpecial(than: $0, for: $2) }
  }
}

/// A type of screens, as it can be asked at run time.
private struct ScreenType {
  private let type: Any.Type
  let holds: (Any) -> Bool
  private let holdsType: (Any.Type) -> Bool

  init<Screen>(_ type: Screen.Type) {
    self.type = type
    holds = { $0 is Screen }
    holdsType = { $0 is Screen.Type }
  }

  /// The screen's own type before all others, a subclass before its superclass.
  func isMoreSpecial(than other: Self, for screen: Any) -> Bool {
    guard type != other.type else { return false }
    return Swift.type(of: screen) == type || other.holdsType(type) && !holdsType(other.type)
  }
}

extension ConfigurationRegistry {
  /// The transition of a jump: by name, else by the types, else the one for all. Throws if there is none of the name:
  /// it was removed, or misspelt in a call.
  func transition(
    named name: String?, for jump: Jump<Controller>
  ) throws(RoutingError) -> (any JumpTransition<Controller>)? {
    if let name {
      guard let transition = transitions[name] else {
        throw RoutingError(.unregistered(part: "No transition \(name.inQuotes)", .presenterFailed))
      }
      return transition
    }
    let fitting = pairs.map(\.pair).filter { $0.fits(jump) }
    let best = fitting.first { pair in
      !fitting.contains { $0.isMoreSpecial(than: pair, for: jump) }
    }
    return best?.transition ?? transition
  }
}
