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
  /// Does the same operations on a host and on a headless tree, and compares them after each.
  ///
  /// After each operation both show the same screens in the same stacks, and each has reported one change with what
  /// came and what left. An operation that does not fit throws, changes nothing and reports nothing.
  ///
  /// - Parameters:
  ///   - seed: The seed of the operations; the same one gives the same operations.
  ///   - count: How many operations to do.
  ///   - host: Makes the host, with nothing on screen.
  ///   - screen: Makes a screen with a number.
  /// - Throws: ``CheckFailure`` with every law that was broken, and after which operations.
  public static func check<Host: NavigationHost>(
    seed: UInt64 = 1, operations count: Int = 200, _ host: () -> Host,
    screen: (Int) -> Host.Controller
  ) async throws {
    let (host, tree) = (host(), NavigationTree<Host.Controller>())
    var violations = Violations()
    violations.expect(host.state.layers.isEmpty, "A new host shows something already.")
    violations.expect(
      host.events === host.events, "'events' is not one object for the host's whole life.")
    let changes = Changes<Host.Controller>()
    let registration = host.onChange { changes.all.append($0) }
    defer { registration.remove() }
    var random = Numbers(state: seed)
    var done: [String] = []
    for number in 1...count {
      let (name, operation) = self.operation(number, tree.state, &random, screen)
      done.append(name)
      let before = shape(host.state)
      changes.all = []
      let expected = (try? tree.perform(operation, animated: false)) != nil
      let isDone = (try? await host.perform(operation, animated: false)) != nil
      let place = "after \(done.suffix(5).joined(separator: ", "))"
      violations.expect(
        isDone == expected,
        "\(name) \(expected ? "threw though it fits" : "did not throw though it does not fit"), \(place)."
      )
      let after = shape(host.state)
      violations.expect(
        after == shape(tree.state), "The host shows \(after), not \(shape(tree.state)), \(place).")
      if expected, before != after {
        violations.expect(
          changes.all.count == 1, "\(changes.all.count) changes were reported, not one, \(place).")
      }
      if !expected {
        violations.expect(before == after, "\(name) threw, and changed something, \(place).")
        violations.expect(changes.all.isEmpty, "\(name) threw, and reported a change, \(place).")
      }
      let (old, new) = (Set(before.flatMap(\.entries)), Set(after.flatMap(\.entries)))
      let entered = Set(changes.all.flatMap(\.entered).map(\.id))
      let left = Set(changes.all.flatMap(\.left).map(\.id))
      violations.expect(
        entered == new.subtracting(old), "What came was not reported as it was, \(place).")
      violations.expect(
        left == old.subtracting(new), "What left was not reported as it was, \(place).")
      // Later differences only follow.
      if !violations.texts.isEmpty { break }
    }
    try violations.check()
  }

  private final class Changes<Controller> {
    var all: [NavigationChange<Controller>] = []
  }

  /// A stack, as far as hosts agree: identifiers of layers are their own.
  private struct Shape: Hashable, CustomStringConvertible {
    let kind: String
    let style: ModalStyle?
    let canPush: Bool
    let entries: [NavigationEntryID]

    var description: String { "\(style == nil ? "root" : "modal")(\(entries.count))" }
  }

  private static func shape<Controller>(_ state: NavigationState<Controller>) -> [Shape] {
    state.layers.flatMap { layer in
      layer.stacks.map { stack in
        Shape(
          kind: layer.kind.description, style: layer.style, canPush: stack.canPush,
          entries: stack.entries.map(\.id))
      }
    }
  }

  private static func operation<Controller>(
    _ number: Int, _ state: NavigationState<Controller>, _ random: inout Numbers,
    _ screen: (Int) -> Controller
  ) -> (String, NavigationOperation<Controller>) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: ("push", .push(screen(number), route: nil, option: .push(animated: false)))
    case 3: ("present", .present(screen(number), route: nil, option: .modal(animated: false)))
    case 4:
      (
        "present with a stack",
        .present(
          screen(number), route: nil, option: .modal(.sheet, hasStack: true, animated: false))
      )
    case 5: ("dismiss 1", .dismiss(1))
    case 6: ("dismiss 2", .dismiss(2))
    case 7: ("replace the top", .replaceTop(screen(number), route: nil))
    case 8 where state.layers.isEmpty || Int.random(in: 0..<3, using: &random) == 0:
      ("set the root", .setRoot(screen(number), route: nil, hasStack: true))
    default:
      ("pop", .pop(to: (state.entries.randomElement(using: &random)?.id) ?? NavigationEntryID()))
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
