import Foundation
import TestSupport
import Testing

/// `.ci/mac`, whose commands only a Mac has: its plan is held against what there is, and it runs with commands that
/// only note how they were called.
struct MacScriptTests {
  private static let plan: [String] = {
    let run = try? Repository.run(["bash", ".ci/mac", "--plan", "--all"])
    return run?.output.split(separator: "\n").map(String.init) ?? []
  }()

  @Test("The plan builds each product for each system, and tests each scheme of each project")
  func coverage() throws {
    let plan = Self.plan
    for platform in ["iOS", "tvOS", "visionOS"] {
      for product in try Repository.products() {
        let command =
          "+ xcodebuild build -scheme \(product) -destination generic/platform=\(platform) "
        #expect(plan.contains { $0.hasPrefix(command) }, "\(command)")
      }
    }
    #expect(plan.contains("+ swift build") && plan.contains("+ swift test --skip-build"))
    for project in XcodeProject.all {
      for scheme in Repository.paths(under: "\(project.path)/xcshareddata/xcschemes")
      where scheme.hasSuffix(".xcscheme") {
        let name = URL(filePath: scheme).deletingPathExtension().lastPathComponent
        let command =
          "+ xcodebuild test -project \(project.path) -scheme \(name) -destination id=DEVICE "
        #expect(plan.contains { $0.hasPrefix(command) }, "\(command)")
      }
    }
  }

  @Test("The plan names only projects, schemes and products that there are")
  func names() throws {
    #expect(Self.plan.count > 40)
    let products = try Repository.products()
    for line in Self.plan where line.hasPrefix("+ xcodebuild") {
      let scheme = try #require(line.firstMatch(of: #/ -scheme (\S+)/#)).1
      if let project = line.firstMatch(of: #/ -project (\S+)/#)?.1 {
        #expect(XcodeProject.all.contains { $0.path == project }, "\(line)")
        #expect(
          Repository.exists("\(project)/xcshareddata/xcschemes/\(scheme).xcscheme"), "\(line)")
      } else {
        #expect(products.contains(String(scheme)), "\(line)")
      }
    }
    // Devices that were made are deleted.
    let made = Self.plan.count { $0.hasPrefix("+ xcrun simctl create ") }
    #expect(made > 0 && made == Self.plan.count { $0 == "+ xcrun simctl delete DEVICE" })
  }

  @Test("The script names no device, no runtime, and no Xcode but the oldest one that will do")
  func noNames() throws {
    let text = try Repository.text(of: ".ci/mac")
    #expect(!text.contains(/SimRuntime|SimDeviceType|iPhone [0-9]|iPad (Pro|Air|mini)|Xcode_/))
    let versions = text.matches(of: /Xcode (\d+)/).map { String($0.1) }
    #expect(Set(versions) == ["26"])
    // Bash 3.2 has none of these.
    #expect(!text.contains(/declare -A|mapfile|readarray|\$\{\w+(,,|\^\^)|&>>|EPOCHSECONDS|\|&/))
  }

  @Test("Without --all it takes a step each for iOS and macOS, the tests and the facts")
  func short() throws {
    let plan = try Repository.run(["bash", ".ci/mac", "--plan"]).output.split(separator: "\n")
    #expect(
      plan.filter { $0.hasPrefix("== ") } == [
        "== build-ios, iOS", "== build-macos, macOS", "== test-macos, macOS",
        "== facts, iOS VERSION, iPhone",
      ])
    let facts = try Repository.run(["bash", ".ci/mac", "--plan", "--only", "facts"]).output
    #expect(facts.split(separator: "\n").count == 4)
    #expect(try Repository.run(["bash", ".ci/mac", "--only", "nothing"]).status == 2)
    #expect(try Repository.run(["bash", ".ci/mac", "--only"]).status == 2)
    #expect(try Repository.run(["bash", ".ci/mac", "--sometimes"]).status == 2)
  }

  @Test("A report has a row for each step, on each system, and says what was missing")
  func report() throws {
    let mac = try FakeMac()
    defer { mac.remove() }
    let run = try mac.run(["--all"])
    #expect(run.status == 3, "\(run.output)")
    let report = try mac.report()
    #expect(
      report.contains(
        "- macOS 26.1, arm64\n- Xcode 26.1 Build version 17B55\n- Apple Swift version 6.2"))
    let steps = report.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^\| ([^|]+) \| ([a-z-]+) \| passed \| \d+ \|$/).map { "\($0.1): \($0.2)" }
    }
    #expect(
      steps == [
        "iOS: build-ios", "macOS: build-macos", "macOS: test-macos",
        "iOS 16.4, iPhone: facts", "iOS 26.1, iPhone: facts", "tvOS: build-tvos",
        "visionOS: build-visionos", "macOS: build-swiftui-shop-macos",
        "iOS 16.4, iPhone: journeys", "iOS 16.4, iPad: journeys", "iOS 26.1, iPhone: journeys",
        "iOS 26.1, iPad: journeys", "iOS 16.4, iPhone: ui-uikit", "iOS 26.1, iPhone: ui-uikit",
        "iOS 16.4, iPhone: ui-swiftui", "iOS 26.1, iPhone: ui-swiftui",
      ])
    #expect(report.contains("| 16 | run |\n| 17 | missing |\n| 18 | missing |\n| 26 | run |\n"))
    #expect(report.contains("Universal links are not provable here"))
    // Each device is deleted, and each kind is one that its runtime supports.
    let calls = try mac.calls()
    let created = calls.filter { $0.hasPrefix("xcrun simctl create") }
    #expect(created.count == 10)
    let kinds = created.map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
    let (type, runtime) = (FakeMac.type, FakeMac.runtime)
    #expect(
      Set(kinds) == [
        "\(type)iPhone-8 \(runtime)16-4", "\(type)iPad-5 \(runtime)16-4",
        "\(type)iPhone-17 \(runtime)26-1", "\(type)iPad-9 \(runtime)26-1",
      ])
    #expect(Set(calls.filter { $0.hasPrefix("xcrun simctl delete") }).count == 10)
  }

  @Test("A short run asks for the newest iOS only, and lacks nothing", .enabled(if: Load.isFull))
  func newest() throws {
    let mac = try FakeMac()
    defer { mac.remove() }
    let run = try mac.run([])
    #expect(run.status == 0, "\(run.output)")
    #expect(try mac.report().contains("| iOS 26.1, iPhone | facts | passed |"))
    #expect(try mac.calls().count { $0.hasPrefix("xcrun simctl create") } == 1)
  }

  @Test(
    "A step that fails is in the report, with its log, and the others run",
    .enabled(if: Load.isFull))
  func failure() throws {
    let mac = try FakeMac()
    defer { mac.remove() }
    let run = try mac.run([], environment: ["FAILS": "-scheme WireframeUIKit"])
    #expect(run.status == 1)
    let report = try mac.report()
    #expect(
      report.contains("| iOS | build-ios | **failed**, see `.build/mac/logs/build-ios-iOS.log` |"))
    #expect(report.contains("| macOS | test-macos | passed |"))
    #expect(run.output.contains("error: it does not build"))
  }

  @Test("What is missing is said, with what would help", .enabled(if: Load.isFull))
  func missing() throws {
    let mac = try FakeMac()
    defer { mac.remove() }
    let noRuntime = try mac.run([], environment: ["RUNTIMES": "none"])
    #expect(noRuntime.status == 3)
    #expect(noRuntime.output.contains("| iOS | facts | missing: no runtime of iOS is installed"))
    let noSDK = try mac.run(["--only", "build-visionos"], environment: ["NO_SDK": "xros"])
    #expect(noSDK.status == 3)
    #expect(noSDK.output.contains("| visionOS | build-visionos | missing: no SDK |"))
    let noPlatform = try mac.run(
      ["--only", "build-tvos"], environment: ["NO_PLATFORM": "platform=tvOS"])
    #expect(noPlatform.status == 3)
    #expect(noPlatform.output.contains("| tvOS | build-tvos | missing: the platform; "))
    let old = try mac.run([], environment: ["XCODE": "16.4"])
    #expect(old.status == 3 && old.output.contains("Xcode 16.4 Build version 17B55 is too old"))
    let none = try mac.run([], environment: ["XCODE": "none"])
    #expect(none.status == 3 && none.output.contains("no Xcode is selected"))
    let linux = try mac.run([], environment: ["SYSTEM": "Linux"])
    #expect(linux.status == 2 && linux.output.contains("this is not a Mac"))
  }
}

/// A copy of the script in a folder of its own, with the commands of a Mac that note their calls.
private struct FakeMac {
  static let runtime = "com.apple.CoreSimulator.SimRuntime.iOS-"
  static let type = "com.apple.CoreSimulator.SimDeviceType."
  private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

  private static let commands = [
    "uname": #"if [ "$1" = -m ]; then echo arm64; else echo "${SYSTEM:-Darwin}"; fi"#,
    "sw_vers": "echo 26.1",
    "xcodebuild": #"""
    [ "${XCODE:-}" != none ] || exit 1
    if [ "$1" = -version ]; then
      printf 'Xcode %s\nBuild version 17B55\n' "${XCODE:-26.1}"
      exit 0
    fi
    case "$*" in *"${FAILS:-no such call}"*) echo 'error: it does not build' >&2; exit 65 ;; esac
    case "$*" in *"${NO_PLATFORM:-no such call}"*) echo 'error:tvOS 26.1 is not installed.'; exit 70 ;; esac
    """#,
    "xcrun": #"""
    case "$*" in
    "simctl list -j runtimes") cat "$HERE/${RUNTIMES:-runtimes}.json" ;;
    "simctl create"*) echo "DEVICE-$(wc -l <"$HERE/calls" | tr -d ' ')" ;;
    "--sdk ${NO_SDK:-no such SDK} --show-sdk-path") exit 1 ;;
    esac
    """#,
    "swift": #"""
    case "$1" in
    *.swift) export PATH="$REST"; exec swift "$@" ;;
    --version) echo 'Apple Swift version 6.2 (swiftlang-6.2)' ;;
    esac
    """#,
  ]

  private static let runtimes = """
    {"runtimes": [
      {"identifier": "\(runtime)26-1", "version": "26.1", "isAvailable": true,
       "supportedDeviceTypes": [
         {"identifier": "\(type)iPhone-16", "productFamily": "iPhone"},
         {"identifier": "\(type)iPad-9", "productFamily": "iPad"},
         {"identifier": "\(type)iPhone-17", "productFamily": "iPhone"}]},
      {"identifier": "com.apple.CoreSimulator.SimRuntime.tvOS-26-1", "version": "26.1", "isAvailable": true},
      {"identifier": "\(runtime)15-0", "version": "15.0", "isAvailable": false},
      {"identifier": "\(runtime)18-10", "version": "18.10", "isAvailable": true,
       "supportedDeviceTypes": []},
      {"identifier": "\(runtime)16-4", "version": "16.4",
       "supportedDeviceTypes": [
         {"identifier": "\(type)iPhone-8", "productFamily": "iPhone", "name": "iPhone 8"},
         {"identifier": "\(type)iPad-5", "productFamily": "iPad"}]}
    ], "devices": {}}
    """

  init() throws {
    let files = FileManager.default
    let commands = folder.appending(path: "bin")
    try files.createDirectory(
      at: folder.appending(path: ".ci"), withIntermediateDirectories: true)
    try files.createDirectory(at: commands, withIntermediateDirectories: true)
    for name in [".ci/mac", ".ci/simulators.swift", "Package.swift"] {
      try files.copyItem(
        at: Repository.root.appending(path: name), to: folder.appending(path: name))
    }
    for (name, text) in Self.commands {
      let url = commands.appending(path: name)
      let note = #"echo "\#(name) $*" >>"$HERE/calls""#
      try Data("#!/bin/bash\n\(note)\n\(text)\n".utf8).write(to: url)
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }
    try Data(Self.runtimes.utf8).write(to: folder.appending(path: "runtimes.json"))
    try Data(#"{"runtimes": []}"#.utf8).write(to: folder.appending(path: "none.json"))
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Repository.Run {
    let rest = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let own = [
      "PATH": "\(folder.path)/bin:\(rest)", "REST": rest, "HERE": folder.path,
    ]
    return try Repository.run(
      ["bash", ".ci/mac"] + arguments, in: folder, environment: own.merging(environment) { $1 })
  }

  func report() throws -> String {
    try String(contentsOf: folder.appending(path: ".build/mac/report.md"), encoding: .utf8)
  }

  func calls() throws -> [String] {
    try String(contentsOf: folder.appending(path: "calls"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
