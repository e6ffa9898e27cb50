import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct AlertCoordinatorTests {
  private enum Choice { case delete, keep }

  @Test("3.21 An alert ends with the value of the button that the user taps") func tap()
    async throws
  {
    let town = try await Town()
    let log = Log()
    let alert = AlertCoordinator(
      "Delete?", message: "For ever.", style: .actionSheet,
      actions: [
        AlertAction("Delete", style: .destructive, value: Choice.delete) { log.add("delete") },
        AlertAction("Keep", style: .cancel, value: .keep) { log.add("keep") },
      ])
    try await town.run { try await town.friends.present(alert) }
    #expect(alert.alertController.preferredStyle == .actionSheet)
    #expect(alert.alertController.title == "Delete?")
    #expect(alert.alertController.message == "For ever.")
    #expect(alert.alertController.actions.map(\.title) == ["Delete", "Keep"])
    #expect(alert.alertController.actions.map(\.style) == [.destructive, .cancel])
    let result = Task { @MainActor in try await alert.result() }
    alert.alertController.tap("Delete")
    await town.stage.rest()
    try #require(town.friends.node.children.isEmpty)
    #expect(try await result.value == .delete)
    #expect(log.lines == ["delete"])
    #expect(town.stage.titles == ["friends"])
    #expect(town.stage.window.faults.isEmpty)
  }

  @Test("3.21 An action sheet that the user taps away beside it ends with nothing")
  func tapOutside() async throws {
    let town = try await Town()
    let alert = AlertCoordinator("Delete?", style: .actionSheet, actions: [AlertAction("Delete")])
    try await town.run { try await town.friends.present(alert) }
    let result = Task { @MainActor in try await alert.result() }
    alert.alertController.tapOutside()
    await town.stage.rest()
    #expect(town.stage.titles == ["friends"])
    try #require(town.friends.node.children.isEmpty)
    #expect(try await result.value == nil)
  }

  @Test("3.21 Of several actions that cancel, one may: UIKit raises an exception for a second one")
  func cancels() {
    let alert = AlertCoordinator(
      "Leave?",
      actions: [
        AlertAction("Leave"), AlertAction("Stay", style: .cancel),
        AlertAction("Later", style: .cancel),
      ])
    #expect(alert.alertController.actions.map(\.style) == [.default, .cancel, .default])
    #expect(alert.alertController.faults.isEmpty)
  }

  @Test("3.21 What the host looks for while the alert is dismissed does not cost it its value")
  func refreshDuringDismissal() async throws {
    let town = try await Town()
    let alert = AlertCoordinator("Delete?", actions: [AlertAction("Delete")])
    try await town.run { try await town.friends.present(alert) }
    alert.alertController.tap("Delete")
    #expect(alert.alertController.isBeingDismissed)
    town.stage.host.refresh()
    await town.stage.rest()
    #expect(try await alert.result() == "Delete")
    #expect(town.stage.titles == ["friends"])
  }

  @Test("3.21 Without values an alert ends with the title, and a test triggers it by title")
  func trigger() async throws {
    let town = try await Town()
    let log = Log()
    let alert = AlertCoordinator(
      "Delete?",
      actions: [
        AlertAction("Delete") { log.add("delete, \(town.stage.titles.count) shown") },
        AlertAction("Keep", style: .cancel),
      ])
    try await town.run { try await town.friends.present(alert) }
    try await town.run { try await alert.trigger("Delete") }
    #expect(try await alert.result() == "Delete")
    #expect(log.lines == ["delete, 1 shown"])
    #expect(town.stage.titles == ["friends"])
    #expect(await code { try await alert.trigger("Keep") } == .notOnScreen)
    #expect(log.lines.count == 1)
  }

  @Test("3.21 There is an error if no action has the title, or it is not enabled") func noAction()
    async throws
  {
    let town = try await Town()
    let alert = AlertCoordinator("Name", actions: [AlertAction("Save"), AlertAction("Cancel")])
    try await town.run { try await town.friends.present(alert) }
    alert.alertController.actions[0].isEnabled = false
    for title in ["Save", "Sav"] {
      let error = await #expect(throws: UIKitError.self) {
        try await town.run { try await alert.trigger(title) }
      }
      #expect(error?.code == .noAction)
      #expect(
        error?.description == "The alert has no action '\(title)' that can be tapped. "
          + "Its actions: 'Save', 'Cancel'.")
    }
    #expect(town.stage.titles == ["friends", "Name"])
    try await town.run { try await alert.trigger("Cancel") }
    #expect(try await alert.result() == "Cancel")
  }

  @Test("3.21 A handler may show what comes next") func handlerShows() async throws {
    let town = try await Town()
    let alert = AlertCoordinator(
      "Next?",
      actions: [
        AlertAction("Yes") { [friends = town.friends] in
          Task { try await friends.push(named("next")) }
        }
      ])
    try await town.run { try await town.friends.present(alert) }
    alert.alertController.tap("Yes")
    await town.stage.rest()
    #expect(town.stage.titles == ["friends", "next"])
    #expect(town.stage.window.faults.isEmpty)
  }

  @Test("3.21 An alert that the app dismisses ends with nothing, and nothing of it stays alive")
  func released() async throws {
    let town = try await Town()
    for way in 0...3 {
      var links: [Weak] = []
      let result = try await show(in: town, &links)
      try await leave(town, links[1].object as? UIAlertController, way)
      await town.stage.rest()
      try #require(town.friends.node.children.isEmpty, "way \(way)")
      #expect(try await result.value == (way == 0 ? "OK" : nil))
      #expect(town.stage.titles == ["friends"])
      #expect(links.allSatisfy { $0.object == nil }, "way \(way)")
    }
  }

  private func leave(_ town: Town, _ alert: UIAlertController?, _ way: Int) async throws {
    switch way {
    case 0: try #require(alert).tap("OK")
    case 1: try await town.run { try await town.friends.node.children.first?.dismiss() }
    case 2: try await town.run { try await town.stage.host.dismiss() }
    default:
      try town.friends.controller.dismiss(animated: true)
      await town.stage.rest()
      town.stage.host.refresh()
    }
  }

  @Test("3.21 No reference cycle keeps an alert that was never shown") func neverShown() {
    var links: [Weak] = []
    do {
      let alert = AlertCoordinator("Hello", actions: [AlertAction("OK")])
      links = [Weak(alert), Weak(alert.alertController)]
    }
    #expect(links.allSatisfy { $0.object == nil })
  }

  private func show(
    in town: Town, _ links: inout [Weak]
  ) async throws -> Task<String?, any Error> {
    let alert = AlertCoordinator("Hello", actions: [AlertAction("OK")])
    links = [Weak(alert), Weak(alert.alertController)]
    try await town.run { try await town.friends.present(alert) }
    return Task { @MainActor [weak alert] in try await alert?.result() }
  }
}

@MainActor
private final class Log {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}
