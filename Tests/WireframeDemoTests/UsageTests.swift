import Foundation
import Testing

@Suite struct UsageTests {
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
  ])
  func `wrong use prints the usage on standard error`(
    arguments: [String], complaint: String
  ) throws {
    let run = try DemoRun(arguments)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("WireframeDemo: \(complaint)\n"))
    #expect(run.errors.contains("usage: WireframeDemo"))
    #expect(run.status == 2)
  }

  @Test(arguments: [["help"], ["--help"], ["route", "--help"], ["shell", "--help"]])
  func `help prints the usage on standard output`(arguments: [String]) throws {
    let run = try DemoRun(arguments)
    #expect(run.output.contains("usage: WireframeDemo"))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `routes lists the whole table: pattern, option, guarded or not`() throws {
    let run = try DemoRun(["routes"])
    let expected = TableRow.all.map {
      [$0.pattern, $0.option ?? "-", $0.isGuarded ? "guarded" : "open"]
    }
    #expect(run.lines.map { $0.split(separator: " ").map(String.init) } == expected)
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

@Suite struct ColourTests {
  @Test(arguments: [
    ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["NO_COLOR": "0"], false),
  ])
  func `a terminal gets colours, unless NO_COLOR is there and not empty`(
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
