/// A routing under way, as a spinner needs to know it.
public struct RoutingProgress: Identifiable, Sendable {
  /// Tells routings apart, also those of several wireframes.
  public let id: Int
  /// What was asked for; nil for ``Wireframe/reevaluate(keeping:)`` and a restoration.
  public let request: RoutingRequest?
}

extension RoutingProgress: CustomStringConvertible, CustomReflectable {
  /// The number; free of values.
  public var description: String { "routing \(id)" }
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

/// A watcher that also hears when a routing begins, takes long, and ends, whatever comes of it: enough for one spinner.
///
/// ```swift
/// final class Spinner: RoutingProgressWatcher {
///   func takesLong(_ routing: RoutingProgress, in stage: String) { indicator.startAnimating() }
///   func didEnd(_ routing: RoutingProgress) { indicator.stopAnimating() }
/// }
///
/// wireframe.add(watcher: Spinner())
/// ```
///
/// Routings never overlap, but one may interrupt another one that loads. Each that has begun ends once, also when it
/// is cancelled. One that presents a placeholder ends with that; its screen comes with another one.
@MainActor
public protocol RoutingProgressWatcher: RoutingWatcher {
  /// Called when a routing begins: it has its turn.
  ///
  /// - Parameter routing: The routing.
  func didBegin(_ routing: RoutingProgress)

  /// Called once if a routing takes longer than ``RoutingLimits/placeholder``.
  ///
  /// - Parameters:
  ///   - routing: The routing.
  ///   - stage: What it does at that moment, as errors name it: "providing the controller".
  func takesLong(_ routing: RoutingProgress, in stage: String)

  /// Called when a routing has ended.
  ///
  /// - Parameter routing: The routing.
  func didEnd(_ routing: RoutingProgress)
}

extension RoutingProgressWatcher {
  /// Does nothing.
  public func didBegin(_ routing: RoutingProgress) {}
  /// Does nothing.
  public func takesLong(_ routing: RoutingProgress, in stage: String) {}
  /// Does nothing.
  public func didEnd(_ routing: RoutingProgress) {}
}
