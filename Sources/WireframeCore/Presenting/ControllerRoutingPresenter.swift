/// Shows a controller as an option says: the stage *present* of the pipeline.
///
/// **Found** before the controller is built, by its ``Option``: an exact option type beats a protocol, then higher
/// priority, then order of registration. The standard presenters have priority −1000, so that an app's own come first.
///
/// ```swift
/// struct BannerPresenter: ControllerRoutingPresenter {
///   let window: Window
///   func present(_ controller: Screen, option: BannerOption, event: RoutingEvent) async throws {
///     await window.showBanner(controller, seconds: option.seconds)
///   }
/// }
/// ```
@MainActor
public protocol ControllerRoutingPresenter<Controller> {
  /// What a screen is.
  associatedtype Controller
  /// The options that the presenter is responsible for: a concrete type, or a protocol such as
  /// `any PushOption` for all that refine it.
  associatedtype Option

  /// The option as this presenter's own, or nil if it is not responsible; by default a cast.
  ///
  /// - Parameter option: The settled option; called more than once in a routing.
  /// - Returns: The option to present with, or nil.
  func accepts(_ option: any RoutingOption) -> Option?

  /// The controller on screen that is to be presented again; nil, by default, if one has to be made.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - option: The settled option.
  /// - Returns: A controller, and no provider is asked; or nil.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/presenterFailed``, before a controller is built.
  func existingController(for route: Route, option: Option) throws -> Controller?

  /// The screens that presenting would take away, the uppermost first; none by default.
  ///
  /// The leave guards are asked about them before a controller is built.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - option: The settled option.
  /// - Returns: The screens.
  func leavingScreens(for route: Route, option: Option) -> [LeavingScreen]

  /// Shows the controller, and returns when it is really there: after its animation.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - option: The settled option.
  ///   - event: The routing, with the router for routing further.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/presenterFailed``. Cancellation of the calling task
  ///   is no reason to; it is seen here only without ``RoutingLimits/present``.
  func present(_ controller: Controller, option: Option, event: RoutingEvent) async throws
}

extension ControllerRoutingPresenter {
  /// The option, if a cast makes it this presenter's own.
  public func accepts(_ option: any RoutingOption) -> Option? { option as? Option }
  /// Nil.
  public func existingController(for route: Route, option: Option) throws -> Controller? { nil }
  /// None.
  public func leavingScreens(for route: Route, option: Option) -> [LeavingScreen] { [] }
}
