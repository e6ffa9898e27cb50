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

/// What it costs at more and more things of one kind: what is linear stays level in the last column.
@MainActor
func run(_ curves: [Curve], asMarkdown: Bool, isQuick: Bool) async throws {
  let clock = ContinuousClock()
  for curve in curves {
    var text = TextTable("\(curve.name): \(curve.unit)", ["number", "µs", "ns each"])
    for size in isQuick ? Array(curve.sizes.prefix(2)) : curve.sizes {
      let work = try await curve.make(size)
      var times: [Double] = []
      for _ in 0..<(isQuick ? 1 : 5) {
        let start = clock.now
        try await work()
        times.append((clock.now - start).nanoseconds)
      }
      let time = median(times)
      text.add([String(size), short(time / 1_000), short(time / Double(max(size, 1)))])
    }
    print(text.text(asMarkdown: asMarkdown))
  }
}

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
if let curve = curves.first(where: { $0.name == arguments.first }), arguments.count == 3,
  numbers.count == 2, numbers.allSatisfy({ $0 >= 0 })
{
  let work = try await curve.make(numbers[0])
  for _ in 0..<numbers[1] { try await work() }
  exit(0)
}
let words = ["--markdown", "--quick"]
let chosen = curves.filter { arguments.contains($0.name) }
guard arguments.allSatisfy({ word in words.contains(word) || chosen.contains { $0.name == word } })
else {
  print("usage: growth [--markdown] [--quick] [CURVE …]\n       growth CURVE SIZE TIMES")
  print("The curves are: \(curves.map(\.name).joined(separator: ", ")).")
  exit(2)
}
let (asMarkdown, isQuick) = (arguments.contains("--markdown"), arguments.contains("--quick"))
try await run(chosen.isEmpty ? curves : chosen, asMarkdown: asMarkdown, isQuick: isQuick)
if chosen.isEmpty { try run(asMarkdown: asMarkdown, isQuick: isQuick) }
