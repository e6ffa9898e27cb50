import Foundation
import HouseRules

/// The checks of the sources, from the project's root. `.ci/run` and `.ci/interfaces` call it.
@main
struct House {
  static func main() {
    // An error that leaves `main` is a trap, whose output hides what is missing.
    do { try run() } catch { fail("\(error)", code: 2) }
  }

  private static func run() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let root = URL(filePath: FileManager.default.currentDirectoryPath)
    let project = try Project(at: root)
    let report: Report
    let advice: String
    switch (arguments.first, arguments.count) {
    case ("arrows", 1):
      report = try project.checkArrows(list: "Tools/House/arrows.txt")
      advice =
        "Move code until one folder does not need the other, or list the pair with its reason."
    case ("budgets", 1):
      report = try project.checkBudgets(list: "Tools/House/budgets.txt")
      advice = "Make it smaller, or raise the budget in a commit of its own that says why."
    case ("interfaces", 2):
      let interfaces = try project.interfaces(from: URL(filePath: arguments[1]))
      report = try project.checkInterfaces(interfaces, in: "Interfaces")
      advice = "If apps should see this change: `.ci/interfaces write`, and commit the files."
    case ("write-interfaces", 2):
      let interfaces = try project.interfaces(from: URL(filePath: arguments[1]))
      return try project.write(interfaces, to: "Interfaces")
    default:
      fail("usage: house arrows | budgets | interfaces GRAPHS | write-interfaces GRAPHS", code: 2)
    }
    for note in report.notes { print(note) }
    if !report.problems.isEmpty {
      fail((report.problems + [advice]).joined(separator: "\n"), code: 1)
    }
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    print(message)
    exit(code)
  }
}
