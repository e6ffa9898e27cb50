import Foundation
import Testing
import TestSupport

/// `systems`: a scene for each of the other systems, with trees that are read from the host.
@Suite(.hangsNever) struct SystemsTests {
  /// The lines of a scene, by the number at its head.
  private func scene(_ number: Int) throws -> [String] {
    let run = try DemoRun(["systems"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    let heads = run.lines.indices.filter { run.lines[$0].first?.isNumber == true }
    #expect(heads.map { run.lines[$0].prefix(2) } == ["1.", "2.", "3.", "4."])
    let head = try #require(heads.first { run.lines[$0].hasPrefix("\(number).") })
    let end = heads.first { $0 > head } ?? run.lines.endIndex
    return run.lines[(head + 1)..<end].map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test("0.1 A module's routes are loaded from the file that ships with the demo, and taken back")
  func configuration() throws {
    let lines = try scene(1)
    #expect(lines.first == "10 routes of shop.json are registered.")
    #expect(lines.contains("/account  redirected to /access-denied  by present"))
    #expect(lines.contains("modal (sheet): Access denied"))
    #expect(lines.contains("└─ Help: Contents"))
    #expect(lines.last == "The file is taken back; '/cart' leads nowhere.")
  }

  @Test("1.17 The five colours: 1 2 3 4 5, and with step 1 completed and 3 in progress 2 4 5")
  func sequence() throws {
    let steps = try scene(2).filter { $0.hasSuffix("is on screen:") || $0 == "finished" }
    let numbers = steps.map { $0.split(separator: " ").dropFirst().first ?? "." }
    #expect(numbers == ["1", "2", "3", "4", "5", ".", "2", "4", "5", "."])
    #expect(try scene(2).filter { $0 == "└─ 5 blue" }.count == 2)
  }

  @Test("3.11 Friends, info, map, and back by popOrDismiss")
  func coordinators() throws {
    let lines = try scene(3)
    let tops = lines.filter { $0.hasPrefix("└─ ") }
    #expect(
      tops == [
        "└─ Friends", "└─ Info about Ada", "└─ Info about Ada", "└─ Map of Ada",
        "└─ Info about Ada", "└─ Friends", "└─ Info about Bo", "└─ Friends",
      ])
    #expect(lines.contains("a swipe back: 0 coordinators are left below the friends'"))
  }

  @Test("4.6, 4.11 Pages are opened by name, and a foreign link is the system's")
  func navigables() throws {
    let lines = try scene(4)
    #expect(lines.contains("└─ Hello, you"))
    #expect(lines.contains("└─ Hello, world"))
    #expect(lines.contains("open(\"sum\") with objects shows nothing, and answers 6"))
    #expect(lines.contains("the system is asked to open tel:112"))
  }
}
