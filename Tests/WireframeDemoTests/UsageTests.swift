import Foundation
import TestSupport
import Testing

@Suite(.hangsNever) struct UsageTests {
  @Test(arguments: [
    (["fly"], "There is no command 'fly'."),
    (["--json"], "There is no command '--json'."),
    (["route"], "'route' needs a URL."),
    (["route", "--json", "--"], "'route' needs a URL."),
    (["route", "--fast", "/cart"], "There is no flag '--fast'."),
    (["route", "/cart", "-x"], "There is no flag '-x'."),
    (["routes", "/cart"], "'routes' takes no argument '/cart'."),
    (["shell", "/cart"], "'shell' takes no argument '/cart'."),
    (["config"], "'config' needs a file."),
    (["config", "a.json", "b.json"], "'config' takes one file."),
    (["config", "--all"], "There is no flag '--all'."),
    (["explain"], "'explain' needs a URL."),
    (["explain", "/a", "/b"], "'explain' takes one URL."),
    (["plan", "--json"], "'plan' needs a URL."),
    (["plan", "--fast", "/a"], "There is no flag '--fast'."),
    (["map", "--format", "pdf"], "There is no format 'pdf'."),
    (["map", "--output"], "'--output' needs a value."),
    (["map", "/cart"], "'map' takes no argument '/cart'."),
    (["audit", "/cart"], "'audit' takes no argument '/cart'."),
    (["check-links"], "'check-links' needs a file."),
    (["association"], "'association' needs '--app-id'."),
    (["tour", "/cart"], "'tour' takes no argument '/cart'."),
    (["help", "fly"], "There is no command 'fly'."),
    (["help", "route", "tour"], "'help' takes one command."),
    (["fly", "--help"], "There is no command 'fly'."),
  ])
  func `wrong use prints one line on standard error, and where to read more`(
    arguments: [String], complaint: String
  ) throws {
    let run = try DemoRun(arguments)
    #expect(run.output == "")
    #expect(run.errors == "error: \(complaint)\nSee 'WireframeDemo help'.\n")
    #expect(run.status == 2)
  }

  static let commands = [
    "tour", "route", "routes", "explain", "plan", "map", "audit", "check-links", "association",
    "shell", "systems", "sequence", "config", "help",
  ]

  @Test(arguments: [["help"], ["--help"], ["-h"], ["help", "help"], ["help", "--help"]])
  func `help of the program names every command, on standard output`(arguments: [String]) throws {
    let run = try DemoRun(arguments)
    #expect(run.output.contains("\nusage: WireframeDemo [COMMAND]\n"))
    let named = run.lines.compactMap { line in
      line.wholeMatch(of: #/  ([\w-]+) {2,}\w.*/#).map { String($0.1) }
    }
    #expect(named == Self.commands)
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test(
    "-h, --help and help print the help of a command, wherever they are",
    arguments: commands.filter { $0 != "help" })
  func helpOfCommands(name: String) throws {
    let help = try DemoRun(["help", name])
    let usage = name == "tour" ? "usage: WireframeDemo [tour]\n" : "usage: WireframeDemo \(name)"
    #expect(help.output.hasPrefix(usage))
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    #expect(help.errors == "")
    #expect(help.status == 0)
    let spellings = [["-h"], ["--help"], ["help"], ["/cart", "-h"], ["--fast", "--help"]]
    // Another one for each command, and all at full size.
    for arguments in Load.isFull ? spellings : [spellings[name.count % 5]] {
      let run = try DemoRun([name] + arguments)
      #expect(run.output == help.output, "\(arguments)")
      #expect(run.errors == "" && run.status == 0)
    }
  }

  @Test func `behind two dashes a flag of help is a URL or a file`() throws {
    #expect(try DemoRun(["route", "--json", "--", "--help", "-h", "help"]).lines.count == 3)
    #expect(
      try DemoRun(["config", "--", "-h"]).errors == "error: The file '-h' cannot be read.\n")
  }

  @Test func `tour is what the program does without a command`() throws {
    #expect(try DemoRun(["tour"]).output == DemoRun().output)
  }

  @Test func `routes lists the whole table: pattern, option, exposure, guard`() throws {
    let run = try DemoRun(["routes"])
    let head = ["pattern", "option", "exposure", "guard"]
    let rows: [[String]] = TableRow.all.map { row in
      [
        row.pattern, row.option ?? "-",
        ExternalRouteTests.exposed.contains(row.pattern) ? "external" : "closed",
        row.isGuarded ? "requires-login" : "-",
      ]
    }
    let behindGates = [
      ["/wallet", "push", "closed", "login"],
      ["/wallet/payees/:id<int>", "push", "external", "login"],
      ["/wallet/payees/:id<int>/transfer", "modal", "external", "login,", "pin"],
      ["/wallet/payees/pick", "modal", "closed", "login"], ["/gate/login", "modal", "closed", "-"],
      ["/gate/pin", "modal", "closed", "-"], ["/locked", "modal", "closed", "-"],
    ]
    let lines = run.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(lines == [head] + rows + behindGates)
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.status == 0)
  }

  @Test(arguments: [[], ["route", "/cart"], ["routes"], ["help"]])
  func `without a terminal there are no colours`(arguments: [String]) throws {
    let run = try DemoRun(arguments)
    #expect(!run.output.isEmpty)
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test(arguments: [[], ["route", "--json", "/cart"]])
  func `a reader that has gone is no reason to crash`(arguments: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let run = try DemoRun(arguments, output: pipe)
    #expect(!run.wasKilled)
    #expect(run.status == 0)
  }
}

@Suite(.hangsNever) struct ColourTests {
  @Test(arguments: [
    (["TERM": "xterm"], true), (["NO_COLOR": "", "TERM": "xterm"], true),
    (["NO_COLOR": "1", "TERM": "xterm"], false), (["NO_COLOR": "0", "TERM": "xterm"], false),
    (["TERM": "dumb"], false),
  ])
  func `a terminal gets colours, unless it has none, or NO_COLOR is there and not empty`(
    environment: [String: String], isColoured: Bool
  ) throws {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    try #require(openpty(&ours, &theirs, nil, nil, nil) == 0)
    defer { close(ours) }
    let line = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)

    let run = try DemoRun(["route", "/cart"], environment: environment, output: line)

    // A terminal hands on what was printed bit by bit, and fails when its line is closed at the end.
    try line.close()
    var printed: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = read(ours, &bytes, bytes.count), count > 0 { printed += bytes[..<count] }
    let output = String(decoding: printed, as: UTF8.self)
    #expect(run.status == 0)
    #expect(output.contains("Cart (push)"))
    #expect(output.contains("\u{1B}[") == isColoured)
  }
}
