public import WireframeCore

/// Routes from a file: entries that name their builder, navigator and transition, over a wireframe.
///
/// Code gives names to what makes and moves screens; a file, JSON or property list, says which routes there
/// are. A file is checked whole, and registered whole or not at all.
///
/// ```swift
/// let configuration = RouteConfiguration(wireframe, on: navigation, tags: [.requiresLogin])
///
/// configuration.register(builder: "product") { parameters in
///   ProductScreen(id: try parameters["id"])
/// }
/// configuration.register(navigator: "navigation-wrap") { jump in
///   try await jump.host.present(jump.destination, route: jump.route, option: .modal(hasStack: true))
/// }
/// try configuration.load(contentsOf: file)  // throws every fault of the file at once
/// ```
///
/// Seven navigators are there from the start: `push`, `push-animated`, `present`, `present-animated`, `pop`,
/// `dismiss` and `root`. Names are looked up at each jump: a part that is registered under a used
/// name replaces the earlier part until it is removed, also for files that are already loaded.
/// Only entries that were loaded with the shipped `pop` or `dismiss` keep removing screens: they have none to show.
///
/// What is loaded are routes like any others: guards, redirects, exposure, order in time and errors are the
/// wireframe's. They stay when the configuration goes; ``remove()`` takes them back.
@MainActor
public final class RouteConfiguration<Controller> {
  let wireframe: Wireframe<Controller>
  let parts: ConfigurationRegistry<Controller>
  /// The presenter and the guard of the host's screens; none after ``remove()``.
  private var roles: [Registration] = []
  /// The files that are loaded.
  private var files: [Registration] = []

  /// Makes a configuration of a wireframe, whose leave guards are asked before a screen of the host leaves.
  ///
  /// - Parameters:
  ///   - wireframe: Where routes are registered.
  ///   - host: The host of the screens.
  ///   - tags: The tags that a file may use: a misspelt one would leave a route without its guard.
  ///   - origins: The origins of the app's own that a file may expose routes to.
  public init(
    _ wireframe: Wireframe<Controller>, on host: some NavigationHost<Controller>,
    tags: Set<RouteTag> = [], origins: Set<RoutingOrigin> = []
  ) {
    self.wireframe = wireframe
    parts = ConfigurationRegistry(on: host, tags: tags, origins: origins)
    roles = connect()
  }

  private func connect() -> [Registration] {
    [
      // Behind the app's own presenters, which may take the pushes and the modals of files.
      wireframe.add(presenter: NavigatorPresenter(parts), priority: -500),
      wireframe.guardLeaving(on: parts.host), wireframe.adopt(parts.host),
    ]
  }

  /// Takes back all that the configuration did to the wireframe and to the host: its routes are gone, its
  /// navigators present nothing, and no leave guard is asked because of it.
  ///
  /// What else is on the wireframe stays, such as another configuration on the same host. Builders and
  /// navigators keep their names: loading a file begins anew.
  public func remove() {
    for file in files.reversed() { file.remove() }
    for role in roles { role.remove() }
    (files, roles) = ([], [])
  }

  /// Keeps the registration of a file's routes. Returns one that removes them, and is forgotten here then.
  func keep(_ registration: Registration) -> Registration {
    if roles.isEmpty { roles = connect() }
    files.append(registration)
    return Registration { [weak self] in
      registration.remove()
      self?.files.removeAll { $0 === registration }
    }
  }

  // MARK: Destinations

  /// Registers a builder: code that makes the destination of the entries that name it.
  ///
  /// - Parameters:
  ///   - name: The builder's name.
  ///   - options: The option values that an entry may have for it.
  ///   - build: Makes the controller, by code, from a nib, however; nil fails the routing with
  ///     ``/WireframeCore/RoutingError/Code/noController``.
  /// - Returns: The registration, for removing the builder.
  @discardableResult
  public func register(
    builder name: String, options: [String: OptionType] = [:],
    build: @escaping @MainActor (BuilderParameters) async throws -> Controller?
  ) -> Registration {
    parts.builders.add(.init(options: options, make: build), named: name)
  }

  /// Registers the builder `alert`, which makes the platform's alerts out of an entry's title and options.
  ///
  /// An entry has a `title`, and the options `message` and `button` (`OK` by default). The payload's texts under these
  /// names come before them; the query is not read, since anybody can make a link.
  ///
  /// - Parameter alerts: Makes the alerts.
  /// - Returns: The registration, for removing the builder.
  @discardableResult
  public func register(alerts: some AlertSource<Controller>) -> Registration {
    register(builder: "alert", options: ["message": .string, "button": .string]) { parameters in
      try await alerts.controller(for: AlertContent(parameters), router: parameters.router)
    }
  }

  /// Registers a storyboard: a source of controllers by their identifiers.
  ///
  /// - Parameters:
  ///   - name: The storyboard's name.
  ///   - ids: The identifiers that it has, so that a file with another one is refused; nil if not known.
  ///   - instantiate: Makes the controller of an identifier; nil fails the routing with
  ///     ``/WireframeCore/RoutingError/Code/noController``.
  /// - Returns: The registration, for removing the storyboard.
  @discardableResult
  public func register(
    storyboard name: String, ids: [String]? = nil,
    instantiate:
      @escaping @MainActor (_ id: String, _ parameters: BuilderParameters) async throws ->
      Controller?
  ) -> Registration {
    parts.storyboards.add(.init(ids: ids, make: instantiate), named: name)
  }

  // MARK: Navigators

  /// Registers a navigator: code that brings the destination on screen.
  ///
  /// - Parameters:
  ///   - name: The navigator's name.
  ///   - options: The option values that an entry may have for it.
  ///   - navigate: Performs the jump, and returns when the destination is really there.
  /// - Returns: The registration, for removing the navigator.
  @discardableResult
  public func register(
    navigator name: String, options: [String: OptionType] = [:],
    navigate: @escaping @MainActor (Jump<Controller>) async throws -> Void
  ) -> Registration {
    parts.navigators.add(.init(options: options, move: .show(.run(navigate))), named: name)
  }

  /// Registers a navigator that needs to know only source and destination.
  ///
  /// ```swift
  /// configuration.register(navigator: "wipe") { source, destination in
  ///   await window.wipe(from: source, to: destination)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The navigator's name.
  ///   - navigate: Performs the jump, and returns when the destination is really there. The source is nil if
  ///     nothing is on screen yet.
  /// - Returns: The registration, for removing the navigator.
  @discardableResult
  public func register(
    navigator name: String,
    navigate:
      @escaping @MainActor (_ source: Controller?, _ destination: Controller) async throws -> Void
  ) -> Registration {
    register(navigator: name) { jump in try await navigate(jump.source, jump.destination) }
  }

  /// Registers a navigator that is an option of the app's own: the presenter of that option shows the destination.
  ///
  /// Option providers see the app's option, and no transition runs before it.
  ///
  /// ```swift
  /// configuration.register(navigator: "drawer", options: ["width": .double]) { values in
  ///   Drawer(width: values["width", as: Double.self] ?? 320)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The navigator's name; entries of files that are loaded later may have it.
  ///   - options: The option values that an entry may have for it.
  ///   - option: Makes the option out of an entry's values, when the file is loaded.
  /// - Returns: The registration, for removing the navigator; entries that are loaded already keep their option.
  @discardableResult
  public func register(
    navigator name: String, options: [String: OptionType] = [:],
    option: @escaping @MainActor (OptionValues) -> any RoutingOption
  ) -> Registration {
    parts.navigators.add(.init(options: options, move: .present(option)), named: name)
  }

  // MARK: Transitions

  /// The transition of all jumps that have no more specific one; none at first.
  public var transition: (any JumpTransition<Controller>)? {
    get { parts.transition }
    set { parts.transition = newValue }
  }

  /// Registers a transition for the entries that name it.
  ///
  /// - Parameters:
  ///   - name: The transition's name.
  ///   - prepare: Prepares a jump; the navigator runs when it returns.
  /// - Returns: The registration, for removing the transition.
  @discardableResult
  public func register(
    transition name: String,
    prepare: @escaping @MainActor (Jump<Controller>) async throws -> Void
  ) -> Registration {
    parts.transitions.add(
      ClosureTransition(role: "the transition \(name.inQuotes)", body: prepare), named: name)
  }

  /// Registers a transition for jumps between two types of screens.
  ///
  /// Of several that match, the most specific one is called: a screen's own type before a superclass or protocol,
  /// else the one that was registered first.
  ///
  /// - Parameters:
  ///   - source: The type of the screen at the top, or one that it inherits from or conforms to.
  ///   - destination: The type of the screen that comes, or one that it inherits from or conforms to.
  ///   - prepare: Prepares a jump; the navigator runs when it returns.
  /// - Returns: The registration, for removing the transition.
  @discardableResult
  public func register<Source, Destination>(
    transitionFrom source: Source.Type, to destination: Destination.Type,
    prepare: @escaping @MainActor (Jump<Controller>) async throws -> Void
  ) -> Registration {
    let name = "the transition from \(source) to \(destination)"
    return parts.add(
      TransitionPair(ClosureTransition(role: name, body: prepare), from: source, to: destination))
  }
}
