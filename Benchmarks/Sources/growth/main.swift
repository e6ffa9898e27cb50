import BenchmarkSupport
import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func hits(_ url: String, _ table: RouteTable<Int>) -> Bool {
  if case .match = table.match(url) { return true }
  return false
}

@inline(never)
func look(up url: String, in table: RouteTable<Int>, times: Int) -> Int {
  var count = 0
  for _ in 0..<times where hits(url, table) { count += 1 }
  return count
}

func run(asMarkdown: Bool, isQuick: Bool) throws {
  for trap in traps {
    var table = RouteTable<Int>(rules: trap.rules)
    for (place, pattern) in Set(trap.patterns).sorted().enumerated() {
      try table.insert(place, for: try RoutePattern(pattern))
    }
    let frozen = table
    let urls = trap.sizes.map(trap.url)
    for url in urls where hits(url, frozen) != trap.isHit {
      print("\(trap.name): \(url.utf8.count) bytes come to \(frozen.match(url))")
      exit(1)
    }
    let times = medians(
      of: urls.map { url in Subject("") { look(up: url, in: frozen, times: $0) } },
      rounds: isQuick ? 3 : 15, round: .milliseconds(isQuick ? 1 : 4))
    var text = TextTable(
      "\(trap.name) (\(frozen.patterns.count) patterns)", ["bytes", "ns a lookup", "ns a byte"])
    for (url, time) in zip(urls, times) {
      text.add([
        short(Double(url.utf8.count)), short(time), short(time / Double(url.utf8.count)),
      ])
    }
    print(text.text(asMarkdown: asMarkdown))
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.allSatisfy(["--markdown", "--quick"].contains) else {
  print("usage: growth [--markdown] [--quick]")
  exit(2)
}
try run(
  asMarkdown: arguments.contains("--markdown"), isQuick: arguments.contains("--quick"))
