/// How to present a controller; it carries what the presenter needs for that.
///
/// An app makes options of its own, from nothing or by refining one of the standard protocols:
///
/// ```swift
/// struct HiddenBarPush: PushOption {}         // still a push: the standard presenter takes it,
///                                             // unless the app adds a presenter for it
/// struct BannerOption: RoutingOption {        // needs a presenter of the app's own
///   var seconds = 3
/// }
/// ```
public protocol RoutingOption: Sendable {}

/// An option that names what presents it, and says what is missing if nothing does.
package protocol NamedOption: RoutingOption {
  var missingPart: CoreReason { get }
  var isRoot: Bool { get }
}
