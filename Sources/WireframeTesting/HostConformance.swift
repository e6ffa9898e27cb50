public import WireframeCore

/// The laws of ``/WireframeCore/NavigationHost``, checked against a host of your own.
///
/// ```swift
/// @Test func `our host keeps the laws`() async throws {
///   try await HostConformance.check { MyHost() } screen: { MyScreen("\($0)") }
/// }
/// ```
@MainActor
public enum HostConformance {
  /// Does the same operations on a host and on a model of it, and compares them after each.
  ///
  /// After each operation both show the same screens, with their routes and options, in the same stacks, tabs and
  /// columns, and the host has reported one change, with its state as the change tells: what came and what left, in
  /// order, by the app. Layers that stay keep their identifiers. An operation that does not fit throws, changes nothing
  /// and reports nothing. The operations are those of the standard options, of `show`, `back(to:)` and `selectTab(_:)`,
  /// some of them animated, and some that fit nothing.
  ///
  /// Some screens are placeholders. When a screen takes the place of one, which may be anywhere, the entry keeps its
  /// identifier, the screens above it stay, the screen is reported as one that came, and nothing as one that left.
  ///
  /// A ``/WireframeCore/CoveringHost`` is covered before every eighth operation, and uncovered after it: that changes
  /// and reports nothing, and operations are done below a cover as well.
  ///
  /// - Parameters:
  ///   - seed: The seed of the operations; the same one gives the same operations.
  ///   - count: How many operations to do.
  ///   - root: What the host begins with, whatever screens are in it: `.tabs`, `.columns` or `.stack`; nil for nothing
  ///     on screen. Its stacks have to be there already.
  ///   - animates: Whether every fourth operation is animated; false for a host whose animations take too long.
  ///   - host: Makes the host.
  ///   - screen: Makes a screen with a number.
  /// - Throws: ``CheckFailure`` with every law that was broken, and after which operations.
  public static func check<Host: NavigationHost>(
    seed: UInt64 = 1, operations count: Int = 200, root: LayerKind? = nil, animates: Bool = true,
    _ host: () -> Host, screen: (Int) -> Host.Controller
  ) async throws {
    let host = host()
    var violations = Violations()
    let kinds = host.state.layers.map(\.kind)
    if let root {
      violations.expect(
        kinds == [root], "A new host shows \(kinds.map(\.rawValue)), not '\(root)' as its root.")
    } else {
      violations.expect(kinds.isEmpty, "A new host shows something already.")
    }
    violations.expect(
      host.events === host.events, "'events' is not one object for the host's whole life.")
    try violations.check()

    let model = Model(host.state)
    let changes = Changes<Host.Controller>()
    let registration = host.onChange { change in
      changes.all.append(change)
      if difference(host.state, change.state) != nil { changes.areOfState = false }
    }
    defer { registration.remove() }
    let coverCheck = CoverCheck(host, screen, isSame: isSame)
    violations.expect(
      coverCheck?.isCovered != true, "A new host is covered already: 'cover' is not nil.")
    var random = Numbers(state: seed)
    var done: [String] = []
    for number in 0..<max(count, 0) {
      let move = Move(
        number, of: max(count, 0), keepsRoot: root != nil && root != .stack, model.state, &random)
      let isAnimated = animates && !move.isInPlace && Int.random(in: 0..<4, using: &random) == 0
      let before = model.state
      let expected = (try? await move.run(on: model, screen)) != nil
      // Some moves find out by themselves that they do not fit.
      guard let operation = model.takeOperation() else { continue }
      done.append("\(move)\(isAnimated ? ", animated" : "")")
      changes.all = []
      let state = host.state
      /// Looks for what changes from now on, though nothing should.
      func stillness() -> () -> String? {
        let (state, count) = (host.state, changes.all.count)
        return {
          difference(host.state, state)
            ?? (changes.all.count == count ? nil : "It was reported as a change")
        }
      }
      let isCovered = number % 8 == 3
      let coverFault = isCovered ? coverCheck?.cover(stillness()) : nil
      let isDone = (try? await host.perform(operation, animated: isAnimated)) != nil
      let place = "after \(done.suffix(5).joined(separator: "; "))"
      violations.expect(
        isDone == expected,
        "'\(move)' \(expected ? "threw though it fits" : "did not throw though it does not fit"), \(place)."
      )
      if let difference = difference(host.state, model.state) {
        violations.expect(false, "\(difference), \(place).")
      }
      if let coverFault { violations.expect(false, "\(coverFault), \(place).") }
      if isCovered, coverFault == nil, let fault = coverCheck?.uncover(stillness()) {
        violations.expect(false, "\(fault), \(place).")
      }
      let change = NavigationChange(from: before, to: model.state, by: .app)
      let isChanged = expected && difference(before, model.state) != nil
      compare(changes, with: change, isMade: isChanged, place, &violations)
      let staying = zip(before.layers, model.state.layers).prefix { $0.id == $1.id }.count
      violations.expect(
        host.state.layers.prefix(staying).map(\.id) == state.layers.prefix(staying).map(\.id),
        "The host does not keep the identifiers of its layers, \(place).")
      let reported = changes.all.count
      await Task.yield()
      violations.expect(
        changes.all.dropFirst(reported).allSatisfy(\.isEmpty),
        "A change was reported after the operation had ended, \(place).")
      // Later differences only follow.
      if !violations.texts.isEmpty { break }
    }
    try violations.check()
  }

  private final class Changes<Controller> {
    var all: [NavigationChange<Controller>] = []
    /// Whether each told what the host's state was at that time.
    var areOfState = true
  }

  /// Compares what a host has reported with the change that an operation has made, if it has made one.
  private static func compare<Controller>(
    _ changes: Changes<Controller>, with change: NavigationChange<Controller>, isMade: Bool,
    _ place: String, _ violations: inout Violations
  ) {
    violations.expect(
      isMade ? changes.all.count == 1 : changes.all.allSatisfy { $0.isEmpty },
      "\(changes.all.count) changes were reported, not \(isMade ? "one" : "none"), \(place).")
    violations.expect(
      changes.all.allSatisfy { $0.cause == .app },
      "A change by the app was reported as one by the user, \(place).")
    violations.expect(
      changes.all.allSatisfy { difference($0.state, change.state) == nil },
      "A change does not tell the state after it, \(place).")
    violations.expect(
      changes.areOfState, "While a change was reported, 'state' was another one, \(place).")
    violations.expect(
      changes.all.flatMap(\.entered).map(\.id) == change.entered.map(\.id),
      "What came was not reported as it was, \(place).")
    violations.expect(
      changes.all.flatMap(\.left).map(\.id) == change.left.map(\.id),
      "What left was not reported as it was, the uppermost first, \(place).")
  }

  // MARK: - What differs

  /// What differs between a host's state and the one that it should have; identifiers of new layers are a host's own.
  private static func difference<Controller>(
    _ state: NavigationState<Controller>, _ model: NavigationState<Controller>
  ) -> String? {
    let (shown, expected) = (shape(of: state), shape(of: model))
    guard shown == expected else { return "The host shows \(shown), not \(expected)" }
    guard state.entries.map(\.id) == model.entries.map(\.id),
      state.layers.flatMap(\.stacks).map(\.name) == model.layers.flatMap(\.stacks).map(\.name)
    else { return "The host does not keep the identifiers of its entries" }
    for (entry, expected) in zip(state.entries, model.entries) {
      if !isSame(entry.controller, expected.controller) {
        return "The host shows another screen than it was given"
      }
      guard entry.route?.urlText == expected.route?.urlText,
        entry.route?.pattern == expected.route?.pattern
      else { return "The host does not keep the route of a screen" }
      guard entry.isPlaceholder == expected.isPlaceholder else {
        return "The host takes a placeholder for a screen, or a screen for a placeholder"
      }
      guard text(of: entry.option) == text(of: expected.option) else {
        return "The host does not keep the option of a screen"
      }
    }
    return nil
  }

  private static func isSame(_ left: Any, _ right: Any) -> Bool {
    if type(of: left) is any AnyObject.Type { return left as AnyObject === right as AnyObject }
    func equals<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
    if let left = left as? any Equatable { return equals(left) }
    return "\(left)" == "\(right)"
  }

  private static func text(of option: (any RoutingOption)?) -> String {
    option.map { "\(type(of: $0)) \($0)" } ?? ""
  }

  /// The layers of a state, and how many screens are in their stacks.
  private static func shape<Controller>(of state: NavigationState<Controller>) -> String {
    let texts = state.layers.map { layer in
      let stacks = layer.stacks.map { "\($0.entries.count)" + ($0.canPush ? "" : " alone") }
      return "\(layer.style.map { "\($0)" } ?? "root") \(layer.kind.rawValue) "
        + "(\(stacks.joined(separator: ", ")); \(layer.selected))"
    }
    return texts.isEmpty ? "nothing" : texts.joined(separator: " + ")
  }
}

extension NavigationChange {
  fileprivate var isEmpty: Bool { entered.isEmpty && left.isEmpty }
}

/// A host that only calculates, and hands out the operations that moves make.
private final class Model<Controller>: NavigationHost {
  private(set) var state: NavigationState<Controller>
  let events = NavigationEvents<Controller>()
  private var operation: NavigationOperation<Controller>?

  init(_ state: NavigationState<Controller>) { self.state = state }

  func perform(_ operation: NavigationOperation<Controller>, animated: Bool) throws {
    self.operation = operation
    state = try operation.target(from: state)
  }

  func takeOperation() -> NavigationOperation<Controller>? {
    defer { operation = nil }
    return operation
  }
}

/// A move by chance.
@MainActor
private struct Move<Controller>: CustomStringConvertible {
  private let number: Int
  private let kind: Int
  private let index: Int
  private let entry: NavigationEntry<Controller>?
  nonisolated let description: String

  init(
    _ number: Int, of count: Int, keepsRoot: Bool, _ state: NavigationState<Controller>,
    _ random: inout Numbers
  ) {
    self.number = number
    var kind = Int.random(in: 0..<20, using: &random)
    let placeholders = state.entries.filter(\.isPlaceholder)
    if !placeholders.isEmpty, kind > 13 { kind = 19 }
    if keepsRoot {
      // Tabs and columns are shown long enough to be used, and are changed often.
      if kind == 0, number < count / 2 { kind = 1 }
      if kind == 2 { kind = 9 }
      if kind == 3 { kind = 16 }
    }
    if state.layers.isEmpty, !kind.isMultiple(of: 3) { kind = 0 }
    self.kind = kind
    index = Int.random(in: 0..<4, using: &random)
    entry = (kind == 19 ? placeholders : state.entries).randomElement(using: &random)
    let names = [
      "set the root", "push", "push", "push", "present", "present with a stack", "dismiss 1",
      "dismiss 2", "replace the top", "select tab \(index)", "pop", "pop", "push over modals",
      "show", "show", "go back to a screen", "change to a tab by its name", "push what stands",
      "show a placeholder", "replace a placeholder",
    ]
    description = names[kind]
  }

  /// Whether a screen takes the place of its placeholder, which is never animated.
  var isInPlace: Bool { kind == 19 }

  /// Does the move on a host, which then has the operation.
  func run<Host: NavigationHost>(
    on host: Host, _ screen: (Int) -> Controller
  ) async throws where Host.Controller == Controller {
    // Not every screen has a route.
    let route =
      number.isMultiple(of: 3)
      ? nil : try Route("/screens/\(number)", matching: "/screens/:number<int>")
    let id = entry?.id ?? NavigationEntryID()
    switch kind {
    case 0:
      try await host.setRoot(screen(number), route: route, hasStack: index > 0)
    case 1, 2, 3:
      try await host.perform(
        .push(screen(number), route: route, option: .push(animated: false)), animated: false)
    case 4:
      try await host.perform(
        .present(screen(number), route: route, option: .modal(animated: false)), animated: false)
    case 5:
      let option = Modal.modal(index > 1 ? .sheet : .fullScreen, hasStack: true)
      try await host.perform(
        .present(screen(number), route: route, option: option), animated: false)
    case 6, 7: try await host.perform(.dismiss(kind - 5), animated: false)
    case 8: try await host.replaceTop(screen(number), route: route)
    case 9: try await host.perform(.selectTab(index), animated: false)
    case 10, 11: try await host.perform(.pop(to: id), animated: false)
    case 12: try await host.push(screen(number), route: route)
    case 13, 14: try await host.show(screen(number), route: route)
    case 15: try await host.back(to: id)
    case 16:
      let names = host.state.layers.flatMap(\.stacks).map(\.name)
      try await host.selectTab(names.indices.contains(index) ? names[index] : "nowhere")
    case 18:
      let route = try Route("/screens/\(number)", matching: "/screens/:number<int>")
      let waiting = route.loading(ScreenLoading(route))
      let push = Push.push(dismissesModals: false)
      let modal = Modal.modal(.sheet, hasStack: index == 3)
      let placeholder: NavigationOperation =
        index < 2
        ? .push(screen(number), route: waiting, option: push)
        : .present(screen(number), route: waiting, option: modal)
      // A parent has its placeholder below the screen.
      let above: NavigationOperation? =
        index == 0 ? .push(screen(number), route: route, option: push) : nil
      let both = NavigationOperation<Controller> { state throws(RoutingError) in
        state = try placeholder.target(from: state)
        if let above { state = try above.target(from: state) }
      }
      try await host.perform(both, animated: false)
    case 19:
      let screen = NavigationEntry(
        id: id, controller: screen(number), route: route, option: entry?.option)
      try await host.perform(.replacePlaceholder(by: screen), animated: false)
    default:
      // An object does not come twice; nothing leaves, which a host might be slow to let go.
      guard let entry else { return }
      try await host.push(entry.controller, route: route, option: .push(dismissesModals: false))
    }
  }
}

/// The same numbers for the same seed (Steele, Lea and Flood, 2014).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
