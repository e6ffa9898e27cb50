import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// Transitions that the user's finger drives, over all that UIKit leaves open.
@MainActor
@Suite(.hangsNever)
struct InteractiveTransitionTests {
  /// Who begins it.
  enum Caller { case host, app }
  enum Way: CaseIterable { case push, replace, pop, present, dismiss, dismissToRoot }

  // The app's own push asks for no animator of the host's, and its own modal has a delegate of its own.
  nonisolated private static let ways: [(Way, Caller)] =
    Way.allCases.map { ($0, .host) }
    + [(.pop, .app), (.dismiss, .app), (.dismissToRoot, .app)]

  @Test(
    "An interactive transition ends as the user wants, with every timing",
    arguments: ways)
  func interactive(way: Way, caller: Caller) async throws {
    var random = SplitMix64(seed: 16)
    for number in 0..<Load.scaled(400) {
      for isTakenBack in [false, true] {
        let timing = UIKitTiming(using: &random)
        try await check(way, caller, timing, isTakenBack, "\(way) \(caller) \(number) \(timing)")
      }
    }
  }

  private func check(
    _ way: Way, _ caller: Caller, _ timing: UIKitTiming, _ isTakenBack: Bool, _ place: Comment
  ) async throws {
    let stage = Stage()
    let (host, wireframe) = (stage.host, stage.wireframe)
    let drag = UIPercentDrivenInteractiveTransition()
    let gesture = Gesture()
    let transition = ScreenTransition {
      CountingAnimator(duration: 0.3)
    } leaving: {
      CountingAnimator(duration: 0.3)
    } driver: { _ in
      gesture.isActive ? drag : nil
    }
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register("/list", option: .push(animated: false)) { _ in Screen("list") }
    try wireframe.register("/card", option: .uiPush(transition: transition)) { _ in Screen("card") }
    try wireframe.register("/modal", option: .uiModal(.custom, transition: transition)) { _ in
      Screen("modal")
    }
    let first: [String] =
      switch way {
      case .push, .replace, .present: ["/", "/list"]
      case .pop: ["/", "/list", "/card"]
      case .dismiss, .dismissToRoot: ["/", "/list", "/modal"]
      }
    try await stage.run { for url in first { try await wireframe.route(to: url) } }
    await stage.rest()
    stage.window.timing = timing
    let (before, news) = (host.state, News(of: host))
    gesture.isActive = true
    var task: Task<Void, any Error>?
    switch (caller, way) {
    case (.host, .push): task = Task { try await wireframe.route(to: "/card") }
    case (.host, .replace):
      let card = Screen("card")
      transition.attach(to: card)
      task = Task { try await host.replaceTop(card, animated: true) }
    case (.host, .present): task = Task { try await wireframe.route(to: "/modal") }
    case (.host, .pop): task = Task { try await host.pop() }
    case (.host, .dismiss): task = Task { try await host.dismiss() }
    case (.host, .dismissToRoot):
      let home = try #require(before.layers[0].entries.first)
      task = Task { try await host.back(to: home.id) }
    case (.app, .pop): host.topController?.navigationController?.popViewController(animated: true)
    case (.app, _): host.topController?.dismiss(animated: true)
    }
    for _ in 0..<1_000 {
      if drag.isDriving { break }
      for _ in 0..<10 { await Task.yield() }
      stage.passTime()
    }
    #expect(drag.isDriving, place)
    #expect(news.take().isEmpty, place)
    if caller == .app { #expect(host.state == before, place) }
    if isTakenBack { drag.cancel() } else { drag.finish() }
    gesture.isActive = false
    var error: (any Error)?
    if let task {
      do {
        try await stage.run { try await task.value }
      } catch let caught {
        error = caught
      }
    }
    await stage.rest()
    _ = host.state
    await stage.rest()
    if isTakenBack {
      #expect(host.state == before, place)
      #expect(news.take().isEmpty, place)
      if caller == .host {
        let own =
          error as? UIKitError ?? (error as? RoutingError)?.underlyingError as? UIKitError
        #expect(own?.code == .takenBack, place)
        let text = own?.description ?? ""
        #expect(text.hasPrefix("The user cancelled the transition of "), place)
        // It names the screen's class.
        #expect(!text.hasSuffix(" The controller."), place)
      }
    } else {
      #expect(error == nil, place)
      let titles: [String] =
        switch way {
        case .push: ["home", "list", "card"]
        case .replace: ["home", "card"]
        case .pop, .dismiss: ["home", "list"]
        case .present: ["home", "list", "modal"]
        case .dismissToRoot: caller == .host ? ["home"] : ["home", "list"]
        }
      #expect(stage.titles == titles, place)
    }
    #expect((host.topController as? Screen)?.isVisible == true, place)
    #expect(stage.window.faults.isEmpty, place)
    // Nothing is stuck: the next move runs.
    try await stage.run { try await host.present(Screen("next")) }
    #expect(stage.titles.last == "next", place)
  }

  @Test func `A driver of the app's own stack delegate is asked where no transition is set`()
    async throws
  {
    let stage = Stage()
    try await stage.show("home")
    let (host, stack, delegate) = (stage.host, try stage.stack, OwnDelegate())
    stack.delegate = delegate
    let task = Task { try await host.push(Screen("list")) }
    for _ in 0..<1_000 {
      if delegate.drag.isDriving { break }
      for _ in 0..<10 { await Task.yield() }
      stage.passTime()
    }
    delegate.drag.cancel()
    await #expect(throws: UIKitError.self) { try await stage.run { try await task.value } }
    #expect(stage.titles == ["home"])
  }
}

@MainActor
private final class Gesture {
  var isActive = false
}

private final class OwnDelegate: NSObject, UINavigationControllerDelegate {
  let drag = UIPercentDrivenInteractiveTransition()
  override func responds(to aSelector: Selector!) -> Bool {
    aSelector.name.contains("ControllerForOperation:")
      || aSelector.name.contains("ControllerForAnimationController:")
  }
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { CountingAnimator(duration: 0.3) }
  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { drag }
}
