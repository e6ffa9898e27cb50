import Foundation
import Testing

/// The workflow of GitHub. `.ci/long` checks it with tools of others; these are the rules of the project.
struct WorkflowTests {
  private let text: String
  /// The jobs, each by its name.
  private let jobs: [String: String]

  init() throws {
    text = try Repository.text(of: ".github/workflows/ci.yml")
    let body = try #require(text.split(separator: "\njobs:\n", maxSplits: 1).last)
    var jobs: [String: String] = [:]
    var name = ""
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: #/  ([a-z-]+):/#) { name = String(match.1) }
      jobs[name, default: ""] += line + "\n"
    }
    self.jobs = jobs
  }

  @Test("Linux runs .ci/run, a Mac .ci/mac for each change, and everything once a week")
  func commands() throws {
    #expect(jobs.keys.sorted() == ["linux", "mac", "mac-all"])
    #expect(try #require(jobs["linux"]).contains("- run: .ci/run\n"))
    let mac = try #require(jobs["mac"])
    #expect(mac.contains("- run: .ci/mac\n") && mac.contains("if: github.event_name != 'schedule'"))
    let all = try #require(jobs["mac-all"])
    // Status 3: something was missing, and the report says what.
    #expect(all.contains(".ci/mac --all || [ $? = 3 ]\n"))
    #expect(all.contains("if: github.event_name == 'schedule'"))
    #expect(text.contains("pull_request:") && text.contains(/cron: "\d+ \d+ \* \* \d"/))
    for command in text.matches(of: /\.ci\/\w+/) { #expect(Repository.exists(String(command.0))) }
  }

  @Test("A job has a limit of time and reads the repository, no more")
  func permissions() {
    #expect(text.contains("\npermissions: {}\n"))
    for (name, job) in jobs {
      #expect(job.contains(/timeout-minutes: \d+/), "\(name)")
      #expect(job.contains("    permissions:\n      contents: read\n    steps:"), "\(name)")
    }
    #expect(text.matches(of: /permissions:/).count == 1 + jobs.count)
    #expect(!text.contains("pull_request_target") && !text.contains("secrets."))
  }

  @Test("An action is pinned by its commit, with its version beside it")
  func actions() {
    let used = text.matches(of: /uses: (.*)/).map { String($0.1) }
    #expect(used.count >= 6)
    for action in used {
      #expect(
        action.wholeMatch(of: /[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+/) != nil, "\(action)")
    }
    // One version of each.
    #expect(Set(used).count == Set(used.map { $0.prefix { $0 != "@" } }).count)
    let checkouts = used.count { $0.hasPrefix("actions/checkout@") }
    #expect(text.matches(of: /persist-credentials: false/).count == checkouts)
  }
}
