import Testing
import TestSupport

@Suite(.hangsNever) struct SequenceCommandTests {
  @Test(
    "1.17 sequence prints the numbers of the steps that came on screen, one a line, and nothing else",
    arguments: [
      ("pending,pending,pending,pending,pending", "1\n2\n3\n4\n5\n"),
      ("completed,pending,inProgress,pending,pending", "2\n4\n5\n"),
      ("pending", "1\n"),
      ("inProgress,pending", "2\n"),
      ("completed,inProgress", ""),
      (skipped(299) + ",pending", "300\n"),
      ("pending," + skipped(3000) + ",pending", "1\n3002\n"),
    ] as [(String, String)])
  func sequence(statuses: String, output: String) throws {
    let run = try DemoRun(["sequence", "--status", statuses])
    #expect(run.output == output)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  private static func skipped(_ count: Int) -> String {
    Array(repeating: "completed", count: count).joined(separator: ",")
  }

  private static let known = "'pending', 'inProgress', 'completed'"

  @Test(
    "sequence names the word that is no status, or the argument that is wrong",
    arguments: [
      (["--status", "done"], "There is no status 'done'. The statuses are: \(known)."),
      (
        ["--status", "pending,Pending"], "There is no status 'Pending'. The statuses are: \(known)."
      ),
      (["--status", ""], "There is no status ''. The statuses are: \(known)."),
      (["--status", "pending,"], "There is no status ''. The statuses are: \(known)."),
      (
        ["--status", "pending\u{1B}"],
        "There is no status 'pending\\u{1B}'. The statuses are: \(known)."
      ),
      (["--status"], "'sequence' needs '--status' and a list of \(known)."),
      ([], "'sequence' needs '--status' and a list of \(known)."),
      (["pending"], "'sequence' takes no argument 'pending'."),
      (["--status", "pending", "pending"], "'sequence' takes no argument 'pending'."),
    ])
  func wrongUse(arguments: [String], complaint: String) throws {
    let run = try DemoRun(["sequence"] + arguments)
    #expect(run.output == "")
    #expect(run.errors == "error: \(complaint)\nSee 'WireframeDemo help'.\n")
    #expect(run.status == 2)
  }
}
