import BenchmarkSupport
import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Builds the table; what a pattern stands for is its place.
func makeTable(_ sample: Sample) throws -> RouteTable<Int> {
  var table = RouteTable<Int>(
    sources: ["myapp:", "https://example.com"],
    rules: MatchingRules(ignoresCase: sample.ignoresCase))
  for (place, pattern) in (sample.patterns + sample.others).enumerated() {
    try table.insert(place, for: try RoutePattern(pattern))
  }
  return table
}

/// Looks up so many URLs, round robin.
@inline(never)
func look(up paths: [String], in table: RouteTable<Int>, times: Int) -> (sum: Int, hits: Int) {
  var sum = 0
  var hits = 0
  var next = 0
  for _ in 0..<times {
    if case .match(let match) = table.match(paths[next]) {
      hits += 1
      sum &+= match.value
    }
    next += 1
    if next == paths.count { next = 0 }
  }
  return (sum, hits)
}

/// Looks up so many URLs, round robin, and reads every value of each as a text of its own.
///
/// The names of all patterns stand in one list, one pattern's behind those of another.
@inline(never)
func read(
  _ urls: [String], _ names: [String], _ firstNames: [Int], in table: RouteTable<Int>, times: Int
) -> (sum: Int, hits: Int) {
  var sum = 0
  var hits = 0
  var next = 0
  for _ in 0..<times {
    if case .match(let match) = table.match(urls[next]) {
      hits += 1
      let values = match.values
      for place in firstNames[match.value]..<firstNames[match.value + 1] {
        switch values.value(of: names[place]) {
        case .text(let text)?: sum &+= text.utf8.count
        case .list(let texts)?: for text in texts { sum &+= text.utf8.count }
        case nil: break
        }
      }
    }
    next += 1
    if next == urls.count { next = 0 }
  }
  return (sum, hits)
}

/// How the URLs are written whose values are read.
let spellings: [String: (String) -> String] = [
  "path": { $0 },
  "url": { "myapp:/\($0)" },
  "values": { "myapp:/\($0)?q=x" },
]

func run(_ sample: Sample, _ lookups: Int, spelling: ((String) -> String)?) throws {
  let table = try makeTable(sample)
  let names = table.patterns.map(\.names)
  let (sum, hits) =
    if let spelling {
      read(
        sample.paths.map(spelling), names.flatMap(\.self),
        names.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }, in: table,
        times: lookups)
    } else {
      look(up: sample.paths, in: table, times: lookups)
    }
  print("checksum \(sum)\nhits \(hits)")
  exit(hits == lookups ? 0 : 1)
}

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.prefix(2).compactMap { Int($0) }
let words = arguments.dropFirst(2)
guard numbers.count == 2, numbers[0] > 0, numbers[1] >= 0,
  words.allSatisfy((["github"] + spellings.keys + Sample.kinds).contains)
else {
  print("usage: lookup-probe ROUTES LOOKUPS [github] [values|url|path]")
  print("       lookup-probe ROUTES LOOKUPS \(Sample.kinds.joined(separator: "|"))")
  exit(2)
}
let kind = words.first(where: Sample.kinds.contains)
try run(
  words.contains("github")
    ? .gitHub(numbers[0])
    : kind.map { .modules(numbers[0], $0) } ?? .modules(numbers[0]),
  numbers[1], spelling: words.compactMap { spellings[$0] }.first)
