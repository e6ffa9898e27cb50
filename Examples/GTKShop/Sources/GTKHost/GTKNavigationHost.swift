internal import CGTK
public import WireframeCore

/// The host of a GTK window: its screens, its tabs, and a dialog for each modal.
///
/// ```swift
/// let host = GTKNavigationHost(tabs: ["Shop", "Cart"])
/// wireframe.addStandardPresenters(on: host)
/// try await wireframe.route(to: "/")  // makes the window visible
/// ```
///
/// What the user does (back button, Escape, closing a dialog, choosing a tab) becomes a move of the host, so that
/// leave guards are asked first.
@MainActor
public final class GTKNavigationHost: CoveringHost {
  /// What is on screen now.
  public private(set) var state = NavigationState<GTKScreen>()
  /// The listeners to changes, and the guards that are asked before a screen leaves.
  public let events = NavigationEvents<GTKScreen>()

  /// The main window; the host keeps it.
  public let window: Widget
  /// Called when the user closes the main window.
  public var mainWindowClosed: () -> Void = {}

  /// The screen that covers the window; its dialogs are closed meanwhile, and come back with their screens' widgets.
  public var cover: GTKScreen? {
    didSet {
      guard cover !== oldValue else { return }
      if let cover {
        coverWindow.cover(with: cover, closing: layers.map(\.window))
      } else {
        coverWindow.uncover()
      }
      show(animated: false)
      if cover == nil { coverWindow.presentOthers(over: topWindow) }
    }
  }

  private var layers: [LayerWindow] = []
  private let coverWindow: WindowCover
  private let turns = Turns()

  /// Makes a host with a window that is not visible yet.
  ///
  /// - Parameters:
  ///   - tabs: The names of the tabs; without any, the first routing has to set a root.
  ///   - width: The window's width.
  ///   - height: The window's height.
  public init(tabs: [String] = [], width: Int32 = 480, height: Int32 = 760) {
    window = makeWindow()
    coverWindow = WindowCover(of: window)
    gtk_window_set_default_size(window.cast(), width, height)
    if !tabs.isEmpty {
      state.layers = [
        .init(id: NavigationEntryID(), kind: .tabs, stacks: tabs.map { .init(name: $0) })
      ]
    }
    window.onClose { [weak self] in self?.mainWindowClosed() }
    window.onKeys("Escape|<Alt>Left") { [weak self] in self?.leaveTop() }
  }

  isolated deinit {
    for layer in layers where layer.isModal { layer.close() }
    coverWindow.uncover()
    gtk_window_destroy(window.cast())
  }

  /// The uppermost window, over which the app shows an alert of its own.
  public var topWindow: Widget { cover == nil ? layers.last?.window ?? window : window }

  /// Whether no screen slides and no move waits.
  public var isSettled: Bool { turns.isFree && !layers.contains(where: \.isSliding) }

  /// Brings the window to the operation's target, and returns when it has stopped moving.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Whether the screen at the top slides.
  /// - Throws: A navigation code of `RoutingError` if the operation does not fit the state.
  public func perform(
    _ operation: NavigationOperation<GTKScreen>, animated: Bool
  ) async throws {
    try await move(by: .app, animated: animated) { try operation.target(from: $0) }
  }

  /// Brings the window to the target, in its turn.
  fileprivate func move(
    by cause: NavigationChange<GTKScreen>.Cause, animated: Bool,
    to target: (NavigationState<GTKScreen>) throws -> NavigationState<GTKScreen>
  ) async throws {
    await turns.take()
    defer { turns.pass() }
    let before = state
    state = try target(before)
    show(animated: animated)
    events.send(from: before, to: state, by: cause)
    await slidesEnd()
  }

  /// Brings the widgets to the state: layers that left close from the top down, new ones open, and each shows its
  /// screens. Below a cover there are no dialogs.
  private func show(animated: Bool) {
    let contents = cover == nil ? state.layers : Array(state.layers.prefix(1))
    let standing = Set(contents.map(\.id))
    for layer in layers.reversed() where !standing.contains(layer.id) { layer.close() }
    var shown: [LayerWindow] = []
    for content in contents {
      let layer = layers.first { $0.id == content.id } ?? makeLayer(content)
      layer.show(content, over: shown.last?.window, animated: animated)
      shown.append(layer)
    }
    layers = shown
    coverWindow.contentChanged()
  }

  private func makeLayer(_ layer: NavigationState<GTKScreen>.Layer) -> LayerWindow {
    let size = (gtk_widget_get_width(window), gtk_widget_get_height(window))
    return LayerWindow(
      layer, in: layer.style == nil ? coverWindow : nil, size: size,
      .init(
        goBack: { [weak self] in self?.goBack(from: $0) },
        selectTab: { [weak self] in self?.select($0) },
        close: { [weak self] in self?.close($0) },
        leave: { [weak self] in self?.leaveTop() }))
  }

  /// A window that nobody sees does not slide to an end: a second is enough for each.
  private func slidesEnd() async {
    let end = ContinuousClock.now + .seconds(1)
    while layers.contains(where: \.isSliding), .now < end {
      // A cancelled task cannot sleep: the slide goes on without it.
      guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
    }
  }
}

// MARK: - What the user does

extension GTKNavigationHost {
  /// Makes a move of the user's: leave guards are asked, and it has its turn like any other.
  ///
  /// - Parameters:
  ///   - entries: The screens that the user leaves by going back; what has come above them meanwhile stays.
  ///   - move: The move.
  private func asUser(
    leaving entries: Set<NavigationEntryID>? = nil,
    _ move: @escaping (UsersHost) async throws -> Void
  ) {
    // Keys reach a window that is covered.
    guard cover == nil else { return }
    // What a guard keeps stays, and what has left already needs nothing.
    Task { try? await move(UsersHost(self, leaving: entries)) }
  }

  private func goBack(from entry: NavigationEntryID) {
    let stacks = state.layers.flatMap(\.stacks).map { $0.entries.map(\.id) }
    for stack in stacks {
      guard let index = stack.firstIndex(of: entry), index > 0 else { continue }
      asUser(leaving: Set(stack[index...])) { try await $0.back(to: stack[index - 1]) }
    }
  }

  private func close(_ modal: NavigationEntryID) {
    asUser { host in
      while host.state.layers.dropFirst().contains(where: { $0.id == modal }) {
        try await host.dismiss()
      }
    }
  }

  private func leaveTop() {
    if let stack = state.layers.last?.selectedStack.entries, let top = stack.last, stack.count > 1 {
      goBack(from: top.id)
    } else {
      asUser { try await $0.popOrDismiss() }
    }
  }

  /// GTK has chosen the tab already: what the state says is shown again until the move has had its turn.
  private func select(_ name: String) {
    guard let root = state.layers.first, name != root.selectedStack.name else { return }
    layers.first?.select(root.selected)
    asUser { try await $0.selectTab(name) }
  }
}

/// The host as its user moves it. What a leave guard shows meanwhile moves the host itself, and is the app's.
private final class UsersHost: NavigationHost {
  private let host: GTKNavigationHost
  private let leaving: Set<NavigationEntryID>?

  init(_ host: GTKNavigationHost, leaving: Set<NavigationEntryID>?) {
    self.host = host
    self.leaving = leaving
  }

  var state: NavigationState<GTKScreen> { host.state }
  var events: NavigationEvents<GTKScreen> { host.events }

  func perform(_ operation: NavigationOperation<GTKScreen>, animated: Bool) async throws {
    try await host.move(by: .user, animated: animated) { state in
      let target = try operation.target(from: state)
      guard let leaving else { return target }
      // The operation goes back over all that is there now.
      return state.without(leaving)
    }
  }
}

extension NavigationState<GTKScreen> {
  /// The same without some of the screens on its stacks.
  fileprivate func without(_ entries: Set<NavigationEntryID>) -> Self {
    var state = self
    for layer in layers.indices {
      for stack in layers[layer].stacks.indices {
        state.layers[layer].stacks[stack].entries.removeAll { entries.contains($0.id) }
      }
    }
    return state
  }
}

/// Lets one move run after the other.
private final class Turns {
  private(set) var isFree = true
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if isFree { return isFree = false }
    await withCheckedContinuation { waiting.append($0) }
  }

  func pass() {
    if waiting.isEmpty { isFree = true } else { waiting.removeFirst().resume() }
  }
}
