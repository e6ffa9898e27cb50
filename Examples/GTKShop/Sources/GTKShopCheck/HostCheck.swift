import CGTK
import Foundation
import GTKHost
import WireframeCore
import WireframeTesting

/// The laws of hosts, over real windows; after each move the widgets have to show what the state says.
enum HostCheck {
  static func run() async throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      try await check(seed, tabs: [])
      try await check(seed, tabs: ["One", "Two", "Three"])
    }
    // With slides: what leaves is still there in the middle of one, so only the host is compared. The journeys compare
    // the windows after slides.
    try await HostConformance.check(seed: 4, operations: 40, root: .tabs) {
      GTKNavigationHost(tabs: ["One", "Two"])
    } screen: {
      PlainScreen("Screen \($0)")
    }
    say("host: the laws hold with slides")
    try await checkCauses()
    try await checkBack()
  }

  /// The user chooses an empty tab; its first screen is the app's.
  private static func checkCauses() async throws {
    let host = GTKNavigationHost(tabs: ["One", "Two"])
    let wireframe = Wireframe<GTKScreen>()
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/one", option: .push(animated: false), place: .tab("One")) { _ in
      PlainScreen("One")
    }
    try wireframe.register("/two", option: .push(animated: false), place: .tab("Two")) { _ in
      PlainScreen("Two")
    }
    try await wireframe.route(to: "/one")
    var causes: [NavigationChange<GTKScreen>.Cause] = []
    host.onChange { causes.append($0.cause) }
    let switcher = host.window.descendants.first { $0.className == "GtkStackSwitcher" }
    guard let switcher, let tabs = gtk_stack_switcher_get_stack(switcher.opaque) else {
      throw Failure("There are no tabs.")
    }
    gtk_stack_set_visible_child_name(tabs, "Two")
    for _ in 0..<500 {
      if causes.count == 2 { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    await wireframe.settled()
    guard causes == [.user, .app] else { throw Failure("The tab was filled by \(causes).") }
    say("host: what follows from the user's move is the app's")
  }

  /// A leave guard shows a question before the user goes back; meanwhile something else comes.
  private static func checkBack() async throws {
    let host = GTKNavigationHost()
    let wireframe = Wireframe<GTKScreen>()
    wireframe.addStandardPresenters(on: host)
    try await host.setRoot(PlainScreen("Home"))
    try await host.push(PlainScreen("Edit"), option: .push(animated: false))
    wireframe.observeLeaving { leaving in
      guard "\(leaving.controller)" == "Edit" else { return .leave }
      try await host.present(PlainScreen("Sure?"), option: .modal(animated: false))
      try await host.dismiss(animated: false)
      try await host.present(PlainScreen("Help"), option: .modal(animated: false))
      return .leave
    }
    var causes: [NavigationChange<GTKScreen>.Cause] = []
    host.onChange { causes.append($0.cause) }
    let back = host.window.descendants.first { widget in
      gtk_widget_get_visible(widget) != 0
        && gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } == "Back"
    }
    guard let back, gtk_widget_activate(back) != 0 else {
      throw Failure("There is no back button.")
    }
    for _ in 0..<500 {
      if causes.count == 4 { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    let shown = host.state.shown.map { "\($0.controller)" }
    guard causes == [.app, .app, .app, .user], shown == ["Home", "Help"] else {
      throw Failure("The user's back ended at \(shown), by \(causes).")
    }
    say("host: what a guard shows is the app's, and what has come stays")
  }

  private static func check(_ seed: UInt64, tabs: [String]) async throws {
    var disagreement: String?
    var moves = 0
    let root: LayerKind? = tabs.isEmpty ? nil : .tabs
    try await HostConformance.check(seed: seed, operations: 120, root: root, animates: false) {
      let host = GTKNavigationHost(tabs: tabs)
      host.onChange { [weak host] _ in
        guard let host, disagreement == nil else { return }
        moves += 1
        let (shown, expected) = (ShownWindow.all(), ShownWindow.expected(of: host))
        if shown != expected { disagreement = "\(shown) is shown, not \(expected)" }
      }
      return host
    } screen: {
      PlainScreen("Screen \($0)")
    }
    guard PlainScreen.count == 0 else { throw Failure("\(PlainScreen.count) screens are kept.") }
    guard moves > 0 else { throw Failure("Seed \(seed): nothing was moved.") }
    if let disagreement { throw Failure("Seed \(seed): \(disagreement)") }
    say("host: the laws hold over \(moves) moves with \(tabs.count) tabs, seed \(seed)")
  }
}

private final class PlainScreen: GTKScreen {
  /// How many are alive.
  static var count = 0

  override init(_ title: String) {
    super.init(title)
    Self.count += 1
  }

  isolated deinit { Self.count -= 1 }

  override func makeContent() -> Widget { label(title).padded(24) }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
