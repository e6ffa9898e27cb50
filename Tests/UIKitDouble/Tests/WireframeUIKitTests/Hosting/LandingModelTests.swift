import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// Links, requests of the app and moves of the user, on a window and on a tree of plain pages at the same time.
@MainActor
@Suite(.hangsNever)
struct LandingModelTests {
  final class Page {
    let title: String
    init(_ title: String) { self.title = title }
  }

  /// The routes of an app, with tabs or with one stack.
  private static func register<Controller>(
    on wireframe: Wireframe<Controller>, hasTabs: Bool, _ make: @escaping (String) -> Controller
  ) throws {
    var count = 0
    func add(
      _ pattern: RoutePattern, _ option: any RoutingOption, parent: RoutePattern? = nil,
      tab: String? = nil, ifPresented: PresentedRule = .presentAgain
    ) throws {
      try wireframe.register(
        pattern, option: option, exposure: .external,
        place: .init(under: parent, tab: hasTabs ? tab : nil, ifPresented: ifPresented)
      ) { route in
        count += 1
        return make("\(route.path.joined(separator: "/")) \(count)")
      }
    }
    try add("/shop", hasTabs ? .push : .root, tab: "Shop")
    try add("/products", .push, parent: "/shop")
    try add("/products/:id", .push, parent: "/products")
    try add("/products/:id/reviews", .modal(.sheet, hasStack: true), parent: "/products/:id")
    try add("/products/:id/reviews/new", .push, parent: "/products/:id/reviews")
    try add("/cart", .push, parent: hasTabs ? nil : "/shop", tab: "Cart")
    try add("/cart/checkout", .modal(.fullScreen), parent: "/cart")
    try add("/cart/checkout/card", .show, parent: "/cart/checkout")
    try add("/account", .push, tab: "Account", ifPresented: .bringToFront)
    try add("/account/orders/:id", .push, parent: "/account", ifPresented: .replace)
    try add("/help", .modal(.sheet))
    try add("/note", .push)
    try add("/banner", .replaceTop, parent: "/products")
  }

  private static let paths = [
    "shop", "products", "products/1", "products/2", "products/2?q=1", "products/1/reviews",
    "products/2/reviews", "products/1/reviews/new", "cart", "cart/checkout", "cart/checkout/card",
    "account", "account/orders/1", "account/orders/2", "help", "note", "banner",
  ]

  private static func request(using random: inout SplitMix64) -> RoutingRequest {
    let path = "/" + (paths.randomElement(using: &random) ?? "")
    if Bool.random(using: &random) {
      return RoutingRequest(
        untrusted: "https://shop.example" + path, origin: .universalLink)
    }
    let options: [(any RoutingOption)?] = [
      nil, nil, nil, nil, .push, .modal(.sheet, hasStack: true), .modal(.fullScreen), .show,
      .replaceTop, .back,
    ]
    return RoutingRequest(
      path, option: options.randomElement(using: &random) ?? nil,
      landing: [nil, nil, .onTop, .underParents].randomElement(using: &random) ?? nil,
      ifPresented: [nil, nil, .bringToFront, .replace].randomElement(using: &random) ?? nil)
  }

  /// A state as text: layers, tabs and titles.
  private static func drawing<Controller>(
    of state: NavigationState<Controller>, _ title: (Controller) -> String
  ) -> [String] {
    state.layers.map { layer in
      let stacks = layer.stacks.map { stack in
        "\(stack.name)\(stack.canPush ? "" : "!")\(stack.entries.map { title($0.controller) })"
      }
      return "\(layer.style.map { "\($0)" } ?? "root") \(layer.kind) \(layer.selected) \(stacks)"
    }
  }

  @Test(
    "Random sequences end as on the tree, in a transition each, and leave no screen alive",
    arguments: 1...10)
  func sequences(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    for sequence in 0..<30 {
      var screens: [Weak] = []
      do {
        let hasTabs = sequence.isMultiple(of: 3) == false
        let (stage, names) = (Stage(), hasTabs ? ["Shop", "Cart", "Account"] : [])
        let tree = NavigationTree<Page>(tabs: names)
        let pages = Wireframe<Page>(sources: ["https://shop.example"])
        pages.addStandardPresenters(on: tree)
        try Self.register(on: pages, hasTabs: hasTabs) { Page($0) }
        try Self.register(on: stage.wireframe, hasTabs: hasTabs) { title in
          let screen = Screen(title)
          screens.append(Weak(screen))
          return screen
        }
        if hasTabs {
          let tabs = UITabBarController()
          tabs.viewControllers = names.map { name in
            let stack = UINavigationController(nibName: nil, bundle: nil)
            stack.tabBarItem.title = name
            return stack
          }
          stage.window.rootViewController = tabs
          // The window's wireframe fills the shown tab itself.
          try await pages.route(to: "/shop")
        } else {
          try await pages.route(to: "/shop")
          try await stage.run { try await stage.wireframe.route(to: "/shop").route }
        }
        stage.host.refresh()
        await stage.rest()
        var trace: [String] = []
        for _ in 0..<20 {
          let transitions = stage.window.transitionCount
          trace.append(try await move(stage, tree, pages, using: &random))
          await stage.rest()
          await pages.settled()
          let place = Comment(rawValue: "seed \(seed), sequence \(sequence), \(trace)")
          try #require(
            Self.drawing(of: stage.host.state) { $0.title ?? "?" }
              == Self.drawing(of: tree.state) { $0.title }, place)
          // One for the move, and one for an empty tab that it has selected.
          #expect(stage.window.transitionCount <= transitions + 2, place)
          #expect(
            screens.filter { $0.object != nil }.count == stage.host.state.entries.count, place)
        }
        #expect(stage.window.faults.isEmpty)
      }
      let place = Comment(rawValue: "seed \(seed), sequence \(sequence)")
      #expect(await eventually { screens.allSatisfy { $0.object == nil } }, place)
    }
  }

  /// Makes one move on both.
  ///
  /// - Returns: What it was.
  private func move(
    _ stage: Stage, _ tree: NavigationTree<Page>, _ pages: Wireframe<Page>,
    using random: inout SplitMix64
  ) async throws -> String {
    let layer = try #require(tree.state.layers.last)
    let container = stage.host.state.top?.controller.navigationController
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6:
      let request = Self.request(using: &random)
      let expected = await outcome { try await pages.route(request).outcome }
      let found = await outcome {
        try await stage.run { try await stage.wireframe.route(request).outcome }
      }
      #expect(found == expected, "\(request.urlText)")
      return "\(request.urlText) \(request.option.map { "\($0)" } ?? "") \(expected)"
    case 6:
      let stack = layer.selectedStack.entries
      guard stack.count > 1 else {
        return try await move(stage, tree, pages, using: &random)
      }
      try tree.performAsUser(.pop(to: stack[stack.count - 2].id))
      container?.swipeBack()
      return "swipe back"
    case 7:
      guard tree.state.layers.count > 1 else {
        return try await move(stage, tree, pages, using: &random)
      }
      try tree.performAsUser(.dismiss(1))
      let top = try #require(stage.host.state.top?.controller)
      (top.navigationController ?? top).swipeDown()
      return "swipe down"
    case 8:
      guard tree.state.layers.count == 1, layer.kind == .tabs else {
        return try await move(stage, tree, pages, using: &random)
      }
      let tab = Int.random(in: layer.stacks.indices, using: &random)
      // A second tap on the selected tab leads to its first screen.
      if tab == layer.selected, let first = layer.stacks[tab].entries.first {
        let place = tree.state.layers[0].stacks[tab].entries[0].id
        if layer.stacks[tab].entries.last?.id != first.id {
          try tree.performAsUser(.pop(to: place))
        }
      } else {
        try tree.performAsUser(.selectTab(tab))
      }
      (stage.window.rootViewController as? UITabBarController)?.tap(tab: tab)
      return "tab \(tab)"
    default:
      container?.beginSwipeBack()
      container?.endSwipeBack(isCancelled: true)
      return "cancelled swipe"
    }
  }

  /// What became of a request, as text.
  private func outcome(
    _ body: () async throws -> RoutingOutcome
  ) async -> String {
    do {
      return "\(try await body())"
    } catch {
      return "\((error as? RoutingError)?.code.rawValue ?? "\(error)")"
    }
  }
}
