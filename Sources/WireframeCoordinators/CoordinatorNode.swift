internal import WireframeCore

/// A coordinator in the tree of coordinators: its parent and its children.
@MainActor
public final class CoordinatorNode<Controller: Coordinated>
where Controller.CoordinatedController == Controller {
  /// The coordinator that shows this one; nil for a root.
  public internal(set) weak var parent: (any Coordinator<Controller>)?
  /// The coordinators that this one shows, retained until their screens leave.
  public internal(set) var children: [any Coordinator<Controller>] = []

  private(set) var scene: CoordinatorScene<Controller>?
  private(set) weak var controller: Controller?
  /// From before the screen is put on the host until it leaves.
  private(set) var isShown = false
  /// Until the host has put the screen there.
  private(set) var isComing = false
  /// How often it has entered: a call that shows it knows by this whether another one has shown it since.
  private(set) var entryCount = 0
  /// The coordinator that owned the screen or stack before; it owns it again if this one is never shown.
  private(set) weak var previous: (any Coordinator<Controller>)?
  /// The result that the coordinator leaves with; settled once it has left.
  var output: Any?
  /// The caller that waits for the outcome of the screen's request; the wireframe informs it when the screen leaves.
  var requestWaiter: (any RequestWaiter)?

  /// Makes the node of a coordinator that is not shown yet.
  public init() {}

  func enter(
    _ scene: CoordinatorScene<Controller>, with controller: Controller,
    after previous: (any Coordinator<Controller>)?
  ) {
    (self.scene, self.controller) = (scene, controller)
    self.previous = previous?.node === self ? nil : previous
    (output, isShown, isComing) = (nil, true, true)
    entryCount += 1
  }

  /// Called when the screen is on the host: its former coordinator no longer owns it.
  func arrive() {
    guard isComing else { return }
    isComing = false
    if let node = previous?.node, node.controller === controller { node.leave() }
    previous = nil
  }

  /// Called when the screen has left: the parent releases the coordinator, and the waiting call gets its result.
  func leave() {
    guard isShown else { return }
    // Settled too early: the screen has not come.
    if isComing { output = nil }
    (isShown, isComing) = (false, false)
    if let parent {
      // A child that is still on screen becomes the parent's.
      parent.node.children = parent.node.children.flatMap { $0.node === self ? children : [$0] }
      for child in children { child.node.parent = parent }
      children = []
    }
    if let output { requestWaiter?.note(output) }
    requestWaiter = nil
    scene?.tellWaiters { $0 === self }
  }

  /// Called if neither the screen nor that of a stack's root was put on the host.
  func abandon() {
    for child in children where child.node.isComing || !child.isOnScreen { child.node.abandon() }
    if let coordination = controller?.wireframeCoordination, let previous, previous.node.isShown {
      if coordination.coordinator?.node === self { coordination.coordinator = previous }
      if coordination.stackCoordinator?.node === self { coordination.stackCoordinator = previous }
    }
    leave()
  }
}

/// What the coordinators of a host share: the host, the router, and the news of what left.
///
/// The coordinators retain it. It retains only those that are coming, and the nodes for whose results callers wait.
@MainActor
final class CoordinatorScene<Controller: Coordinated>
where Controller.CoordinatedController == Controller {
  private(set) weak var host: (any NavigationHost<Controller>)?
  private(set) weak var router: (any Router)?
  /// What listens to the host, and what asks before screens leave by other ways than the coordinators' own moves.
  private var registrations: [Registration] = []
  /// The callers that wait until a coordinator has left.
  private var waiters: [(node: CoordinatorNode<Controller>, waiter: any RequestWaiter)] = []
  /// Whether the window is closed: nobody waits any more.
  private(set) var isClosed = false
  /// The coordinators of a routing whose screens are not there yet, with the root that retains them otherwise.
  private var coming: [Coming] = []

  private struct Coming {
    let coordinator: any Coordinator<Controller>
    weak var root: (any Coordinator<Controller>)?
    weak var routing: AnyObject?
    var isOfLoad: Bool { routing is any PendingScreen }
  }

  init(host: any NavigationHost<Controller>, router: (any Router)?) {
    (self.host, self.router) = (host, router)
    registrations.append(
      host.onChange { [weak self] change in
        self?.update(by: change)
      } whenGone: { [weak self] in
        Task { @MainActor in self?.close() }
      })
    registrations.append(host.events.guardLeaving { [weak self] in self })
    if let wireframe = (router as? Wireframe<Controller>)?.outermost {
      let observer = DismissalGuard(of: self, on: wireframe)
      registrations.append(wireframe.add(leaveGuard: observer, priority: .max))
    }
  }

  deinit {
    Task { @MainActor [registrations] in
      for registration in registrations { registration.remove() }
    }
  }

  /// Asks the coordinators of controllers that would leave, in order: those of one scene, or of all for nil.
  func allowDismissal(of controllers: [Any], in scene: CoordinatorScene?) throws(RoutingError) {
    for case let entry as Controller in controllers {
      for controller in leavers(with: entry) {
        try controller.wireframeCoordination.allowDismissal(of: controller, in: scene)
      }
    }
  }

  /// A controller that leaves, and the containers that leave with it: those in which it is the first.
  func leavers(with controller: Controller) -> [Controller] {
    let entries = host?.state.entries.map(\.controller) ?? []
    return withContainers(controller).filter { container in
      container === controller || entries.first { stands($0, in: container) } === controller
    }
  }

  private func update(by change: NavigationChange<Controller>) {
    guard let host else { return }
    let entered = change.entered
    for entry in entered {
      joinStack(entry)
      for node in withContainers(entry.controller).flatMap({ nodes(of: $0) }) { node.arrive() }
    }
    adoptArrived()
    // A listener that moves the host at once has it told first that they leave, and then that they come.
    let left = change.left + entered.filter { host.state.layer(of: $0.id) == nil }
    guard !left.isEmpty else { return }
    let standing = Set(
      host.state.entries.flatMap { withContainers($0.controller).map(ObjectIdentifier.init) })
    for controller in left.flatMap({ withContainers($0.controller) })
    where !standing.contains(ObjectIdentifier(controller)) {
      for node in nodes(of: controller) {
        // A coordinator that is about to be shown takes over the screen of the one that leaves.
        let leaving = node.isComing ? node.previous?.node : node
        if leaving?.controller === controller { leaving?.leave() }
      }
    }
  }

  /// The controller's own coordinator, and that of the stack whose first screen it is.
  func nodes(of controller: Controller) -> [CoordinatorNode<Controller>] {
    controller.wireframeCoordination.coordinators.map { $0.node }
      .filter { $0.scene === self && $0.controller === controller }
  }

  /// Hands a screen that has come, which may have left already, the coordinator of its stack, whose root is the first
  /// screen; also to those that had come above the first one's placeholder.
  private func joinStack(_ entry: NavigationEntry<Controller>) {
    let stacks = host?.state.layers.flatMap(\.stacks).map(\.entries) ?? []
    let stack = stacks.first { $0.contains { $0.id == entry.id } } ?? [entry]
    let known = stack.first?.controller.wireframeCoordination.stackCoordinator
    let coordinator = known?.node.controller === stack.first?.controller ? known : nil
    entry.controller.wireframeCoordination.stackCoordinator = coordinator
    for other in stack where other.controller.wireframeCoordination.stackCoordinator == nil {
      other.controller.wireframeCoordination.stackCoordinator = coordinator
    }
  }

  /// The nearest coordinator below a controller, which may be in a tab that is not shown.
  func coordinator(below controller: Controller) -> (any Coordinator<Controller>)? {
    let layers = host?.state.layers ?? []
    let stacks = [layers.flatMap(\.shown)] + layers.flatMap(\.stacks).map(\.entries)
    let stack = stacks.first { $0.contains { $0.controller === controller } } ?? []
    return stack.prefix { $0.controller !== controller }
      .compactMap { $0.controller.wireframeCoordination.coordinators.first }.last
  }

  // MARK: Coordinators of routes

  /// Retains a coordinator until its screen is there.
  func expect(
    _ coordinator: any Coordinator<Controller>, under root: any Coordinator<Controller>
  ) {
    coming.append(Coming(coordinator: coordinator, root: root, routing: routing))
  }

  /// Hands the coordinators whose screens are there to those that retain them from now on.
  private func adoptArrived() {
    for expected in coming where !expected.coordinator.node.isComing {
      let coordinator = expected.coordinator
      guard coordinator.isOnScreen, let controller = coordinator.node.controller,
        let parent = self.coordinator(below: controller) ?? expected.root
      else { continue }
      coordinator.node.parent = parent
      parent.node.children.append(coordinator)
      coming.removeAll { $0.coordinator === coordinator }
    }
  }

  /// Drops the coordinators whose screens have not come with a routing that has ended, ends now, or asks for it anew.
  func abandonComing(before anew: (any Coordinator<Controller>)? = nil) {
    func isOver(_ other: Coming) -> Bool {
      // The screen may be still to take its placeholder's place. If not, any task may say that its load has ended.
      // Without the wireframe, all may be of one routing, as a screen and its parents.
      (other.routing == nil && routing != nil || other.isOfLoad
        || other.routing === routing && (anew == nil || anew === other.coordinator))
        && (router as? Wireframe<Controller>)?.isToCome(other.coordinator.node.controller) != true
    }
    for expected in coming.take(where: isOver) { expected.coordinator.node.abandon() }
  }

  private var routing: AnyObject? { (router as? Wireframe<Controller>)?.runningInCurrentTask }

  // MARK: Waiting for results

  /// Tells a waiter once the coordinator of a node has left, or the host is gone.
  func add(_ waiter: any RequestWaiter, of node: CoordinatorNode<Controller>) {
    waiters.append((node, waiter))
  }

  func remove(_ waiter: any RequestWaiter) { waiters.removeAll { $0.waiter === waiter } }

  func tellWaiters(where hasLeft: (CoordinatorNode<Controller>) -> Bool) {
    for (node, waiter) in waiters.take(where: { hasLeft($0.node) }) {
      if let output = node.output { waiter.note(output) }
      waiter.leave()
    }
  }

  private func close() {
    isClosed = true
    abandonComing()
    tellWaiters { _ in true }
  }
}

extension CoordinatorScene: LeaveAsker {
  var mayAskToLeave: Bool { true }

  func mayKeep(_ screens: [LeavingScreen]) -> Bool { (try? ask(toLeave: screens)) == nil }

  func ask(toLeave leavingScreens: [LeavingScreen]) throws {
    try allowDismissal(of: leavingScreens.map(\.controller), in: self)
  }
}

/// Asks the coordinators before a routing takes their screens away, and ends what a routing has begun.
@MainActor
private final class DismissalGuard<Controller: Coordinated>: SelectiveLeaveGuard
where Controller.CoordinatedController == Controller {
  private weak var scene: CoordinatorScene<Controller>?
  private weak var wireframe: Wireframe<Controller>?

  init(of scene: CoordinatorScene<Controller>, on wireframe: Wireframe<Controller>) {
    (self.scene, self.wireframe) = (scene, wireframe)
  }

  // Most coordinators let their screens go.
  var isOfFramework: Bool { true }

  func concerns(_ leaving: LeavingScreen) -> Bool { scene?.mayKeep([leaving]) == true }

  func decision(onLeaving leaving: LeavingScreen) throws -> LeaveDecision {
    // Before the moves of the host, the scene's own guard asks.
    guard wireframe?.isAskingToLeave == true else { return .leave }
    try scene?.ask(toLeave: [leaving])
    return .leave
  }

  func didRoute(_ event: RoutingEvent) { scene?.abandonComing() }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) { scene?.abandonComing() }
  func didStop(_ reason: String, route: Route, router: any Router) { scene?.abandonComing() }
}
